// The error function's relatives and the normal distribution.
#pragma once

#include <fuse/ops/special.hpp>
#include <fuse/special/quotients.hpp>
#include <fuse/special/tables.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

/// e^(Sign x^2 + rest) y, or, Half, e^(Sign x^2 / 2 + rest) y: the square in two parts, since its rounding would be an
/// error of x^2 epsilons.
template <int Sign, bool Half, real T>
FUSE_HD T exp_of_square(T x, T rest, T y) {
  constexpr element<T> factor = static_cast<element<T>>(Half ? 0.5 : 1) * Sign;
  T const square = x * x, left = factor * product_rest(x, x, square) + rest;
  return exp_times(factor * square, detail::select(square < infinity<T>, left, T(0)), y);
}

/// (x + 7/8) e^(x^2) erfc x for x from 0 on.
template <real T>
FUSE_HD T erfcx_times(T x) {
  constexpr element<T> k = static_cast<element<T>>(3.75);
  T const a = where(x > static_cast<T>(1e15), static_cast<T>(1e15), x);
  return tables::erfcx(near_division(a - k, a + k));
}
template <real T>
FUSE_HD T erfcx_of_positive(T x) {
  return erfcx_times(x) / (x + static_cast<T>(0.875));
}

template <native T>
FUSE_HD T erfcx(T x) {
  T const tail = erfcx_of_positive(scalar::abs(x));
  return either(
      x < 0, [=] { return exp_of_square<1, false>(x, T{0}, T{2}) - tail; }, [=] { return tail; });
}

/// e^(x^2 / 2) times the normal distribution's tail beyond x, from 0 on: erfcx(x / sqrt(2)) / 2. In float32 it is 2^79
/// times (value + low) (1 + rest), x up to 1e6: what rounding has left of the sum, of the quotient and of the product
/// is made up for, and the factor is what keeps the tail a normal number until it is rounded.
template <real T>
struct scaled_tail {
  static constexpr element<T> scale = static_cast<element<T>>(sizeof(T) > 4 ? 1 : 0x1p79),
                              most = static_cast<element<T>>(sizeof(T) > 4 ? 1e15 : 16.5);  ///< where the tail is 0
  T value, rest = 0, low = 0;
  FUSE_HD explicit scaled_tail(T x) {
    if constexpr (sizeof(T) > 4) {
      constexpr element<T> root = static_cast<element<T>>(0.70710678118654752440);
      value = static_cast<T>(0.5) * erfcx_of_positive(x * root);
    } else {
      constexpr T k = 1.25f, centre = 5.25f;
      T const inverse = near_reciprocal(x + k), scaled = inverse * (1 / scale);
      rest = inverse_rest(x, k, inverse);
      float_and_rest const of = tables::normal_tail_in_parts(near_division(x - centre, x + centre));
      value = of.value * scaled;
      low = of.rest * scaled + product_rest(of.value, scaled, value);
    }
  }
  /// e^(-x^2 / 2) times it; float32's x is `most` at most.
  FUSE_HD T tail(T x) const {
    if constexpr (sizeof(T) > 4) {
      return exp_of_square<-1, true>(x, rest, value);
    } else {
      constexpr T half = 0.5f;
      T const square = x * x, left = rest - half * product_rest(x, x, square);
      detail::exponent_and_rest<127 + 79, 1> const e(-half * square);
      return ((detail::expm1_of_rest<1>(e.r + left) * value + low) + value) * std::bit_cast<float>(e.bits() << 23);
    }
  }
  FUSE_HD static T up_to(T x, element<T> end) { return where(x > end, T(end), x); }
};
/// The normal distribution's tail beyond x from 0 on.
template <real T>
FUSE_HD T normal_tail(T x) {
  if constexpr (sizeof(T) == 4) x = scaled_tail<T>::up_to(x, scaled_tail<T>::most);
  return scaled_tail<T>(x).tail(x);
}
template <real T>
FUSE_HD T ndtr(T x) {
  T const tail = normal_tail(scalar::abs(x)), y = detail::select(x < 0, tail, 1 - tail);
  return detail::select(x == 0, static_cast<T>(0.5), y);
}
/// log(1 - x) for x from 0 to 1/2: -2 atanh(x / (2 - x)). Vectors have a shorter log1p.
template <real T>
FUSE_HD T log_of_complement(T x) {
  if constexpr (is_pack<T>) {
    return scalar::log1p(-x);
  } else if constexpr (sizeof(T) == 4) {
    return -(x * x * tables::log_complement_rest(x) + x);
  } else {
    T const below = 2 - x, r = near_reciprocal(below), s = x * r, z = s * s;
    T const lost = product_rest(s, below, x) + s * ((2 - below) - x);
    return -2 * (s + (s * z * tables::atanh_to_third(z) - lost * r));
  }
}
template <real T>
FUSE_HD T log_ndtr(T x) {
  T a = scalar::abs(x);
  if constexpr (sizeof(T) == 4)  // below, where x is large it is its square that counts
    a = scaled_tail<T>::up_to(a, x < 0 ? static_cast<T>(1e6) : scaled_tail<T>::most);
  scaled_tail<T> const of(a);
  return either(
      x < 0, [=] { return (scalar::log(of.value * of.scale) + of.rest) - static_cast<T>(0.5) * x * x; },
      [=] { return log_of_complement(of.tail(a)); });
}

