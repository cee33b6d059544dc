// Associated Legendre functions, spherical harmonics.
#pragma once

#include <fuse/core/complex.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/explog.hpp>
#include <fuse/special/gamma.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

/// sqrt(1 - x^2), and what rounding has left of it by it: a power of m loses m times that.
template <real T>
struct sine_of {
  T value, rest;
  FUSE_HD explicit sine_of(T x) {
    T const below = 1 - x, above = 1 + x, square = below * above;
    T const left =
        product_rest(below, above, square) + (sum_rest(T(1), -x, below) * above + sum_rest(T(1), x, above) * below);
    value = scalar::sqrt(square);
    rest = static_cast<T>(0.5) * (left - product_rest(value, value, square));
    if constexpr (is_pack<T>)
      rest /= square;
    else
      rest *= static_cast<T>(near_reciprocal(static_cast<float>(square)));
  }
};

/// P(v, m) for m >= 0 by its series around 1 (DLMF 14.3.4), whose terms keep their signs while v < m + 2.
template <native T>
FUSE_HD_NOINLINE T legendre_series(int m, T v, T x) {
  T const twice = 1 - x, z = static_cast<T>(0.5) * twice, rest = static_cast<T>(0.5) * sum_rest(T{1}, -x, twice);
  T const order = static_cast<T>(m);
  T sum = 1, left = 0;
  exact_product<true, T> term;
  for (int k = 0; k < 20000; ++k) {
    T const i = static_cast<T>(k), up = (order - v + i) * (order + v + 1 + i), below = (order + 1 + i) * (i + 1);
    T const quotient = up / below;
    term.times(quotient, -product_rest(quotient, below, up) / below);
    term.times(z, rest);
    T const next = sum + term.value;
    left += sum_rest(sum, term.value, next) + term.rest;
    sum = next;
    if (!(scalar::abs(term.value) > epsilon<T> * static_cast<T>(0.02) * scalar::abs(sum))) break;
  }
  if (left == left) sum += left;  // it is not where terms overflow
  sine_of<T> const sine(x);
  T factor = 1;  // (v - m + 1) ... (v + m) sin^m / (2^m m!)
  for (int k = 1; k <= m; ++k) {
    T const i = static_cast<T>(k);
    factor *= -(v + i) * (v - i + 1) / (2 * i) * sine.value;
  }
  return factor * (1 + order * sine.rest) * sum;
}

/// P(v, m) upwards in the degree (DLMF 14.10.3) from the degree `low`, of which `now` is the number, `before` that
/// before. Near the ends of [-1, 1] by what numbers are more than those before, or, for x < 0, than minus those: their
/// sums lose nothing there.
template <native T>
FUSE_HD_NOINLINE T legendre_upwards(T md, T low, T v, T x, T before, T now) {
  int const steps = static_cast<int>(v - low + static_cast<T>(0.5));
  T const a = scalar::abs(x), off = 1 - a;
  if (a < static_cast<T>(0.5)) {
    for (int k = 0; k < steps; ++k) {
      T const d = low + static_cast<T>(k), by = 1 / (d - md + 1);
      T const next = ((2 * d + 1) * x * now - (d + md) * before) * by;
      before = now;
      now = next;
    }
    return now;
  }
  T change = x < 0 ? before + now : now - before;
  for (int k = 0; k < steps; ++k) {
    T const d = low + static_cast<T>(k), by = 1 / (d - md + 1);
    change = ((d + md) * change - (2 * d + 1) * off * now) * by;
    now += change;
  }
  return x < 0 && steps % 2 != 0 ? -now : now;
}

/// P(v, m) for whole m and real v.
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
  } else if (whole) {
    sine_of<T> const sine(x);
    T product = 1;
    for (int k = 1; k <= m; ++k) product *= -static_cast<T>(2 * k - 1) * sine.value;
    product *= 1 + md * sine.rest;
    value = v == md ? product : legendre_upwards(md, md + 1, v, x, product, x * (2 * md + 1) * product);
  } else {
    T const low = md + (v - scalar::floor(v)), before = legendre_series(m, low, x);
    T const now = legendre_series(m, low + 1, x);
    value = legendre_upwards(md, low + 1, v, x, before, now);
  }
  if (order < 0 && m > 0) value = value / gamma_quotient(v - md + 1, 2 * md) * (m % 2 != 0 ? T{-1} : T{1});
  return value;
}

#if FUSE_SPECIAL_PACKS
/// Whole degrees and orders, as of elements.
FUSE_HD pack lpmv(pack order, pack degree, pack x) {
  pack const a = scalar::abs(x);
  pack_mask const usual = (order >= 0) & (order <= 100) & (order == scalar::floor(order)) & (degree >= order) &
                          (degree <= 1e4) & (degree == scalar::floor(degree)) & (a < 1);
  pack const m = where(usual, order, 0), v = where(usual, degree, 0), steps = v - m - 1;
  sine_of<pack> const sine(where(usual, x, 0));
  pack product = 1;
  for (double k = 1; k <= largest(m); k += 1) product *= where(m >= k, (1 - 2 * k) * sine.value, 1);
  product *= 1 + m * sine.rest;
  pack const start = x * (2 * m + 1) * product;
  pack value = start;
  pack_mask const central = a < 0.5;
  double const most = largest(steps);
  if (any(central)) {
    pack before = product, now = start;
    for (double k = 0; k < most; k += 1) {
      pack const d = m + (k + 1), next = ((2 * d + 1) * x * now - (d + m) * before) / (d - m + 1);
      before = now;
      now = where(steps > k, next, now);
    }
    value = where(central, now, value);
  }
  if (!all(central)) {
    pack const off = 1 - a;
    pack_mask const left = x < 0;
    pack now = start, change = where(left, product + start, start - product);
    for (double k = 0; k < most; k += 1) {
      pack const d = m + (k + 1);
      change = ((d + m) * change - (2 * d + 1) * off * now) * (1 / (d - m + 1));
      now = where(steps > k, now + change, now);
    }
    now = where(left & (steps * 0.5 != scalar::floor(steps * 0.5)), -now, now);
    value = where(central, value, now);
  }
  value = where(steps < 0, product, value);
  return but_for(
      !usual, value, [](double u, double w, double z) { return lpmv(u, w, z); }, order, degree, x);
}
#endif

