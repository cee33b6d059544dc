// cp::scalar's inverses of circular and hyperbolic functions of complex numbers: complex64 computes in complex128,
// where its whole range is free of overflow and underflow.
#pragma once

#include <fuse/core/complex_math.hpp>

namespace cp::detail {

// For x, y >= 0: the real parts of arccos and arcsin, and the imaginary part of both, in the first quadrant.
// T. E. Hull, T. F. Fairgrieve, P. T. P. Tang, "Implementing the complex arcsine and arccosine functions using
// exception handling", ACM TOMS 23 (1997): figures 2 and 6, and the table of exceptional cases.
struct inverse_parts {
  double arccos, arcsin, imag;
};

FUSE_HD_NOINLINE inline inverse_parts arcsine_parts(double x, double y) {
  double const half_pi = pi / 2;
  if (!(x < __builtin_inf()) || !(y < __builtin_inf())) {
    if (x == __builtin_inf()) {
      double const real = y == __builtin_inf() ? pi / 4 : y != y ? y : 0;
      return {real, y != y ? y : half_pi - real, __builtin_inf()};
    }
    if (y == __builtin_inf()) return {x != x ? x : half_pi, x != x ? x : 0.0, __builtin_inf()};
    double const nan = x + y;
    return {x == 0 ? half_pi : nan, x == 0 ? 0.0 : nan, nan};
  }
  double const xp1 = x + 1, xm1 = x - 1;
  if (x < 0x1p509 && y < 0x1p509 && y > 0x1p-508) {
    double const r = libm::hypot(xp1, y), s = libm::hypot(xm1, y), a = 0.5 * (r + s);
    double const b = x / a, apx = a + x, y2 = y * y;
    inverse_parts result;
    if (b <= 0.6417) {
      result.arccos = libm::acos(b);
      result.arcsin = libm::asin(b);
    } else {
      double const t = x <= 1 ? libm::sqrt(0.5 * apx * (y2 / (r + xp1) + (s - xm1)))
                              : y * libm::sqrt(0.5 * (apx / (r + xp1) + apx / (s + xm1)));
      result.arccos = libm::atan2(t, x);
      result.arcsin = libm::atan2(x, t);
    }
    if (a <= 1.5) {
      double const am1 = x < 1 ? 0.5 * (y2 / (r + xp1) + y2 / (s - xm1)) : 0.5 * (y2 / (r + xp1) + (s + xm1));
      result.imag = libm::log1p(am1 + libm::sqrt(am1 * (a + 1)));
    } else {
      result.imag = libm::log(a + libm::sqrt(a * a - 1));
    }
    return result;
  }
  if (x != 1 && y <= 0x1p-53 * libm::fabs(xm1)) {  // beside the real axis
    if (x < 1) {
      double const root = libm::sqrt((1 - x) * xp1);
      return {libm::acos(x), libm::asin(x), y / root};
    }
    double const root = libm::sqrt(xm1) * libm::sqrt(xp1);
    double const imag = x < 0x1p509 ? libm::log1p(xm1 + root) : ln2 + libm::log(x);
    return {y / root, half_pi - y / root, imag};
  }
  if (y <= 0x1p-508) {  // beside the branch point 1
    double const root = libm::sqrt(y);
    return {root, half_pi - root, root};
  }
  if (0x1p-53 * y >= x) return {half_pi - x / y, x / y, ln2 + libm::log(y)};
  if (x > 1) {  // both huge
    double const quotient = x / y;
    return {libm::atan2(y, x), libm::atan2(x, y), ln2 + libm::log(y) + 0.5 * libm::log1p(quotient * quotient)};
  }
  double const a = libm::hypot(1, y);  // y huge, x moderate
  return {half_pi - x / a, x / a, 0.5 * libm::log1p(2 * y * (y + a))};
}

FUSE_HD complex<double> inverse_sine(complex<double> z) {
  inverse_parts const p = arcsine_parts(libm::fabs(z.re), libm::fabs(z.im));
  return {libm::copysign(p.arcsin, z.re), libm::copysign(p.imag, z.im)};
}
FUSE_HD complex<double> inverse_cosine(complex<double> z) {
  inverse_parts const p = arcsine_parts(libm::fabs(z.re), libm::fabs(z.im));
  bool const left = scalar::signbit(z.re);
  bool const diagonal = static_cast<int>(scalar::isinf(z.re)) & static_cast<int>(scalar::isinf(z.im));
  // pi - arccos loses nothing: arccos >= pi / 2 there
  double const reflected = diagonal ? 0.75 * pi : pi - p.arccos;
  return {left ? reflected : p.arccos, libm::copysign(p.imag, scalar::signbit(z.im) ? 1.0 : -1.0)};
}

// Kahan (1987); where a square would leave the range, the limits that he gives.
FUSE_HD_NOINLINE inline complex<double> inverse_hyperbolic_tangent(complex<double> z) {
  double const x = libm::fabs(z.re), y = libm::fabs(z.im);
  double re, im;
  if (y != y || x != x || x > 0x1p500 || y > 0x1p500) {
    if (x == 0)
      re = 0;
    else if (scalar::isinf(x) || scalar::isinf(y))
      re = 0;
    else if (x != x || y != y)
      re = x + y;
    else if (x > y)
      re = 1 / (x * (1 + (y / x) * (y / x)));
    else
      re = (x / y) / (y * (1 + (x / y) * (x / y)));
    im = y != y ? y : (x != x && !scalar::isinf(y)) ? x : pi / 2;
  } else if (x == 1 && y < 0x1p-500) {
    re = y == 0 ? __builtin_inf() : 0.5 * (ln2 - libm::log(y));
    im = y == 0 ? 0 : pi / 4 + y / 4;
  } else {
    double const d = 1 - x;
    re = 0.25 * libm::log1p(4 * x / (d * d + y * y));
    im = 0.5 * libm::atan2(2 * y, d * (1 + x) - y * y);
  }
  return {libm::copysign(re, z.re), libm::copysign(im, z.im)};
}

}  // namespace cp::detail