/// c erfinv(x) / x of w = -log(1 - x^2): by polynomials in w, which threads of a warp mostly have in common, and in
/// 1 / sqrt(w) near 1 and -1.
template <bool Tiny, real T>
FUSE_HD T times_inverse(T c, T w) {
  constexpr element<T> centre = static_cast<element<T>>(sizeof(T) > 4 ? 6.25 : 5),
                       near = static_cast<element<T>>(sizeof(T) > 4 ? 37.21 : 16.81);
  T const y = either(
      w < centre, [=] { return tables::erfinv_centre(w); },
      [=] {
        near_root<T> const of(w);
        T const r = of.inverse, s = of.root;
        if constexpr (!Tiny) {
          return s * tables::erfinv_tail(r);
        } else if constexpr (sizeof(T) > 4) {
          return s * either(
                         w < near, [=] { return tables::erfinv_tail(r); }, [=] { return tables::erfinv_far(r); });
        } else {
          return either(
              w < near, [=] { return s * tables::erfinv_tail_in_parts(r); },
              [=] { return s * tables::erfinv_far_in_parts(r); });
        }
      });
  return detail::select(w == infinity<T>, scalar::copysign(w, c), c * y);
}
/// -log(x) for x from 0 to 1, of which inverses take roots: float64's without a branch, and shorter than CUDA's.
FUSE_HD double minus_log(double x) {
  return shorter_if(
      is_usual(x), [=] { return -log_quotient(x, 1.0, 0.0, 0.0); }, [=] { return -scalar::log(x); });
}
template <bool Near, real T>
FUSE_HD T minus_log(T x) {
  if constexpr (sizeof(T) > 4 && !is_pack<T>)
    return minus_log(x);
  else
    return Near ? -near_log(x) : -scalar::log(x);
}
template <real T>
FUSE_HD T erfinv(T x) {
  return times_inverse<false>(x, minus_log<true>((1 - x) * (1 + x)));
}
template <real T>
FUSE_HD T erfcinv(T x) {
  return times_inverse<true>(1 - x, minus_log<false>(x * (2 - x)));
}
template <real T>
FUSE_HD T ndtri(T p) {
  constexpr element<T> root = static_cast<element<T>>(1.4142135623730950488);
  constexpr element<T> more = static_cast<element<T>>(sizeof(T) > 4 ? -9.667293313452913e-17 : 2.4203234972646607e-08);
  T const y = erfcinv(2 * p);
  return detail::select(scalar::abs(y) < infinity<T>, -(root * y + more * y), -y);
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
FUSE_SPECIAL_OF_PACKS1(erfinv, 200, formulas::erfinv(x));
/// The inverse of erfc: infinite at 0 and 2, NaN outside.
///
/// numpy   scipy.special.erfcinv
FUSE_SPECIAL_OF_PACKS1(erfcinv, 200, formulas::erfcinv(x));
/// The normal distribution's function, erfc(-x / sqrt(2)) / 2, to full accuracy in the tail.
///
/// source  DLMF 7.2; below -1 by erfcx, with x^2 in two parts
/// numpy   scipy.special.ndtr
FUSE_SPECIAL1(ndtr, 120, formulas::ndtr(x));
/// The logarithm of cp::special::ndtr.
///
/// source  log(erfcx(-x / sqrt(2)) / 2) - x^2 / 2 below -1, log1p(-ndtr(-x)) above
/// numpy   scipy.special.log_ndtr
FUSE_SPECIAL_OF_PACKS1(log_ndtr, 300, formulas::log_ndtr(x));
/// The inverse of cp::special::ndtr: infinite at 0 and 1, NaN outside.
///
/// numpy   scipy.special.ndtri
FUSE_SPECIAL_OF_PACKS1(ndtri, 200, formulas::ndtri(x));

}  // namespace cp::special
