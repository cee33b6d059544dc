// Second names that NumPy and CuPy have for functions.
#pragma once

#include <fuse/ops/creation.hpp>
#include <fuse/ops/differences.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/rounding.hpp>
#include <fuse/ops/scans.hpp>
#include <utility>

namespace cp {

/// cp::round.
template <class... X>
[[nodiscard]] auto round_(X const&... x) {
  return cp::round(x...);
}
/// cp::prod.
template <class To = void, class... X>
[[nodiscard]] auto product(X&&... x) {
  return prod<To>(std::forward<X>(x)...);
}
/// cp::cumprod; the array API's name is cumulative_prod.
template <class To = void, class... X>
[[nodiscard]] auto cumproduct(X&&... x) {
  return cumprod<To>(std::forward<X>(x)...);
}
template <class To = void, class... X>
[[nodiscard]] auto cumulative_prod(X&&... x) {
  return cumprod<To>(std::forward<X>(x)...);
}
/// cp::cumsum.
template <class To = void, class... X>
[[nodiscard]] auto cumulative_sum(X&&... x) {
  return cumsum<To>(std::forward<X>(x)...);
}
/// cp::all.
template <class... X>
[[nodiscard]] auto alltrue(X&&... x) {
  return all(std::forward<X>(x)...);
}
/// cp::any.
template <class... X>
[[nodiscard]] auto sometrue(X&&... x) {
  return any(std::forward<X>(x)...);
}
/// cp::trapezoid.
template <class... X>
[[nodiscard]] auto trapz(X const&... x) {
  return trapezoid(x...);
}
/// cp::concatenate.
template <int Axis = 0, expression... E>
[[nodiscard]] auto concat(E const&... e) {
  return concatenate<Axis>(e...);
}
/// cp::vstack.
template <expression... E>
[[nodiscard]] auto row_stack(E const&... e) {
  return vstack(e...);
}
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
