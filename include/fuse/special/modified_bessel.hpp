// Modified Bessel functions of the orders 0 and 1.
#pragma once

#include <fuse/special/quotients.hpp>
#include <fuse/special/tables.hpp>
#include <fuse/special/ufunc.hpp>

namespace cp::special {

namespace formulas {

/// Where polynomials in 1 / x begin.
template <class T>
inline constexpr element<T> far_of_i = static_cast<element<T>>(sizeof(T) > 4 ? 12 : 6);
/// I0(x), I1(x) / x for |x| up to there. What rounding has left of x^2 counts with about the square of x: the
/// function's slope by the function as a parabola, within a tenth.
template <real T>
FUSE_HD T i0_near(T x) {
  T const w = x * x, y = tables::i0_near(w),
          slope = static_cast<T>(0.25) + x * (x * static_cast<T>(0.0019) - static_cast<T>(0.0405));
  return y + y * (product_rest(x, x, w) * slope);
}
template <real T>
FUSE_HD T i1_near(T x) {
  T const w = x * x, y = tables::i1_near(w),
          slope = static_cast<T>(0.125) + x * (x * static_cast<T>(0.0005) - static_cast<T>(0.013));
  return y + y * (product_rest(x, x, w) * slope);
}
/// f / sqrt(x), and in float32 what rounding leaves of it, f being a function as it is or in parts.
template <real T>
struct by_root {
  T value, rest = 0;
  FUSE_HD by_root(T f, T inverse_root) : value(f * inverse_root) {}
  FUSE_HD by_root(float_and_rest f, float x, float inverse_root)
      : value(f.value * inverse_root), rest(f.rest * inverse_root + product_rest(f.value, inverse_root, value)) {
    float const root = x * inverse_root;  // 1 - x inverse_root^2 is twice what the inverse lacks
    float const over = product_rest(root, inverse_root, 1.0f) + product_rest(x, inverse_root, root) * inverse_root;
    rest = detail::select(value > 0, rest - 0.5f * value * over, 0.0f);  // 0 where x is infinite
  }
  FUSE_HD T rounded() const { return value + rest; }
};
/// e^a times it.
template <real T>
FUSE_HD T exp_times(T a, by_root<T> const& y) {
  if constexpr (sizeof(T) > 4)
    return exp_times(a, T(0), y.value);
  else
    return exp_times(a, 0.0f, y.value, y.rest);
}
/// e^-x I0(x) or I1(x), beyond.
template <real T>
FUSE_HD by_root<T> i0_far(T x) {
  T const r = near_root<T>(x).inverse;
  if constexpr (sizeof(T) > 4)
    return {tables::i0_far(r * r), r};
  else
    return {tables::i0_far_in_parts(r * r), x, r};
}
template <real T>
FUSE_HD by_root<T> i1_far(T x) {
  T const r = near_root<T>(x).inverse;
  if constexpr (sizeof(T) > 4)
    return {tables::i1_far(r * r), r};
  else
    return {tables::i1_far_in_parts(r * r), x, r};
}
/// e^a times what is far, inf for a = inf.
template <real T>
FUSE_HD T grown(T a, by_root<T> const& far) {
  if constexpr (sizeof(T) > 4) {
    return pick(
        a == infinity<T>, [=] { return where(a == infinity<T>, a, exp_times(a, far.value)); },
        [=] { return exp_times(a, far.value); });
  } else {
    return a == infinity<T> ? a : exp_times(a, far);
  }
}
template <real T>
FUSE_HD T i0(T x) {
  T const a = scalar::abs(x);
  return pick(
      a < far_of_i<T>, [=] { return i0_near(a); }, [=] { return grown(a, i0_far(a)); });
}
template <real T>
FUSE_HD T i0e(T x) {
  T const a = scalar::abs(x);
  return pick(
      a < far_of_i<T>, [=] { return exp_times(-a, T(0), i0_near(a)); }, [=] { return i0_far(a).rounded(); });
}
template <real T>
FUSE_HD T i1(T x) {
  T const a = scalar::abs(x);
  return pick(
      a < far_of_i<T>, [=] { return x * i1_near(a); },
      [=] {
        T const y = grown(a, i1_far(a));
        return where(x < 0, -y, y);
      });
}
template <real T>
FUSE_HD T i1e(T x) {
  T const a = scalar::abs(x);
  T const y = pick(
      a < far_of_i<T>, [=] { return exp_times(-a, T(0), T(a * i1_near(a))); }, [=] { return i1_far(a).rounded(); });
  return scalar::copysign(y, x);
}
/// Where polynomials in a quotient begin: in float32 sooner, the logarithm's error being the largest.
template <class T>
inline constexpr element<T> near_of_k = static_cast<element<T>>(sizeof(T) > 4 ? 1 : 0.5);
template <real T>
FUSE_HD T k_quotient(T x) {
  T const a = where(x < static_cast<T>(1e15), x, static_cast<T>(1e15));
  return near_division(a - 2, a + 2);
}
/// log(x / 2), of which x / 2 may be no number.
template <real T>
FUSE_HD T log_of_half(T x) {
  mask_of<T> const tiny = x < static_cast<T>(1e-30);
  return scalar::log(T(where(tiny, x, static_cast<T>(0.5) * x))) - where(tiny, static_cast<T>(detail::ln2), T(0));
}
/// What is known for x from 0 on; inf at 0, NaN below.
template <real T>
FUSE_HD T k_of(T x, T y) {
  return where(x > 0, y, where(x == 0, T(infinity<T>), T(not_a_number<T>)));
}
/// log(x / 2) as a sum whose first number is exact, so that it counts but with its second one's rounding.
template <real T>
struct log_of_half_in_parts {
  T high, low;
  FUSE_HD explicit log_of_half_in_parts(T x) {
    if constexpr (sizeof(T) > 4) {
      high = log_of_half(x);
      low = T(0);
    } else {
      as_normal<T> const normal(x);
      near_quotient<T> const q(normal.value, T{1}, -1 - normal.moved);
      T const s = near_division(normal.value - q.n, normal.value + q.n), z = s * s;
      high = q.d * high_of_ln2<T>;
      low = 2 * s + (s * z * tables::atanh_rest(z) + q.d * low_of_ln2<T>);
    }
  }
};
template <real T>
FUSE_HD by_root<T> k0_far(T x) {
  if constexpr (sizeof(T) > 4)
    return {tables::k0_far(k_quotient(x)), near_root<T>(x).inverse};
  else
    return {tables::k0_far_in_parts(k_quotient(x)), x, near_root<T>(x).inverse};
}
template <real T>
FUSE_HD by_root<T> k1_far(T x) {
  if constexpr (sizeof(T) > 4)
    return {tables::k1_far(k_quotient(x)), near_root<T>(x).inverse};
  else
    return {tables::k1_far_in_parts(k_quotient(x)), x, near_root<T>(x).inverse};
}
template <bool Scaled, real T>
FUSE_HD T k0(T x) {
  T const y = pick(
      x < near_of_k<T>,
      [=] {
        log_of_half_in_parts<T> const of(x);
        T const w = x * x, less = (tables::k0_near(w) - of.low) - (of.high + of.low) * (w * tables::i0_low(w));
        T const near = less - of.high;
        if constexpr (!Scaled)
          return near;
        else if constexpr (sizeof(T) > 4)
          return exp_times(x, T(0), near);
        else
          return exp_times(x, T(0), near, sum_rest(less, -of.high, near));
      },
      [=] {
        by_root<T> const far = k0_far(x);
        return Scaled ? far.rounded() : exp_times(T(-x), far);
      });
  return k_of(x, y);
}
template <bool Scaled, real T>
FUSE_HD T k1(T x) {
  T const y = pick(
      x < near_of_k<T>,
      [=] {
        T const w = x * x, near = 1 / x + x * (log_of_half(x) * tables::i1_low(w) + tables::k1_near(w));
        return Scaled ? exp_times(x, T(0), near) : near;
      },
      [=] {
        by_root<T> const far = k1_far(x);
        return Scaled ? far.rounded() : exp_times(T(-x), far);
      });
  return k_of(x, y);
}

}  // namespace formulas

/// The modified Bessel function of the first kind, of order 0.
///
/// source  DLMF 10.25.2 and 10.40.1, as polynomials in x^2 up to 12 (float32: 6), in 1 / x beyond
/// numpy   scipy.special.i0
FUSE_SPECIAL_OF_PACKS1(i0, 400, formulas::i0(x));
/// e^-|x| times cp::special::i0.
///
/// numpy   scipy.special.i0e
FUSE_SPECIAL_OF_PACKS1(i0e, 400, formulas::i0e(x));
/// The modified Bessel function of the first kind, of order 1.
///
/// numpy   scipy.special.i1
FUSE_SPECIAL_OF_PACKS1(i1, 400, formulas::i1(x));
/// e^-|x| times cp::special::i1.
///
/// numpy   scipy.special.i1e
FUSE_SPECIAL_OF_PACKS1(i1e, 400, formulas::i1e(x));
/// The modified Bessel function of the second kind, of order 0: inf at 0, NaN below.
///
/// source  DLMF 10.31.2 up to 1 (float32: 1/2); sqrt(x) e^x K0(x) as a polynomial in (x - 2) / (x + 2) beyond
/// numpy   scipy.special.k0
FUSE_SPECIAL_OF_PACKS1(k0, 500, formulas::k0<false>(x));
/// e^x times cp::special::k0.
///
/// numpy   scipy.special.k0e
FUSE_SPECIAL_OF_PACKS1(k0e, 400, formulas::k0<true>(x));
/// The modified Bessel function of the second kind, of order 1: inf at 0, NaN below.
///
/// numpy   scipy.special.k1
FUSE_SPECIAL_OF_PACKS1(k1, 500, formulas::k1<false>(x));
/// e^x times cp::special::k1.
///
/// numpy   scipy.special.k1e
FUSE_SPECIAL_OF_PACKS1(k1e, 400, formulas::k1<true>(x));

}  // namespace cp::special
