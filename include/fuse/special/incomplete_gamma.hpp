// The incomplete gamma function, regularised, its inverses, and the distributions that it is: Poisson's, gamma,
// chi-squared.
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
/// while a 16th power of e^(a - x) is a number, it is a power of numbers of which each has made up for its quotient's
/// rounding.
template <native T>
FUSE_HD_NOINLINE T gamma_peak(T a, T x) {
  T const d = a - x, rest = sum_rest(a, -x, d), mu = -d / a;
  constexpr T most = static_cast<T>(sizeof(T) == 8 ? 600 : 75);
  bool const small = static_cast<int>(mu > static_cast<T>(-0.4)) & static_cast<int>(mu < static_cast<T>(0.6));
  T const e = small ? a * mu * mu * tables::log1pmx(mu) : a * scalar::log(x / a) + d, distance = scalar::abs(d);
  if (distance < most || (distance < 16 * most && -e * most > 2 * distance)) {
    T share = 1;
    while (distance * share > most) share *= static_cast<T>(0.5);
    T const half = power_of_quotient(x, T{0}, a, static_cast<T>(0.5) * share * a), power = scalar::exp(d * share);
    T y = half * (power + power * (rest * share)) * half;
    for (; share < 1; share *= 2) y *= y;
    return y;
  }
  T const left = small ? mu / (1 + mu) * (fma(mu, a, d) + rest) : T{0};
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
template <native T>
FUSE_HD T gamma_fraction(T a, T x) {
  T b = x + 1 - a, d = 1 / b, more = d, h = d;
  for (int i = 1; i < 1000; ++i) {
    T const k = static_cast<T>(i), numerator = k * (a - k);
    b += 2;
    T const next = 1 / (numerator * d + b);
    more *= -numerator * d * next;
    d = next;
    h += more;
    if (!(scalar::abs(more) > epsilon<T> * static_cast<T>(0.1) * scalar::abs(h))) break;
  }
  return h;
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
    if constexpr (is_pack<T>) {
      mask_of<T> const begun = steps >= i;
      below = where(begun, above, below);
      above = where(begun, next, above);
    } else {
      below = above;
      above = next;
    }
  }
  return below / above;
}

/// For finite a and x > 0. By Temme's uniform expansion (DLMF 8.12.3) where a is large and x near it; else by the
/// series 8.11.4 for P below a, by the continued fraction 8.9.2 for Q above; by 8.7.3 for Q where both are small.
template <native T>
FUSE_HD_NOINLINE split_probability<T> incomplete_gamma(T a, T x) {
  T const mu = (x - a) / a;
  bool const near = static_cast<int>(mu > static_cast<T>(-0.38)) & static_cast<int>(mu < static_cast<T>(0.5));
  if (near && a >= static_cast<T>(sizeof(T) == 8 ? 50 : 12)) {
    T const square = -2 * mu * mu * tables::log1pmx(mu), eta = scalar::copysign(scalar::sqrt(square), mu), r = 1 / a;
    T sum = 0;
    if constexpr (sizeof(T) == 8) {
      sum =
          r *
          (tables::temme4(eta) +
           r * (tables::temme5(eta) + r * (tables::temme6(eta) + r * (tables::temme7(eta) + r * tables::temme8(eta)))));
    }
    sum = tables::temme0(eta) + r * (tables::temme1(eta) + r * (tables::temme2(eta) + r * (tables::temme3(eta) + sum)));
    T const root = static_cast<T>(0.39894228040143267794) * scalar::sqrt(r), peak = gamma_peak(a, x);
    T const z = scalar::sqrt(static_cast<T>(0.5) * a * square);
    T const tail = peak * (static_cast<T>(0.5) * erfcx(z) + (mu < 0 ? -sum : sum) * root);
    T const slope = peak * root * a * scalar::exp(-stirling(a));
    return mu < 0 ? split_probability<T>{tail, 1 - tail, slope} : split_probability<T>{1 - tail, tail, slope};
  }
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
                                        : at_most_1(slope * gamma_fraction(a, x));
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
  return where(both(x <= static_cast<T>(1.1), a < static_cast<T>(1.1) * x), T(0),
               where(x <= where(a > 1, a, T(1)), low, high));
}

#if FUSE_SPECIAL_PACKS

