// The incomplete beta function, regularised, and its inverse.
#pragma once

#include <fuse/special/gamma_quantile.hpp>
#include <fuse/special/incomplete_gamma.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

/// x^a y^b / B(a, b) with y = 1 - x, whose rounding is `rest`. Large arguments: (x s / a)^a (y s / b)^b, s = a + b, at
/// most 1, of which each quotient's rounding is made up for, by Stirling's remainders.
template <native T>
FUSE_HD_NOINLINE T beta_slope(T a, T b, T x, T y, T rest) {
  T const small = a < b ? a : b, s = a + b;
  if (small < 4) {
    T const y_power = scalar::pow(y, b), made_up = rest == 0 ? y_power : y_power * (1 + b * (rest / y));
    T const x_power = scalar::pow(x, a), both = x_power * made_up;
    // where one underflows, their logarithms may still make a number with the beta function's
    if (both > static_cast<T>(sizeof(T) == 8 ? 1e-290 : 1e-35)) return beta_or_inverse<true>(a, b, both);
    return scalar::exp(a * scalar::log(x) + b * (scalar::log(y) + rest / y) - betaln(a, b));
  }
  T const of_s = sum_rest(a, b, s), xs = x * s, ys = y * s;
  T const x_rest = fma(x, s, -xs) + x * of_s, y_rest = fma(y, s, -ys) + (y * of_s + rest * s);
  constexpr T most = static_cast<T>(sizeof(T) == 8 ? 600 : 75);
  T const distance = scalar::abs(xs - a);
  T const factor = scalar::sqrt(a) * static_cast<T>(0.39894228040143267794) * scalar::sqrt(b / s) *
                   scalar::exp(stirling(s) - stirling(a) - stirling(b));
  T share = 1;
  while (distance * share > most && share > static_cast<T>(1e-6)) share *= static_cast<T>(0.5);
  T power = power_of_quotient(xs, x_rest, a, a * share) * power_of_quotient(ys, y_rest, b, b * share);
  for (; share < 1; share *= 2) power *= power;
  return power == power ? factor * power : T{0};
}

/// The continued fraction of the incomplete beta function by Steed's method, for x up to a / (a + b); lambda is
/// a y - b x.
///
/// source  A. R. DiDonato, A. H. Morris, "Significant digit computation of the incomplete beta function ratios", ACM
/// TOMS 18
///         (1992), (9): the even part of DLMF 8.17.22, in which 1 - x does not cancel
template <real T>
FUSE_HD_NOINLINE T beta_fraction(T a, T b, T x, T y, T lambda, mask_of<T> active) {
  T const s = a + b, turns = 1 + y;
  T d = (a + 1) / (a * (lambda + 1)), more = d, h = d, r = 1 / (a + 1);
  for (int i = 1; i < 20000; ++i) {
    element<T> const n = static_cast<element<T>>(i);
    T const w = n * (b - n) * x * r;
    T const alpha = (a + (n - 1)) * (s + (n - 1)) * r * (w * x);
    r = 1 / (a + (2 * n + 1));
    T const beta = n + w + (a + n) * r * (lambda + 1 + n * turns);
    T const next = 1 / (beta + alpha * d);
    more *= -alpha * d * next;
    d = next;
    h = where(active, h + more, h);
    active = both(active, scalar::abs(more) > epsilon<T> * static_cast<T>(0.1) * scalar::abs(h));
    if (!any(active)) break;
  }
  return h;
}

