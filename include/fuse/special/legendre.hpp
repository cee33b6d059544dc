// Associated Legendre functions, spherical harmonics.
#pragma once

#include <fuse/core/complex.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/explog.hpp>
#include <fuse/special/gamma.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

/// P(v, m) for m >= 0 by its series around 1 (DLMF 14.3.4), whose terms keep their signs while v < m + 2.
template <native T>
FUSE_HD_NOINLINE T legendre_series(int m, T v, T x) {
  T const z = static_cast<T>(0.5) * (1 - x), order = static_cast<T>(m);
  T sum = 1, term = 1, factor = 1;
  for (int k = 0; k < 20000; ++k) {
    T const i = static_cast<T>(k);
    term *= (order - v + i) * (order + v + 1 + i) / ((order + 1 + i) * (i + 1)) * z;
    sum += term;
    if (!(scalar::abs(term) > epsilon<T> * static_cast<T>(0.02) * scalar::abs(sum))) break;
  }
  // (v - m + 1) ... (v + m) sin^m / (2^m m!)
  T const sine = scalar::sqrt((1 - x) * (1 + x));
  for (int k = 1; k <= m; ++k) {
    T const i = static_cast<T>(k);
    factor *= -(v + i) * (v - i + 1) / (2 * i) * sine;
  }
  return factor * sum;
}

/// P(v, m) upwards in the degree (DLMF 14.10.3), which loses nothing within [-1, 1].
template <native T>
FUSE_HD_NOINLINE T lpmv(T order, T degree, T x) {
  if (order != order || degree != degree || !(scalar::abs(x) <= 1)) return not_a_number<T>;
  if (!is_whole(order) || scalar::abs(order) > 10000 || scalar::abs(degree) > static_cast<T>(1e7))
    return not_a_number<T>;
  T const v = degree < 0 ? -degree - 1 : degree;
  int const m = static_cast<int>(scalar::abs(order));
  T const md = static_cast<T>(m);
  bool const whole = is_whole(v);
  if (whole && v < md) return T{0};
  T value;
  if (scalar::abs(x) == 1) {
    if (m > 0)
      value = whole || x > 0 ? T{0} : infinity<T>;
    else
      value = x > 0 ? T{1} : whole ? (is_odd(v) ? T{-1} : T{1}) : -infinity<T>;
  } else if (!whole && v < md + 1) {
    value = legendre_series(m, v, x);
  } else {
    T low = md + (v - scalar::floor(v)), before, now;
    if (whole) {
      before = 1;
      T const sine = scalar::sqrt((1 - x) * (1 + x));
      for (int k = 1; k <= m; ++k) before *= -static_cast<T>(2 * k - 1) * sine;
      now = x * (2 * md + 1) * before;
    } else {
      before = legendre_series(m, low, x);
      now = legendre_series(m, low + 1, x);
    }
    if (v == low)
      return order < 0 && m > 0 ? before / gamma_quotient(v - md + 1, 2 * md) * (m % 2 != 0 ? T{-1} : T{1}) : before;
    int const steps = static_cast<int>(v - low + static_cast<T>(0.5));
    for (int k = 1; k < steps; ++k) {
      T const d = low + static_cast<T>(k), next = ((2 * d + 1) * x * now - (d + md) * before) / (d - md + 1);
      before = now;
      now = next;
    }
    value = now;
  }
  if (order < 0 && m > 0) value = value / gamma_quotient(v - md + 1, 2 * md) * (m % 2 != 0 ? T{-1} : T{1});
  return value;
}

/// The polar factor of a spherical harmonic, normalised: sqrt((2n + 1) (n - m)! / (4 pi (n + m)!)) P(n, m) at
/// cos(theta), by recurrences of normalised functions, none of which overflows.
template <native T>
FUSE_HD_NOINLINE T sph_legendre(T degree, T order, T theta) {
  if (degree != degree || order != order || theta != theta) return not_a_number<T>;
  if (!is_whole(degree) || !is_whole(order) || degree < 0 || degree > static_cast<T>(1e7)) return not_a_number<T>;
  if (scalar::abs(order) > degree) return T{0};
  int const n = static_cast<int>(degree), m = static_cast<int>(scalar::abs(order));
  T const c = scalar::cos(theta), s = scalar::sin(theta), md = static_cast<T>(m);
  T before = static_cast<T>(0.28209479177387814347);
  for (int k = 1; k <= m; ++k) {
    T const i = static_cast<T>(k);
    before *= -scalar::sqrt((2 * i + 1) / (2 * i)) * s;
  }
  if (order < 0 && m % 2 != 0) before = -before;
  if (n == m) return before;
  T now = scalar::sqrt(2 * md + 3) * c * before;
  for (int k = m + 2; k <= n; ++k) {
    T const l = static_cast<T>(k), across = (l - md) * (l + md), last = l - 1;
    T const a = scalar::sqrt((2 * l - 1) * (2 * l + 1) / across);
    T const b = scalar::sqrt((last - md) * (last + md) / ((2 * last - 1) * (2 * last + 1)));
    T const next = a * (c * now - b * before);
    before = now;
    now = next;
  }
  return now;
}

}  // namespace formulas

/// The associated Legendre function of the order x = 0, 1, -1 ... and the real degree y, at z, with the factor (-1)^x;
/// NaN outside [-1, 1], for orders beyond 10^4 and degrees beyond 10^7.
///
/// source  DLMF 14.10.3 from 14.3.4 of low degree; 14.9.3 for negative orders
/// numpy   scipy.special.lpmv
FUSE_SPECIAL3(lpmv, 5000, formulas::lpmv(x, y, z));
/// The polar factor of cp::special::sph_harm_y of the degree x and the order y, at the polar angle z: a real number.
///
/// source  DLMF 14.30.1, 14.10.3 of normalised functions
FUSE_SPECIAL3(sph_legendre, 3000, formulas::sph_legendre(x, y, z));

/// The spherical harmonic of the degree n and the order m, at the polar angle theta and the azimuth phi: complex
/// numbers sph_legendre(n, m, theta) e^(i m phi). 0 for |m| > n, NaN for negative n.
///
/// numpy   scipy.special.sph_harm_y
template <operand N, operand M, operand Theta, operand Phi>
[[nodiscard]] constexpr auto sph_harm_y(N const& n, M const& m, Theta const& theta, Phi const& phi) {
  return sph_legendre(n, m, theta) * cp::exp(cp::complex<double>(0, 1) * (m * phi));
}
/// cp::special::sph_harm_y with SciPy's older order of arguments: order, degree, azimuth, polar angle.
///
/// numpy   scipy.special.sph_harm
template <operand M, operand N, operand Theta, operand Phi>
[[nodiscard]] constexpr auto sph_harm(M const& m, N const& n, Theta const& theta, Phi const& phi) {
  return sph_harm_y(n, m, phi, theta);
}

}  // namespace cp::special