namespace cp::scalar {

/// Inverse sine, branch cuts on the real axis outside [-1, 1].
template <class T>
FUSE_HD complex<T> arcsin(complex<T> z) {
  return complex<T>(detail::inverse_sine(complex<double>(z)));
}
/// Inverse cosine, branch cuts as of arcsin.
template <class T>
FUSE_HD complex<T> arccos(complex<T> z) {
  return complex<T>(detail::inverse_cosine(complex<double>(z)));
}
/// Inverse tangent, branch cuts on the imaginary axis outside [-i, i].
template <class T>
FUSE_HD complex<T> arctan(complex<T> z) {
  complex<double> const w = detail::inverse_hyperbolic_tangent(complex<double>(z.im, z.re));
  return complex<T>(complex<double>(w.im, w.re));
}
/// Inverse hyperbolic sine, branch cuts on the imaginary axis outside [-i, i].
template <class T>
FUSE_HD complex<T> arcsinh(complex<T> z) {
  complex<double> const w = detail::inverse_sine(complex<double>(z.im, z.re));
  return complex<T>(complex<double>(w.im, w.re));
}
/// Inverse hyperbolic cosine, branch cut on the real axis below 1.
template <class T>
FUSE_HD complex<T> arccosh(complex<T> z) {
  complex<double> const w = detail::inverse_cosine(complex<double>(z));
  double const re = w.re != w.re ? abs(w.im) : w.im != w.im ? w.im : abs(w.im);
  double const im = copysign(w.re, static_cast<double>(z.im));
  return complex<T>(complex<double>(re, im));
}
/// Inverse hyperbolic tangent, branch cuts on the real axis outside [-1, 1].
template <class T>
FUSE_HD complex<T> arctanh(complex<T> z) {
  return complex<T>(detail::inverse_hyperbolic_tangent(complex<double>(z)));
}

}  // namespace cp::scalar
