// Distribution functions: binomial, negative binomial, beta, F, gamma, Poisson's, chi-squared.
#pragma once

#include <fuse/special/incomplete_beta.hpp>
#include <fuse/special/incomplete_gamma.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

// -- on the incomplete beta function ----------------------------------------------------------------------------------

/// I(a, b) at x, both ends.
template <native T>
FUSE_HD_NOINLINE split_probability<T> beta_split(T a, T b, T x, ends wanted) {
  T p;
  if (beta_is_trivial(a, b, x, p)) return {p, 1 - p, T{0}};
  T const y = 1 - x;
  return incomplete_beta(a, b, x, y, sum_rest(T{1}, -x, y), wanted);
}

/// At most k successes in n trials, and more, of chance p: 1 - I(k + 1, n - k) at p.
template <native T>
FUSE_HD_NOINLINE split_probability<T> binomial_split(T k, T n, T p, ends wanted) {
  T const successes = scalar::floor(k);
  if (!(p >= 0 && p <= 1) || !(successes <= n)) return {not_a_number<T>, not_a_number<T>, T{0}};
  if (successes < 0) return {T{0}, T{1}, T{0}};
  if (successes == n) return {T{1}, T{0}, T{0}};
  split_probability<T> const at = beta_split(successes + 1, n - successes, p, wanted);
  return {at.q, at.p, at.slope};
}
template <native T>
FUSE_HD T bdtr(T k, T n, T p) {
  return k < 0 ? not_a_number<T> : binomial_split(k, n, p, ends::q).p;
}
template <native T>
FUSE_HD T bdtrc(T k, T n, T p) {
  return binomial_split(k, n, p, ends::p).q;
}
template <native T>
FUSE_HD_NOINLINE T bdtri(T k, T n, T p) {
  T const successes = scalar::floor(k), left = n - successes;
  if (!(p >= 0 && p <= 1) || !(successes >= 0) || !(left > 0)) return not_a_number<T>;
  if (p == 0 || p == 1) return 1 - p;
  return beta_quantile(left, successes + 1, p, 1 - p).y;
}

/// At most k failures before n successes of chance p: I(n, k + 1) at p.
template <native T>
FUSE_HD_NOINLINE split_probability<T> negative_binomial_split(T k, T n, T p, ends wanted) {
  T const failures = scalar::floor(k);
  if (!(p >= 0 && p <= 1) || !(failures >= 0)) return {not_a_number<T>, not_a_number<T>, T{0}};
  return beta_split(n, failures + 1, p, wanted);
}
template <native T>
FUSE_HD T nbdtr(T k, T n, T p) {
  return negative_binomial_split(k, n, p, ends::p).p;
}
template <native T>
FUSE_HD T nbdtrc(T k, T n, T p) {
  return negative_binomial_split(k, n, p, ends::q).q;
}
template <native T>
FUSE_HD T nbdtri(T k, T n, T p) {
  return k < 0 ? not_a_number<T> : betaincinv(n, scalar::floor(k) + 1, p);
}

/// I(a / 2, b / 2) at a x / (b + a x), of which the lesser and its complement are taken; the roundings on the way are
/// made up for by the slope.
template <native T>
FUSE_HD_NOINLINE split_probability<T> f_split(T a, T b, T x, ends wanted) {
  if (!(a > 0) || !(b > 0) || !(x >= 0)) return {not_a_number<T>, not_a_number<T>, T{0}};
  T const half_a = static_cast<T>(0.5) * a, half_b = static_cast<T>(0.5) * b, ax = a * x, sum = ax + b;
  if (x == 0) return {T{0}, T{1}, T{0}};
  if (sum == infinity<T>)
    return x == infinity<T> ? split_probability<T>{1, 0, 0} : split_probability<T>{not_a_number<T>, not_a_number<T>, 0};
  T const ax_rest = fma(a, x, -ax), rest = sum_rest(ax, b, sum) + ax_rest;
  bool const low = ax < b;
  T const above = low ? ax : b, above_rest = low ? ax_rest : T{0}, less = above / sum;
  if (!(less > 0)) return low ? split_probability<T>{0, 1, 0} : split_probability<T>{1, 0, 0};
  T const off = (fma(-less, sum, above) + (above_rest - less * rest)) / sum, other = 1 - less;
  T const left = sum_rest(T{1}, -less, other);
  split_probability<T> const at =
      low ? incomplete_beta(half_a, half_b, less, other, left, wanted)
          : incomplete_beta(half_b, half_a, less, other, left, wanted == ends::p ? ends::q : ends::p);
  T const more = at.slope / (less * other) * off;
  return low ? split_probability<T>{at.p + more, at.q - more, at.slope}
             : split_probability<T>{at.q - more, at.p + more, at.slope};
}
template <native T>
FUSE_HD T fdtr(T a, T b, T x) {
  return f_split(a, b, x, ends::p).p;
}
template <native T>
FUSE_HD T fdtrc(T a, T b, T x) {
  return f_split(a, b, x, ends::q).q;
}
template <native T>
FUSE_HD_NOINLINE T fdtri(T a, T b, T p) {
  if (!(a > 0) || !(b > 0) || !(p >= 0 && p <= 1)) return not_a_number<T>;
  if (p == 0 || p == 1) return p == 0 ? T{0} : infinity<T>;
  return b / a * beta_quantile(static_cast<T>(0.5) * a, static_cast<T>(0.5) * b, p, 1 - p).odds;
}

