// The gamma function's relatives of complex numbers, in complex128.
#pragma once

#include <fuse/core/complex_math.hpp>
#include <fuse/special/exact.hpp>

namespace cp::special::formulas {

/// sin(pi z), of whose real part the distance from a whole number is exact; for |Im z| where sinh is a number.
FUSE_HD complex128 sin_pi(complex128 z) {
  double const n = scalar::rint(z.re), x = detail::pi * (z.re - n), y = detail::pi * z.im;
  double const half = 0.5 * n, sign = half == scalar::floor(half) ? 1 : -1;
  return {sign * scalar::sin(x) * scalar::cosh(y), sign * scalar::cos(x) * scalar::sinh(y)};
}
/// pi cot(pi z).
FUSE_HD complex128 pi_cot_pi(complex128 z) {
  double const x = detail::pi * (z.re - scalar::rint(z.re)), y = detail::pi * z.im;
  if (scalar::abs(y) > 20) return {0, y > 0 ? -detail::pi : detail::pi};
  double const s = scalar::sin(x), sh = scalar::sinh(y), square = s * s + sh * sh;
  return {detail::pi * s * scalar::cos(x) / square, -detail::pi * sh * scalar::cosh(y) / square};
}
/// Whether gamma has a pole there.
FUSE_HD bool is_pole(complex128 z) { return z.im == 0 && z.re <= 0 && z.re == scalar::floor(z.re); }

/// log gamma(z) where |Re z| or |Im z| is more than 7 and z not near the negative axis (DLMF 5.11.1).
FUSE_HD_NOINLINE inline complex128 loggamma_far(complex128 z) {
  constexpr double c[] = {8.3333333333333333e-2, -2.7777777777777778e-3, 7.9365079365079365e-4, -5.9523809523809524e-4,
                          8.4175084175084175e-4, -1.9175269175269175e-3, 6.4102564102564103e-3, -2.9550653594771242e-2,
                          1.7964437236883057e-1, -1.3924322169059011};
  complex128 const r = 1.0 / z, w = r * r;
  complex128 sum(c[9]);
  for (int k = 8; k >= 0; --k) sum = sum * w + c[k];
  return (z - 0.5) * scalar::log(z) - z + 0.91893853320467274178 + r * sum;
}
/// log gamma(1 + z) for |z| up to 0.2 (DLMF 5.7.3): -gamma z and the sum of zeta(k) (-z)^k / k.
FUSE_HD_NOINLINE inline complex128 loggamma_near_1(complex128 z) {
  constexpr double zeta_by_k[] = {0.8224670334241132,   0.40068563438653143, 0.27058080842778454, 0.20738555102867398,
                                  0.1695571769974082,   0.1440498967688461,  0.12550966952474304, 0.11133426586956469,
                                  0.1000994575127818,   0.09095401714582904, 0.083353840546109,   0.0769325164113522,
                                  0.07143294629536133,  0.06666870588242046, 0.06250095514121304, 0.058823978658684585,
                                  0.055555767627403614, 0.05263167937961666, 0.05000004769810169, 0.047619070330142226,
                                  0.04545455629320467,  0.04347826605304026};
  complex128 sum(0);
  for (int k = 21; k >= 0; --k) sum = sum * (-z) + zeta_by_k[k];
  return z * (z * sum - 0.57721566490153286061);
}
/// The branch that is continuous but for the negative axis: not the logarithm of gamma(z).
FUSE_HD_NOINLINE inline complex128 loggamma(complex128 z) {
  constexpr double none = not_a_number<double>;
  if (z.re != z.re || z.im != z.im || is_pole(z)) return {none, none};
  if (z.re > 7 || scalar::abs(z.im) > 7) return loggamma_far(z);
  complex128 const from_1 = z - 1.0, from_2 = z - 2.0;
  if (from_1.re * from_1.re + from_1.im * from_1.im < 0.04) return loggamma_near_1(from_1);
  if (from_2.re * from_2.re + from_2.im * from_2.im < 0.04) return scalar::log1p(from_2) + loggamma_near_1(from_2);
  complex128 reflected(0);
  bool const left = z.re < 0.1;
  if (left) {  // DLMF 5.5.3, and what the logarithms' branches lack
    double const turns = scalar::copysign(2 * detail::pi, z.im) * scalar::floor(0.5 * z.re + 0.25);
    reflected = complex128(1.1447298858494001741, turns) - scalar::log(sin_pi(z));
    z = 1.0 - z;
  }
  // gamma(z) is gamma(z + n) by a product, whose argument goes round 0
  bool const below = z.im < 0;
  complex128 at(z.re, scalar::abs(z.im)), product(1);
  int turns = 0;
  bool negative = false;
  for (; at.re <= 7; at.re += 1) {
    product *= at;
    bool const now = product.im < 0;
    turns += static_cast<int>(now && !negative);
    negative = now;
  }
  complex128 value = loggamma_far(at) - scalar::log(product) - complex128(0, 2 * detail::pi * turns);
  if (below) value.im = -value.im;
  return left ? reflected - value : value;
}
FUSE_HD complex128 gamma(complex128 z) { return scalar::exp(loggamma(z)); }
FUSE_HD complex128 rgamma(complex128 z) { return is_pole(z) ? complex128(0) : scalar::exp(-loggamma(z)); }

/// By reflection (DLMF 5.5.4) left of 1/2, the recurrence 5.5.2 and the expansion 5.11.2.
FUSE_HD_NOINLINE inline complex128 psi(complex128 z) {
  if (z.re != z.re || z.im != z.im || is_pole(z)) return {not_a_number<double>, not_a_number<double>};
  complex128 value(0);
  if (z.re < 0.5) {
    value = -pi_cot_pi(z);
    z = 1.0 - z;
  }
  for (; z.re < 10 && scalar::abs(z.im) < 10; z.re += 1) value -= 1.0 / z;
  constexpr double b[] = {8.3333333333333333e-2, -8.3333333333333333e-3, 3.9682539682539683e-3, -4.1666666666666667e-3,
                          7.5757575757575758e-3, -2.1092796092796093e-2, 8.3333333333333333e-2, -4.4325980392156863e-1,
                          3.0539543302701197,    -26.456212121212121};
  complex128 const r = 1.0 / z, w = r * r;
  complex128 sum(b[9]);
  for (int k = 8; k >= 0; --k) sum = sum * w + b[k];
  return value + (scalar::log(z) - 0.5 * r - w * sum);
}

}  // namespace cp::special::formulas