/// How many steps that takes in float64 for a + b up to 60: as y has it, and a whole b ends it. Up to
/// `most_beta_steps` are taken from the end.
template <real T>
FUSE_HD T beta_steps(T a, T b, T y) {
  T const more = y * (static_cast<T>(1.0 / 3) + y * (static_cast<T>(0.2) + y * static_cast<T>(1.0 / 7)));
  T const speed = scalar::sqrt(y) * (1 + more);
  T const steps = scalar::floor(static_cast<T>(9.25) / speed + (3 + static_cast<T>(0.14) * (a + b)));
  return where(a + b < 60, where(both(b < steps, b == scalar::floor(b)), b, steps), T(1000));
}
inline constexpr int most_beta_steps = 40;
/// The same from its end, of float64: numerators and denominators, of which each step is multiplied by those that
/// divide in it, with one division.
template <real T>
FUSE_HD_NOINLINE T short_beta_fraction(T a, T b, T x, T y, T lambda, T steps) {
  T const s = a + b, turns = 1 + y, first = lambda + 1, xx = x * x;
  T above = 1, below = 0;
  for (element<T> n = largest(steps); n > 0; n -= 1) {
    T const at = a + n, divisor = at + (n + 1), before = divisor - 2, last = b - n;
    T const factor = divisor * (n * (before + last * x)) + at * before * (first + n * turns);
    T const other = (before * (divisor + 2)) * (at * (s + n)) * (((n + 1) * (last - 1)) * xx);
    T const next = factor * above + other * below;
    step_back(next, steps >= n, above, below);
  }
  return (a + 1) * above / (a * (first * above + (a + 3) * s * ((b - 1) * xx) * below));
}
/// By the one or the other.
template <real T>
FUSE_HD T any_beta_fraction(T a, T b, T x, T y, T lambda, mask_of<T> active) {
  if constexpr (sizeof(T) > 4) {
    T const steps = beta_steps(a, b, y);
    mask_of<T> const is_short = both(active, steps <= most_beta_steps);
    return pick(
        is_short, [=] { return short_beta_fraction(a, b, x, y, lambda, T(where(is_short, steps, T(0)))); },
        [=] { return beta_fraction(a, b, x, y, lambda, both(active, steps > most_beta_steps)); });
  } else {
    return beta_fraction(a, b, x, y, lambda, active);
  }
}

/// The series of positive terms (DLMF 8.17.8), for x up to 0.97: hundreds of them, of which what rounding leaves is
/// summed too.
template <real T>
FUSE_HD_NOINLINE T beta_series(T a, T b, T x, mask_of<T> active) {
  T sum = 1, rest = 0, term = 1;
  for (int i = 0; i < 2000; ++i) {
    element<T> const n = static_cast<element<T>>(i);
    term *= ((a + b) + n) / (a + (1 + n)) * x;
    T const next = sum + term;
    rest = where(active, rest + sum_rest(sum, term, next), rest);
    sum = where(active, next, sum);
    active = both(active, term > epsilon<T> * static_cast<T>(0.02) * sum);
    if (!any(active)) break;
  }
  return (sum + rest) / a;
}

/// I(a, b) at x and y = 1 - x (with what rounding has left of it) for finite positive a, b, x, y. Where the nearer
/// end's value is large, the other is small only if a or b is: it has its own series, unless it is not `wanted`.
enum class ends { p = 1, q = 2, both = 3 };
template <native T>
FUSE_HD_NOINLINE split_probability<T> incomplete_beta(T a, T b, T x, T y, T rest, ends wanted = ends::both) {
  T const slope = beta_slope(a, b, x, y, rest);
  if (!(slope > 0)) return x * (a + b) <= a ? split_probability<T>{0, 1, 0} : split_probability<T>{1, 0, 0};
  T const bx = b * x, lambda = (fma(a, y, -bx) - fma(b, x, -bx)) + a * rest;
  constexpr T large = static_cast<T>(0.6), most = static_cast<T>(0.97);
  T const near = a > static_cast<T>(0.1) && b > static_cast<T>(0.1) ? static_cast<T>(0.6) : -infinity<T>;
  if (x * (a + b + 2) <= a + 1) {
    T const p = at_most_1(slope * any_beta_fraction(a, b, x, y, lambda, true));
    if (!(p > large) || wanted == ends::p) return {p, 1 - p, slope};
    if (lambda < near) return {p, at_most_1(slope * any_beta_fraction(b, a, y, x, -lambda, true)), slope};
    return {p, y < most ? at_most_1(slope * beta_series(b, a, y, true)) : 1 - p, slope};
  }
  T const q = at_most_1(slope * any_beta_fraction(b, a, y, x, -lambda, true));
  if (!(q > large) || wanted == ends::q) return {1 - q, q, slope};
  if (lambda > -near) return {at_most_1(slope * any_beta_fraction(a, b, x, y, lambda, true)), q, slope};
  return {x < most ? at_most_1(slope * beta_series(a, b, x, true)) : 1 - q, q, slope};
}

