// What a thread needs to run a part of a loop on the host: places of elements, buffers for operands that do not lie
// side by side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fuse/kernels/elementwise/host_elementwise.hpp>
#include <fuse/kernels/limits.hpp>
#include <memory>

#include "kernels/host_gather.hpp"

namespace cp::kernels::blocks {

constexpr std::int64_t block =
    512;  // elements a call of the kernel: small enough for 16 operands to stay in the L1 cache

/// Bytes of what is moved at once.
constexpr std::int64_t moved_bytes = 65536;

/// Rows of a tile: those of which inputs that run across have elements side by side, two lines of the cache of them.
constexpr std::int64_t tile_bytes = 128;

/// A loop with everything a thread needs to run any part of it.
struct job {
  host_kernel kernel;
  int cost;
  loop_view view;
  unsigned char const* scalars;

  bool is_computed(int k) const { return view.kind[k] == access::computed; }
  bool is_copied(int k) const { return kernels::is_copied(view.kind[k]); }
  bool is_staying(int k) const { return view.kind[k] == access::staying; }
  /// Whether operand k is places that the kernel computes itself, and those of rows that begin at an offset.
  bool takes_places(int k) const { return (kernel.places >> k & 1) != 0; }
  place_run places_of(int k, std::int64_t offset) const {
    auto const first = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(view.data[k]));
    return {first + offset, view.rank > 0 ? view.stride(k, 0) : 0, view.rank > 1 ? view.stride(k, 1) : 0};
  }
  /// Whether elements are only copied from where they are computed to be.
  bool moves() const {
    return kernel.copies && is_computed(1) && source_of(view, scalars, 1).buffered_itemsize() == view.itemsize[0];
  }
  /// Whether that is from runs of memory to one.
  bool streams() const {
    if (!moves() || !is_run(0)) return false;
    computing const& how = view.computed[1];
    return how.streams != nullptr && how.streams(scalars + how.offset);
  }
  /// Whether elements are only copied, from where they are not side by side or from where they are computed to be: then
  /// they need no buffer.
  bool copies() const {
    return moves() || (kernel.copies && view.kind[1] == access::element && (view.rank == 0 || view.stride(1, 0) != 1));
  }
  /// Whether an array is one run over all rows.
  bool is_run(int k) const {
    bool run = view.kind[k] == access::element;
    std::int64_t step = 1;
    for (int a = 0; a < view.rank; step *= view.shape[a], ++a) run = run && view.stride(k, a) == step;
    return run;
  }
  /// Whether neighbours of an input lie along another axis than the innermost one.
  bool runs_along(int k, int axis) const {
    return k >= view.outputs && !is_computed(k) && !is_staying(k) && view.stride(k, 0) != 1 && view.stride(k, 0) != 0 &&
           view.stride(k, axis) == 1;
  }
  /// Whether any input does so along the second axis.
  bool is_turned() const {
    bool turned = false;
    for (int k = view.outputs; view.rank > 1 && k < view.count; ++k) turned = turned || runs_along(k, 1);
    return turned;
  }
  std::int64_t rows_of_tile() const {
    if (!is_turned()) return 32;
    std::int64_t smallest = tile_bytes / 16;
    for (int k = view.outputs; k < view.count; ++k)
      if (runs_along(k, 1)) smallest = std::min<std::int64_t>(smallest, view.itemsize[k]);
    return tile_bytes / smallest;
  }
};

/// The place of an element: indices of all axes, innermost first.
struct place {
  std::int64_t index[max_axes];  // of the loop's axes; the rest is not initialised
};

/// Goes on by `n` elements.
inline void advance(loop_view const& v, place& at, std::int64_t n) {
  at.index[0] += n;
  for (int a = 0; a + 1 < v.rank && at.index[a] >= v.shape[a]; ++a) {
    at.index[a + 1] += at.index[a] / v.shape[a];
    at.index[a] %= v.shape[a];
  }
}

/// The place of the element of a number in the loop's order.
inline place place_of(loop_view const& v, std::int64_t linear) {
  place p;
  p.index[0] = p.index[1] = 0;
  if (linear == 0) {
    std::fill_n(p.index, v.rank, 0);
    return p;
  }
  for (int a = 0; a < v.rank; ++a) {
    p.index[a] = linear % v.shape[a];
    linear /= v.shape[a];
  }
  return p;
}

inline std::int64_t offset_of(loop_view const& v, int k, place const& at) {
  std::int64_t offset = 0;
  for (int a = 0; a < v.rank; ++a) offset += at.index[a] * v.stride(k, a);
  return offset;
}

