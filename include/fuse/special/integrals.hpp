// Exponential, trigonometric and hyperbolic integrals, Lambert's W.
#pragma once

#include <fuse/special/bessel.hpp>
#include <fuse/special/incomplete_gamma.hpp>
#include <fuse/special/phase.hpp>
#include <fuse/special/quotients.hpp>
#include <fuse/special/tables.hpp>
#include <fuse/special/ufunc.hpp>
#include <tuple>
#include <utility>

namespace cp::special {

namespace formulas {

inline constexpr double euler_gamma = 0.57721566490153286061;

/// e^x E1(x) for x from 0.5 on.
template <native T>
FUSE_HD T e1_scaled(T x) {
  T const a = x < static_cast<T>(1e15) ? x : static_cast<T>(1e15);
  return tables::e1_far((a - 2) / (a + 2)) / (x + static_cast<T>(0.5));
}
template <native T>
FUSE_HD T exp1(T x) {
  if (!(x > 0)) return x == 0 ? infinity<T> : not_a_number<T>;
  if (x < static_cast<T>(0.5)) return (x * tables::e1_near(x) - static_cast<T>(euler_gamma)) - scalar::log(x);
  return x == infinity<T> ? T{0} : exp_times(-x, T{0}, e1_scaled(x));
}

/// Ei(x) times a factor.
template <native T>
FUSE_HD_NOINLINE T expi(T x, T factor = 1) {
  if (x < 0) return -factor * exp1(-x);
  if (!(x > 0)) return x == 0 ? -infinity<T> : x;
  if (x < 6) {
    constexpr T zero = static_cast<T>(0.37250741078136663446);
    constexpr T rest = static_cast<T>(sizeof(T) == 8 ? 1.3140183414386028e-17 : -1.2381093692686445e-08);
    T const far = (x - zero) - rest;
    T const log = log_by_zero(x, zero, rest, far);
    if constexpr (sizeof(T) > 4)
      return factor * (log + far * (x < 3 ? tables::ei_near(x) : tables::ei_low(x)));
    else
      return factor * (log + (x < 3 ? far * tables::ei_near(x) : far * tables::ei_low_in_parts(x)));
  }
  if (x == infinity<T>) return x;
  T const r = near_division(T{1}, x);
  if constexpr (sizeof(T) > 4) {
    T const y = x < 16 ? tables::ei_middle(r) : x < 48 ? tables::ei_far(r) : tables::ei_last(r);
    return exp_times(x, y * (r * factor));
  } else {
    float_and_rest const y = x < 16   ? tables::ei_middle_in_parts(r)
                             : x < 48 ? tables::ei_far_in_parts(r)
                                      : tables::ei_last_in_parts(r);
    T const part = r * factor, value = y.value * part;
    T const rest = y.rest * part + product_rest(y.value, part, value) - value * product_rest(r, x, T{1});
    return x < 1000 ? exp_times(x, T{0}, value, rest) : infinity<T>;
  }
}

/// E(n, x) for n = 0, 1 ...: a continued fraction (DLMF 8.19.17, Steed's method) beyond 1 and for large n, else the
/// series 8.19.8.
template <native T>
FUSE_HD_NOINLINE T expn(T order, T x) {
  T const n = scalar::trunc(order);
  if (!(n >= 0) || !(x >= 0)) return not_a_number<T>;
  if (x == infinity<T>) return T{0};
  if (x == 0) return n > 1 ? 1 / (n - 1) : infinity<T>;
  if (n == 0) return scalar::exp(-x) / x;
  if (n == 1) return exp1(x);
  if (x > 1 || n > 25) {
    T b = x + n, d = 1 / b, more = d, h = d;
    for (int i = 1; i < 500; ++i) {
      T const k = static_cast<T>(i), numerator = -k * (n + (k - 1));
      b += 2;
      T const next = 1 / (numerator * d + b);
      more *= -numerator * d * next;
      d = next;
      h += more;
      if (!(scalar::abs(more) > epsilon<T> * static_cast<T>(0.1) * h)) break;
    }
    return scalar::exp(-x) * h;
  }
  int const singular = static_cast<int>(n) - 1;
  T power = 1, sum = 0;
  for (int m = 0; m < 40; ++m) {
    if (m == singular)
      sum += power * (psi_of_positive(n) - scalar::log(x));
    else
      sum -= power / (static_cast<T>(m) - (n - 1));
    power *= -x / static_cast<T>(m + 1);
    if (m > singular && !(scalar::abs(power) > epsilon<T> * static_cast<T>(0.1) * scalar::abs(sum))) break;
  }
  return sum;
}

/// Which elements of expn are best side by side.
template <real T>
FUSE_HD T expn_order(T n, T x) {
  T const far = where(x < 3, T(5), where(x < 5, T(6), T(7)));
  T const near = where(x < static_cast<T>(1.2), T(2), where(x < static_cast<T>(1.5), T(3), where(x < 2, T(4), far)));
  return where(both(n >= 2, x > 1), near, where(n >= 2, T(1), T(0)));
}
#if FUSE_SPECIAL_PACKS
FUSE_HD pack expn(pack order, pack x) {
  pack const n = scalar::trunc(order);
  pack_mask const usual = (n >= 2) & (n <= 25) & (x > 0) & (x < 700), high = usual & (x > 1), low = usual & (x <= 1);
  pack y = 0;
  // e^x E(n, x) is x^(n - 1) e^x times the incomplete gamma function of 1 - n
  if (any(high)) y = scalar::exp(-x) * short_gamma_fraction(1 - n, x, high);
  if (any(low)) {
    pack const at = where(low, x, 1), of = where(low, n, 2), special = psi_of_positive(of) - scalar::log(at);
    pack power = 1, sum = 0;
    pack_mask active = low;
    for (int m = 0; m < 40; ++m) {
      pack const far = of - (m + 1), term = where(far == 0, special, 1 / where(far == 0, 1, far));
      sum = where(active, sum + power * term, sum);
      power *= at * (-1.0 / (m + 1));
      active = active & !((far < 0) & (scalar::abs(power) <= epsilon<double> * 0.1 * scalar::abs(sum)));
      if (!any(active)) break;
    }
    y = where(low, sum, y);
  }
  return but_for(
      !usual, y, [](double u, double v) { return expn(u, v); }, order, x);
}
#endif

/// The auxiliary functions of the sine and cosine integrals for x from 4 on (DLMF 6.2.17, 6.2.18).
template <real T>
struct sine_auxiliary {
  T f, g;
  FUSE_HD explicit sine_auxiliary(T x) {
    T const r = 1 / x, w = r * r;
    f = r * pick(
                x < 8, [=] { return tables::sine_f_near(w); },
                [=] {
                  return pick(
                      x < 20, [=] { return tables::sine_f_middle(w); }, [=] { return tables::sine_f_far(w); });
                });
    g = w * pick(
                x < 8, [=] { return tables::sine_g_near(w); },
                [=] {
                  return pick(
                      x < 20, [=] { return tables::sine_g_middle(w); }, [=] { return tables::sine_g_far(w); });
                });
  }
};
template <real T>
FUSE_HD T sine_integral(T x) {
  T const a = scalar::abs(x);
  return pick(
      a < 4, [=] { return x * tables::si_near(x * x); },
      [=] {
        constexpr element<T> most = static_cast<element<T>>(0.5 * detail::pi);
        sine_auxiliary<T> const at(a);
        sine_cosine<T> const of(a);
        T const waves = at.f * of.cosine + at.g * of.sine;
        return scalar::copysign(most - where(a == infinity<T>, T(0), waves), x);
      });
}
template <real T>
FUSE_HD T cosine_integral_near(T a) {
  constexpr element<T> zero = static_cast<element<T>>(0.61650548562071629144);
  constexpr element<T> rest = static_cast<element<T>>(sizeof(T) > 4 ? -4.209920321433186e-17 : -1.8033763746671638e-08);
  T const far = (a - zero) - rest;
  return log_by_zero(a, zero, rest, far) + tables::square_from_ci_zero1(a) * tables::ci_near(a * a);
}
/// For x from 11 on: modulus and phase, as Bessel functions'.
FUSE_HD float cosine_integral_far(float x) {
  inverse_in_parts const r(x);
  turned_angle at(x, true);
  at.add(-r.value, r.cubed_by(tables::ci_phase_in_parts(r.square), -r.rest));
  return tables::ci_modulus(r.square) * at.sine(0) / x;
}
template <real T>
FUSE_HD T cosine_integral(T x) {
  T const a = scalar::abs(x);
  auto const far = [=] {
    if constexpr (sizeof(T) > 4) {
      sine_auxiliary<T> const at(a);
      sine_cosine<T> const of(a);
      return at.f * of.sine - at.g * of.cosine;
    } else if (a < 5.25f) {
      return tables::ci_middle(a);
    } else if (a < 11) {
      return tables::ci_far(a);
    } else {
      return cosine_integral_far(a);
    }
  };
  return pick(
      a < static_cast<element<T>>(sizeof(T) > 4 ? 4 : 1.5),
      [=] { return where(a == 0, -infinity<T>, cosine_integral_near(a)); },
      [=] {
        return pick(
            a == infinity<T>, [=] { return where(x > 0, T(0), not_a_number<T>); }, far);
      });
}
template <native T>
FUSE_HD_NOINLINE T hyperbolic_sine_integral(T x) {
  T const a = scalar::abs(x);
  if (a < 4) return x * tables::shi_near(x * x);
  T const y = expi(a, static_cast<T>(0.5)) + static_cast<T>(0.5) * exp1(a);
  return x < 0 ? -y : y;
}
template <native T>
FUSE_HD_NOINLINE T hyperbolic_cosine_integral(T x) {
  T const a = scalar::abs(x);
  if (a == 0) return -infinity<T>;
  if (a < 4) {
    constexpr T zero = static_cast<T>(0.52382257138986440645);
    constexpr T rest = static_cast<T>(sizeof(T) == 8 ? -2.6671382575502846e-17 : 2.5384615383013458e-08);
    T const far = (a - zero) - rest;
    return log_by_zero(a, zero, rest, far) + tables::square_from_chi_zero(a) * tables::chi_near(a * a);
  }
  return expi(a, static_cast<T>(0.5)) - static_cast<T>(0.5) * exp1(a);
}

/// Lambert's W of real numbers by Halley's method: the branch that is 0 at 0, or the one below -1.
template <bool Lower, native T>
FUSE_HD_NOINLINE T lambertw(T x) {
  constexpr T inverse_e = static_cast<T>(0.36787944117144232160);
  constexpr T rest = static_cast<T>(sizeof(T) == 8 ? -1.2428753672788363e-17 : -9.149755188170102e-09);
  T const from_branch = (x + inverse_e) + rest;
  if (x != x) return x;
  if (from_branch < 0)
    return from_branch > -epsilon<T> / 8 ? T{-1} : not_a_number<T>;  // -1 of the number next to -1 / e
  if (Lower && !(x < 0)) return x == 0 ? -infinity<T> : not_a_number<T>;
  if (x == infinity<T> || x == 0) return x;
  // p^2 = 2 (e x + 1)
  T const p = scalar::sqrt(2 * static_cast<T>(2.7182818284590452354) * from_branch) * (Lower ? T{-1} : T{1});
  if (scalar::abs(p) < static_cast<T>(0.625)) return -1 + p * tables::lambert_branch(p);
  T w;
  if (Lower) {
    T const l = scalar::log(-x), m = scalar::log(-l);
    w = p > -1 ? -1 + p - p * p / 3 + static_cast<T>(11.0 / 72) * p * p * p : l - m + m / l;
  } else if (x < 3) {
    w = scalar::log1p(x) * (1 - scalar::log1p(scalar::log1p(x)) / (2 + scalar::log1p(x)));
  } else {
    T const l = scalar::log(x), m = scalar::log(l);
    w = l - m + m / l;
  }
  for (int i = 0; i < 20; ++i) {
    // w e^w = x as w + log(w / x) = 0 where numbers are large, else as it is
    T step;
    if (scalar::abs(x) > static_cast<T>(1) || Lower) {
      T const log_quotient = Lower ? scalar::log(-w) - scalar::log(-x) : scalar::log(w / x);
      T const f = w + log_quotient, slope = 1 + 1 / w;
      step = f / (slope + f / (2 * slope * w * w));
    } else {
      T const f = w - exp_times(-w, T{0}, x), slope = w + 1;
      step = f / (slope - f * (w + 2) / (2 * slope));
    }
    w -= step;
    if (!(scalar::abs(step) > static_cast<T>(sizeof(T) == 8 ? 1e-6 : 2e-3) * scalar::abs(w))) break;
  }
  return w;
}

#if FUSE_SPECIAL_PACKS
/// The principal branch of finite x away from the branch point, as of elements.
FUSE_HD pack lambertw_of(pack x) {
  pack const near = scalar::log1p(x);
  pack w = pick(
      x < 3, [=] { return near * (1 - scalar::log1p(near) / (2 + near)); },
      [=] {
        pack const l = scalar::log(x), m = scalar::log(l);
        return l - m + m / l;
      });
  pack_mask const high = x > 1;
  pack_mask active = x == x;
  for (int i = 0; i < 20 && any(active); ++i) {
    pack const step = pick(
        high,
        [=] {
          pack const f = w + scalar::log(w / x), slope = 1 + 1 / w;
          return f / (slope + f / (2 * slope * w * w));
        },
        [=] {
          pack const f = w - x * scalar::exp(-w), slope = w + 1;
          return f / (slope - f * (w + 2) / (2 * slope));
        });
    w = where(active, w - step, w);
    active = active & (scalar::abs(step) > 1e-6 * scalar::abs(w));
  }
  return w;
}
template <bool Lower>
FUSE_HD pack lambertw(pack x) {
  static_assert(!Lower);
  pack_mask const usual = (x > -0.29) & (x != 0) & (x < 1e300);
  return but_for(
      !usual, lambertw_of(where(usual, x, 1)), [](double v) { return lambertw<false>(v); }, x);
}
#endif

}  // namespace formulas

/// The exponential integral E1(x): inf at 0, NaN below.
///
/// source  DLMF 6.6.2 up to 0.5, x e^x E1(x) as a polynomial in (x - 2) / (x + 2) beyond
/// numpy   scipy.special.exp1
FUSE_SPECIAL1(exp1, 650, formulas::exp1(x));
/// The exponential integral Ei(x), -E1(-x) for negative x: -inf at 0.
///
/// source  DLMF 6.6.1 less its zero up to 6, e^x / x times polynomials in 1 / x beyond (6.12.2)
/// numpy   scipy.special.expi
FUSE_SPECIAL1(expi, 420, formulas::expi(x));
/// The generalised exponential integral E(x, y) of the order x = 0, 1 ...; NaN for negative x and y.
///
/// source  DLMF 8.19.17 (Steed's method), 8.19.8
/// numpy   scipy.special.expn
FUSE_SPECIAL_OF_SORTED_PACKS2(expn, 8000, expn_order(x, y), formulas::expn(x, y));
/// The sine integral, the first of cp::special::sici.
///
/// source  DLMF 6.6.5 up to 4, 6.2.19 beyond
FUSE_SPECIAL_OF_PACKS1(si, 1100, formulas::sine_integral(x));
/// The cosine integral of |x|, the second of cp::special::sici: -inf at 0.
///
/// source  DLMF 6.6.6 less its zero up to 4, 6.2.20 beyond
FUSE_SPECIAL_OF_PACKS1(ci, 1100, formulas::cosine_integral(x));
/// The hyperbolic sine integral, the first of cp::special::shichi.
///
/// source  its series up to 4, (Ei(x) + E1(x)) / 2 beyond
FUSE_SPECIAL1(shi, 1000, formulas::hyperbolic_sine_integral(x));
/// The hyperbolic cosine integral of |x|, the second of cp::special::shichi: -inf at 0.
///
/// source  its series less the zero up to 4, (Ei(x) - E1(x)) / 2 beyond
FUSE_SPECIAL1(chi, 1000, formulas::hyperbolic_cosine_integral(x));

/// The sine and cosine integrals as a std::tuple of two expressions; cp::evaluate computes both in one kernel.
///
/// numpy   scipy.special.sici
template <operand X>
[[nodiscard]] constexpr auto sici(X const& x) {
  return std::tuple(si(x), ci(x));
}
/// The hyperbolic sine and cosine integrals as a std::tuple of two expressions.
///
/// numpy   scipy.special.shichi
template <operand X>
[[nodiscard]] constexpr auto shichi(X const& x) {
  return std::tuple(shi(x), chi(x));
}

namespace ops {
/// The principal branch, or the lower one.
template <bool Lower>
struct lambertw : special_operation<lambertw<Lower>, 1, 4000, Lower ? packs::none : packs::as_they_lie> {
  static constexpr char const* qualified_name = "cp::special::lambertw";
  template <class T>
  FUSE_HD static constexpr T of(T x) {
    return formulas::lambertw<Lower>(x);
  }
};
}  // namespace ops

/// Lambert's W, of which w e^w is x: the real branch that is 0 at 0, or, with -1 as template argument, the one below -1
/// (`lambertw<-1>(x)`). NaN where they are not real.
///
/// source  DLMF 4.13.6 near the branch point, Halley's method from 4.13.10 elsewhere
/// numpy   scipy.special.lambertw
template <int Branch = 0, operand X>
[[nodiscard]] constexpr auto lambertw(X&& x) {
  static_assert(Branch == 0 || Branch == -1, "cp::special::lambertw: the real branches are 0 and -1");
  return ufunc<ops::lambertw<Branch == -1>>{}(std::forward<X>(x));
}

}  // namespace cp::special
