// Logistic functions, entropies, losses, power transformations, degrees.
#pragma once

#include <fuse/ops/explog.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/rounding.hpp>
#include <fuse/ops/trigonometric.hpp>
#include <fuse/special/phase.hpp>
#include <fuse/special/quotients.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

template <native T>
FUSE_HD T expit(T x) {
  T const e = scalar::exp(-scalar::abs(x)), y = 1 / (1 + e);
  return x < 0 ? e * y : y;
}

template <native T>
FUSE_HD T log_expit(T x) {
  return (x > 0 ? -T{0} : x) - scalar::log1p(scalar::exp(-scalar::abs(x)));
}

template <native T>
FUSE_HD T entr(T x) {
  T const y = -x * scalar::log(x), outside = x == x ? -infinity<T> : x;
  return detail::select(x > 0, y, x == 0 ? T{0} : outside);
}

template <native T>
FUSE_HD T huber(T delta, T r) {
  T const a = scalar::abs(r);
  if (delta < 0) return infinity<T>;
  return a <= delta ? static_cast<T>(0.5) * r * r : delta * (a - static_cast<T>(0.5) * delta);
}

/// delta^2 (sqrt(1 + v^2) - 1) with v = r / delta is delta r v / (1 + sqrt(1 + v^2)).
template <native T>
FUSE_HD T pseudo_huber(T delta, T r) {
  if (delta < 0) return infinity<T>;
  if (delta == 0 || r == 0) return T{0};
  T const v = scalar::abs(r / delta);
  return v < 1 / epsilon<T> ? delta * scalar::abs(r) * (v / (1 + scalar::sqrt(1 + v * v))) : delta * scalar::abs(r);
}

/// (e^(lambda l) - 1) / lambda, l for lambda = 0.
template <native T>
FUSE_HD T boxcox_of_log(T l, T lambda) {
  if (scalar::abs(lambda) < static_cast<T>(sizeof(T) == 8 ? 1e-19 : 1e-12)) return l;
  T const y = lambda * l;
  if (scalar::abs(y) < static_cast<T>(sizeof(T) == 8 ? 1e-290 : 1e-30)) return l;
  if (y < static_cast<T>(sizeof(T) == 8 ? 709.78 : 88.7)) return scalar::expm1(y) / lambda;
  return scalar::copysign(scalar::exp(y - scalar::log(scalar::abs(lambda))), lambda) - 1 / lambda;
}
#if FUSE_SPECIAL_PACKS
FUSE_HD pack boxcox_of_log(pack l, pack lambda) {
  pack const y = lambda * l;
  pack_mask const straight = (scalar::abs(lambda) < 1e-19) | (scalar::abs(y) < 1e-290);
  pack const usual = pick(
      y > 700,
      [=] {
        pack const half = scalar::exp(0.5 * y);
        return half / lambda * half;
      },
      [=] { return scalar::expm1(y) / lambda; });
  return where(straight, l, usual);
}
#endif
template <real T>
FUSE_HD T boxcox(T x, T lambda) {
  return boxcox_of_log(scalar::log(x), lambda);
}
template <real T>
FUSE_HD T boxcox1p(T x, T lambda) {
  return boxcox_of_log(scalar::log1p(x), lambda);
}
/// log(1 + lambda x) / lambda, x for lambda = 0. What 1 + lambda x may overflow to is no number.
template <native T>
FUSE_HD T log_of_inv_boxcox(T x, T lambda) {
  T const y = lambda * x;
  if (scalar::abs(y) < static_cast<T>(sizeof(T) == 8 ? 1e-154 : 1e-19)) return x;
  if (y == infinity<T> && scalar::isfinite(x) && scalar::isfinite(lambda))
    return (scalar::log(scalar::abs(x)) + scalar::log(scalar::abs(lambda))) / lambda;
  return scalar::log1p(y) / lambda;
}
template <native T>
FUSE_HD T inv_boxcox(T x, T lambda) {
  return lambda == 0 ? scalar::exp(x) : scalar::exp(log_of_inv_boxcox(x, lambda));
}
template <native T>
FUSE_HD T inv_boxcox1p(T x, T lambda) {
  return lambda == 0 ? scalar::expm1(x) : scalar::expm1(log_of_inv_boxcox(x, lambda));
}