/// Whether a and b decide alone, and x within [0, 1].
template <native T>
FUSE_HD bool beta_is_trivial(T a, T b, T x, T& p) {
  p = not_a_number<T>;
  if (!(a >= 0) || !(b >= 0) || !(x >= 0 && x <= 1)) return true;
  if ((a == 0 && b == 0) || (a == infinity<T> && b == infinity<T>)) return true;
  p = x == 0 || x == 1 ? x : (a == 0 || b == infinity<T>) ? T{1} : T{0};
  return x == 0 || x == 1 || a == 0 || b == 0 || a == infinity<T> || b == infinity<T>;
}
template <native T>
FUSE_HD_NOINLINE T betainc(T a, T b, T x) {
  T p;
  if (beta_is_trivial(a, b, x, p)) return p;
  T const y = 1 - x;
  return incomplete_beta(a, b, x, y, sum_rest(T{1}, -x, y), ends::p).p;
}
template <native T>
FUSE_HD_NOINLINE T betaincc(T a, T b, T x) {
  T p;
  if (beta_is_trivial(a, b, x, p)) return 1 - p;
  T const y = 1 - x;
  return incomplete_beta(a, b, x, y, sum_rest(T{1}, -x, y), ends::q).q;
}

/// Which elements are best side by side: those of as many steps.
template <real T>
FUSE_HD T beta_order(T a, T b, T x) {
  mask_of<T> const left = x * (a + b + 2) <= a + 1;
  T const steps = beta_steps(T(where(left, a, b)), T(where(left, b, a)), T(where(left, T(1 - x), x)));
  T const size = where(one_of(a < 4, b < 4), T(0), T(8));
  return size + where(both(steps >= 0, steps <= most_beta_steps), scalar::floor(steps * static_cast<T>(1.0 / 6)), T(7));
}

#if FUSE_SPECIAL_PACKS

