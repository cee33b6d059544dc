// Second names that NumPy and CuPy have for functions.
#pragma once

#include <fuse/ops/creation.hpp>
#include <fuse/ops/differences.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/lists.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/rounding.hpp>
#include <fuse/ops/scans.hpp>

namespace cp {

namespace detail {
/// What follows the operand of a reduction, say: no array, so that a program's own `product(a, b)` stays its own.
template <class X>
concept option = !expression<X>;
}  // namespace detail

/// cp::round.
template <expression X, detail::option... O>
[[nodiscard]] auto round_(X const& x, O const&... option) {
  return cp::round(x, option...);
}
/// cp::prod.
template <class To = void, expression X, detail::option... O>
[[nodiscard]] auto product(X const& x, O const&... option) {
  return prod<To>(x, option...);
}
/// cp::cumprod; the array API's name is cumulative_prod.
template <class To = void, expression X, detail::option... O>
[[nodiscard]] auto cumproduct(X const& x, O const&... option) {
  return cumprod<To>(x, option...);
}
/// cp::cumprod.
template <class To = void, expression X, detail::option... O>
[[nodiscard]] auto cumulative_prod(X const& x, O const&... option) {
  return cumprod<To>(x, option...);
}
/// cp::cumsum.
template <class To = void, expression X, detail::option... O>
[[nodiscard]] auto cumulative_sum(X const& x, O const&... option) {
  return cumsum<To>(x, option...);
}
/// cp::all.
template <expression X, detail::option... O>
[[nodiscard]] auto alltrue(X const& x, O const&... option) {
  return all(x, option...);
}
/// cp::any.
template <expression X, detail::option... O>
[[nodiscard]] auto sometrue(X const& x, O const&... option) {
  return any(x, option...);
}
/// cp::trapezoid.
template <expression Y, class... By>
[[nodiscard]] auto trapz(Y const& y, By const&... by) {
  return trapezoid(y, by...);
}
/// cp::concatenate.
template <int Axis = 0, expression... E>
[[nodiscard]] auto concat(E const&... e) {
  return concatenate<Axis>(e...);
}
template <class... X>
requires(detail::ends_in_axis<X...>) [[nodiscard]] auto concat(X const&... x) { return concatenate(x...); }
template <expression E, std::size_t N>
[[nodiscard]] auto concat(E const (&parts)[N], int axis = 0) {
  return concatenate(parts, axis);
}
/// cp::vstack.
template <expression... E>
[[nodiscard]] auto row_stack(E const&... e) {
  return vstack(e...);
}
FUSE_OPERANDS_IN_BRACES(row_stack)
/// cp::asarray.
template <space Space = default_space, class X>
[[nodiscard]] auto asanyarray(X const& x) {
  return asarray<Space>(x);
}
/// cp::transpose with axes.
template <expression E, int N>
[[nodiscard]] auto permute_dims(E const& e, int const (&axes)[N]) {
  return transpose(e, axes);
}
/// The last two axes exchanged. A view.
template <expression E>
[[nodiscard]] auto matrix_transpose(E const& e) {
  static_assert(E::rank >= 2, "cp::matrix_transpose needs at least two axes");
  return swapaxes(e, -1, -2);
}

}  // namespace cp
