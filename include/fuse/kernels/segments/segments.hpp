// Folding segments: runs of the elements of one axis that offsets name. What the kernels of host and device share.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/kernels/fold/host_fold.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/launch.hpp>
#include <utility>

namespace cp::kernels {

/// Which elements of the axis a segment has.
struct segment_bounds {
  std::int64_t const* offsets = nullptr;  ///< one more than segments, or (`single`) as many
  std::int64_t segments = 0;
  std::int64_t rows = 0;        ///< extent of the axis
  void const* order = nullptr;  ///< the element that stands at each place of the axis (null: itself)
  bool wide = false;            ///< `order` has 64-bit integers instead of unsigned ones of 32
  bool single = false;  ///< as in reduceat: the last segment is open, and one that does not rise is its first element

  /// Segment `s`: elements [first, last). Offsets are clamped to the axis.
  FUSE_HD void find(std::int64_t s, std::int64_t& first, std::int64_t& last) const {
    std::int64_t const a = offsets[s], b = single && s + 1 == segments ? rows : offsets[s + 1];
    std::int64_t const most = single ? rows - 1 : rows;
    first = a < 0 ? 0 : a > most ? most : a;
    last = b > rows ? rows : b;
    if (last <= first) last = single ? first + 1 : first;
  }
  /// Whether the next segment begins before this one, so that segments may overlap.
  FUSE_HD bool falls(std::int64_t s) const { return !(single && s + 1 == segments) && offsets[s + 1] < offsets[s]; }
  FUSE_HD std::int64_t element(std::int64_t i) const {
    if (order == nullptr) return i;
    return wide ? static_cast<std::int64_t const*>(order)[i]
                : static_cast<std::int64_t>(static_cast<std::uint32_t const*>(order)[i]);
  }
};

/// The functions of one signature on the host.
struct host_segment_kernel {
  host_fold_kernel fold;
  /// Folds few elements one after the other, into a state that it clears; the inputs, from data[1] on, are
  /// contiguous.
  void (*few)(void* const* data, unsigned char const* scalars, std::int64_t n, void* state);
};
/// The same on the host. One launch.
void host_segments_start(host_segment_kernel const& kernel, signature_info const& info, loop_builder& loop, int axis,
                         segment_bounds const& bounds, std::int64_t step);
/// Throws index_error or value_error, naming `where`, where offsets in host memory leave the axis or fall.
void check_segments(segment_bounds const& bounds, char const* where);

namespace detail {

template <class Signature>
struct host_segments;
template <class... Kind, int Bytes, class Store>
struct host_segments<program::signature<program::inputs<Kind...>, Bytes, Store>> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store>;
  using folds = typename fold_levels<signature>::folds;
  using state = host_state<folds>;
  using numbers = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using operands = host_operands<numbers, signature::bytes, Kind...>;

  static host_segment_kernel kernel() { return {host_fold<signature, false>::kernel(), few}; }

 private:
  static void few(void* const* data, unsigned char const* scalars, std::int64_t n, void* to) {
    few(numbers{}, data, scalars, n, to);
  }
  template <int... I>
  static void few(std::integer_sequence<int, I...>, void* const* data, unsigned char const* scalars, std::int64_t n,
                  void* to) {
    operands c{{host_operand<Kind>(data[1 + I])}..., {}};
    __builtin_memcpy(c.bytes, scalars, signature::bytes);
    state s;
    s.clear();
    for (std::int64_t i = 0; i < n; ++i) add_to(folds{}, s, host_context<operands>{c, i});
    *static_cast<state*>(to) = s;
  }
};

}  // namespace detail
}  // namespace cp::kernels
