// Polynomials whose coefficients are arrays: numpy.polyadd and its like, numpy.roots, numpy.polyfit, numpy.polynomial.
#pragma once

#include <cmath>
#include <cstdint>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/decompositions.hpp>
#include <fuse/ops/matrix_products.hpp>
#include <fuse/ops/poly1d.hpp>
#include <fuse/ops/polynomials.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/sequences.hpp>
#include <fuse/ops/solvers.hpp>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp {

namespace detail {

template <class P>
concept coefficient_list = is_poly1d<P> || expression<P>;

/// Coefficients in host memory; of an array it waits for them.
template <class T>
std::vector<T> const& host_coefficients(poly1d<T> const& p) {
  return p.c();
}
template <expression E>
auto host_coefficients(E const& e) {
  static_assert(E::rank == 1, "cp: coefficients of a polynomial are a poly1d or an array of one axis");
  auto const h = eval(e).to_host();
  return std::vector<typename E::value_type>(h.begin(), h.end());
}

/// The space that an operation of coefficients gives its array in.
template <class P>
struct coefficient_space {
  using type = void;
};
template <expression E>
struct coefficient_space<E> {
  using type = space_of<E>;
};

/// Coefficients in the form of what they were made from: a poly1d if one of them was, else an array.
template <class A, class B = A, class T>
auto coefficients_like(std::vector<T> c) {
  if constexpr (is_poly1d<A> || is_poly1d<B>)
    return poly1d<T>(std::move(c));
  else
    return ndarray<T, 1, typename coefficient_space<A>::type>(c.begin(), c.end());
}
template <class A, class B>
using common_coefficient = result_type<typename A::value_type, typename B::value_type>;
template <class A, class B = A>
using divided_coefficient = weak_result_type<common_coefficient<A, B>, double>;

}  // namespace detail

/// Sum of two polynomials, each a poly1d or an array of coefficients, that of the highest power first: a poly1d if one
/// of them is, else an array. Waits for arrays, whose coefficients come to the host.
///
/// numpy    numpy.polyadd
template <detail::coefficient_list A, detail::coefficient_list B>
[[nodiscard]] auto polyadd(A const& a, B const& b) {
  using R = detail::common_coefficient<A, B>;
  return detail::coefficients_like<A, B>(detail::added(detail::coefficients_as<R>(detail::host_coefficients(a)),
                                                       detail::coefficients_as<R>(detail::host_coefficients(b)),
                                                       static_cast<R>(1)));
}
/// Difference of two polynomials; as cp::polyadd.
///
/// numpy    numpy.polysub
template <detail::coefficient_list A, detail::coefficient_list B>
[[nodiscard]] auto polysub(A const& a, B const& b) {
  using R = detail::common_coefficient<A, B>;
  return detail::coefficients_like<A, B>(detail::added(detail::coefficients_as<R>(detail::host_coefficients(a)),
                                                       detail::coefficients_as<R>(detail::host_coefficients(b)),
                                                       static_cast<R>(-1)));
}
/// Product of two polynomials; as cp::polyadd, but zeros before the first other coefficient are dropped first.
///
/// numpy    numpy.polymul
template <detail::coefficient_list A, detail::coefficient_list B>
[[nodiscard]] auto polymul(A const& a, B const& b) {
  using R = detail::common_coefficient<A, B>;
  auto const trimmed = [](auto const& p) {
    auto c = detail::without_leading_zeros(detail::coefficients_as<R>(detail::host_coefficients(p)));
    if (c.empty()) c.push_back(R(0));
    return c;
  };
  return detail::coefficients_like<A, B>(detail::multiplied(trimmed(a), trimmed(b)));
}
/// Quotient and remainder of two polynomials, as a pair; as cp::polyadd. Of integers float64.
///
/// throws   value_error for a divisor whose first coefficient is 0
/// numpy    numpy.polydiv
template <detail::coefficient_list A, detail::coefficient_list B>
[[nodiscard]] auto polydiv(A const& a, B const& b) {
  using R = detail::divided_coefficient<A, B>;
  auto const divisor = detail::coefficients_as<R>(detail::host_coefficients(b));
  auto dividend = detail::coefficients_as<R>(detail::host_coefficients(a));
  if (divisor.empty() || dividend.empty() || divisor[0] == R(0))
    detail::throw_polynomial("cp::polydiv", "both need coefficients, and the divisor's first must not be 0; it has",
                             static_cast<std::int64_t>(divisor.size()));
  auto [q, r] = detail::divided(std::move(dividend), divisor);
  return std::pair(detail::coefficients_like<A, B>(std::move(q)), detail::coefficients_like<A, B>(std::move(r)));
}
/// The derivative of a polynomial, `m` times; as cp::polyadd.
///
/// numpy    numpy.polyder
template <detail::coefficient_list A>
[[nodiscard]] auto polyder(A const& a, int m = 1) {
  if (m < 0) detail::throw_polynomial("cp::polyder", "the order of a derivative is 0 or more, got", m);
  auto c = std::vector<typename A::value_type>(detail::host_coefficients(a));
  for (; m > 0; --m) c = detail::derived(std::move(c));
  return detail::coefficients_like<A>(std::move(c));
}
/// The integral of a polynomial, `m` times, whose constants are `k`; as cp::polyadd. Of integers float64.
///
/// numpy    numpy.polyint
template <detail::coefficient_list A>
[[nodiscard]] auto polyint(A const& a, int m = 1, double k = 0) {
  using R = detail::divided_coefficient<A>;
  if (m < 0) detail::throw_polynomial("cp::polyint", "the order of an integral is 0 or more, got", m);
  auto c = detail::coefficients_as<R>(detail::host_coefficients(a));
  for (; m > 0; --m) c = detail::integrated(std::move(c), detail::coefficient_cast<R>(k));
  return detail::coefficients_like<A>(std::move(c));
}

