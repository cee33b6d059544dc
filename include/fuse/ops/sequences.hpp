// Sequences between ends, grids of indices, powers: expressions of the place.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/explog.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// Places 0 to n - 1, and what of n of them are divisions of the interval.
struct samples {
  std::int64_t n, divisions, last;
  samples(char const* where, sample_count count, bool endpoint);
  // T, of which nothing depends but the name, keeps the expressions of templates from being made where they are parsed.
  template <class T>
  auto places() const {
    index_array<sizeof(T) != 0> const shape{{n}};
    return index<0>(shape);
  }
  double step(double from, double to) const { return divisions > 0 ? (to - from) / double(divisions) : to - from; }
};

/// Throws value_error where an integer dtype does not hold the first or the last sample.
template <class T>
void check_ends(char const* where, samples const& s, double first, double last) {
  if constexpr (integral<T>) {
    if (s.n > 0) check_in_range(where, first, dtype_traits<T>::id);
    if (s.n > 1) check_in_range(where, last, dtype_traits<T>::id);
  }
}

}  // namespace detail

/// `n` powers base^t for t from start to stop at equal distances, stop among them unless `endpoint` is false: an array
/// of shape {n}. dtype: float64 or T; integers drop the fraction. One kernel. Throws value_error for n < 0, and where
/// integers do not hold them.
///
/// numpy    numpy.logspace
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 1, Space> logspace(double start, double stop, sample_count n = 50, bool endpoint = true,
                                            double base = 10) {
  detail::samples const s("cp::logspace", n, endpoint);
  double const step = s.step(start, stop);
  detail::check_ends<T>("cp::logspace", s, __builtin_pow(base, start),
                        __builtin_pow(base, endpoint ? stop : start + step * double(s.n - 1)));
  auto const i = s.template places<T>();
  return astype<T>(power(base, where(i == s.last, stop, detail::range_of(i, step, start))));
}

/// `n` values from start to stop at equal ratios, stop among them unless `endpoint` is false: an array of shape {n}.
/// dtype: float64 or T; integers drop the fraction. One kernel. Ends of different signs have NaN between them, as in
/// NumPy. Throws value_error for n < 0, for an end that is 0, and where integers do not hold the values.
///
/// numpy    numpy.geomspace
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 1, Space> geomspace(double start, double stop, sample_count n = 50, bool endpoint = true) {
  detail::samples const s("cp::geomspace", n, endpoint);
  if (start == 0 || stop == 0) detail::throw_value("cp::geomspace", "a geometric sequence cannot have the end", 0);
  double const side = start < 0 ? -1 : 1, first = __builtin_log10(side * start), last = __builtin_log10(side * stop);
  double const step = s.step(first, last);
  detail::check_ends<T>("cp::geomspace", s, start,
                        endpoint ? stop : side * __builtin_pow(10.0, first + step * double(s.n - 1)));
  auto const i = s.template places<T>();
  auto const between = side * power(10.0, where(i == s.last, last, detail::range_of(i, step, first)));
  return astype<T>(where(i == 0, start, where(i == s.last, stop, between)));
}

/// `n` values between the ends, of which at least one is an array or an expression, along a new first axis: a lazy
/// expression of shape {n, ...}. dtype: the ends' common float. Throws value_error for n < 0, shape_error where the
/// ends do not broadcast.
///
/// numpy    numpy.linspace
template <operand Start, operand Stop>
requires detail::any_expression<Start, Stop>
[[nodiscard]] auto linspace(Start const& start, Stop const& stop, sample_count n = 50, bool endpoint = true) {
  detail::samples const s("cp::linspace", n, endpoint);
  auto const a = expr::as_node(start);
  auto const b = expr::as_node(stop);
  using common = typename expr::common_dtype<decltype(a), decltype(b)>::type;
  static_assert(number<common>, "cp::linspace takes numbers");
  using T = weak_result_type<common, double>;
  auto const first = astype<T>(a);
  auto const last = astype<T>(b);
  constexpr int rank = 1 + decltype(first + last)::rank;
  index_array<rank> shape, step;
  for (int i = 0; i < rank; ++i) shape[i] = 1;
  shape[0] = s.n, step[0] = 1;
  auto const i = expr::position<rank>(shape, step, 0);
  auto const delta = (last - first) / static_cast<double>(s.divisions > 0 ? s.divisions : 1);
  if constexpr (floating<T>)
    return where(i == s.last, last, astype<T>(i) * delta + T(-0.0) + first);  // as detail::range_of
  else
    return where(i == s.last, last, astype<T>(i) * delta + first);
}

