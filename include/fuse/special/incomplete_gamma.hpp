// The incomplete gamma function, regularised.
#pragma once

#include <fuse/special/errors.hpp>
#include <fuse/special/gamma.hpp>
#include <fuse/special/gamma_packs.hpp>
#include <fuse/special/tables.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

/// P and Q = 1 - P, of which the smaller has full accuracy, and x dP/dx.
template <real T>
struct split_probability {
  T p, q, slope;
};

/// A probability, of which rounding may have made more.
template <real T>
FUSE_HD T at_most_1(T p) {
  return where(p > 1, T(1), p);
}

/// (x / a)^a e^(a - x), at most 1. Its logarithm's rounding would be an error of as many epsilons as that is large:
/// near 1 it is that logarithm's power, else, while a 16th power of e^(a - x) is a number, a power of numbers of which
/// each has made up for its quotient's rounding.
template <native T>
FUSE_HD_NOINLINE T gamma_peak(T a, T x) {
  T const d = a - x, rest = sum_rest(a, -x, d), mu = -d / a;
  constexpr T most = static_cast<T>(sizeof(T) == 8 ? 600 : 75);
  bool const small = static_cast<int>(mu > static_cast<T>(-0.4)) & static_cast<int>(mu < static_cast<T>(0.6));
  T const e = small ? a * mu * mu * tables::log1pmx(mu) : a * scalar::log(x / a) + d, distance = scalar::abs(d);
  T const left = small ? mu / (1 + mu) * (fma(mu, a, d) + rest) : T{0};
  if (small && e > -1) return scalar::exp(e + left);
  if (distance < most || (distance < 16 * most && -e * most > 2 * distance)) {
    T share = 1;
    while (distance * share > most) share *= static_cast<T>(0.5);
    T const half = power_of_quotient(x, T{0}, a, static_cast<T>(0.5) * share * a), power = scalar::exp(d * share);
    T y = half * (power + power * (rest * share)) * half;
    for (; share < 1; share *= 2) y *= y;
    return y;
  }
  return e == e ? scalar::exp(e + left) : T{0};
}

/// x^a e^-x / gamma(a + 1).
template <native T>
FUSE_HD_NOINLINE T gamma_term(T a, T x) {
  if (a >= static_cast<T>(sizeof(T) == 8 ? 20 : 10))
    return gamma_peak(a, x) / (static_cast<T>(2.5066282746310005024) * scalar::sqrt(a)) * scalar::exp(-stirling(a));
  if (x > static_cast<T>(sizeof(T) == 8 ? 900 : 140)) return T{0};
  T const half = scalar::exp(static_cast<T>(-0.5) * x), of = gamma(a < 1 ? 1 + a : a), factorial = a < 1 ? of : a * of;
  return scalar::pow(x, a) / factorial * half * half;
}

/// log gamma(1 + a) for a from 0 to 2.
template <real T>
FUSE_HD T lgamma1p(T a) {
  return pick(
      a <= static_cast<T>(0.5), [=] { return a * tables::lgamma1p(a); },
      [=] { return (a - 1) * tables::lgamma2p(a - 1); });
}

// The series and the fraction; of packs those elements count that are `active`.