/// The values of a polynomial whose coefficients, that of the highest power first, are known at run time: an array, a
/// kernel for each 64 coefficients. dtype: x's with the coefficients as C++ numbers.
///
/// numpy    numpy.polyval
template <class T, expression X>
[[nodiscard]] auto polyval(std::vector<T> const& c, X const& x) {
  constexpr std::size_t most = detail::most_coefficients;
  std::size_t done = c.size() % most;
  auto y = eval(detail::horner_values(c.data(), done, x));
  using R = typename decltype(y)::value_type;
  for (; done < c.size(); done += most) {
    auto const more = detail::horner_values(c.data() + done, most, x);
    y(all) = y * power(astype<R>(x), static_cast<int>(most)) + more;
  }
  return y;
}
/// The same of an array of coefficients, for which it waits.
template <expression P, expression X>
[[nodiscard]] auto polyval(P const& c, X const& x) {
  return polyval(detail::host_coefficients(c), x);
}
/// The same of a polynomial of any order.
template <class T, expression X>
[[nodiscard]] auto polyval(poly1d<T> const& p, X const& x) {
  return polyval(p.c(), x);
}
/// The value at a number, as p(x).
template <class T, detail::coefficient_number X>
[[nodiscard]] auto polyval(poly1d<T> const& p, X const& x) {
  return p(x);
}

namespace detail {

/// The roots of a polynomial, from the eigenvalues of its companion matrix.
template <class T>
auto roots_of(std::vector<T> c) {
  using L = std::conditional_t<integral<T>, double, T>;
  using C = result_type<L, complex64>;
  c = without_leading_zeros(std::move(c));
  std::size_t zeros = 0;
  while (!c.empty() && c.back() == T(0)) c.pop_back(), ++zeros;
  std::int64_t const n = c.empty() ? 0 : static_cast<std::int64_t>(c.size()) - 1;
  std::vector<C> roots;
  if (n > 0) {
    auto companion = cp::zeros<L, host_space>({n, n});
    for (std::int64_t i = 0; i < n; ++i) {
      companion(0, i) = -coefficient_cast<L>(c[static_cast<std::size_t>(i + 1)]) / coefficient_cast<L>(c[0]);
      if (i > 0) companion(i, i - 1) = coefficient_cast<L>(1);
    }
    auto const w = linalg::eigvals(companion);
    synchronize();
    roots.assign(w.begin(), w.end());
  }
  if (!c.empty()) roots.insert(roots.end(), zeros, C(0));
  return roots;
}

/// The coefficients of a polynomial of roots in the dtype of what they belong to.
template <class T, class Root>
std::vector<T> coefficients_of_roots(std::vector<Root> const& roots) {
  return coefficients_as<T>(with_roots(roots));
}

}  // namespace detail

/// Where a polynomial is 0: the eigenvalues of its companion matrix, computed in host memory. Of a poly1d they are an
/// array there, of an array one in its space, for whose coefficients it waits.
///
/// dtype    complex128, complex64 of float32 and complex64 (NumPy's are real where all are)
/// throws   linalg_error where the eigenvalues do not converge; library_error in a host build without LAPACKE
/// numpy    numpy.roots
template <class T>
[[nodiscard]] auto roots(poly1d<T> const& p) {
  auto const r = detail::roots_of(p.c());
  using C = typename std::remove_cvref_t<decltype(r)>::value_type;
  return ndarray<C, 1, host_space>(r.begin(), r.end());
}
template <expression E>
[[nodiscard]] auto roots(E const& e) {
  auto const r = detail::roots_of(detail::host_coefficients(e));
  using C = typename std::remove_cvref_t<decltype(r)>::value_type;
  return ndarray<C, 1, space_of<E>>(r.begin(), r.end());
}
template <class T>
auto poly1d<T>::roots() const {
  return cp::roots(*this);
}

/// The coefficients of the polynomial with the roots that an array of one axis holds, or of the characteristic
/// polynomial of a square matrix, that of the highest power, which is 1, first. Waits for them.
///
/// dtype    the array's; float64 of integers (NumPy's are real for complex roots in conjugate pairs)
/// throws   shape_error for a matrix that is not square
/// numpy    numpy.poly
template <expression E>
[[nodiscard]] auto poly(E const& e) {
  static_assert(E::rank == 1 || E::rank == 2, "cp::poly takes roots, an array of one axis, or a square matrix");
  using T = typename E::value_type;
  using R = std::conditional_t<integral<T>, double, T>;
  std::vector<R> c;
  if constexpr (E::rank == 1) {
    c = detail::with_roots(detail::coefficients_as<R>(detail::host_coefficients(e)));
  } else {
    auto const w = linalg::eigvals(eval(e)).to_host();
    using C = typename std::remove_cvref_t<decltype(w)>::value_type;
    c = detail::coefficients_of_roots<R>(std::vector<C>(w.begin(), w.end()));
  }
  return ndarray<R, 1, space_of<E>>(c.begin(), c.end());
}

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
  auto const lhs = weighted(vander(astype<T>(x), deg + 1));
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
  constexpr int rank = X::rank + 1;
  index_array<rank> shape, step;
  for (int i = 0; i < rank; ++i) shape[i] = 1;
  shape[rank - 1] = deg + 1, step[rank - 1] = 1;
  return power(astype<T>(expand_dims(x, X::rank)), astype<T>(expr::position<rank>(shape, step, 0)));
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