template <real T>
FUSE_HD T f_order(T a, T b, T x) {
  T const ax = a * x;
  return beta_order(static_cast<T>(0.5) * a, static_cast<T>(0.5) * b, ax / (ax + b));
}

#if FUSE_SPECIAL_PACKS

FUSE_HD pack bdtr(pack k, pack n, pack p) {
  pack const successes = scalar::floor(k);
  pack_mask unknown = !((successes >= 0) & (successes < n));
  pack const y = beta_split(successes + 1, n - successes, p, unknown, !unknown, unknown).q;
  return but_for(
      unknown, y, [](double u, double v, double w) { return bdtr(u, v, w); }, k, n, p);
}
FUSE_HD pack bdtrc(pack k, pack n, pack p) {
  pack const successes = scalar::floor(k);
  pack_mask unknown = !((successes >= 0) & (successes < n));
  pack const y = beta_split(successes + 1, n - successes, p, !unknown, unknown, unknown).p;
  return but_for(
      unknown, y, [](double u, double v, double w) { return bdtrc(u, v, w); }, k, n, p);
}
FUSE_HD pack nbdtr(pack k, pack n, pack p) {
  pack_mask unknown = !(k >= 0);
  pack const y = beta_split(n, scalar::floor(k) + 1, p, !unknown, unknown, unknown).p;
  return but_for(
      unknown, y, [](double u, double v, double w) { return nbdtr(u, v, w); }, k, n, p);
}
FUSE_HD pack nbdtrc(pack k, pack n, pack p) {
  pack_mask unknown = !(k >= 0);
  pack const y = beta_split(n, scalar::floor(k) + 1, p, unknown, !unknown, unknown).q;
  return but_for(
      unknown, y, [](double u, double v, double w) { return nbdtrc(u, v, w); }, k, n, p);
}
/// fdtr, or fdtrc, and where it is not known.
template <bool Complement>
FUSE_HD pack f_part(pack a, pack b, pack x, pack_mask& unknown) {
  pack const ax = a * x, sum = ax + b;
  pack_mask const usual = (a > 0) & (b > 0) & (a < 1e4) & (b < 1e4) & (x > 1e-290) & (sum < 1e290), low = ax < b;
  pack const ax_rest = fma(a, x, -ax), rest = sum_rest(ax, b, sum) + ax_rest;
  pack const above = where(low, ax, b), above_rest = where(low, ax_rest, 0);
  pack const less = where(usual & (above > 0), above / sum, 0.25), other = 1 - less,
             left = sum_rest(pack(1), -less, other);
  pack const off = (fma(-less, sum, above) + (above_rest - less * rest)) / sum;
  pack const half_a = where(usual, 0.5 * a, 1), half_b = where(usual, 0.5 * b, 1);
  unknown = !(usual & (above > 0));
  pack_mask const of_p = Complement ? !low : low;
  split_probability<pack> const at =
      incomplete_beta(where(low, half_a, half_b), where(low, half_b, half_a), less, other, left, of_p, !of_p, unknown);
  pack const more = at.slope / (less * other) * off;
  return where(of_p, at.p + more, at.q - more);
}
FUSE_HD pack fdtr(pack a, pack b, pack x) {
  pack_mask unknown;
  pack const y = f_part<false>(a, b, x, unknown);
  return but_for(
      unknown, y, [](double u, double v, double w) { return fdtr(u, v, w); }, a, b, x);
}
FUSE_HD pack fdtrc(pack a, pack b, pack x) {
  pack_mask unknown;
  pack const y = f_part<true>(a, b, x, unknown);
  return but_for(
      unknown, y, [](double u, double v, double w) { return fdtrc(u, v, w); }, a, b, x);
}