/// The sum of (-x)^k / (k! (a + k)) for k from 1 on, negative (DLMF 8.7.3).
template <real T>
FUSE_HD T gamma_small_series(T a, T x, mask_of<T> active) {
  T sum = 0, term = -1;
  for (int k = 1; k < 40; ++k) {
    element<T> const i = static_cast<element<T>>(k);
    term *= x * (-1 / i);
    T const more = term / (a + i);
    sum = where(active, sum + more, sum);
    active = both(active, scalar::abs(more) > epsilon<T> * static_cast<T>(0.1) * scalar::abs(sum));
    if (!any(active)) break;
  }
  return sum;
}
/// The sum of x^k / ((a + 1) ... (a + k)) (DLMF 8.11.4): two terms with a division that waits for no other.
template <real T>
FUSE_HD T gamma_series(T a, T x, mask_of<T> active) {
  T sum = 1, term = 1, k = a;
  for (int i = 0; i < 500; ++i) {
    T const next = k + 1;
    k += 2;
    T const factor = term * (x / (next * k)), more = factor * k;
    term = factor * x;
    sum = where(active, sum + (more + term), sum);
    active = both(active, term > epsilon<T> * static_cast<T>(0.1) * sum);
    if (!any(active)) break;
  }
  return sum;
}
/// Q by x dP/dx: the continued fraction DLMF 8.9.2, by Steed's method: sums, of which the last terms' roundings do not
/// count.
template <real T>
FUSE_HD T gamma_fraction(T a, T x, mask_of<T> active) {
  T b = x + 1 - a, d = 1 / b, more = d, h = d;
  for (int i = 1; i < 1000; ++i) {
    element<T> const k = static_cast<element<T>>(i);
    T const numerator = k * (a - k);
    b += 2;
    T const next = 1 / (numerator * d + b);
    more *= -numerator * d * next;
    d = next;
    h = where(active, h + more, h);
    active = both(active, scalar::abs(more) > epsilon<T> * static_cast<T>(0.1) * scalar::abs(h));
    if (!any(active)) break;
  }
  return h;
}
/// A step of a continued fraction from its end, where it has begun, which a number's has: what is above and below its
/// line.
template <real T>
FUSE_HD void step_back(T next, mask_of<T> begun, T& above, T& below) {
  if constexpr (is_pack<T>) {
    below = where(begun, above, below);
    above = where(begun, next, above);
  } else {
    below = above;
    above = next;
  }
}
/// The same for a from -24 to 20 and x from 1 on in float64, from its end, which that is known to need: numerators and
/// denominators, with one division.
template <real T>
FUSE_HD T short_gamma_fraction(T a, T x, mask_of<T> active) {
  T const steps = where(active, scalar::floor(108 / x + where(a < 0, T(9), 6 + static_cast<T>(0.55) * a)), T(0));
  T above = 1, below = 0, b = x + 1 - a;
  element<T> i = largest(steps);
  for (; i > 0; i -= 1) {
    T const next = (b + (2 * i - 2)) * above + i * (a - i) * below;
    step_back(next, steps >= i, above, below);
  }
  return below / above;
}

/// Temme's uniform expansion (DLMF 8.12.3) for mu = (x - a) / a from -0.38 to 0.5, with gamma_peak.
template <real T>
FUSE_HD split_probability<T> temme(T a, T mu, T peak) {
  T const square = -2 * mu * mu * tables::log1pmx(mu), eta = scalar::copysign(scalar::sqrt(square), mu), r = 1 / a;
  T sum = 0;
  if constexpr (sizeof(T) > 4) {
    sum = r *
          (tables::temme4(eta) +
           r * (tables::temme5(eta) + r * (tables::temme6(eta) + r * (tables::temme7(eta) + r * tables::temme8(eta)))));
  }
  sum = tables::temme0(eta) + r * (tables::temme1(eta) + r * (tables::temme2(eta) + r * (tables::temme3(eta) + sum)));
  T const root = static_cast<T>(0.39894228040143267794) * scalar::sqrt(r);
  T const z = scalar::sqrt(static_cast<T>(0.5) * a * square);
  mask_of<T> const left = mu < 0;
  T const tail = peak * (static_cast<T>(0.5) * erfcx_of_positive(z) + where(left, -sum, sum) * root);
  T const slope = peak * root * a * scalar::exp(-stirling(a));
  return {where(left, tail, 1 - tail), where(left, 1 - tail, tail), slope};
}
template <real T>
FUSE_HD mask_of<T> is_near(T mu) {
  return both(mu > static_cast<T>(-0.38), mu < static_cast<T>(0.5));
}

