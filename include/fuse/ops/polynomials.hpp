// Values of polynomials, in the kernel that uses them.
#pragma once

#include <fuse/expr/multiple.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// Coefficients that a lambda captures.
template <class T, int N>
struct coefficients {
  T value[N];
  template <class From>
  constexpr explicit coefficients(From const (&from)[N]) : value{} {
    static_assert(std::is_arithmetic_v<From>, "cp: coefficients of polynomials are C++ numbers");
    for (int i = 0; i < N; ++i) value[i] = static_cast<T>(from[i]);
  }
};

/// y * x + c for the coefficients from `At` on in steps of `Step`.
template <int At, int Step, int N, class T, class Y, class X>
constexpr auto horner(coefficients<T, N> const& c, Y const& y, X const& x) {
  if constexpr (At < 0 || At >= N)
    return y;
  else
    return horner<At + Step, Step>(c, y * x + c.value[At], x);
}

/// Clenshaw's recurrence down from degree I: `step` gives the next two of (a, b) by a coefficient.
template <int I, class T, int N, class A, class B, class X, class Step>
constexpr auto clenshaw(coefficients<T, N> const& c, A const& a, B const& b, X const& x, Step const& step) {
  if constexpr (I < 0) {
    return a + b * x;
  } else {
    auto const next = step(std::integral_constant<int, I>{}, c.value[I], a, b);
    return clenshaw<I - 1>(c, next.first, next.second, x, step);
  }
}
template <class X, int N, class Step>
auto clenshaw_of(coefficients<double, N> const& c, X const& x, Step const& step) {
  return cp::fuse([c, step](auto const& v) {
    if constexpr (N == 1) {
      return v * 0.0 + c.value[0];
    } else {
      auto const with = step(v);
      return clenshaw<N - 3>(c, c.value[N - 2], c.value[N - 1], v, with);
    }
  })(x);
}

}  // namespace detail

/// The polynomial p[0] x^n + ... + p[n] by Horner's rule, lazily: `cp::polyval({2, 0, 1}, x)` is 2 x^2 + 1. dtype: x's
/// with the coefficients as C++ numbers (those of an array, cp::polyval of fuse/polynomial.hpp, promote it).
///
/// numpy    numpy.polyval
template <class T, int N, expression X>
[[nodiscard]] auto polyval(T const (&p)[N], X const& x) {
  detail::coefficients<T, N> const c(p);
  return cp::fuse([c](auto const& v) { return detail::horner<1, 1>(c, v * T{} + c.value[0], v); })(x);
}
/// The value at a number, a number: `cp::polyval({3, 0, 1}, 5)` is 76.
template <class T, int N, class X>
requires(number<canonical<X>> || detail::is_complex<X>) [[nodiscard]] auto polyval(T const (&p)[N], X const& x) {
  using R = result_type<default_dtype<T>, default_dtype<X>>;
  R const at = static_cast<R>(x);
  R y{};
  for (T const& c : p) y = detail::wrapping_add<R>(detail::wrapping_multiply<R>(y, at), static_cast<R>(c));
  return y;
}

namespace polynomial {

/// The polynomial c[0] + c[1] x + ... + c[n] x^n by Horner's rule, lazily. dtype: x's; of integers float64.
///
/// numpy    numpy.polynomial.polynomial.polyval
template <expression X, class T, int N>
[[nodiscard]] auto polyval(X const& x, T const (&coefficients)[N]) {
  detail::coefficients<double, N> const c(coefficients);
  return cp::fuse([c](auto const& v) { return detail::horner<N - 2, -1>(c, v * 0.0 + c.value[N - 1], v); })(x);
}

/// The sum of c[k] times Chebyshev's polynomial of degree k by Clenshaw's recurrence, lazily. dtype: x's; of integers
/// float64.
///
/// numpy    numpy.polynomial.chebyshev.chebval
template <expression X, class T, int N>
[[nodiscard]] auto chebval(X const& x, T const (&coefficients)[N]) {
  return detail::clenshaw_of(detail::coefficients<double, N>(coefficients), x, [](auto const& v) {
    return [twice = v * 2.0](auto, double c, auto const& a, auto const& b) { return std::pair{c - b, a + b * twice}; };
  });
}

/// The sum of c[k] times Legendre's polynomial of degree k by Clenshaw's recurrence, lazily. dtype: x's; of integers
/// float64.
///
/// numpy    numpy.polynomial.legendre.legval
template <expression X, class T, int N>
[[nodiscard]] auto legval(X const& x, T const (&coefficients)[N]) {
  return detail::clenshaw_of(detail::coefficients<double, N>(coefficients), x, [](auto const& v) {
    return [v](auto degree, double c, auto const& a, auto const& b) {
      constexpr double n = degree + 2;
      return std::pair{c - b * ((n - 1) / n), a + b * v * ((2 * n - 1) / n)};
    };
  });
}

}  // namespace polynomial

}  // namespace cp