#endif

// -- on the incomplete gamma function ---------------------------------------------------------------------------------

/// P(a, x + rest) for a rounding's rest.
template <native T>
FUSE_HD_NOINLINE split_probability<T> gamma_split(T a, T x, T rest) {
  if (!(a > 0) || !(x > 0) || a == infinity<T> || x == infinity<T>) return {gammainc(a, x), gammaincc(a, x), T{0}};
  split_probability<T> const at = incomplete_gamma(a, x);
  T const more = at.slope * (rest / x);
  return {at.p + more, at.q - more, at.slope};
}
template <native T>
FUSE_HD T gdtr(T rate, T shape, T x) {
  T const y = rate * x;
  return x < 0 ? not_a_number<T> : gamma_split(shape, y, fma(rate, x, -y)).p;
}
template <native T>
FUSE_HD T gdtrc(T rate, T shape, T x) {
  T const y = rate * x;
  return x < 0 ? not_a_number<T> : gamma_split(shape, y, fma(rate, x, -y)).q;
}
template <real T>
FUSE_HD T pdtr(T k, T m) {
  return gammaincc(where(k >= 0, scalar::floor(k) + 1, not_a_number<T>), m);
}
template <real T>
FUSE_HD T pdtrc(T k, T m) {
  return gammainc(where(k >= 0, scalar::floor(k) + 1, not_a_number<T>), m);
}
template <native T>
FUSE_HD T pdtri(T k, T p) {
  return k >= 0 && p < 1 ? gammainccinv(scalar::floor(k) + 1, p) : not_a_number<T>;
}
template <real T>
FUSE_HD T chdtr(T v, T x) {
  return gammainc(static_cast<T>(0.5) * v, static_cast<T>(0.5) * x);
}
template <real T>
FUSE_HD T chdtrc(T v, T x) {
  return gammaincc(static_cast<T>(0.5) * v, static_cast<T>(0.5) * x);
}
template <real T>
FUSE_HD T chdtri(T v, T p) {
  return 2 * gammainccinv(static_cast<T>(0.5) * v, p);
}

#if FUSE_SPECIAL_PACKS

FUSE_HD pack gdtr(pack rate, pack shape, pack x) {
  pack const y = rate * x;
  pack_mask const usual = is_usual_gamma(shape, y) & (x > 0);
  split_probability<pack> const at = incomplete_gamma(where(usual, shape, 1), where(usual, y, 1));
  return but_for(
      !usual, at.p + at.slope * (fma(rate, x, -y) / y), [](double u, double v, double w) { return gdtr(u, v, w); },
      rate, shape, x);
}
FUSE_HD pack gdtrc(pack rate, pack shape, pack x) {
  pack const y = rate * x;
  pack_mask const usual = is_usual_gamma(shape, y) & (x > 0);
  split_probability<pack> const at = incomplete_gamma(where(usual, shape, 1), where(usual, y, 1));
  return but_for(
      !usual, at.q - at.slope * (fma(rate, x, -y) / y), [](double u, double v, double w) { return gdtrc(u, v, w); },
      rate, shape, x);
}

#endif

}  // namespace formulas

/// The chance of at most x successes in y trials, each of chance z. NaN for x < 0, x > y, and z outside [0, 1].
///
/// source  DLMF 8.17.5: I(y - x, x + 1) at 1 - z
/// numpy   scipy.special.bdtr
FUSE_SPECIAL_OF_SORTED_PACKS3(bdtr, 10000, beta_order(scalar::floor(x) + 1, y - scalar::floor(x), z),
                              formulas::bdtr(x, y, z));
/// The chance of more than x successes in y trials, each of chance z: 1 for x < 0.
///
/// numpy   scipy.special.bdtrc
FUSE_SPECIAL_OF_SORTED_PACKS3(bdtrc, 10000, beta_order(scalar::floor(x) + 1, y - scalar::floor(x), z),
                              formulas::bdtrc(x, y, z));