/// For finite a and x > 0. By Temme's uniform expansion (DLMF 8.12.3) where a is large and x near it; else by the
/// series 8.11.4 for P below a, by the continued fraction 8.9.2 for Q above; by 8.7.3 for Q where both are small.
template <native T>
FUSE_HD_NOINLINE split_probability<T> incomplete_gamma(T a, T x) {
  T const mu = (x - a) / a;
  if (is_near(mu) && a >= static_cast<T>(sizeof(T) > 4 ? 50 : 12)) return temme(a, mu, gamma_peak(a, x));
  if (x <= static_cast<T>(1.1) &&
      (x < static_cast<T>(0.5) ? -a * scalar::log(x) < static_cast<T>(0.4) : a < static_cast<T>(1.1) * x)) {
    T const e = a * scalar::log(x) - lgamma1p(a), power = scalar::exp(e);
    T const slope = a * power * scalar::exp(-x), q = power * a * gamma_small_series(a, x, true) - scalar::expm1(e);
    return {1 - q, q, slope};
  }
  T const term_of = gamma_term(a, x), slope = term_of * a;
  if (x <= 1 || x <= a) {
    T const p = at_most_1(term_of * gamma_series(a, x, true));
    return {p, 1 - p, slope};
  }
  T const q = !(slope > 0)              ? T{0}
              : sizeof(T) > 4 && a < 20 ? at_most_1(slope * short_gamma_fraction(a, x, true))
                                        : at_most_1(slope * gamma_fraction(a, x, true));
  return {1 - q, q, slope};
}

template <native T>
FUSE_HD_NOINLINE T gammainc(T a, T x) {
  if (!(a >= 0) || !(x >= 0)) return not_a_number<T>;
  if (a == 0) return x > 0 ? T{1} : not_a_number<T>;
  if (x == 0) return T{0};
  if (a == infinity<T>) return x == infinity<T> ? not_a_number<T> : T{0};
  return x == infinity<T> ? T{1} : incomplete_gamma(a, x).p;
}
template <native T>
FUSE_HD_NOINLINE T gammaincc(T a, T x) {
  if (!(a >= 0) || !(x >= 0)) return not_a_number<T>;
  if (a == 0) return x > 0 ? T{0} : not_a_number<T>;
  if (x == 0) return T{1};
  if (a == infinity<T>) return x == infinity<T> ? not_a_number<T> : T{1};
  return x == infinity<T> ? T{0} : incomplete_gamma(a, x).q;
}

/// Which elements are best side by side: those that take the same form, and as many steps.
template <real T>
FUSE_HD T gamma_order(T a, T x) {
  T const low = where(x < 1, T(1), where(x < 2, T(2), where(x < 4, T(3), T(4))));
  T const far = where(x < 2, T(7), where(x < 3, T(8), where(x < 5, T(9), T(10))));
  T const high = where(x < static_cast<T>(1.2), T(5), where(x < static_cast<T>(1.5), T(6), far));
  T const small = where(both(x <= static_cast<T>(1.1), a < static_cast<T>(1.1) * x), T(0),
                        where(x <= where(a > 1, a, T(1)), low, high));
  T const large = where(both(a >= 50, is_near(T((x - a) / a))), T(11), where(x <= a, T(12), T(13)));
  return where(a < static_cast<T>(most_near), small, large);
}

#if FUSE_SPECIAL_PACKS

