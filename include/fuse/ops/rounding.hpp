// Rounding, and the parts of floats.
#pragma once

#include <cstdint>
#include <fuse/core/convert.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <type_traits>
#include <utility>

namespace cp {

/// The largest whole number not above x; integers stay.
FUSE_UFUNC1(floor, real, same, 4, scalar::floor(x));
/// The smallest whole number not below x; integers stay.
FUSE_UFUNC1(ceil, real, same, 4, scalar::ceil(x));
/// x without its fraction; integers stay.
FUSE_UFUNC1(trunc, real, same, 4, scalar::trunc(x));
/// The nearest whole number, halves to even.
FUSE_UFUNC1(rint, inexact, same, 4, scalar::rint(x));
/// x without its fraction.
FUSE_UFUNC1(fix, real, same, 4, scalar::fix(x));
/// |x| with the sign of y.
FUSE_UFUNC2(copysign, real_inexact, same, 4, scalar::copysign(x, y));
/// The next float after x in the direction of y.
FUSE_UFUNC2(nextafter, real_inexact, same, 20, scalar::nextafter(x, y));
/// The distance from x to the next float away from zero.
FUSE_UFUNC1(spacing, real_inexact, same, 20, scalar::spacing(x));

namespace ops {

/// x * 2^y: the first operand a float, the second an integer, of which no float tells those beyond +-2^14 apart.
struct ldexp {
  static constexpr int cost = 40;
  static constexpr char const* qualified_name = "cp::ldexp";
  template <class T, class>
  using result = T;
  template <class T, class E>
  FUSE_HD T operator()(T const& x, E const& e) const {
    constexpr int most = 1 << 14;
    bool low = false;
    if constexpr (std::is_signed_v<E>) low = e < -most;
    return scalar::ldexp(x, low ? -most : e > static_cast<E>(most) ? most : static_cast<int>(e));
  }
};
/// The fraction of x, with its sign.
struct modf_fraction : expr::operation<1, expr::rules::real_inexact, 8> {
  static constexpr char const* qualified_name = "cp::modf";
  template <class T>
  using result = T;
  template <class T>
  FUSE_HD T operator()(T const& x) const {
    T whole;
    return scalar::modf(x, whole);
  }
};
/// The mantissa of x in [0.5, 1).
struct frexp_mantissa : expr::operation<1, expr::rules::real_inexact, 40> {
  static constexpr char const* qualified_name = "cp::frexp";
  template <class T>
  using result = T;
  template <class T>
  FUSE_HD T operator()(T const& x) const {
    int e = 0;
    return scalar::frexp(x, e);
  }
};
/// The exponent that goes with the mantissa.
struct frexp_exponent : expr::operation<1, expr::rules::real_inexact, 40> {
  static constexpr char const* qualified_name = "cp::frexp";
  template <class T>
  using result = std::int32_t;
  template <class T>
  FUSE_HD std::int32_t operator()(T const& x) const {
    int e = 0;
    scalar::frexp(x, e);
    return e;
  }
};

/// x rounded to digits: floats by a power of ten that they are multiplied by, or divided where it is negative;
/// integers to multiples of one, 0 of one beyond 64 bits.
struct round {
  static constexpr int cost = 60;
  static constexpr char const* qualified_name = "cp::round";
  template <class T, class>
  using result = T;
  template <class T, class Power>
  FUSE_HD T operator()(T const& x, Power const& scale) const {
    if constexpr (complex_floating<T>) {
      return T((*this)(x.re, scale), (*this)(x.im, scale));
    } else if constexpr (integral<T>) {
      if (scale == 0) return T{0};
      bool const below_zero = detail::is_negative(x);
      std::uint64_t const m =
          below_zero ? std::uint64_t{0} - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
      std::uint64_t const whole = m / scale, rest = m % scale, other = scale - rest;
      bool const up = rest > other || (rest == other && whole % 2 == 1);
      std::uint64_t const y = (whole + (up ? 1 : 0)) * scale;
      return static_cast<T>(below_zero ? std::uint64_t{0} - y : y);
    } else {
      return scale < Power{} ? scalar::rint(x / -scale) * -scale : scalar::rint(x * scale) / scale;
    }
  }
};

}  // namespace ops

/// The nearest whole number, halves to even; integers stay, booleans become float16.
///
/// numpy    numpy.round
template <expression X>
[[nodiscard]] constexpr auto round(X const& x) {
  if constexpr (integral<typename X::value_type>)
    return x;
  else
    return rint(x);
}
/// x to `decimals` digits behind the point (negative: before it), halves to even; of complex numbers both parts. The
/// dtype stays.
///
/// numpy    numpy.round
template <expression X>
[[nodiscard]] constexpr auto round(X const& x, int decimals) {
  using T = typename X::value_type;
  static_assert(number<T> && !boolean<T>, "cp::round takes integers, floats and complex numbers");
  auto const with = [&](auto scale) {
    using constant = expr::constant<decltype(scale), true>;
    return expr::map<ops::round, X, constant>({X(x), constant(scale)});
  };
  if constexpr (integral<T>) {
    std::uint64_t scale = 1;
    for (int d = 0; d > decimals && scale != 0; --d) scale = d <= -19 ? 0 : 10 * scale;
    return with(scale);
  } else {
    double const scale = __builtin_pow(10.0, decimals < 0 ? -static_cast<double>(decimals) : decimals);
    return with(static_cast<typename dtype_traits<T>::real_type>(decimals < 0 ? -scale : scale));
  }
}
/// The same.
template <expression X, class... Decimals>
[[nodiscard]] constexpr auto around(X const& x, Decimals... decimals) {
  return cp::round(x, decimals...);
}

/// x * 2^y. dtype: x's float (integers as in NumPy); y any integer.
template <operand X, operand Y>
requires detail::any_expression<X, Y>
[[nodiscard]] constexpr auto ldexp(X&& x, Y&& y) {
  auto a = expr::as_node(std::forward<X>(x));
  auto b = expr::as_node(std::forward<Y>(y));
  using E = typename decltype(b)::value_type;
  static_assert(integral<E> || boolean<E>, "cp: the second operand of cp::ldexp is an integer");
  auto p = expr::cast_to<float_for<typename decltype(a)::value_type>>(std::move(a));
  auto q = expr::cast_to<std::conditional_t<(sizeof(E) < 4), std::int32_t, E>>(std::move(b));
  return expr::map<ops::ldexp, decltype(p), decltype(q)>({std::move(p), std::move(q)});
}

/// Fraction and whole part, both with the sign of x: `auto [fraction, whole] = cp::modf(x)`.
template <expression X>
[[nodiscard]] constexpr auto modf(X const& x) {
  auto fraction = ufunc<ops::modf_fraction>{}(x);
  auto whole = trunc(expr::cast_to<float_for<typename X::value_type>>(X(x)));
  return expression_pair<decltype(fraction), decltype(whole)>{std::move(fraction), std::move(whole)};
}

/// Mantissa in [0.5, 1) and exponent (int32) with x = mantissa * 2^exponent: `auto [mantissa, exponent] =
/// cp::frexp(x)`.
template <expression X>
[[nodiscard]] constexpr auto frexp(X const& x) {
  auto mantissa = ufunc<ops::frexp_mantissa>{}(x);
  auto exponent = ufunc<ops::frexp_exponent>{}(x);
  return expression_pair<decltype(mantissa), decltype(exponent)>{std::move(mantissa), std::move(exponent)};
}

}  // namespace cp