template <native T>
FUSE_HD T exprel(T x) {
  // e^x overflows before e^x / x does
  constexpr T large = static_cast<T>(sizeof(T) == 8 ? 700 : 85);
  auto const far = [=] {
    if constexpr (sizeof(T) == 4) return exp_times(x, T{0}, 1 / x);
    T const half = scalar::exp(static_cast<T>(0.5) * x);
    return half / x * half;
  };
  T const y = either(x > large, far, [=] { return scalar::expm1(x) / x; });
  return detail::select(scalar::abs(x) < epsilon<T>, T{1}, detail::select(x == infinity<T>, x, y));
}

template <native T>
FUSE_HD T xlogy(T x, T y) {
  return detail::select(x == 0 && y == y, T{0}, x * scalar::log(y));
}
template <native T>
FUSE_HD T xlog1py(T x, T y) {
  return detail::select(x == 0 && y == y, T{0}, x * scalar::log1p(y));
}

/// By what is left of x without whole turns, in two parts, for |x| up to 1e5.
FUSE_HD float cosm1_of_rest(float x) {
  constexpr float turn = 6.28318548f, turn_rest = -1.74845553e-07f, turn_last = -6.86049804e-15f;
  float const n = scalar::rint(x * 0.159154943f), a = fma(-n, turn, x);  // which is exact
  float const p = rounded_product(n, turn_rest), r = a - p;
  float const less = sum_rest(a, -p, r) - product_rest(n, turn_rest, p) - n * turn_last;
  float const w = r * r, w_rest = product_rest(r, r, w) + 2 * r * less;
  return 0 - (w_rest * (0.5f - 0.0507f * w) - tables::cosm1(w) * w);  // the slope, sin(r) / 2r, roughly
}
/// By a sine whose error is not doubled to more than the others, of larger ones.
FUSE_HD float cosm1_of_large(float x) {
  float const s = turned_angle(0.5f * scalar::abs(x), true).sine(0);
  return 0 * x - 2 * s * s;  // NaN of infinities
}
template <native T>
FUSE_HD T cosm1(T x) {
  auto const by_sine = [=] {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) == 4) return cosm1_of_large(x);
#endif
    T const s = scalar::sin(static_cast<T>(0.5) * x);
    return 0 - 2 * s * s;
  };
  if constexpr (sizeof(T) == 4)  // in which the square would double the sine's error
    return shorter_if(
        scalar::abs(x) < 1e5f, [=] { return cosm1_of_rest(x); }, by_sine);
  else
    return by_sine();
}

/// An angle in degrees as a number of right angles and the rest, exactly; nothing is left of angles beyond 10^14.
template <native T>
struct right_angles {
  int quarter;  ///< 0 to 3
  T rest;       ///< -45 to 45
  FUSE_HD explicit right_angles(T x) {
    T const turned = scalar::fmod(x, static_cast<T>(360)), n = scalar::rint(turned * static_cast<T>(1.0 / 90));
    rest = turned - 90 * n;
    quarter = n == n ? static_cast<int>(n) & 3 : 0;
  }
  FUSE_HD T radians() const { return rest * static_cast<T>(detail::pi / 180); }
};
template <native T>
FUSE_HD T lost_angle(T x, T otherwise) {
  constexpr T most = static_cast<T>(sizeof(T) == 8 ? 1e14 : 99999991988224.0);  // float32's largest one up to 10^14
  return scalar::abs(x) > most ? T{0} : otherwise;
}
template <native T>
FUSE_HD T sindg(T x) {
  right_angles<T> const a(x);
  T const r = a.radians(), y = (a.quarter & 1) != 0 ? scalar::cos(r) : scalar::sin(r);
  return lost_angle(x, a.quarter >= 2 ? -y : y);
}
template <native T>
FUSE_HD T cosdg(T x) {
  right_angles<T> const a(x);
  T const r = a.radians(), y = (a.quarter & 1) != 0 ? -scalar::sin(r) : scalar::cos(r);
  return lost_angle(x, a.quarter >= 2 ? -y : y) + T{0};  // 0, not -0
}
#if FUSE_SPECIAL_PACKS
/// The sine of an angle in degrees and of `more` right angles.
FUSE_HD pack sine_of_degrees(pack x, double more) {
  pack const n = scalar::rint(x * (1.0 / 90)), turned = n + more, rest = fma(n, -90, x);
  pack const quarter = turned - 4 * scalar::floor(turned * 0.25);
  pack const r = where((rest == 0) & (quarter == 0), scalar::copysign(rest, x), rest) * (detail::pi / 180);
  pack const y = pick((quarter == 1) | (quarter == 3), [=] { return scalar::cos(r); }, [=] { return scalar::sin(r); });
  return where(quarter >= 2, -y, y);
}
FUSE_HD pack sindg(pack x) {
  return but_for(
      !(scalar::abs(x) <= 1e14), sine_of_degrees(x, 0), [](double v) { return sindg(v); }, x);
}
FUSE_HD pack cosdg(pack x) {
  return but_for(
      !(scalar::abs(x) <= 1e14), sine_of_degrees(x, 1) + 0, [](double v) { return cosdg(v); }, x);
}
#endif
/// The tangent of a rest of an angle, 1 of 45 degrees.
template <native T>
FUSE_HD T tangent(T rest, T r) {
  return scalar::abs(rest) == 45 ? scalar::copysign(T{1}, rest) : scalar::tan(r);
}
template <native T>
FUSE_HD T tandg(T x) {
  right_angles<T> const a(x);
  T const t = tangent(a.rest, a.radians());
  return lost_angle(x, (a.quarter & 1) == 0 ? t : a.rest == 0 ? infinity<T> : -1 / t);
}
template <native T>
FUSE_HD T cotdg(T x) {
  right_angles<T> const a(x);
  T const t = tangent(a.rest, a.radians());
  if ((a.quarter & 1) == 0 && scalar::abs(a.rest) < static_cast<T>(sizeof(T) == 8 ? 1e-7 : 5e-3))  // 1 / tan r is 1 / r
    return lost_angle(x, a.rest == 0 ? infinity<T> : static_cast<T>(180 / detail::pi) / a.rest);
  return lost_angle(x, (a.quarter & 1) != 0 ? T{0} - t : 1 / t);
}

