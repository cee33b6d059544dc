// Riemann's and Hurwitz' zeta functions, polygamma.
#pragma once

#include <fuse/special/gamma.hpp>
#include <fuse/special/gamma_packs.hpp>
#include <fuse/special/phase.hpp>
#include <fuse/special/quotients.hpp>
#include <fuse/special/tables.hpp>
#include <fuse/special/ufunc.hpp>
#include <utility>

namespace cp::special {

namespace formulas {

/// What Euler and Maclaurin's formula leaves of the sum of (a + k)^-s, by a^-s (DLMF 25.11.28).
template <real T>
FUSE_HD T zeta_rest(T s, T a) {
  // B(2k) / (2k)!
  constexpr element<T> b[] = {
      static_cast<element<T>>(0.083333333333333333),   static_cast<element<T>>(-0.0013888888888888889),
      static_cast<element<T>>(3.3068783068783069e-5),  static_cast<element<T>>(-8.2671957671957672e-7),
      static_cast<element<T>>(2.0876756987868099e-8),  static_cast<element<T>>(-5.2841901386874932e-10),
      static_cast<element<T>>(1.3382536530684679e-11), static_cast<element<T>>(-3.3896802963225829e-13),
      static_cast<element<T>>(8.5860620562778446e-15), static_cast<element<T>>(-2.1748686985580619e-16),
      static_cast<element<T>>(5.5090028283602295e-18), static_cast<element<T>>(-1.3954464685812523e-19),
      static_cast<element<T>>(3.5347070396294675e-21), static_cast<element<T>>(-8.9535174270375469e-23),
      static_cast<element<T>>(2.2679524523376831e-24), static_cast<element<T>>(-5.7447906688722024e-26),
      static_cast<element<T>>(1.4551724756148649e-27), static_cast<element<T>>(-3.6859949406653102e-29),
      static_cast<element<T>>(9.3367342570950447e-31), static_cast<element<T>>(-2.3650224157006299e-32)};
  constexpr int last = sizeof(T) > 4 ? 19 : 6;
  T const r = 1 / a, first = s * r;
  T sum = b[last];
  for (int k = last; k > 0; --k) {
    element<T> const i = static_cast<element<T>>(2 * k);
    sum = sum * ((first + (i - 1) * r) * (first + i * r)) + b[k - 1];
  }
  return a / (s - 1) + (static_cast<T>(0.5) + first * sum);
}

/// The sum of (q + k)^-s for s > 1 and q > 0: term by term up to q + k = 5.5 + 0.53 s (float32: 2.25 + 0.6 s), where
/// what is left out of Euler and Maclaurin's formula is below an epsilon, or, since that is relative to the term, the
/// sooner the smaller that is. Terms may vanish before, which they do within 40 q / s of them. They are relative to the
/// first: their logarithms' rounding would be an error of s times them.
template <native T>
FUSE_HD_NOINLINE T zeta_of_positive(T s, T q) {
  if (s == infinity<T>) return q < 1 ? infinity<T> : q == 1 ? T{1} : T{0};
  constexpr T part = static_cast<T>(sizeof(T) == 8 ? 1.0 / 41 : 1.0 / 15);
  T const first = scalar::pow(q, -s);
  T const enough =
      sizeof(T) == 8 ? static_cast<T>(5.5) + static_cast<T>(0.53) * s : static_cast<T>(2.25) + static_cast<T>(0.6) * s;
  if (first == infinity<T> || (first == 0 && q < 1)) return first;
  T const r = 1 / q;
  T a = q, sum = 0, term = 1, scaled = q;
  for (int i = 1; i < 200 && scaled < enough; ++i) {
    sum += term;
    a = q + static_cast<T>(i);
    T const power = s * scalar::log(a * r);
    scaled = a + a * (power * part);
    term = scalar::exp(-power);
    if (!(term > sum * (epsilon<T> * static_cast<T>(0.0625)))) return sum * first;
  }
  if (a == q)  // of which a power may underflow before the sum does
    return first > static_cast<T>(sizeof(T) == 8 ? 1e-300 : 1e-36) ? first * zeta_rest(s, a)
                                                                   : scalar::pow(a, 1 - s) * (zeta_rest(s, a) * r);
  return first * sum + scalar::pow(a, -s) * zeta_rest(s, a);
}

/// Hurwitz' zeta. For q below 0 and whole s the terms of either sign are sums from both ends.
template <native T>
FUSE_HD_NOINLINE T hurwitz_zeta(T s, T q) {
  if (s != s || q != q || s < 1) return not_a_number<T>;
  if (s == 1) return infinity<T>;
  if (q > 0) return q == infinity<T> ? T{0} : zeta_of_positive(s, q);
  if (is_whole(q)) return q == -infinity<T> ? not_a_number<T> : infinity<T>;
  if (!is_whole(s)) return not_a_number<T>;
  T const up = q - scalar::floor(q), down = 1 - up;
  T const below = zeta_of_positive(s, down) - zeta_of_positive(s, 1 - q);
  return zeta_of_positive(s, up) + (is_odd(s) ? -below : below);
}

#if FUSE_SPECIAL_PACKS
/// As of elements: 1 < s < 100, q > 0 of which the first term is a normal number.
FUSE_HD pack zeta_of_usual(pack s, pack q, pack first, pack_mask active) {
  pack const r = 1 / q, enough = 5.5 + 0.53 * s;
  pack a = q, sum = 0, term = 1;
  pack_mask ended = !active;
  active = active & (q < enough);
  for (double i = 1; i < 200 && any(active); i += 1) {
    sum = where(active, sum + term, sum);
    a = where(active, q + i, a);
    pack const power = s * scalar::log(a * r);
    term = scalar::exp(-power);
    ended = ended | (active & !(term > sum * (epsilon<double> * 0.0625)));
    active = active & (!ended) & (a + a * (power * (1.0 / 41)) < enough);
  }
  pack const last = pick(
      a == q, [=] { return first; }, [=] { return scalar::pow(a, -s); });
  return where(ended, sum * first, first * sum + last * zeta_rest(s, a));
}
FUSE_HD pack hurwitz_zeta(pack s, pack q) {
  pack const first = scalar::pow(q, -s);
  pack_mask const usual = (s > 1) & (s < 100) & (q > 0) & (first > 1e-300) & (first < infinity<double>);
  pack const y = zeta_of_usual(where(usual, s, 2), where(usual, q, 1), first, usual);
  return but_for(
      !usual, y, [](double u, double v) { return hurwitz_zeta(u, v); }, s, q);
}
#endif
/// Which elements are best side by side: those of as many terms, about.
template <real T>
FUSE_HD T zeta_order(T s, T q) {
  T const terms = scalar::rint(static_cast<T>(0.53) * s + (static_cast<T>(5.5) - q));
  return where(both(terms > 0, terms < 15), terms, where(terms >= 15, T(15), T(0)));
}

/// zeta(s) - 1 for s from 0 on.
template <real T>
FUSE_HD T zetac_of_positive(T s) {
  return pick(
      s < 4, [=] { return where(s == 1, T(infinity<T>), tables::zeta_low(s) / (s - 1)); },
      [=] {
        T const power = scalar::exp2(-s);
        return power * pick(
                           s < 12, [=] { return tables::zeta_middle(s); },
                           [=] {
                             return pick(
                                 s < static_cast<T>(sizeof(T) > 4 ? 40 : 20), [=] { return tables::zeta_high(s); },
                                 [=] { return 1 + (scalar::pow(static_cast<T>(2.0 / 3), s) + power); });
                           });
      });
}

/// zeta(s) for s < 0 by reflection (DLMF 25.4.1): 2 (2 pi)^(s - 1) sin(pi s / 2) gamma(1 - s) zeta(1 - s).
FUSE_HD_NOINLINE inline double zeta_of_negative(double s) {
  using T = double;
  T const y = 1 - s, rest = sum_rest(T{1}, -s, y);
  T const wave = sin_pi(static_cast<T>(0.5) * s);
  if (wave == 0 || s == -infinity<T>) return s == -infinity<T> ? not_a_number<T> : T{0};
  T const others = 2 * wave * (1 + zetac_of_positive(y));
  constexpr T two_pi = static_cast<T>(2 * detail::pi);
  constexpr T more = 2.4492935982947064e-16;
  if (y < 10) {
    T const power = scalar::pow(two_pi, -y);
    return others * scalar::gamma(y) *
           (power + power * (rest * psi_of_positive(y) - more / two_pi * y - rest * scalar::log(two_pi)));
  }
  // gamma(y) (2 pi)^-y is sqrt(2 pi / y) (y / 2 pi e)^y e^stirling: two halves, neither of which overflows first
  constexpr T inverse = static_cast<T>(0.05854983152431916);  // 1 / (2 pi e)
  constexpr T left = -4.121231590292303e-19;
  T const q = y * inverse, low = (fma(y, inverse, -q) + (y * left + rest * inverse)) / q;
  T const half = static_cast<T>(0.5) * y, power = scalar::pow(q, half);
  return (others * scalar::sqrt(two_pi / y) * scalar::exp(stirling(y) + y * low + rest * scalar::log(q)) * power) *
         power;
}
/// The same of float32: (y / 2 pi e)^(y - 1/2) e^(stirling - 1/2) is gamma(y) (2 pi)^-y, y = 1 - s from 3 on, of which
/// the exponent is in two floats.
FUSE_HD_NOINLINE inline float zeta_of_negative(float s) {
  if (s == -infinity<float>) return not_a_number<float>;
  float const wave = turned_angle::of_right_angles(s).sine(0);
  if (wave == 0) return 0;
  constexpr float circle = 17.079468f, circle_rest = 6.7190963e-07f;  // 2 pi e
  float const y = 1 - s, rest = sum_rest(1.0f, -s, y), power = y - 0.5f;
  near_quotient<float> const q(y, circle, 0.0f);
  float const difference = y - q.n, sum = y + q.n, part = near_division(difference, sum), z = part * part;
  float const lost = product_rest(part, sum, difference) + part * sum_rest(y, q.n, sum);
  float_and_rest const first(q.d * high_of_ln2<float>, 2 * part);
  float const less = 2 * lost / sum + (circle_rest / circle - rest / y);
  float const more = first.rest + (part * z * tables::atanh_rest(z) + (q.d * low_of_ln2<float> - less));
  float_and_rest const log(first.value, more);
  float const high = rounded_product(power, log.value), other = stirling(y) - 0.5f, exponent = high + other;
  float const low = product_rest(power, log.value, high) + (power * log.rest + rest * log.value);
  return exp_times(exponent, sum_rest(high, other, exponent) + low, 2 * wave * (1 + zetac_of_positive(y)));
}
template <native T>
FUSE_HD T zeta(T s) {
  if (s < -2) return zeta_of_negative(s);
  if (!(s < 1)) return 1 + zetac_of_positive(s);
  T const u = s + 3, zeros = product_less(u, u, T{1});  // (s + 2) (s + 4)
  if constexpr (sizeof(T) > 4)
    return zeros * tables::zeta_least(s) / (s - 1);
  else
    return zeros * tables::zeta_least_in_parts(s) / (s - 1);
}
template <native T>
FUSE_HD T zetac(T s) {
  return s < 0 ? zeta(s) - 1 : zetac_of_positive(s);
}

#if FUSE_SPECIAL_PACKS
FUSE_HD pack zetac(pack s) {
  return but_for(
      !(s >= 0), zetac_of_positive(s), [](double v) { return zetac(v); }, s);
}
FUSE_HD pack zeta(pack s) {
  return but_for(
      !(s >= 1), 1 + zetac_of_positive(s), [](double v) { return zeta(v); }, s);
}
#endif

template <native T>
FUSE_HD_NOINLINE T polygamma(T n, T x) {
  if (n == 0) return psi(x);
  if (!(n > 0) || !is_whole(n)) return not_a_number<T>;
  T const value = scalar::gamma(n + 1) * hurwitz_zeta(n + 1, x);
  return is_odd(n) ? value : -value;
}

#if FUSE_SPECIAL_PACKS
FUSE_HD pack polygamma(pack n, pack x) {
  pack const half = 0.5 * n, s = n + 1;
  pack_mask const usual = (n >= 0) & (n < most_near - 1) & (n == scalar::floor(n)) & (x > 0) & (x < 1e15);
  pack const y = pick(
      n == 0, [=] { return psi(x); },
      [=] {
        pack const first = scalar::pow(x, -s);
        pack_mask const near = usual & (n != 0) & (first > 1e-300) & (first < 1e300);
        pack const zeta = zeta_of_usual(where(near, s, 2), where(near, x, 1), where(near, first, 1), near);
        pack const value = gamma_near<false>(where(usual, s, 1)) * zeta;
        return but_for(
            usual & (n != 0) & !near, where(half == scalar::floor(half), -value, value),
            [](double u, double v) { return polygamma(u, v); }, n, x);
      });
  return but_for(
      !usual, y, [](double u, double v) { return polygamma(u, v); }, n, x);
}
#endif

}  // namespace formulas

/// The xth derivative of psi at y: (-1)^(x + 1) x! zeta(x + 1, y). NaN for an x that is not 0, 1, 2 ...
///
/// source  DLMF 25.11.12
/// numpy   scipy.special.polygamma
FUSE_SPECIAL_OF_SORTED_PACKS2(polygamma, 2500, zeta_order(x + 1, y), formulas::polygamma(x, y));

namespace ops {
/// Hurwitz' zeta function.
struct zeta : special_operation<zeta, 2, 1500, packs::in_order> {
  static constexpr char const* qualified_name = "cp::special::zeta";
  template <class T>
  FUSE_HD static constexpr T of(T s, T q) {
    return formulas::hurwitz_zeta(s, q);
  }
  template <class T>
  FUSE_HD static T order(T s, T q) {
    return formulas::zeta_order(s, q);
  }
};
/// Riemann's.
struct riemann_zeta : special_operation<riemann_zeta, 1, 500, packs::as_they_lie> {
  static constexpr char const* qualified_name = "cp::special::zeta";
  template <class T>
  FUSE_HD static constexpr T of(T s) {
    return formulas::zeta(s);
  }
};
}  // namespace ops

/// The type of cp::special::zeta.
struct zeta_function : ufunc<ops::zeta> {
  using ufunc<ops::zeta>::operator();
  /// Riemann's.
  template <operand X>
  [[nodiscard]] constexpr auto operator()(X&& x) const {
    return ufunc<ops::riemann_zeta>{}(std::forward<X>(x));
  }
};
/// Riemann's zeta function of x, or Hurwitz' of x and q, the sum of (q + k)^-x: infinite at x = 1 and where q is 0, -1,
/// -2 ...; of q NaN for x < 1, and for q < 0 unless x is whole.
///
/// source  DLMF 25.11.28 (Euler and Maclaurin); polynomials, and the reflection 25.4.1, where there is no q
/// numpy   scipy.special.zeta
inline constexpr zeta_function zeta{};
/// zeta(x) - 1, to full accuracy for large x.
///
/// numpy   scipy.special.zetac
FUSE_SPECIAL_OF_PACKS1(zetac, 500, formulas::zetac(x));

}  // namespace cp::special
