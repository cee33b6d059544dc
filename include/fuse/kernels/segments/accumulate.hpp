// Elements of an array changed one after the other at places that indices name: the loop, and how the host runs it.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#if FUSE_NVCC
#include <fuse/library/accumulate.hpp>
#endif

namespace cp::kernels {

/// Operands of the loop. The first `Indexed` axes of the array are indexed, the other `Whole` ones are crossed at each
/// place. Values lie one behind the other.
template <class Update, class T, int Indexed, int Whole>
struct accumulate_loop {
  using update = Update;
  using type = T;
  static constexpr int whole = Whole, whole_axes = Whole == 0 ? 1 : Whole;
  T* to;
  T const* values;
  std::int64_t const* index[Indexed];
  std::int64_t extent[Indexed], stride[Indexed];
  std::int64_t whole_extent[whole_axes], whole_stride[whole_axes];
  std::int64_t places, block;  ///< indices; elements of the axes that are crossed

  /// The element that value number `i` changes. Indices wrap around their axis.
  FUSE_HD T* target(std::int64_t i) const {
    std::int64_t const place = block == 1 ? i : i / block;
    std::int64_t rest = i - place * block, offset = 0;
    for (int k = 0; k < Indexed; ++k) {
      std::int64_t at = index[k][place];
      if (at < 0 || at >= extent[k]) {
        at %= extent[k];
        if (at < 0) at += extent[k];
      }
      offset += at * stride[k];
    }
    for (int k = Whole; k-- > 0;) {
      std::int64_t const q = rest / whole_extent[k];
      offset += (rest - q * whole_extent[k]) * whole_stride[k];
      rest = q;
    }
    return to + offset;
  }

#if FUSE_NVCC
  /// The indices without the array.
  library::index_lists lists() const {
    library::index_lists x{};
    x.n = places;
    for (int k = 0; k < Indexed; ++k) x.axes.add(extent[k], stride[k]), x.list[k] = index[k];
    return x;
  }
#endif
  std::int64_t bytes_read() const { return 2 * bytes_written() + places * 8 * Indexed; }
  std::int64_t bytes_written() const { return places * block * static_cast<std::int64_t>(sizeof(T)); }
};

template <class Loop>
void accumulate_now(Loop const& loop) {
  for (std::int64_t i = 0; i < loop.places * loop.block; ++i) {
    auto* const p = loop.target(i);
    *p = Loop::update::apply(*p, loop.values[i]);
  }
}
/// Runs (or records) the loop in the order of the indices.
template <class Loop>
void host_accumulate(Loop const& loop) {
  runtime::count_launch(loop.bytes_read(), loop.bytes_written());
  runtime::record<accumulate_now<Loop>>(loop);
}

}  // namespace cp::kernels