/// x^a e^-x / gamma(a + 1) for a up to `most_near` and x up to 700.
FUSE_HD pack gamma_term(pack a, pack x) {
  pack_mask const small = a < 1;
  pack const half = scalar::exp(-0.5 * x), of = gamma_near<false>(where(small, 1 + a, a));
  return scalar::pow(x, a) / where(small, of, a * of) * half * half;
}
/// Of arguments of which it says that they are `usual`.
FUSE_HD pack_mask is_usual_gamma(pack a, pack x) { return (a > 0) & (a < most_near) & (x > 0) & (x < 700); }
FUSE_HD split_probability<pack> incomplete_gamma(pack a, pack x) {
  pack const l = scalar::log(x);
  pack_mask const left = x < 0.5;
  pack_mask const small = (x <= 1.1) & ((left & (-a * l < 0.4)) | ((!left) & (a < 1.1 * x)));
  pack_mask const low = (!small) & ((x <= 1) | (x <= a)), high = !(small | low);
  pack p = 0, q = 0, slope = 0;
  if (any(small)) {
    pack const at = where(small, a, 1), e = at * l - lgamma1p(at), power = scalar::exp(e);
    slope = at * power * scalar::exp(-x);
    q = power * at * gamma_small_series(at, x, small) - scalar::expm1(e);
    p = 1 - q;
  }
  if (!all(small)) {
    pack const term = gamma_term(a, x);
    slope = where(small, slope, term * a);
    if (any(low)) {
      pack const lower = at_most_1(term * gamma_series(a, x, low));
      p = where(low, lower, p);
      q = where(low, 1 - lower, q);
    }
    if (any(high)) {
      pack const upper = at_most_1(slope * short_gamma_fraction(a, x, high));
      p = where(high, 1 - upper, p);
      q = where(high, upper, q);
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

/// The way to a quantile: the error of the probability at a place, the step of the place's logarithm that makes up for
/// it, and how many of its lengths the probability has turned in. Far off by the logarithm, which is nearly straight;
/// near it by Halley's method, whose errors are cubes. `slope` and `bend` times it are derivatives.
template <real T>
struct quantile_step {
  T error, step, turns;
  FUSE_HD quantile_step(T got, T wanted, T sign, T slope, T bend, T spread)
      : error(sign * (got - wanted)), turns(scalar::abs(bend) + spread + 1) {
    mask_of<T> const far = one_of(got > 2 * wanted, got < static_cast<T>(0.5) * wanted);
    T const newton = pick(
        far, [&] { return sign * scalar::log(got / wanted) * (got / slope); }, [&] { return error / slope; });
    T const bent = newton / where(far, T(1), 1 - static_cast<T>(0.5) * newton * bend);
    step = where(both(bent * newton > 0, scalar::abs(bent) <= scalar::abs(2 * newton)), bent, newton);
  }
  /// Whether the step's error is an epsilon. In float32, of which float64 takes the last step, it is 1e-3.
  FUSE_HD mask_of<T> is_last() const { return scalar::abs(step) * turns < static_cast<T>(sizeof(T) > 4 ? 1e-5 : 0.1); }
};
/// A quantile of float32 by float64's steps, mostly one: a probability's rounding is an error of the quantile as much
/// larger as the probability is flat. `step_at` is the quantile_step of a place. Where steps lead nowhere, the place.
template <class Step>
FUSE_HD double exact_quantile(double place, Step const& step_at) {
  double now = place;
  for (int i = 0; i < 6; ++i) {
    quantile_step<double> const at = step_at(now);
    if (!(scalar::abs(at.step) < 700)) break;
    now *= scalar::exp(-at.step);
    if (scalar::abs(at.step) * at.turns < 5e-3) return now;
  }
  return place;
}

template <native T>
FUSE_HD quantile_step<T> gamma_step(T a, T x, T p, T q) {
  split_probability<T> const at = incomplete_gamma(a, x);
  bool const low = p < q;
  return {low ? at.p : at.q, low ? p : q, low ? T{1} : T{-1}, at.slope, a - x, scalar::sqrt(a)};
}
/// The x of which P(a, x) is p and Q is q, of which the smaller counts: steps of log x from a guess, within bounds that
/// close in on it; 60 at most.
template <native T>
FUSE_HD_NOINLINE T gamma_quantile(T a, T p, T q) {
  T x;
  if (a > 1) {  // Wilson and Hilferty; far to the left the series' first term
    T const t = p < q ? ndtri(p) : -ndtri(q), r = 1 / (9 * a), w = 1 - r + t * scalar::sqrt(r);
    x = a * w * w * w;
    if (!(w > static_cast<T>(0.3))) x = scalar::exp((scalar::log(p) + scalar::lgamma(a + 1)) / a);
  } else {
    T const t = 1 - a * (static_cast<T>(0.253) + a * static_cast<T>(0.12));
    x = p < t ? scalar::exp(scalar::log(p / t) / a) : 1 - scalar::log(q / (1 - t));
    if (p < static_cast<T>(0.25)) x = scalar::exp((scalar::log(p) + lgamma1p(a)) / a);
  }
  if (!(x > 0)) return x == 0 ? T{0} : x;
  T low = 0, high = infinity<T>;
  for (int i = 0; i < 60; ++i) {
    quantile_step<T> const at = gamma_step(a, x, p, q);
    if (at.error == 0) break;
    (at.error > 0 ? high : low) = x;
    T const next = x * scalar::exp(-at.step);
    bool const near = at.is_last();
    if (near || (next > low && next < high && scalar::abs(at.step) < 8)) {
      x = next;
      if (near) break;
    } else {
      T const middle = high == infinity<T> ? 4 * x : low == 0 ? x / 4 : scalar::sqrt(low) * scalar::sqrt(high);
      if (!(middle > low && middle < high)) break;
      x = middle;
    }
  }
  if constexpr (sizeof(T) == 8) return x;
  double const of_p = p, of_q = q;
  return static_cast<T>(exact_quantile(x, [&](double place) { return gamma_step<double>(a, place, of_p, of_q); }));
}
template <native T>
FUSE_HD_NOINLINE T gammaincinv(T a, T p) {
  if (!(a > 0) || !(p >= 0 && p <= 1)) return not_a_number<T>;
  if (p == 0) return T{0};
  return p == 1 ? infinity<T> : gamma_quantile(a, p, 1 - p);
}
template <native T>
FUSE_HD_NOINLINE T gammainccinv(T a, T q) {
  if (!(a > 0) || !(q >= 0 && q <= 1)) return not_a_number<T>;
  if (q == 1) return T{0};
  return q == 0 ? infinity<T> : gamma_quantile(a, 1 - q, q);
}

#if FUSE_SPECIAL_PACKS
/// As of elements, where steps stay within bounds; `unknown` is where they do not.
FUSE_HD pack gamma_quantile(pack a, pack p, pack q, pack_mask& unknown) {
  pack_mask const lower = p < q;
  pack x = pick(
      a > 1,
      [=] {
        pack const t = ndtri(where(lower, p, q)), r = 1 / (9 * a);
        pack const w = 1 - r + where(lower, t, -t) * scalar::sqrt(r);
        return pick(
            w > 0.3, [=] { return a * w * w * w; },
            [=] { return scalar::exp((scalar::log(p) + loggamma(a + 1)) / a); });
      },
      [=] {
        pack const t = 1 - a * (0.253 + a * 0.12);
        return pick(
            p < 0.25, [=] { return scalar::exp((scalar::log(p) + lgamma1p(a)) / a); },
            [=] {
              return pick(
                  p < t, [=] { return scalar::exp(scalar::log(p / t) / a); },
                  [=] { return 1 - scalar::log(q / (1 - t)); });
            });
      });
  pack least = 0, most = infinity<double>;
  pack const wanted = where(lower, p, q), sign = where(lower, 1, -1), spread = scalar::sqrt(a);
  pack_mask active = !unknown;
  for (int i = 0; i < 20 && any(active); ++i) {
    pack_mask const usual = (x > 1e-290) & (x < 700);
    unknown = unknown | (active & !usual);
    active = active & usual;
    split_probability<pack> const at = incomplete_gamma(a, where(usual, x, 1));
    quantile_step<pack> const step(where(lower, at.p, at.q), wanted, sign, at.slope, a - x, spread);
    active = active & (step.error != 0);
    most = where(step.error > 0, x, most);
    least = where(step.error > 0, least, x);
    pack const next = x * scalar::exp(-step.step);
    pack_mask const last = step.is_last(), within = (next > least) & (next < most) & (scalar::abs(step.step) < 8);
    x = where(active & (last | within), next, x);
    unknown = unknown | (active & !(last | within));
    active = active & within & !last;
  }
  unknown = unknown | active;
  return x;
}
FUSE_HD pack gammaincinv(pack a, pack p) {
  pack_mask const usual = (a > 1e-3) & (a < most_near) & (p > 1e-290) & (p < 1);
  pack_mask unknown = !usual;
  pack const at = where(usual, p, 0.5), x = gamma_quantile(where(usual, a, 1), at, 1 - at, unknown);
  return but_for(
      unknown, x, [](double u, double v) { return gammaincinv(u, v); }, a, p);
}
FUSE_HD pack gammainccinv(pack a, pack q) {
  pack_mask const usual = (a > 1e-3) & (a < most_near) & (q > 1e-290) & (q < 1);
  pack_mask unknown = !usual;
  pack const at = where(usual, q, 0.5), x = gamma_quantile(where(usual, a, 1), 1 - at, at, unknown);
  return but_for(
      unknown, x, [](double u, double v) { return gammainccinv(u, v); }, a, q);
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
/// The z of which gammainc(x, z) is y. Float32's last step is float64's.
///
/// source  Halley's method from Wilson and Hilferty's approximation (DLMF 8.12(ii) has others)
/// numpy   scipy.special.gammaincinv
FUSE_SPECIAL_OF_PACKS2(gammaincinv, 23000, formulas::gammaincinv(x, y));
/// The z of which gammaincc(x, z) is y.
///
/// numpy   scipy.special.gammainccinv
FUSE_SPECIAL_OF_PACKS2(gammainccinv, 23000, formulas::gammainccinv(x, y));

}  // namespace cp::special