/// Packs of which it says that they are `usual`.
FUSE_HD pack_mask is_usual_beta(pack a, pack b, pack x) {
  return (a > 0) & (b > 0) & (a < 1e4) & (b < 1e4) & (x > 0) & (x < 1);
}
/// x^a y^b / B(a, b), and for which elements it is not known.
FUSE_HD pack beta_slope(pack a, pack b, pack x, pack y, pack rest, pack_mask& unknown) {
  pack const s = a + b;
  pack_mask const small = (a < 4) | (b < 4);
  pack power = 0;
  if (any(small)) {
    power = scalar::pow(x, a) * (scalar::pow(y, b) * (1 + b * (rest / y)));
    pack_mask const far = small & !(power > 1e-290);
    unknown = unknown | far;
    power = beta_or_inverse<true>(where(small, a, 1), where(small, b, 1), power);
  }
  if (!all(small)) {
    pack const of_s = sum_rest(a, b, s), xs = x * s, ys = y * s;
    pack const x_rest = fma(x, s, -xs) + x * of_s, y_rest = fma(y, s, -ys) + (y * of_s + rest * s);
    unknown = unknown | ((!small) & !(scalar::abs(xs - a) < 600));
    pack const factor = scalar::sqrt(a) * 0.39894228040143267794 * scalar::sqrt(b / s) *
                        scalar::exp(stirling(s) - stirling(a) - stirling(b));
    pack const both = power_of_quotient(xs, x_rest, a, a) * power_of_quotient(ys, y_rest, b, b);
    power = where(small, power, factor * both);
  }
  return power;
}
/// Of both ends what is wanted, with the elements for which it is not known.
FUSE_HD split_probability<pack> incomplete_beta(pack a, pack b, pack x, pack y, pack rest, pack_mask p_wanted,
                                                pack_mask q_wanted, pack_mask& unknown) {
  pack const slope = beta_slope(a, b, x, y, rest, unknown);
  unknown = unknown | !(slope > 0);
  pack const bx = b * x, lambda = (fma(a, y, -bx) - fma(b, x, -bx)) + a * rest;
  pack_mask const left = x * (a + b + 2) <= a + 1;
  // from here on from the nearer end
  pack const of_near = where(left, a, b), of_far = where(left, b, a), from = where(left, x, y), to = where(left, y, x);
  pack const side = where(left, lambda, -lambda);
  pack const value = at_most_1(slope * any_beta_fraction(of_near, of_far, from, to, side, !unknown));
  pack other = 1 - value;
  pack_mask const more = (value > 0.6) & (!unknown) & ((left & q_wanted) | ((!left) & p_wanted));
  if (any(more)) {
    pack_mask const near = more & ((a > 0.1) & (b > 0.1) & (side < 0.6)), far = more & (!near) & (to < 0.97);
    unknown = unknown | (more & !(near | far));  // what cancels is the better the fewer roundings there are
    if (any(near))
      other = where(near, at_most_1(slope * any_beta_fraction(of_far, of_near, to, from, -side, near)), other);
    if (any(far)) other = where(far, at_most_1(slope * beta_series(of_far, of_near, to, far)), other);
  }
  return {where(left, value, other), where(left, other, value), slope};
}
/// Both ends, and where they are not known.
FUSE_HD split_probability<pack> beta_split(pack a, pack b, pack x, pack_mask p_wanted, pack_mask q_wanted,
                                           pack_mask& unknown) {
  pack_mask const usual = is_usual_beta(a, b, x);
  unknown = unknown | !usual;
  pack const at = where(usual, x, 0.5), y = 1 - at, rest = sum_rest(pack(1), -at, y);
  return incomplete_beta(where(usual, a, 1), where(usual, b, 1), at, y, rest, p_wanted, q_wanted, unknown);
}
FUSE_HD pack betainc(pack a, pack b, pack x) {
  pack_mask unknown = x != x;
  pack const p = beta_split(a, b, x, !unknown, unknown, unknown).p;
  return but_for(
      unknown, p, [](double u, double v, double w) { return betainc(u, v, w); }, a, b, x);
}

#endif

