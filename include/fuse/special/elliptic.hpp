// Elliptic integrals and Jacobi's elliptic functions.
#pragma once

#include <fuse/special/tables.hpp>
#include <fuse/special/ufunc.hpp>
#include <tuple>

namespace cp::special {

namespace formulas {

/// The series of R_F to the seventh order (DLMF 19.36.1), of numbers near their mean: of two the distances from it.
template <real T>
FUSE_HD T carlson_rf_near(T mean, T of_x, T of_y) {
  T const r = 1 / mean, a = of_x * r, b = of_y * r, c = -(a + b), e2 = a * b - c * c, e3 = a * b * c;
  T const of_2 = static_cast<T>(-1.0 / 10) + e2 * (static_cast<T>(1.0 / 24) - e2 * static_cast<T>(5.0 / 208));
  T const of_3 = static_cast<T>(1.0 / 14) + e2 * (static_cast<T>(-3.0 / 44) + e2 * static_cast<T>(1.0 / 16)) +
                 e3 * static_cast<T>(3.0 / 104);
  return (1 + (e2 * of_2 + e3 * of_3)) / scalar::sqrt(mean);
}
/// A step of duplication, which leaves R_F as it is, of those numbers of packs that are `active`.
template <real T>
struct carlson_step {
  T lambda, root;  ///< `root`: that of z
  FUSE_HD carlson_step(T& x, T& y, T& z, mask_of<T> active) {
    T const u = scalar::sqrt(x), v = scalar::sqrt(y);
    root = scalar::sqrt(z);
    lambda = u * v + v * root + root * u;
    x = where(active, static_cast<T>(0.25) * (x + lambda), x);
    y = where(active, static_cast<T>(0.25) * (y + lambda), y);
    z = where(active, static_cast<T>(0.25) * (z + lambda), z);
  }
};
/// Carlson's R_F of numbers of which at most one is 0: duplication, then the series.
template <real T>
FUSE_HD_NOINLINE T carlson_rf(T x, T y, T z) {
  constexpr element<T> near = static_cast<element<T>>(sizeof(T) > 4 ? 0.012 : 0.12);
  T mean = 0, of_x = 0, of_y = 0;
  for (int i = 0; i < 600; ++i) {
    mean = (x + y + z) * static_cast<T>(1.0 / 3);
    of_x = mean - x;
    of_y = mean - y;
    T const far = near * mean;
    mask_of<T> const go =
        one_of(one_of(scalar::abs(of_x) > far, scalar::abs(of_y) > far), scalar::abs(of_x + of_y) > far);
    if (!any(go)) break;
    carlson_step<T>(x, y, z, go);
  }
  return carlson_rf_near(mean, of_x, of_y);
}

/// Carlson's R_F and R_D, z > 0 and at most one of x and y 0 (DLMF 19.36.2): they go through the same steps.
template <real T>
struct carlson_rf_rd {
  T rf, rd;
  FUSE_HD carlson_rf_rd(T x, T y, T z) {
    constexpr element<T> near = static_cast<element<T>>(sizeof(T) > 4 ? 0.0015 : 0.03);
    T mean = 0, a = 0, b = 0, sum = 0, power = 1;
    for (int i = 0; i < 600; ++i) {
      mean = (x + y + 3 * z) * static_cast<T>(0.2);
      a = mean - x;
      b = mean - y;
      T const far = near * mean;
      mask_of<T> const go = one_of(one_of(scalar::abs(a) > far, scalar::abs(b) > far), scalar::abs(a + b) > 3 * far);
      if (!any(go)) break;
      T const z_before = z;
      carlson_step<T> const step(x, y, z, go);
      sum = where(go, sum + power / (step.root * (z_before + step.lambda)), sum);
      power = where(go, power * static_cast<T>(0.25), power);
    }
    T const middle = (x + y + z) * static_cast<T>(1.0 / 3);
    rf = carlson_rf_near(middle, T(middle - x), T(middle - y));
    a /= mean;
    b /= mean;
    T const c = (a + b) * static_cast<T>(-1.0 / 3), ab = a * b, cc = c * c;
    T const e2 = ab - 6 * cc, e3 = (3 * ab - 8 * cc) * c, e4 = 3 * (ab - cc) * cc, e5 = ab * cc * c;
    T const series = e2 * (static_cast<T>(-3.0 / 14) + e2 * static_cast<T>(9.0 / 88) - e3 * static_cast<T>(9.0 / 52)) +
                     e3 * static_cast<T>(1.0 / 6) - e4 * static_cast<T>(3.0 / 22) + e5 * static_cast<T>(3.0 / 26);
    rd = power * (1 + series) / (mean * scalar::sqrt(mean)) + 3 * sum;
  }
};

/// K(1 - p) and E(1 - p) for p from 0 to 1: near 0 with the logarithm of p.
template <real T>
FUSE_HD T complete_k(T p) {
  return pick(
      p > static_cast<T>(0.5), [=] { return tables::ellipk_far(p); },
      [=] { return tables::ellipk_near(p) - scalar::log(p) * tables::ellipk_log(p); });
}
template <real T>
FUSE_HD T complete_e(T p) {
  return pick(
      p > static_cast<T>(0.5), [=] { return tables::ellipe_far(p); },
      [=] { return tables::ellipe_near(p) - scalar::log(p) * (p * tables::ellipe_log(p)); });
}
/// K(1 - p), by K(1 - 1 / p) beyond 1 (DLMF 19.7.2).
template <real T>
FUSE_HD_NOINLINE T ellipkm1(T p) {
  mask_of<T> const above = p > 1;
  T const inverse = where(above, 1 / p, p), y = complete_k(inverse);
  return pick(
      above,
      [=] {
        T const root = scalar::sqrt(p), quotient = y / root;
        if constexpr (sizeof(T) > 4) return T(where(p == infinity<T>, T(0), quotient));
        T const lacks = static_cast<T>(0.5) * product_rest(root, root, p) * inverse;
        return T(where(p == infinity<T>, T(0), quotient + quotient * lacks));
      },
      [=] { return y; });
}
/// E(1 - p) for positive p.
template <real T>
FUSE_HD T ellipem1(T p) {
  mask_of<T> const above = p > 1;
  T const y = complete_e(T(where(above, 1 / p, p)));
  return pick(
      above, [=] { return y * scalar::sqrt(p); }, [=] { return y; });
}
template <real T>
FUSE_HD T ellipk(T m) {
  return ellipkm1(T(1 - m));
}

/// An amplitude as a multiple of pi and the rest, of which sine and cosine (not negative) are kept.
template <real T>
struct amplitude {
  T turns, s, c;
  FUSE_HD explicit amplitude(T phi) : turns(scalar::rint(phi * static_cast<T>(1 / detail::pi))) {
    sine_cosine<T> const of(phi);
    s = where(of.cosine < 0, -of.sine, of.sine);
    c = scalar::abs(of.cosine);
  }
};
/// F of an amplitude and m < 1.
template <real T>
FUSE_HD T ellipkinc_of(amplitude<T> at, T m) {
  T const cc = at.c * at.c, value = at.s * carlson_rf(cc, T(cc + (1 - m) * (at.s * at.s)), T(1));
  return pick(
      at.turns == 0, [=] { return value; }, [=] { return value + 2 * at.turns * ellipkm1(T(1 - m)); });
}
template <native T>
FUSE_HD_NOINLINE T ellipkinc(T phi, T m) {
  if (phi != phi || m != m || m > 1) return not_a_number<T>;
  if (scalar::isinf(phi)) return m == -infinity<T> ? not_a_number<T> : phi;
  if (m == -infinity<T> || phi == 0) return m == -infinity<T> ? T{0} : phi;
  amplitude<T> const at(phi);
  if (m == 1) {
    if (at.turns != 0 || scalar::abs(phi) >= static_cast<T>(0.5 * detail::pi))
      return scalar::copysign(infinity<T>, phi);
    return scalar::arcsinh(at.s / at.c);
  }
  return ellipkinc_of(at, m);
}
/// E of an amplitude and m < 1, by formulas of positive terms: DLMF 19.25.9 for m < 0, 19.25.10.
template <real T>
FUSE_HD T ellipeinc_of(amplitude<T> at, T m) {
  T const cc = at.c * at.c, ss = at.s * at.s, delta = cc + (1 - m) * ss;
  mask_of<T> const negative = m < 0;
  carlson_rf_rd<T> const of(cc, where(negative, delta, T(1)), where(negative, T(1), delta));
  T const more = m * static_cast<T>(1.0 / 3) * ss * of.rd;
  T const value = at.s * pick(
                             negative, [=] { return of.rf - more; },
                             [=] { return (1 - m) * (of.rf + more) + m * at.c / scalar::sqrt(delta); });
  return pick(
      at.turns == 0, [=] { return value; }, [=] { return value + 2 * at.turns * ellipem1(T(1 - m)); });
}
template <native T>
FUSE_HD_NOINLINE T ellipeinc(T phi, T m) {
  if (phi != phi || m != m || m > 1) return not_a_number<T>;
  if (scalar::isinf(phi)) return phi;
  if (m == -infinity<T>) return phi == 0 ? phi : scalar::copysign(infinity<T>, phi);
  if (phi == 0) return phi;
  amplitude<T> const at(phi);
  return m == 1 ? at.s + 2 * at.turns : ellipeinc_of(at, m);
}
#if FUSE_SPECIAL_PACKS
FUSE_HD pack ellipkinc(pack phi, pack m) {
  pack_mask const usual = (scalar::abs(phi) < infinity<double>)&(phi != 0) & (m < 1) & (m > -infinity<double>);
  pack const y = ellipkinc_of(amplitude<pack>(where(usual, phi, 1)), where(usual, m, 0));
  return but_for(
      !usual, y, [](double u, double v) { return ellipkinc(u, v); }, phi, m);
}
FUSE_HD pack ellipeinc(pack phi, pack m) {
  pack_mask const usual = (scalar::abs(phi) < infinity<double>)&(phi != 0) & (m < 1) & (m > -infinity<double>);
  pack const y = ellipeinc_of(amplitude<pack>(where(usual, phi, 1)), where(usual, m, 0));
  return but_for(
      !usual, y, [](double u, double v) { return ellipeinc(u, v); }, phi, m);
}
#endif

/// The amplitude of u by Landen's descending transformation (DLMF 22.20(ii)).
template <native T>
FUSE_HD_NOINLINE T jacobi_amplitude(T u, T m) {
  if (!(m >= 0 && m <= 1)) return not_a_number<T>;
  if (m == 1) return scalar::arctan(scalar::sinh(u));
  T ratio[16], a = 1, b = scalar::sqrt(1 - m), c = scalar::sqrt(m), power = 1;
  int n = 0;
  while (n < 15 && c > static_cast<T>(sizeof(T) == 8 ? 1e-17 : 1e-9) * a) {
    T const mean = static_cast<T>(0.5) * (a + b), root = scalar::sqrt(a) * scalar::sqrt(b);
    c = c * c / (4 * mean);  // (a - b) / 2 without cancelling
    a = mean;
    b = root;
    power *= 2;
    ratio[n++] = c / a;
  }
  T phi = power * a * u;
  while (n > 0) phi = static_cast<T>(0.5) * (phi + scalar::arcsin(ratio[--n] * scalar::sin(phi)));
  return phi;
}
/// 0: sn, 1: cn, 2: dn, 3: the amplitude.
template <int Which, native T>
FUSE_HD_NOINLINE T ellipj(T u, T m) {
  T const phi = jacobi_amplitude(u, m);
  if constexpr (Which == 3) return phi;
  if (m == 1) {
    T const e = scalar::exp(-scalar::abs(u));
    return Which == 0 ? scalar::tanh(u) : 2 * e / (1 + e * e);
  }
  sine_cosine<T> const of(phi);
  T const s = of.sine, c = of.cosine;
  return Which == 0 ? s : Which == 1 ? c : scalar::sqrt(c * c + (1 - m) * (s * s));
}

}  // namespace formulas

/// The complete elliptic integral of the first kind, K(m), m the square of the modulus: inf at 1, NaN beyond.
///
/// source  polynomials, near 1 with the logarithm of DLMF 19.12.1; 19.7.2 for m < 0
/// numpy   scipy.special.ellipk
FUSE_SPECIAL_OF_PACKS1(ellipk, 900, formulas::ellipk(x));
/// K(1 - x), to full accuracy near m = 1.
///
/// numpy   scipy.special.ellipkm1
FUSE_SPECIAL_OF_PACKS1(ellipkm1, 900, formulas::ellipkm1(x));
/// The incomplete elliptic integral of the first kind of the amplitude x, F(x, m = y); NaN for m > 1.
///
/// source  Carlson's R_F, DLMF 19.25.5 and 19.36.1
/// numpy   scipy.special.ellipkinc
FUSE_SPECIAL_OF_PACKS2(ellipkinc, 3300, formulas::ellipkinc(x, y));
/// The incomplete elliptic integral of the second kind of the amplitude x, E(x, m = y); NaN for m > 1.
///
/// source  Carlson's R_F and R_D, DLMF 19.25.9, 19.25.10, 19.36.2
/// numpy   scipy.special.ellipeinc
FUSE_SPECIAL_OF_PACKS2(ellipeinc, 11000, formulas::ellipeinc(x, y));

namespace ops {
/// One of Jacobi's elliptic functions, or the amplitude.
template <int Which>
struct ellipj : special_operation<ellipj<Which>, 2, 10000> {
  static constexpr char const* qualified_name = "cp::special::ellipj";
  template <class T>
  FUSE_HD static constexpr T of(T u, T m) {
    return formulas::ellipj<Which>(u, m);
  }
};
}  // namespace ops

/// Jacobi's elliptic functions sn, cn and dn of u and m, and the amplitude, as a std::tuple of four expressions; NaN
/// for m outside [0, 1].
///
/// source  DLMF 22.20(ii) (Landen's transformation)
/// numpy   scipy.special.ellipj
template <operand U, operand M>
[[nodiscard]] constexpr auto ellipj(U const& u, M const& m) {
  return std::tuple(ufunc<ops::ellipj<0>>{}(u, m), ufunc<ops::ellipj<1>>{}(u, m), ufunc<ops::ellipj<2>>{}(u, m),
                    ufunc<ops::ellipj<3>>{}(u, m));
}

}  // namespace cp::special
