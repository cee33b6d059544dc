// How sequences and variables go together: covariances, correlations, convolutions (NumPy's "Correlating", convolve).
#pragma once

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/products.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/searching.hpp>
#include <fuse/ops/selection.hpp>
#include <fuse/ops/sliding.hpp>
#include <fuse/ops/sorting.hpp>
#include <optional>
#include <type_traits>

namespace cp {

/// Options of cp::cov and cp::corrcoef.
struct cov_options {
  bool rowvar = true;         ///< variables are rows, observations columns; else the other way round
  bool bias = false;          ///< divide by the number of observations, not by one less
  std::optional<int> ddof{};  ///< divide by the number of observations less this, whatever `bias` says
};

/// What part of a convolution is kept.
enum class convolve_mode : unsigned char {
  full,  ///< every place where the sequences meet: n + m - 1
  same,  ///< the middle: max(n, m)
  valid  ///< places where one lies within the other: max(n, m) - min(n, m) + 1
};

namespace detail {

/// Observations as float64 or complex128, a row a variable.
template <class X>
auto observations(X const& x, bool rowvar, char const* where) {
  using T = std::conditional_t<complex_floating<typename X::value_type>, complex128, double>;
  static_assert(X::rank == 1 || X::rank == 2, "cp: observations are an array of rank 1 or 2");
  using space = space_of<X>;
  auto const shape = expr::shape_of(x);
  if constexpr (X::rank == 1)
    return laid_out<T, 2, space>(expand_dims(eval(x), 0), index_array<2>{{1, shape[0]}}, storage_ptr(), where);
  else if (rowvar || shape[0] == 1)
    return laid_out<T, 2, space>(x, shape, storage_ptr(), where);
  else
    return laid_out<T, 2, space>(eval(x).T(), index_array<2>{{shape[1], shape[0]}}, storage_ptr(), where);
}

template <class T, class Space>
auto covariance(ndarray<T, 2, Space> const& x, cov_options const& o) {
  std::int64_t const n = x.shape()[1];
  double const by = static_cast<double>(n - o.ddof.value_or(o.bias ? 0 : 1));
  ndarray<T, 2, Space> const d = x - mean(x, axis<1>, keepdims);
  // No freedom left: NumPy warns and divides by 0.
  return ndarray<T, 2, Space>(matmul(d, conj(d).T()) / (by > 0 ? by : 0.));
}
template <class T, class Space>
auto correlation(ndarray<T, 2, Space> const& c) {
  auto const deviation = eval(sqrt(real(diagonal(c))));
  auto const r = eval(c / deviation(all, newaxis) / deviation(newaxis, all));
  if constexpr (complex_floating<T>)
    return eval(clip(real(r), -1, 1) + T(0, 1) * clip(imag(r), -1, 1));
  else
    return eval(clip(r, -1, 1));
}
template <class X, class Y>
auto both_observations(X const& x, Y const& y, bool rowvar, char const* where) {
  auto const a = observations(x, rowvar, where), b = observations(y, rowvar, where);
  if (a.shape()[1] != b.shape()[1])
    throw_shape(where, "the variables must have as many observations; they are", a.shape().value, 2, b.shape().value,
                2);
  return eval(concatenate<0>(a, b));
}

/// Sums of products of a and v at each place of v along a.
template <class T, class Space>
ndarray<T, 1, Space> slide(ndarray<T, 1, Space> const& a, ndarray<T, 1, Space> const& v, bool turned_round,
                           convolve_mode mode, char const* where) {
  std::int64_t const n = a.size(), m = v.size();
  if (n == 0 || m == 0) throw value_error(std::string(where) + ": neither sequence may be empty");
  std::int64_t const least = n < m ? n : m, most = n < m ? m : n;
  std::int64_t const length = mode == convolve_mode::full   ? n + m - 1
                              : mode == convolve_mode::same ? most
                                                            : most - least + 1;
  // Where in the full result it begins.
  std::int64_t const begin = mode == convolve_mode::full   ? 0
                             : mode == convolve_mode::same ? (least - 1) / 2
                                                           : least - 1;
  return slide(a, v, turned_round, m - 1 - begin, length, where);
}

template <bool Convolve, class X, class V>
auto sliding(X const& a, V const& v, convolve_mode mode, char const* where) {
  static_assert(X::rank == 1 && V::rank == 1, "cp: sequences are arrays of rank 1");
  using T = result_type<typename X::value_type, typename V::value_type>;
  using space = search_space<X, V>;
  auto const of = [&](auto const& x) { return laid_out<T, 1, space>(x, expr::shape_of(x), storage_ptr(), where); };
  auto const x = of(a), y = of(expr::as_node(v));
  // The shorter one slides along the longer one.
  bool const exchanged = y.size() > x.size() && mode != convolve_mode::full;
  if constexpr (Convolve)
    return exchanged ? slide(y, x, true, mode, where) : slide(x, y, true, mode, where);
  else
    return exchanged ? of(flip(slide(of(conj(y)), x, false, mode, where))) : slide(x, of(conj(y)), false, mode, where);
}

}  // namespace detail

/// Covariances of variables, whose observations are rows: element (i, j) is the mean product of the distances of
/// variables i and j from their means, with n - 1 in place of n. Evaluated now; does not wait.
///
/// shape    (v, n) -> (v, v); (n,) -> (): its variance
/// dtype    float64, complex128 of complex numbers
/// numpy    numpy.cov
template <expression X>
[[nodiscard]] auto cov(X const& x, cov_options const& options = {}) {
  auto const c = detail::covariance(detail::observations(x, options.rowvar, "cp::cov"), options);
  if constexpr (X::rank == 1)
    return c(0)(slice(1)).reshape(index_array<0>{});
  else
    return c;
}
/// The same of the variables of both.
///
/// throws   shape_error where they differ in the number of observations
template <expression X, expression Y>
[[nodiscard]] auto cov(X const& x, Y const& y, cov_options const& options = {}) {
  return detail::covariance(detail::both_observations(x, y, options.rowvar, "cp::cov"), options);
}
/// Pearson's correlation coefficients: covariances divided by the standard deviations of both variables. As cp::cov.
///
/// numpy    numpy.corrcoef
template <expression X>
[[nodiscard]] auto corrcoef(X const& x, bool rowvar = true) {
  auto const r =
      detail::correlation(detail::covariance(detail::observations(x, rowvar, "cp::corrcoef"), cov_options{}));
  if constexpr (X::rank == 1)
    return r(0)(slice(1)).reshape(index_array<0>{});
  else
    return r;
}
/// The same of the variables of both.
template <expression X, expression Y>
[[nodiscard]] auto corrcoef(X const& x, Y const& y, bool rowvar = true) {
  return detail::correlation(
      detail::covariance(detail::both_observations(x, y, rowvar, "cp::corrcoef"), cov_options{}));
}

/// The convolution of two sequences: element k is the sum of a[i] v[k - i] over all i. One kernel that sums as it is
/// written down, n m products; or, where both are long (float32, float64 and complex numbers; in host memory from some
/// hundred elements of the shorter one on), Fourier transforms of blocks, whose error is that of the largest elements
/// of a block. Which way follows from the lengths alone; NaN and infinity are where they are by sums, and
/// a block that has one takes as long as sums do. Evaluated now; does not wait.
///
/// shape    (n,), (m,) -> (n + m - 1,), or as cp::convolve_mode says
/// dtype    promoted
/// throws   value_error for an empty sequence
/// numpy    numpy.convolve
template <expression A, expression V>
[[nodiscard]] auto convolve(A const& a, V const& v, convolve_mode mode = convolve_mode::full) {
  return detail::sliding<true>(a, v, mode, "cp::convolve");
}
/// The cross-correlation of two sequences: element k is the sum of a[i + k] conj(v[i]) over all i. As cp::convolve.
///
/// shape    (n,), (m,) -> (max(n, m) - min(n, m) + 1,), or as cp::convolve_mode says
/// numpy    numpy.correlate
template <expression A, expression V>
[[nodiscard]] auto correlate(A const& a, V const& v, convolve_mode mode = convolve_mode::valid) {
  return detail::sliding<false>(a, v, mode, "cp::correlate");
}

}  // namespace cp