/// sin, cos, 1 - |cos| and what rounding has left of them (of sin, by sin), which powers and recurrences multiply:
/// float32's are float64's.
template <native T>
struct polar_angle {
  T sine, sine_rest = 0, cosine, cosine_rest = 0, off, off_rest = 0;
  FUSE_HD explicit polar_angle(T theta) {
    sine_cosine<double> const at(theta);
    double const of_off = at.sine * at.sine / (1 + scalar::abs(at.cosine));
    sine = static_cast<T>(at.sine);
    cosine = static_cast<T>(at.cosine);
    off = static_cast<T>(of_off);
    if constexpr (sizeof(T) == 4) {
      if (sine != 0) sine_rest = static_cast<T>(at.sine / static_cast<double>(sine) - 1);
      cosine_rest = static_cast<T>(at.cosine - static_cast<double>(cosine));
      off_rest = static_cast<T>(of_off - static_cast<double>(off));
    }
  }
};

/// The polar factor of a spherical harmonic, normalised: sqrt((2n + 1) (n - m)! / (4 pi (n + m)!)) P(n, m) at
/// cos(theta). The recurrence's numbers (DLMF 14.10.3) are scaled so that it is x(k + 1) = 2 cos x(k) - (1 - e(k))
/// x(k - 1) with e(k) = (4 m^2 - 1) / (4 k^2 - 1); where cos is near 1, that of their differences loses nothing, and -1
/// is its mirror. `norm` is the square of the scale, a product of fractions, kept below 1 by powers of 2.
template <native T>
FUSE_HD_NOINLINE T sph_legendre(T degree, T order, T theta) {
  if (degree != degree || order != order || theta != theta) return not_a_number<T>;
  if (!is_whole(degree) || !is_whole(order) || degree < 0 || degree > static_cast<T>(1e7)) return not_a_number<T>;
  if (scalar::abs(order) > degree) return T{0};
  constexpr T up = static_cast<T>(0x1p40), down = static_cast<T>(0x1p-80);
  int const n = static_cast<int>(degree), m = static_cast<int>(scalar::abs(order));
  polar_angle<T> const at(theta);
  exact_product<sizeof(T) == 4, T> norm;
  auto const times_quotient = [&](T x, T y, T by_y) {
    T const quotient = x * by_y;
    norm.times(quotient, sizeof(T) == 4 ? -product_rest(quotient, y, x) * by_y : T{0});
  };
  norm.value = down;
  T const md = static_cast<T>(m);
  T now = static_cast<T>(0.28209479177387814347) * up;
  for (int k = 1; k <= m; ++k) {
    T const twice = static_cast<T>(2 * k);
    now *= at.sine;
    times_quotient(twice + 1, twice, 1 / twice);
  }
  now *= 1 + md * at.sine_rest;
  T const above = (2 * md - 1) * (2 * md + 1);
  bool const central = scalar::abs(at.cosine) < static_cast<T>(0.5);
  T const twice = 2 * (central ? at.cosine : at.off), rest = 2 * (central ? at.cosine_rest : at.off_rest);
  T before = 0, change = now, e = 0;
  for (int k = m + 1; k <= n; ++k) {
    T const l = static_cast<T>(k), below = (2 * l - 1) * (2 * l + 1), apart = 4 * (l - md) * (l + md);
    T const next = central ? (rest * now - e * before) + twice * now
                           : now + (change = (change + e * before) - rest * now - twice * now);
    before = now;
    now = next;
    T const inverse = 1 / (below * apart);  // of both: one division
    e = (central ? apart : above) * (apart * inverse);
    times_quotient(below, apart, below * inverse);
    if (norm.value > 1) {
      norm.value *= down, norm.rest *= down;
      now *= up, before *= up, change *= up;
    }
  }
  T const root = scalar::sqrt(norm.value), value = now * root + now * (static_cast<T>(0.5) * norm.rest / root);
  bool const turned = (order > 0 && m % 2 != 0) != (at.cosine < 0 && !central && (n - m) % 2 != 0);
  return turned ? -value : value;
}

}  // namespace formulas

/// The associated Legendre function of the order x = 0, 1, -1 ... and the real degree y, at z, with the factor (-1)^x;
/// NaN outside [-1, 1], for orders beyond 10^4 and degrees beyond 10^7.
///
/// source  DLMF 14.10.3 from 14.3.4 of low degree; 14.9.3 for negative orders
/// numpy   scipy.special.lpmv
FUSE_SPECIAL_OF_PACKS3(lpmv, 5000, formulas::lpmv(x, y, z));
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