/// Powers base^t of ends of which at least one is an array or an expression, along a new first axis: a lazy expression
/// of shape {n, ...}. dtype and errors as of cp::linspace.
///
/// numpy    numpy.logspace
template <operand Start, operand Stop>
requires detail::any_expression<Start, Stop>
[[nodiscard]] auto logspace(Start const& start, Stop const& stop, sample_count n = 50, bool endpoint = true,
                            double base = 10) {
  return power(base, linspace(start, stop, n, endpoint));
}
/// The same at equal ratios between the ends; NaN and infinities between ends that are 0 or of different signs.
///
/// numpy    numpy.geomspace
template <operand Start, operand Stop>
requires detail::any_expression<Start, Stop>
[[nodiscard]] auto geomspace(Start const& start, Stop const& stop, sample_count n = 50, bool endpoint = true) {
  auto const at = linspace(start, stop, n, endpoint);  // of the result's shape and dtype
  using T = typename decltype(at)::value_type;
  static_assert(floating<T>, "cp::geomspace takes real numbers");
  constexpr int rank = decltype(at)::rank;
  index_array<rank> step, shape = expr::shape_of(at);
  step[0] = 1;
  auto const i = expr::position<rank>(shape, step, 0);
  auto const a = astype<T>(start);
  auto const b = astype<T>(stop);
  auto const side = sign(a);
  auto const between = side * logspace(log10(side * a), log10(side * b), n, endpoint);
  return where(i == 0, a, where(i == (endpoint && n.value > 1 ? n.value - 1 : std::int64_t{-1}), b, between));
}

/// The matrix whose row i has the powers of x[i] from n - 1 down to 0, or up if `increasing`: a lazy expression of
/// shape {x.size(), n}. dtype: x's and int64 promoted. Throws value_error for n < 0, shape_error for
/// more bytes than 64 bits count.
///
/// numpy    numpy.vander
template <expression X>
[[nodiscard]] auto vander(X const& x, std::int64_t n, bool increasing = false) {
  static_assert(X::rank == 1, "cp::vander takes a 1-D array");
  if (n < 0) detail::throw_value("cp::vander", "the number of columns cannot be negative, as", n);
  using T = result_type<typename X::value_type, std::int64_t>;
  index_array<2> const whole{{expr::shape_of(x)[0], n}}, shape{{1, n}}, step{{0, increasing ? 1 : -1}};
  detail::checked_size("cp::vander", whole.value, 2, sizeof(T));
  return power(astype<T>(expand_dims(x, 1)), expr::position<2>(shape, step, increasing ? 0 : n - 1));
}
template <expression X>
[[nodiscard]] auto vander(X const& x) {
  return vander(x, expr::shape_of(x)[0]);
}

/// The indices of a grid: [k, i...] is i's component k. A lazy expression of shape {number of axes, extents...}. dtype:
/// int64 or T.
///
/// numpy    numpy.indices
template <class T = std::int64_t, int N>
[[nodiscard]] auto indices(index_array<N> const& shape) {
  static_assert(N > 0, "cp::indices needs at least one axis");
  detail::checked_size("cp::indices", shape.value, N, 1);
  index_array<N + 1> whole;
  whole[0] = N;
  for (int i = 0; i < N; ++i) whole[i + 1] = shape[i];
  return astype<T>([&]<int... Axis>(std::integer_sequence<int, Axis...>) {
    return (... + where(index<0>(whole) == Axis, index<Axis + 1>(whole), 0));
  }(std::make_integer_sequence<int, N>{}));
}
template <class T = std::int64_t, int N>
[[nodiscard]] auto indices(extent const (&shape)[N]) {
  return indices<T>(make_shape(shape));
}

/// The indices of the main diagonal of an array of N axes of extent n, one expression an axis: `a(i, j)` with `auto [i,
/// j] = cp::diag_indices<2>(n)`. dtype: int64.
///
/// numpy    numpy.diag_indices
template <int N = 2>
[[nodiscard]] auto diag_indices(std::int64_t n) {
  auto const i = index<0>(index_array<1>{{n}});
  return [&]<int... Axis>(std::integer_sequence<int, Axis...>) {
    return std::make_tuple((static_cast<void>(Axis), i)...);
  }
  (std::make_integer_sequence<int, N>{});
}
/// The same of an array. Throws shape_error where its extents differ; below two axes it does not compile.
///
/// numpy    numpy.diag_indices_from
template <expression E>
[[nodiscard]] auto diag_indices_from(E const& e) {
  static_assert(E::rank >= 2, "cp::diag_indices_from needs at least two axes");
  auto const shape = expr::shape_of(e);
  for (int i = 1; i < E::rank; ++i)
    if (shape[i] != shape[0])
      throw shape_error("cp::diag_indices_from: all extents must be equal, those of " + to_string(shape) + " are not");
  return diag_indices<E::rank>(shape[0]);
}

}  // namespace cp
