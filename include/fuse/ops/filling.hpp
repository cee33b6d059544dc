// Writing to parts of arrays; parts that are as many as an axis has places.
#pragma once

#include <cstdint>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/indexing.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/splitting.hpp>
#include <vector>

namespace cp {

/// Writes an expression or a number into an array's data, broadcast to its shape: `to(cp::all) = from`. With a mask
/// only where that is true. Kinds of numbers stay: anything else does not compile. Throws shape_error.
///
/// numpy    numpy.copyto
template <array_type A, operand X>
void copyto(A const& to, X const& from) {
  to(all) = from;
}
template <array_type A, operand X, expression Mask>
void copyto(A const& to, X const& from, Mask const& mask) {
  masked(to, mask) = from;
}
/// Writes values, which broadcast to it, to the main diagonal of an array of two axes, or of more that are equally
/// long. Throws shape_error.
///
/// numpy    numpy.fill_diagonal
template <array_type A, operand X>
void fill_diagonal(A const& a, X const& values) {
  static_assert(A::rank >= 2, "cp::fill_diagonal needs at least two axes");
  std::int64_t n = a.shape()[0], step = 0;
  for (int i = 0; i < A::rank; ++i) {
    std::int64_t const extent = a.shape()[i];
    if (A::rank > 2 && extent != n)
      throw shape_error("cp::fill_diagonal: all extents must be equal, those of " + to_string(a.shape()) + " are not");
    n = extent < n ? extent : n;
    step += a.strides()[i];
  }
  using line = ndarray<typename A::value_type, 1, typename A::space>;
  line(a.memory(), a.data(), index_array<1>{{n}}, index_array<1>{{step}}) = values;
}

/// The parts of an array or an expression along an axis, without it: views, as many as the axis has places. Throws
/// index_error.
///
/// numpy    numpy.unstack
template <expression E>
[[nodiscard]] auto unstack(E const& e, int axis = 0) {
  static_assert(E::rank >= 1, "cp::unstack needs at least one axis");
  auto const first = moveaxis(e, normalize_axis(axis, E::rank, "cp::unstack"), 0);
  std::vector<decltype(first(0))> parts;
  std::int64_t const n = expr::shape_of(first)[0];
  detail::reserve_parts(parts, n);
  for (std::int64_t i = 0; i < n; ++i) parts.push_back(first(i));
  return parts;
}

/// A 1-D array without the zeros at its ends: a view, for which the two places are waited for. `front` and `back` say
/// at which ends.
///
/// numpy    numpy.trim_zeros
template <expression E>
[[nodiscard]] auto trim_zeros(E const& e, bool front = true, bool back = true) {
  static_assert(E::rank == 1, "cp::trim_zeros takes a 1-D array");
  auto const a = eval(e);
  std::int64_t const n = a.size();
  if (n == 0) return a;
  auto const kept = eval(a != typename E::value_type{});
  if (!any(kept).item()) return a(slice(0, front || back ? 0 : n));
  std::int64_t const first = front ? argmax(kept).item() : 0, behind = back ? argmax(flip(kept)).item() : 0;
  return a(slice(first, n - behind));
}

}  // namespace cp
