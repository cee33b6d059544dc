// The error function's relatives and the normal distribution.
#pragma once

#include <fuse/ops/special.hpp>
#include <fuse/special/tables.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

/// e^(Sign x^2), or, Half, e^(Sign x^2 / 2): the square in two parts, since its rounding would be an error of x^2
/// epsilons.
template <int Sign, bool Half, native T>
FUSE_HD T exp_of_square(T x) {
  T const square = x * x, rest = square_rest(x, square);
  constexpr T factor = static_cast<T>(Half ? 0.5 : 1) * Sign;
  T const power = scalar::exp(factor * square), result = power + power * (factor * rest);
  // where the square, or the power, has overflowed, there is no rest
  return detail::select(result == result && square < infinity<T>, result, power);
}

/// (x + 7/8) e^(x^2) erfc x for x from 0 on.
template <native T>
FUSE_HD T erfcx_times(T x) {
  constexpr T k = static_cast<T>(3.75);
  T const a = x > static_cast<T>(1e15) ? static_cast<T>(1e15) : x;
  return tables::erfcx((a - k) / (a + k));
}
template <native T>
FUSE_HD T erfcx_of_positive(T x) {
  return erfcx_times(x) / (x + static_cast<T>(0.875));
}

template <native T>
FUSE_HD T erfcx(T x) {
  T const tail = erfcx_of_positive(scalar::abs(x));
  return either(
      x < 0, [=] { return 2 * exp_of_square<1, false>(x) - tail; }, [=] { return tail; });
}

/// The normal distribution's tail beyond x from 0 on.
template <native T>
FUSE_HD T normal_tail(T x) {
  constexpr T root = static_cast<T>(0.70710678118654752440);
  return static_cast<T>(0.5) * exp_of_square<-1, true>(x) * erfcx_of_positive(x * root);
}
template <native T>
FUSE_HD T ndtr(T x) {
  T const tail = normal_tail(scalar::abs(x)), y = detail::select(x < 0, tail, 1 - tail);
  return detail::select(x == 0, static_cast<T>(0.5), y);
}
template <native T>
FUSE_HD T log_ndtr(T x) {
  constexpr T root = static_cast<T>(0.70710678118654752440);
  T const a = scalar::abs(x), scaled = static_cast<T>(0.5) * erfcx_of_positive(a * root);
  return either(
      x < 0, [=] { return scalar::log(scaled) - static_cast<T>(0.5) * x * x; },
      [=] { return scalar::log1p(-(exp_of_square<-1, true>(a) * scaled)); });
}

/// c erfinv(x) / x of w = -log(1 - x^2): by polynomials in w, which threads of a warp mostly have in common, and in
/// 1 / sqrt(w) near 1 and -1.
template <bool Tiny, native T>
FUSE_HD T times_inverse(T c, T w) {
  constexpr T centre = static_cast<T>(sizeof(T) == 8 ? 6.25 : 5), near = static_cast<T>(sizeof(T) == 8 ? 37.21 : 16.81);
  T const y = either(
      w < centre, [=] { return tables::erfinv_centre(w); },
      [=] {
        T const r = rsqrt(w), s = w * r;
        if constexpr (Tiny)
          return s * either(
                         w < near, [=] { return tables::erfinv_tail(r); }, [=] { return tables::erfinv_far(r); });
        else
          return s * tables::erfinv_tail(r);
      });
  return detail::select(w == infinity<T>, scalar::copysign(w, c), c * y);
}
template <native T>
FUSE_HD T erfinv(T x) {
  return times_inverse<false>(x, -scalar::log((1 - x) * (1 + x)));
}
template <native T>
FUSE_HD T erfcinv(T x) {
  return times_inverse<true>(1 - x, -scalar::log(x * (2 - x)));
}
template <native T>
FUSE_HD T ndtri(T p) {
  return static_cast<T>(-1.4142135623730950488) * erfcinv(2 * p);
}

}  // namespace formulas

using cp::erf;
using cp::erfc;

/// e^(x^2) erfc(x): the error function's complement without its decay.
///
/// source  M. M. Shepherd, J. G. Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in 0 <= x <
///         infinity", Math. Comp. 36 (1981), for the form; below zero 2 e^(x^2) - erfcx(-x)
/// numpy   scipy.special.erfcx
FUSE_SPECIAL1(erfcx, 100, formulas::erfcx(x));
/// The inverse of erf: infinite at -1 and 1, NaN beyond.
///
/// source  M. Giles, "Approximating the erfinv function", GPU Computing Gems 2 (2011), for the form: x times a
/// polynomial
///         in w = -log(1 - x^2), where that is large s = sqrt(w) times one in 1 / s
/// numpy   scipy.special.erfinv
FUSE_SPECIAL1(erfinv, 200, formulas::erfinv(x));
/// The inverse of erfc: infinite at 0 and 2, NaN outside.
///
/// numpy   scipy.special.erfcinv
FUSE_SPECIAL1(erfcinv, 200, formulas::erfcinv(x));
/// The normal distribution's function, erfc(-x / sqrt(2)) / 2, to full accuracy in the tail.
///
/// source  DLMF 7.2; below -1 by erfcx, with x^2 in two parts
/// numpy   scipy.special.ndtr
FUSE_SPECIAL1(ndtr, 120, formulas::ndtr(x));
/// The logarithm of cp::special::ndtr.
///
/// source  log(erfcx(-x / sqrt(2)) / 2) - x^2 / 2 below -1, log1p(-ndtr(-x)) above
/// numpy   scipy.special.log_ndtr
FUSE_SPECIAL1(log_ndtr, 300, formulas::log_ndtr(x));
/// The inverse of cp::special::ndtr: infinite at 0 and 1, NaN outside.
///
/// numpy   scipy.special.ndtri
FUSE_SPECIAL1(ndtri, 200, formulas::ndtri(x));

}  // namespace cp::special
