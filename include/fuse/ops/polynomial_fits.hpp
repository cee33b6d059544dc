// Polynomials through data, with the least squares.
#pragma once

#include <cstdint>
#include <fuse/ops/matrix_products.hpp>
#include <fuse/ops/polynomial_arrays.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/solvers.hpp>
#include <tuple>
#include <type_traits>

namespace cp {

/// Weights of no data: cp::polyfit's default.
struct no_weights_t {};

/// What a fit found. NumPy returns it with `full` or `cov`.
template <class C, class Residuals, class Rank, class Values>
struct polyfit_result {
  C c;                  ///< the coefficients, that of the highest power first
  Residuals residuals;  ///< the sum of squares that is left, of each column of y
  Rank rank;            ///< how many singular values of the scaled Vandermonde matrix counted
  Values s;             ///< those singular values
  double rcond;         ///< up to what part of the largest they count as 0
};
/// What cp::polyfit_cov gives.
template <class C, class V>
struct polyfit_covariance {
  C c;  ///< the coefficients, that of the highest power first
  V v;  ///< their covariance: (deg + 1, deg + 1)
};

namespace detail {

/// The scaled Vandermonde matrix, its columns' scales, and the fit.
template <class X, class Y, class W>
auto fit(char const* where, X const& x, Y const& y, std::int64_t deg, W const& w, double rcond) {
  static_assert(X::rank == 1 && (Y::rank == 1 || Y::rank == 2), "cp::polyfit: x has one axis, y one or two");
  using T = std::conditional_t<integral<common_coefficient<X, Y>>, double, common_coefficient<X, Y>>;
  auto const shape_x = expr::shape_of(x);
  auto const shape_y = expr::shape_of(y);
  if (deg < 0) throw_polynomial(where, "the degree is 0 or more, got", deg);
  if (shape_x[0] == 0 || shape_x[0] != shape_y[0])
    throw_shape(where, "x and y need equally many points, at least one; their shapes are", shape_x.value, 1,
                shape_y.value, Y::rank);
  if (rcond < 0) rcond = static_cast<double>(shape_x[0]) * epsilon_of<T>;
  auto const weighted = [&](auto const& a) {
    if constexpr (std::is_same_v<W, no_weights_t>) {
      return eval(a);
    } else {
      auto const shape_w = expr::shape_of(w);
      if (shape_w != shape_x)
        throw_shape(where, "x and w need equal shapes, they are", shape_x.value, 1, shape_w.value, W::rank);
      if constexpr (std::remove_cvref_t<decltype(a)>::rank == 2)
        return eval(a * astype<T>(expand_dims(w, 1)));
      else
        return eval(a * astype<T>(w));
    }
  };
  auto const lhs = weighted(vandermonde<T>(x, deg, true));
  auto const rhs = weighted(astype<T>(y));
  auto const scale = eval(sqrt(sum(lhs * lhs, axis<0>)));
  auto const scaled = eval(lhs / scale);
  auto found = linalg::lstsq(scaled, rhs, rcond);
  if constexpr (Y::rank == 1)
    found.x /= scale;
  else
    found.x /= expand_dims(scale, 1);
  return std::tuple(scaled, scale, found, rcond);
}

}  // namespace detail

/// The polynomial of degree `deg` with the least sum of squares (w (y - p(x)))^2, and all that is known of it. Singular
/// values up to `rcond` times the largest count as 0; a negative rcond stands for len(x) times the dtype's epsilon.
/// NumPy warns where `rank` is below deg + 1.
///
/// shape    x (n,), y (n,) or (n, k), w (n,) -> c (deg + 1,) or (deg + 1, k)
/// dtype    the operands', promoted; float64 of integers
/// throws   value_error for a negative degree; shape_error for points that are not equally many; linalg_error
/// numpy    numpy.polyfit(full=True)
template <expression X, expression Y, class W = no_weights_t>
[[nodiscard]] auto polyfit_full(X const& x, Y const& y, std::int64_t deg, W const& w = {}, double rcond = -1) {
  auto const [scaled, scale, found, limit] = detail::fit("cp::polyfit", x, y, deg, w, rcond);
  return polyfit_result<decltype(found.x), decltype(found.residuals), decltype(found.rank), decltype(found.s)>{
      found.x, found.residuals, found.rank, found.s, limit};
}
/// Its coefficients alone.
///
/// numpy    numpy.polyfit
template <expression X, expression Y, class W = no_weights_t>
[[nodiscard]] auto polyfit(X const& x, Y const& y, std::int64_t deg, W const& w = {}, double rcond = -1) {
  return polyfit_full(x, y, deg, w, rcond).c;
}
/// Its coefficients and their covariance, scaled by the residuals or, with `unscaled`, not, as for weights that are
/// 1 / sigma. For y of one axis.
///
/// throws   value_error too where the points are not more than deg + 1, unless unscaled
/// numpy    numpy.polyfit(cov=True), numpy.polyfit(cov="unscaled")
template <expression X, expression Y, class W = no_weights_t>
[[nodiscard]] auto polyfit_cov(X const& x, Y const& y, std::int64_t deg, W const& w = {}, bool unscaled = false,
                               double rcond = -1) {
  static_assert(Y::rank == 1, "cp::polyfit_cov takes y of one axis");
  std::int64_t const points = expr::shape_of(x)[0];
  if (!unscaled && points <= deg + 1)
    detail::throw_polynomial("cp::polyfit_cov", "more points than coefficients are needed to scale by residuals, got",
                             points);
  auto const [scaled, scale, found, limit] = detail::fit("cp::polyfit_cov", x, y, deg, w, rcond);
  auto v = linalg::inv(matmul(scaled.T(), scaled));
  using T = typename decltype(v)::value_type;
  v(all) = v / (expand_dims(scale, 1) * scale);
  if (!unscaled) v(all) = v * (found.residuals / static_cast<T>(static_cast<double>(points - deg - 1)));
  return polyfit_covariance<decltype(found.x), decltype(v)>{found.x, v};
}

}  // namespace cp