/// x and 1 - x, of which the lesser is exact, by x / (1 - x).
template <native T>
struct split_place {
  T x, y, odds;
};
template <native T>
FUSE_HD_NOINLINE quantile_step<T> beta_step(T a, T b, T odds, T p, T q) {
  bool const left = odds < 1, low = p < q;
  T const less = left ? odds / (1 + odds) : 1 / (1 + odds), other = 1 - less, rest = sum_rest(T{1}, -less, other);
  T const x = left ? less : other, y = left ? other : less;
  split_probability<T> const at = left ? incomplete_beta(a, b, x, y, rest) : incomplete_beta(b, a, y, x, rest);
  T const wanted = low ? p : q, got = low == left ? at.p : at.q;
  return {got, wanted, low ? T{1} : T{-1}, at.slope, a * y - b * x, scalar::sqrt((a + b) * x * y)};
}
/// Where I(a, b) is p and 1 - I is q, of which the smaller counts: steps of log(x / (1 - x)) from a guess, within
/// bounds that close in on it; 80 at most.
template <native T>
FUSE_HD_NOINLINE split_place<T> beta_quantile(T a, T b, T p, T q) {
  T odds;
  if (a >= 1 && b >= 1) {  // Abramowitz and Stegun 26.5.22
    T const t = p < q ? -ndtri(p) : ndtri(q), l = (t * t - 3) / 6, u = 1 / (2 * a - 1), v = 1 / (2 * b - 1),
            h = 2 / (u + v);
    T const w = t * scalar::sqrt(scalar::abs(l + h)) / h - (v - u) * (l + static_cast<T>(5.0 / 6) - 2 / (3 * h));
    odds = a / b * scalar::exp(-2 * w);
  } else {  // the ends' powers of x and 1 - x
    T const s = a + b, left = scalar::exp(a * scalar::log(a / s)) / a, right = scalar::exp(b * scalar::log(b / s)) / b;
    T const w = left + right;
    T const x = scalar::exp(scalar::log(a * w * p) / a), y = scalar::exp(scalar::log(b * w * q) / b);
    odds = p * w < left               ? (x < static_cast<T>(0.99) ? x / (1 - x) : T{99})
           : y < static_cast<T>(0.99) ? (1 - y) / y
                                      : static_cast<T>(0.01);
  }
  constexpr T least = static_cast<T>(sizeof(T) == 8 ? 1e-300 : 1e-37);
  if (!(odds >= least)) odds = least;
  if (!(odds <= 1 / least)) odds = 1 / least;
  T low = 0, high = infinity<T>;
  for (int i = 0; i < 80; ++i) {
    quantile_step<T> const at = beta_step(a, b, odds, p, q);
    if (at.error == 0) break;
    (at.error > 0 ? high : low) = odds;
    T const next = odds * scalar::exp(-at.step);
    bool const near = at.is_last();
    if (near || (next > low && next < high && scalar::abs(at.step) < 8)) {
      odds = next;
      if (near) break;
    } else {
      T const middle = high == infinity<T> ? 16 * odds : low == 0 ? odds / 16 : scalar::sqrt(low) * scalar::sqrt(high);
      if (!(middle > low && middle < high)) break;
      odds = middle;
    }
  }
  double exact = odds;
  if constexpr (sizeof(T) == 4) {
    double const of_a = a, of_b = b, of_p = p, of_q = q;
    exact = exact_quantile(exact, [&](double place) { return beta_step<double>(of_a, of_b, place, of_p, of_q); });
  }
  double const x = exact < 1 ? exact / (1 + exact) : 1 / (1 + 1 / exact);
  return {static_cast<T>(x), static_cast<T>(1 / (1 + exact)), static_cast<T>(exact)};
}
template <native T>
FUSE_HD_NOINLINE T betaincinv(T a, T b, T p) {
  if (!(a > 0) || !(b > 0) || !(p >= 0 && p <= 1)) return not_a_number<T>;
  if (p == 0 || p == 1) return p;
  if (a == infinity<T> || b == infinity<T>) return a == b ? not_a_number<T> : a == infinity<T> ? T{1} : T{0};
  return beta_quantile(a, b, p, 1 - p).x;
}