/// For |a - x| up to 600.
FUSE_HD pack gamma_peak(pack a, pack x) {
  pack const d = a - x, rest = sum_rest(a, -x, d), mu = -d / a;
  pack const e = a * mu * mu * tables::log1pmx(mu), left = mu / (1 + mu) * (fma(mu, a, d) + rest);
  return pick((mu > -0.4) & (mu < 0.6) & (e > -1), [=] { return scalar::exp(e + left); },
              [=] {
                pack const power = scalar::exp(d), half = power_of_quotient(x, 0, a, 0.5 * a);
                return half * (power + power * rest) * half;
              });
}
/// x^a e^-x / gamma(a + 1) for a up to `most_near` and x up to 700.
FUSE_HD pack gamma_term(pack a, pack x) {
  pack_mask const small = a < 1;
  pack const half = scalar::exp(-0.5 * x), of = gamma_near<false>(where(small, 1 + a, a));
  return scalar::pow(x, a) / where(small, of, a * of) * half * half;
}
/// Of arguments of which it says that they are `usual`.
FUSE_HD pack_mask is_usual_gamma(pack a, pack x) {
  pack_mask const small = a < most_near;
  return (a > 0) & (x > 0) & ((small & (x < 700)) | ((!small) & (a < 1e7) & (scalar::abs(a - x) < 600)));
}
FUSE_HD split_probability<pack> incomplete_gamma(pack a, pack x) {
  pack const l = scalar::log(x), mu = (x - a) / a;
  pack_mask const left = x < 0.5, large = a >= most_near, central = is_near(mu) & (a >= 50);
  pack_mask const small = (x <= 1.1) & ((left & (-a * l < 0.4)) | ((!left) & (a < 1.1 * x)));
  pack_mask const low = (!small) & (!central) & ((x <= 1) | (x <= a)), high = !(small | central | low);
  pack p = 0, q = 0, slope = 0;
  if (any(small)) {
    pack const at = where(small, a, 1), e = at * l - lgamma1p(at), power = scalar::exp(e);
    slope = at * power * scalar::exp(-x);
    q = power * at * gamma_small_series(at, x, small) - scalar::expm1(e);
    p = 1 - q;
  }
  if (!all(small)) {
    pack const peak = any(large) ? gamma_peak(where(large, a, 50), where(large, x, 50)) : pack(0);
    pack const term = pick(
        large,
        [=] {
          pack const at = where(large, a, 50);
          return peak / (2.5066282746310005024 * scalar::sqrt(at)) * scalar::exp(-stirling(at));
        },
        [=] { return gamma_term(where(large, 1, a), x); });
    slope = where(small, slope, term * a);
    if (any(low)) {
      pack const lower = at_most_1(term * gamma_series(a, x, low));
      p = where(low, lower, p);
      q = where(low, 1 - lower, q);
    }
    if (any(high)) {
      pack const fraction = pick(
          large, [=] { return gamma_fraction(a, x, high & large); },
          [=] { return short_gamma_fraction(a, x, high & !large); });
      pack const upper = where(slope > 0, at_most_1(slope * fraction), 0);
      p = where(high, 1 - upper, p);
      q = where(high, upper, q);
    }
    if (any(central)) {
      split_probability<pack> const at = temme(where(central, a, 50), where(central, mu, 0.1), peak);
      p = where(central, at.p, p);
      q = where(central, at.q, q);
      slope = where(central, at.slope, slope);
    }
  }
  return {p, q, slope};
}
FUSE_HD pack gammainc(pack a, pack x) {
  pack_mask const usual = is_usual_gamma(a, x);
  return but_for(
      !usual, incomplete_gamma(where(usual, a, 1), where(usual, x, 1)).p,
      [](double u, double v) { return gammainc(u, v); }, a, x);
}
FUSE_HD pack gammaincc(pack a, pack x) {
  pack_mask const usual = is_usual_gamma(a, x);
  return but_for(
      !usual, incomplete_gamma(where(usual, a, 1), where(usual, x, 1)).q,
      [](double u, double v) { return gammaincc(u, v); }, a, x);
}

#endif

}  // namespace formulas

/// The lower incomplete gamma function P(x, y), regularised: the integral of t^(x - 1) e^-t from 0 to y by gamma(x).
/// NaN where one is negative or both are 0 or infinite.
///
/// source  DLMF 8.7.3, 8.11.4, 8.9.2 (Steed's method), and N. M. Temme's expansion 8.12.3 for x from 50 on (float32:
/// 12) numpy   scipy.special.gammainc
FUSE_SPECIAL_OF_SORTED_PACKS2(gammainc, 5600, gamma_order(x, y), formulas::gammainc(x, y));
/// The upper one, 1 - P(x, y), to full accuracy where it is small.
///
/// numpy   scipy.special.gammaincc
FUSE_SPECIAL_OF_SORTED_PACKS2(gammaincc, 5600, gamma_order(x, y), formulas::gammaincc(x, y));
}  // namespace cp::special