enum class direction { in, out };
/// Copies `count` rows of operand `k`, `n` elements each, into `buffer` (or computes them), or back from it.
template <direction Way>
void move_rows(job const& j, int k, std::int64_t offset, std::int64_t n, std::int64_t count, void* buffer) {
  loop_view const& v = j.view;
  std::int64_t const stride = v.rank > 0 ? v.stride(k, 0) : 0, step = v.rank > 1 ? v.stride(k, 1) : 0;
  if constexpr (Way == direction::in)
    gather_operand_rows(buffer, source_of(v, j.scalars, k), offset, stride, n, step, count);
  else
    scatter_operand_rows(source_of(v, j.scalars, k), offset, stride, n, step, count, buffer);
}
/// The same of `n` elements that begin at `at`, in as many rows as they are.
template <direction Way>
void move_block(job const& j, int k, place at, std::int64_t n, void* buffer) {
  loop_view const& v = j.view;
  std::int64_t const size = source_of(v, j.scalars, k).buffered_itemsize();
  char* b = static_cast<char*>(buffer);
  while (n > 0) {
    std::int64_t width = v.rank == 0 ? n : std::min(n, v.shape[0] - at.index[0]), rows = 1;
    if (v.rank > 1 && width == v.shape[0]) rows = std::min(n / width, v.shape[1] - at.index[1]);
    move_rows<Way>(j, k, offset_of(v, k, at), width, rows, b);
    width *= rows;
    b += width * size;
    n -= width;
    if (n > 0) advance(v, at, width);
  }
}

constexpr host_rows one_row{1, nullptr, -1};

/// Buffers of one thread, and what the broadcast ones hold (so that a row's constant is spread once).
struct scratch {
  std::unique_ptr<unsigned char[]> memory;
  void* buffer[max_operands] = {};
  std::int64_t spread_offset[max_operands];
  std::int64_t spread_count[max_operands];
  int twin[max_operands];  // an operand before that is computed alike, or -1
  bool is_run[max_operands];
  // Blocks of several rows of the inputs that run along the second axis, which are read once for all of them.
  std::unique_ptr<unsigned char[]> tiles;
  unsigned char* tile[max_operands] = {};

  explicit scratch(job const& j) {
    auto const room = [&](int k) {
      std::int64_t const bytes = source_of(j.view, j.scalars, k).buffered_itemsize();
      return (static_cast<std::size_t>(block) * static_cast<std::size_t>(std::max<std::int64_t>(bytes, 8)) + 63) / 64 *
             64;
    };
    std::size_t bytes = 0;
    for (int k = 0; k < j.view.count; ++k) bytes += room(k);
    memory = std::make_unique_for_overwrite<unsigned char[]>(bytes + 64);
    unsigned char* p = memory.get() + (64 - reinterpret_cast<std::uintptr_t>(memory.get()) % 64);
    for (int k = 0; k < j.view.count; ++k) {
      buffer[k] = p;
      p += room(k);
      spread_count[k] = -1;
      spread_offset[k] = 0;
      twin[k] = twin_of(j, k);
      is_run[k] = j.is_run(k);
    }
  }
  /// Makes room for the tiles.
  void make_tiles(job const& j) {
    loop_view const& v = j.view;
    std::int64_t bytes = 0;
    for (int k = v.outputs; k < v.count; ++k)
      if (j.runs_along(k, 1)) bytes += v.itemsize[k];
    std::int64_t const rows = j.rows_of_tile();
    if (bytes == 0) return;
    tiles = std::make_unique_for_overwrite<unsigned char[]>(static_cast<std::size_t>(rows * block * bytes));
    unsigned char* p = tiles.get();
    for (int k = v.outputs; k < v.count; ++k)
      if (j.runs_along(k, 1)) tile[k] = p, p += rows * block * v.itemsize[k];
  }
  /// Fills the tiles with `n` elements of each of `rows` rows from `at` on.
  void fill_tiles(job const& j, place const& at, std::int64_t n, std::int64_t rows) {
    loop_view const& v = j.view;
    for (int k = v.outputs; k < v.count; ++k) {
      if (tile[k] == nullptr) continue;
      transpose_lines(tile[k], n, static_cast<char*>(v.data[k]) + offset_of(v, k, at) * v.itemsize[k], v.stride(k, 0),
                      rows, n, v.itemsize[k]);
    }
  }
  /// Whether operand k's buffer has so many copies of what lies at an offset, or rows of it; notes that it will.
  bool holds(int k, std::int64_t count, std::int64_t offset) {
    if (spread_count[k] >= count && spread_offset[k] == offset) return true;
    spread_count[k] = count;
    spread_offset[k] = offset;
    return false;
  }
  static int twin_of(job const& j, int k) {
    for (int m = j.view.outputs; j.is_copied(k) && m < k; ++m) {
      bool alike = computes_alike(source_of(j.view, j.scalars, m), source_of(j.view, j.scalars, k));
      for (int a = 0; a < j.view.rank; ++a) alike = alike && j.view.stride(m, a) == j.view.stride(k, a);
      if (alike) return m;
    }
    return -1;
  }
};

}  // namespace cp::kernels::blocks
