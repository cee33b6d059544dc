// Polynomials whose first coefficient is the constant: numpy.polynomial.
#pragma once

#include <cmath>
#include <cstdint>
#include <fuse/ops/polynomial_arrays.hpp>
#include <fuse/ops/reductions.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cp {

namespace polynomial {

/// The powers from 0 to `deg` of each element, lazily. dtype: x's; of integers float64. Throws value_error for a
/// negative degree.
///
/// shape    (...) -> (..., deg + 1)
/// numpy    numpy.polynomial.polynomial.polyvander
template <expression X>
[[nodiscard]] auto polyvander(X const& x, std::int64_t deg) {
  if (deg < 0) detail::throw_polynomial("cp::polynomial::polyvander", "the degree is 0 or more, got", deg);
  using T = weak_result_type<typename X::value_type, double>;
  return detail::vandermonde<T>(x, deg, false);
}

/// The companion matrix of c[0] + ... + c[n] x^n, whose eigenvalues are its roots. Waits for the coefficients.
///
/// dtype    c's; of integers float64
/// throws   value_error for fewer than two coefficients
/// numpy    numpy.polynomial.polynomial.polycompanion
template <expression E>
[[nodiscard]] auto polycompanion(E const& c) {
  using T = weak_result_type<typename E::value_type, double>;
  auto const a = detail::coefficients_as<T>(detail::host_coefficients(c));
  std::int64_t const n = static_cast<std::int64_t>(a.size()) - 1;
  if (n < 1)
    detail::throw_polynomial("cp::polynomial::polycompanion", "two coefficients or more are needed, got", n + 1);
  auto m = zeros<T, host_space>({n, n});
  for (std::int64_t i = 0; i < n; ++i) {
    if (i > 0) m(i, i - 1) = static_cast<T>(1);
    m(i, n - 1) -= a[static_cast<std::size_t>(i)] / a.back();
  }
  return m.template to<space_of<E>>();
}

/// The polynomial with the roots r, and 1 before its highest power, at x: the product of x - r[k], lazily.
///
/// shape    x (...), r (n,) -> (...)
/// numpy    numpy.polynomial.polynomial.polyvalfromroots
template <expression X, expression R>
[[nodiscard]] auto polyvalfromroots(X const& x, R const& r) {
  static_assert(R::rank == 1, "cp::polynomial::polyvalfromroots: the roots are an array of one axis");
  index_array<X::rank + 1> shape;
  for (int i = 0; i < X::rank; ++i) shape[i + 1] = 1;
  shape[0] = expr::shape_of(r)[0];
  return prod(expand_dims(x, 0) - reshape(r, shape), axis<0>);
}

/// Without the zeros behind the last other coefficient; one stays.
///
/// numpy    numpy.polynomial.polyutils.trimseq
template <class T>
[[nodiscard]] std::vector<T> trimseq(std::vector<T> c) {
  while (c.size() > 1 && c.back() == T(0)) c.pop_back();
  return c;
}
/// Without the coefficients of magnitude up to `tol` behind the last larger one; one stays, as 0. Of integers double.
///
/// throws   value_error for a negative tolerance
/// numpy    numpy.polynomial.polyutils.trimcoef
template <class T>
[[nodiscard]] auto trimcoef(std::vector<T> const& given, double tol = 0) {
  using R = weak_result_type<T, double>;
  if (!(tol >= 0))
    throw value_error("cp::polynomial::trimcoef: the tolerance is 0 or more, got " + std::to_string(tol));
  auto c = detail::coefficients_as<R>(given);
  auto const is_small = [&](R const& x) {
    if constexpr (detail::is_complex<R>)
      return std::hypot(x.real(), x.imag()) <= tol;
    else
      return std::abs(x) <= tol;
  };
  while (c.size() > 1 && is_small(c.back())) c.pop_back();
  if (c.size() == 1 && is_small(c[0])) c[0] = R(0);
  return c;
}
/// Coefficients of several polynomials as vectors of one dtype, double or complex, trimmed by trimseq unless `trim` is
/// false. Throws value_error for one without coefficients.
///
/// numpy    numpy.polynomial.polyutils.as_series
template <bool Trim = true, class First, class... T>
[[nodiscard]] auto as_series(std::vector<First> const& first, std::vector<T> const&... rest) {
  using R = decltype((weak_result_type<First, double>() + ... + weak_result_type<T, double>()));
  auto const one = [](auto const& c) {
    if (c.empty()) throw value_error("cp::polynomial::as_series: a polynomial needs one coefficient or more, got 0");
    auto series = detail::coefficients_as<R>(c);
    return Trim ? trimseq(std::move(series)) : series;
  };
  return std::tuple(one(first), one(rest)...);
}

}  // namespace polynomial

}  // namespace cp
