// The axes of a folding loop, parted into those that stay and those that go.
#pragma once

#include <cstdint>
#include <fuse/kernels/limits.hpp>
#include <fuse/kernels/loop.hpp>

namespace cp::kernels {

struct axis_set {
  int count = 0;
  std::int64_t extent[max_axes];
  std::int64_t stride[max_operands][max_axes];  // innermost first

  std::int64_t size() const {
    std::int64_t n = 1;
    for (int a = 0; a < count; ++a) n = cp::detail::wrapping_product(n, extent[a]);  // of an empty loop any
    return n;
  }
};

/// Elements by which an operand's data is off a vector's boundary.
inline int shift_of(loop_view const& v, int k, int width) {
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(v.data[k]) / static_cast<std::uintptr_t>(v.itemsize[k]) &
                          static_cast<std::uintptr_t>(width - 1));
}

/// Adds an axis of the loop as the outermost one, joined to the last where every operand crosses both with one step.
inline void append_axis(axis_set& s, loop_view const& v, int axis) {
  bool joins = s.count > 0;
  for (int k = 0; joins && k < v.count; ++k)
    joins = v.stride(k, axis) == cp::detail::wrapping_product(s.stride[k][s.count - 1], s.extent[s.count - 1]);
  if (joins) {
    s.extent[s.count - 1] = cp::detail::wrapping_product(s.extent[s.count - 1], v.shape[axis]);
    return;
  }
  s.extent[s.count] = v.shape[axis];
  for (int k = 0; k < v.count; ++k) s.stride[k][s.count] = v.stride(k, axis);
  ++s.count;
}

/// Axes of the loop of one kind, innermost first, joined where every operand crosses them with one step.
inline void take_axes(axis_set& s, loop_view const& v, std::uint32_t folded, bool wanted) {
  for (int i = v.rank - 1; i >= 0; --i)
    if (((folded >> i & 1) != 0) == wanted && v.shape[i] != 1) append_axis(s, v, i);
}

inline std::int64_t offset_of(axis_set const& s, int k, std::int64_t linear, int first) {
  std::int64_t offset = 0;
  for (int a = first; a < s.count; ++a) {
    offset += linear % s.extent[a] * s.stride[k][a];
    linear /= s.extent[a];
  }
  return offset;
}

/// The indices of an element along all axes of a set, found once for all operands.
struct axis_place {
  std::int64_t index[max_axes];

  axis_place(axis_set const& s, std::int64_t linear) {
    for (int a = 0; a < s.count; ++a) {
      index[a] = a + 1 < s.count ? linear % s.extent[a] : linear;
      if (a + 1 < s.count) linear /= s.extent[a];
    }
  }
  std::int64_t offset(axis_set const& s, int k) const {
    std::int64_t sum = 0;
    for (int a = 0; a < s.count; ++a) sum += index[a] * s.stride[k][a];
    return sum;
  }
};

/// Whether results lie side by side in memory where elements that are folded together do not, for most inputs.
/// `Any`: or within a line of memory, in any direction; and what is computed from places counts where nothing in memory
/// tells: its neighbours are places beside each other.
template <bool Any = false>
inline bool lies_across(axis_set const& kept, axis_set const& folded, loop_view const& v) {
  constexpr std::int64_t line = 64;  // bytes
  auto const step = [](axis_set const& s, int k) { return s.count > 0 ? s.stride[k][0] : 0; };
  auto const beside = [&](std::int64_t by, std::int64_t other, std::int64_t itemsize) {
    if (by == 1) return true;
    std::int64_t const size = by < 0 ? -by : by, others = other < 0 ? -other : other;
    return Any && size != 0 && size * itemsize < line && (others == 0 || size < others);
  };
  int side_by_side = 0;
  for (access const kind : {access::element, access::computed}) {
    if (kind == access::computed && (!Any || side_by_side != 0)) continue;
    for (int k = v.outputs; k < v.count; ++k) {
      if ((is_widened(v.kind[k]) ? access::element : v.kind[k]) != kind) continue;
      std::int64_t const along = step(kept, k), down = step(folded, k),
                         itemsize = kind == access::element ? v.itemsize[k] : 1;
      if (kind == access::computed && kept.count > 0 && along == 0) continue;  // as positions of argmax
      side_by_side += beside(along, down, itemsize);
      side_by_side -= beside(down, along, itemsize);
    }
  }
  return kept.count > 0 && (folded.count == 0 || side_by_side > 0);
}

}  // namespace cp::kernels
