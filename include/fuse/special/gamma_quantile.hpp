// The inverses of the incomplete gamma function.
#pragma once

#include <fuse/special/errors.hpp>
#include <fuse/special/incomplete_gamma.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

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
/// Which elements are best side by side.
template <real T>
FUSE_HD T gamma_quantile_order(T a, T p) {
  T const small = where(p < static_cast<T>(0.3), T(0), where(p < static_cast<T>(0.7), T(1), T(2)));
  T const part = where(p < static_cast<T>(0.3), T(0),
                       where(p < static_cast<T>(0.6), T(1), where(p < static_cast<T>(0.85), T(2), T(3))));
  T const size = where(a < 3, T(0), where(a < static_cast<T>(most_near), T(1), T(2)));
  return where(a <= 1, small, 3 + 4 * size + part);
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
    pack_mask const usual = is_usual_gamma(a, x) & (x > 1e-290);
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
  pack_mask const usual = (a > 1e-3) & (a < 1e6) & (p > 1e-290) & (p < 1);
  pack_mask unknown = !usual;
  pack const at = where(usual, p, 0.5), x = gamma_quantile(where(usual, a, 1), at, 1 - at, unknown);
  return but_for(
      unknown, x, [](double u, double v) { return gammaincinv(u, v); }, a, p);
}
FUSE_HD pack gammainccinv(pack a, pack q) {
  pack_mask const usual = (a > 1e-3) & (a < 1e6) & (q > 1e-290) & (q < 1);
  pack_mask unknown = !usual;
  pack const at = where(usual, q, 0.5), x = gamma_quantile(where(usual, a, 1), 1 - at, at, unknown);
  return but_for(
      unknown, x, [](double u, double v) { return gammainccinv(u, v); }, a, q);
}
#endif

}  // namespace formulas

/// The z of which gammainc(x, z) is y. Float32's last step is float64's.
///
/// source  Halley's method from Wilson and Hilferty's approximation (DLMF 8.12(ii) has others)
/// numpy   scipy.special.gammaincinv
FUSE_SPECIAL_OF_SORTED_PACKS2(gammaincinv, 23000, gamma_quantile_order(x, y), formulas::gammaincinv(x, y));
/// The z of which gammaincc(x, z) is y.
///
/// numpy   scipy.special.gammainccinv
FUSE_SPECIAL_OF_SORTED_PACKS2(gammainccinv, 23000, gamma_quantile_order(x, T(1 - y)), formulas::gammainccinv(x, y));

}  // namespace cp::special