#if FUSE_SPECIAL_PACKS
/// The odds, x / (1 - x), as of elements, where steps stay within bounds; `unknown` is where they do not.
FUSE_HD pack beta_quantile(pack a, pack b, pack p, pack q, pack_mask& unknown) {
  pack_mask const lower = p < q;
  pack odds = pick((a >= 1) & (b >= 1),
                   [=] {
                     pack const z = ndtri(where(lower, p, q)), t = where(lower, -z, z);
                     pack const l = (t * t - 3) * (1.0 / 6), u = 1 / (2 * a - 1), v = 1 / (2 * b - 1), h = 2 / (u + v);
                     pack const w = t * scalar::sqrt(scalar::abs(l + h)) / h - (v - u) * (l + 5.0 / 6 - 2 / (3 * h));
                     return a / b * scalar::exp(-2 * w);
                   },
                   [=] {
                     pack const s = a + b, left = scalar::exp(a * scalar::log(a / s)) / a,
                                right = scalar::exp(b * scalar::log(b / s)) / b, w = left + right;
                     pack const x = scalar::exp(scalar::log(a * w * p) / a),
                                y = scalar::exp(scalar::log(b * w * q) / b);
                     pack const below = where(x < 0.99, x / (1 - x), 99), above = where(y < 0.99, (1 - y) / y, 0.01);
                     return where(p * w < left, below, above);
                   });
  odds = where(odds >= 1e-290, odds, 1e-290);
  odds = where(odds <= 1e290, odds, 1e290);
  pack least = 0, most = infinity<double>;
  pack const wanted = where(lower, p, q), sign = where(lower, 1, -1);
  pack_mask active = !unknown;
  for (int i = 0; i < 20 && any(active); ++i) {
    pack_mask const left = odds < 1;
    pack const less = where(left, odds / (1 + odds), 1 / (1 + odds)), other = 1 - less;
    pack const rest = sum_rest(pack(1), -less, other), x = where(left, less, other), y = where(left, other, less);
    pack_mask const of_p = (left & lower) | !(left | lower);
    pack_mask lost = !active;
    split_probability<pack> const at =
        incomplete_beta(where(left, a, b), where(left, b, a), less, other, rest, of_p, !of_p, lost);
    quantile_step<pack> const step(where(of_p, at.p, at.q), wanted, sign, at.slope, a * y - b * x,
                                   scalar::sqrt((a + b) * x * y));
    unknown = unknown | (active & lost);
    active = active & (!lost) & (step.error != 0);
    most = where(step.error > 0, odds, most);
    least = where(step.error > 0, least, odds);
    pack const next = odds * scalar::exp(-step.step);
    pack_mask const last = step.is_last(), within = (next > least) & (next < most) & (scalar::abs(step.step) < 8);
    odds = where(active & (last | within), next, odds);
    unknown = unknown | (active & !(last | within));
    active = active & within & !last;
  }
  unknown = unknown | active;
  return odds;
}
FUSE_HD pack_mask is_usual_quantile(pack a, pack b, pack p) {
  return (a > 1e-3) & (b > 1e-3) & (a < 1e4) & (b < 1e4) & (p > 1e-290) & (p < 1);
}
FUSE_HD pack betaincinv(pack a, pack b, pack p) {
  pack_mask const usual = is_usual_quantile(a, b, p);
  pack_mask unknown = !usual;
  pack const at = where(usual, p, 0.5);
  pack const odds = beta_quantile(where(usual, a, 1), where(usual, b, 1), at, 1 - at, unknown);
  pack const x = where(odds < 1, odds, 1) / (1 + where(odds < 1, odds, 1 / odds));
  return but_for(
      unknown, x, [](double u, double v, double w) { return betaincinv(u, v, w); }, a, b, p);
}
#endif

}  // namespace formulas

/// The incomplete beta function I(x, y) at z, regularised: the integral of t^(x - 1) (1 - t)^(y - 1) from 0 to z by
/// B(x, y). NaN for negative x or y, and outside [0, 1].
///
/// source  DiDonato and Morris' continued fraction (of DLMF 8.17.22), of 1 - z beyond the mean
/// numpy   scipy.special.betainc
FUSE_SPECIAL_OF_SORTED_PACKS3(betainc, 8000, beta_order(x, y, z), formulas::betainc(x, y, z));
/// The place where betainc(x, y, .) is z.
///
/// source  Halley's method in log(t / (1 - t)), from Abramowitz and Stegun 26.5.22
/// numpy   scipy.special.betaincinv
FUSE_SPECIAL_OF_PACKS3(betaincinv, 27000, formulas::betaincinv(x, y, z));

}  // namespace cp::special