/// An operand as floats.
template <expression X>
constexpr auto as_real(X const& x) {
  using T = typename X::value_type;
  if constexpr (boolean<T> || integral<T>)
    return cp::astype<double>(x);
  else
    return x;
}

}  // namespace formulas

using cp::cbrt;
using cp::exp2;
using cp::expm1;
using cp::log1p;
using cp::logsumexp;
using cp::sinc;

/// The logistic function, 1 / (1 + e^-x).
///
/// numpy   scipy.special.expit
FUSE_SPECIAL1(expit, 60, formulas::expit(x));
/// The inverse of expit, log(p / (1 - p)): infinite at 0 and 1, NaN outside.
///
/// source  2 atanh of a difference by a sum, where p is moved by powers of 2 to 1 - p
/// numpy   scipy.special.logit
FUSE_SPECIAL1(logit, 60, formulas::logit(x));
/// log(expit(x)), without overflow.
///
/// numpy   scipy.special.log_expit
FUSE_SPECIAL1(log_expit, 120, formulas::log_expit(x));
/// A term of entropy, -x log(x): 0 at 0, -inf below.
///
/// numpy   scipy.special.entr
FUSE_SPECIAL1(entr, 60, formulas::entr(x));
/// A term of relative entropy, x log(x / y): 0 for x = 0 and y >= 0, inf where one is negative or y is 0.
///
/// numpy   scipy.special.rel_entr
FUSE_SPECIAL2(rel_entr, 80, formulas::rel_entr(x, y));
/// A term of the Kullback-Leibler divergence, x log(x / y) - x + y, to full accuracy where x is near y.
///
/// source  as of cp::special::logit, of which x - y is a part that goes away
/// numpy   scipy.special.kl_div
FUSE_SPECIAL2(kl_div, 120, formulas::kl_div(x, y));
/// Huber's loss of y with the threshold x: y^2 / 2 up to it, x (|y| - x / 2) beyond; inf for a negative threshold.
///
/// numpy   scipy.special.huber
FUSE_SPECIAL2(huber, 10, formulas::huber(x, y));
/// The smooth Huber loss of y with the threshold x: x^2 (sqrt(1 + (y / x)^2) - 1); inf for a negative threshold.
///
/// numpy   scipy.special.pseudo_huber
FUSE_SPECIAL2(pseudo_huber, 60, formulas::pseudo_huber(x, y));
/// The Box-Cox transformation of x by lambda = y: (x^y - 1) / y, log(x) for y = 0.
///
/// numpy   scipy.special.boxcox
FUSE_SPECIAL_OF_PACKS2(boxcox, 150, formulas::boxcox(x, y));
/// The Box-Cox transformation of 1 + x.
///
/// numpy   scipy.special.boxcox1p
FUSE_SPECIAL_OF_PACKS2(boxcox1p, 150, formulas::boxcox1p(x, y));
/// The inverse of boxcox: (1 + x y)^(1 / y), e^x for y = 0.
///
/// numpy   scipy.special.inv_boxcox
FUSE_SPECIAL2(inv_boxcox, 150, formulas::inv_boxcox(x, y));
/// The inverse of boxcox1p.
///
/// numpy   scipy.special.inv_boxcox1p
FUSE_SPECIAL2(inv_boxcox1p, 150, formulas::inv_boxcox1p(x, y));
/// (e^x - 1) / x, 1 at 0.
///
/// numpy   scipy.special.exprel
FUSE_SPECIAL1(exprel, 70, formulas::exprel(x));
/// 10 to the power x.
///
/// numpy   scipy.special.exp10
FUSE_SPECIAL1(exp10, 100, scalar::pow(T{10}, x));
/// x log(y), 0 where x is 0 and y is not NaN.
///
/// numpy   scipy.special.xlogy
FUSE_SPECIAL2(xlogy, 60, formulas::xlogy(x, y));
/// x log(1 + y), 0 where x is 0 and y is not NaN.
///
/// numpy   scipy.special.xlog1py
FUSE_SPECIAL2(xlog1py, 70, formulas::xlog1py(x, y));
/// cos(x) - 1, to full accuracy near 0: -2 sin(x / 2)^2.
///
/// numpy   scipy.special.cosm1
FUSE_SPECIAL1(cosm1, 60, formulas::cosm1(x));
/// Radians of x degrees, y minutes and z seconds.
///
/// numpy   scipy.special.radian
FUSE_SPECIAL3(radian, 6, ((x * 60 + y) * 60 + z) * static_cast<T>(detail::pi / 180 / 3600));
/// The sine of an angle in degrees, exact at multiples of 90; 0 beyond 10^14.
///
/// numpy   scipy.special.sindg
FUSE_SPECIAL_OF_PACKS1(sindg, 550, formulas::sindg(x));
/// The cosine of an angle in degrees, exact at multiples of 90; 0 beyond 10^14.
///
/// numpy   scipy.special.cosdg
FUSE_SPECIAL_OF_PACKS1(cosdg, 550, formulas::cosdg(x));
/// The tangent of an angle in degrees, exact at multiples of 45; 0 beyond 10^14.
///
/// numpy   scipy.special.tandg
FUSE_SPECIAL1(tandg, 800, formulas::tandg(x));
/// The cotangent of an angle in degrees, exact at multiples of 45; 0 beyond 10^14.
///
/// numpy   scipy.special.cotdg
FUSE_SPECIAL1(cotdg, 800, formulas::cotdg(x));
/// The nearest integer, of two the even one.
///
/// numpy   scipy.special.round
FUSE_SPECIAL1(round, 4, scalar::rint(x));

/// e^x over the sum of e^x along an axis, or of all elements: one kernel that subtracts the maximum.
///
/// options  cp::axis<...> or one integer
/// dtype    float64 for integers and booleans, otherwise the operand's
/// numpy    scipy.special.softmax
template <expression X, class... Axis>
[[nodiscard]] auto softmax(X const& x, Axis const&... axis) {
  static_assert(sizeof...(Axis) <= 1, "cp::special::softmax: takes an axis, cp::axis<...> or an integer");
  auto const e = cp::exp(formulas::as_real(x) - cp::max(x, axis..., cp::keepdims));
  return e / cp::sum(e, axis..., cp::keepdims);
}
/// log(softmax(x)) along an axis, or of all elements.
///
/// options  cp::axis<...> or one integer
/// numpy    scipy.special.log_softmax
template <expression X, class... Axis>
[[nodiscard]] auto log_softmax(X const& x, Axis const&... axis) {
  static_assert(sizeof...(Axis) <= 1, "cp::special::log_softmax: takes an axis, cp::axis<...> or an integer");
  auto const s = formulas::as_real(x) - cp::max(x, axis..., cp::keepdims);
  return s - cp::log(cp::sum(cp::exp(s), axis..., cp::keepdims));
}

}  // namespace cp::special