/// The chance of a success with which bdtr(x, y, .) is z.
///
/// numpy   scipy.special.bdtri
FUSE_SPECIAL3(bdtri, 27000, formulas::bdtri(x, y, z));
/// The chance of at most x failures before the yth success, each success of chance z.
///
/// numpy   scipy.special.nbdtr
FUSE_SPECIAL_OF_SORTED_PACKS3(nbdtr, 10000, beta_order(y, scalar::floor(x) + 1, z), formulas::nbdtr(x, y, z));
/// The chance of more than x failures before the yth success.
///
/// numpy   scipy.special.nbdtrc
FUSE_SPECIAL_OF_SORTED_PACKS3(nbdtrc, 10000, beta_order(y, scalar::floor(x) + 1, z), formulas::nbdtrc(x, y, z));
/// The chance of a success with which nbdtr(x, y, .) is z.
///
/// numpy   scipy.special.nbdtri
FUSE_SPECIAL3(nbdtri, 27000, formulas::nbdtri(x, y, z));
/// The beta distribution's function with the exponents x and y, at z: cp::special::betainc.
///
/// numpy   scipy.special.btdtr
FUSE_SPECIAL_OF_SORTED_PACKS3(btdtr, 8000, beta_order(x, y, z), formulas::betainc(x, y, z));
/// The inverse of cp::special::btdtr in z.
///
/// numpy   scipy.special.btdtri
FUSE_SPECIAL_OF_PACKS3(btdtri, 27000, formulas::betaincinv(x, y, z));
/// The F distribution's function with x and y degrees of freedom, at z: I(x / 2, y / 2) at x z / (y + x z).
///
/// numpy   scipy.special.fdtr
FUSE_SPECIAL_OF_SORTED_PACKS3(fdtr, 10000, f_order(x, y, z), formulas::fdtr(x, y, z));
/// 1 - fdtr, to full accuracy where it is small.
///
/// numpy   scipy.special.fdtrc
FUSE_SPECIAL_OF_SORTED_PACKS3(fdtrc, 10000, f_order(x, y, z), formulas::fdtrc(x, y, z));
/// The inverse of cp::special::fdtr in z.
///
/// numpy   scipy.special.fdtri
FUSE_SPECIAL3(fdtri, 27000, formulas::fdtri(x, y, z));
/// The gamma distribution's function of the rate x and the shape y, at z: gammainc(y, x z).
///
/// numpy   scipy.special.gdtr
FUSE_SPECIAL_OF_SORTED_PACKS3(gdtr, 5800, gamma_order(y, x* z), formulas::gdtr(x, y, z));
/// 1 - gdtr, to full accuracy where it is small.
///
/// numpy   scipy.special.gdtrc
FUSE_SPECIAL_OF_SORTED_PACKS3(gdtrc, 5800, gamma_order(y, x* z), formulas::gdtrc(x, y, z));
/// The chance of at most x events of Poisson's distribution of the mean y: gammaincc(floor(x) + 1, y).
///
/// numpy   scipy.special.pdtr
FUSE_SPECIAL_OF_SORTED_PACKS2(pdtr, 5600, gamma_order(scalar::floor(x) + 1, y), formulas::pdtr(x, y));
/// The chance of more than x events.
///
/// numpy   scipy.special.pdtrc
FUSE_SPECIAL_OF_SORTED_PACKS2(pdtrc, 5600, gamma_order(scalar::floor(x) + 1, y), formulas::pdtrc(x, y));
/// The mean with which pdtr(x, .) is y.
///
/// numpy   scipy.special.pdtri
FUSE_SPECIAL2(pdtri, 23000, formulas::pdtri(x, y));
/// The chi-squared distribution's function with x degrees of freedom, at y: gammainc(x / 2, y / 2).
///
/// numpy   scipy.special.chdtr
FUSE_SPECIAL_OF_SORTED_PACKS2(chdtr, 5600, gamma_order(x * 0.5, y * 0.5), formulas::chdtr(x, y));
/// 1 - chdtr, to full accuracy where it is small.
///
/// numpy   scipy.special.chdtrc
FUSE_SPECIAL_OF_SORTED_PACKS2(chdtrc, 5600, gamma_order(x * 0.5, y * 0.5), formulas::chdtrc(x, y));
/// The place where chdtrc(x, .) is y.
///
/// numpy   scipy.special.chdtri
FUSE_SPECIAL_OF_PACKS2(chdtri, 23000, formulas::chdtri(x, y));

}  // namespace cp::special
