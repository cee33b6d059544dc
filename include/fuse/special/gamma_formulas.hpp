// Formulas of the gamma function and its relatives: digamma, beta, binomials. (Long: they use each other.)
#pragma once

#include <fuse/special/exact.hpp>
#include <fuse/special/tables.hpp>

namespace cp::special {

namespace formulas {

template <native T>
FUSE_HD bool is_whole(T x) {
  return x == scalar::floor(x);
}
template <native T>
FUSE_HD bool is_odd(T whole) {
  T const half = static_cast<T>(0.5) * whole;
  return half != scalar::floor(half);
}
/// sin(pi x) and cos(pi x), of which x - rint(x) is exact.
template <native T>
FUSE_HD T sin_pi(T x) {
  T const n = scalar::rint(x), y = scalar::sin(static_cast<T>(detail::pi) * (x - n));
  return is_odd(n) ? -y : y;
}
/// pi / tan(pi x); near its zeros by the tangent of what is left to a half.
template <native T>
FUSE_HD T pi_cot_pi(T x) {
  constexpr T pi = static_cast<T>(detail::pi);
  T const r = x - scalar::rint(x), a = scalar::abs(r);
  bool const far = a > static_cast<T>(0.25);
  T const t = scalar::tan(pi * (far ? static_cast<T>(0.5) - a : a));
  return scalar::copysign(pi, r) * (far ? t : 1 / t);
}
/// log(1 + x) - x.
template <real T>
FUSE_HD T log1pmx(T x) {
  return pick(
      both(x > static_cast<T>(-0.4), x < static_cast<T>(0.6)), [=] { return x * x * tables::log1pmx(x); },
      [=] { return scalar::log1p(x) - x; });
}
/// Stirling's remainder for x from 3 on (DLMF 5.11.1).
template <real T>
FUSE_HD T stirling(T x) {
  T const r = 1 / x;
  return r * tables::stirling(r * r);
}
/// Where gamma(x) overflows, nearly.
template <native T>
inline constexpr T most_of_gamma = static_cast<T>(sizeof(T) == 8 ? 171 : 35);

/// ((a + rest) / b)^e, the quotient's rounding made up for: e times it would be the result's error.
template <native T>
FUSE_HD_NOINLINE T power_of_quotient(T a, T rest, T b, T e) {
  T const q = a / b, left = (fma(-q, b, a) + rest) / b;
  T const power = scalar::pow(q, e);
  return power > 0 && power < infinity<T> ? power + power * scalar::expm1(e * left / q) : power;
}
/// ((x + rest) / e)^y, e Euler's number.
template <native T>
FUSE_HD_NOINLINE T power_by_e(T x, T rest, T y) {
  constexpr T inverse = static_cast<T>(0.36787944117144232160);
  constexpr T more = static_cast<T>(sizeof(T) == 8 ? -1.2428753672788363e-17 : -9.149755188170102e-09);
  T const q = x * inverse, left = fma(x, inverse, -q) + (x * more + rest * inverse);
  T const power = scalar::pow(q, y);
  return power > 0 && power < infinity<T> ? power + power * scalar::expm1(y * left / q) : power;
}

// -- psi ----------------------------------------

template <real T>
FUSE_HD T psi_of_positive(T x, T rest = 0) {
  return pick(
      x >= 2,
      [=] {
        T const r = 1 / x, w = r * r;
        return scalar::log(x) - static_cast<T>(0.5) * r - (w * tables::psi_far(w) - rest * r);
      },
      [=] {
        constexpr element<T> zero = static_cast<element<T>>(1.4616321449683623413);
        constexpr element<T> more =
            static_cast<element<T>>(sizeof(T) > 4 ? 9.549995429965697e-17 : 1.2438149938918909e-08);
        T const y = where(x < 1, x + 1, x), centre = ((y - zero) - (more - rest)) * tables::psi_centre(y);
        return pick(
            x < 1, [=] { return centre - 1 / x; }, [=] { return centre; });
      });
}
template <native T>
FUSE_HD T psi(T x) {
  if (x > 0) return psi_of_positive(x);
  if (x == 0) return scalar::copysign(infinity<T>, -x);
  if (is_whole(x) || x != x) return not_a_number<T>;
  T const y = 1 - x;
  return psi_of_positive(y, sum_rest(T{1}, -x, y)) - pi_cot_pi(x);
}

// -- quotients of gammas ----------------------------------------------------------------------------------------------

template <native T>
FUSE_HD T gammasgn(T x) {
  if (x != x) return x;
  if (x > 0) return T{1};
  if (x == 0) return scalar::copysign(T{1}, x);
  T const down = scalar::floor(x);
  if (x == down) return not_a_number<T>;
  return is_odd(down) ? T{-1} : T{1};
}

/// By the doubling formula (DLMF 5.5.5) where gamma overflows.
template <native T>
FUSE_HD_NOINLINE T rgamma_of_large(T x) {
  T const half = static_cast<T>(0.5) * x;
  return static_cast<T>(1.7724538509055160273) * scalar::exp2(1 - half) / scalar::gamma(half) *
         (scalar::exp2(-half) / scalar::gamma(half + static_cast<T>(0.5)));
}
/// A product of factors, and, if `Exact`, what rounding has left of it.
template <bool Exact, real T>
struct exact_product {
  T value = 1, rest = 0;
  FUSE_HD void times(T x, T x_rest = 0) {
    T const product = value * x;
    if constexpr (Exact) rest = product_rest(value, x, product) + (value * x_rest + rest * x);
    value = product;
  }
};
/// 1 / gamma(x) for x from -6 to 12, or gamma(x): the polynomial of x less, or more, a whole number,
/// and the factors between. Of the inverse in float64, of which these are few, what rounding leaves is left out.
template <bool Inverse, native T>
FUSE_HD T gamma_near(T x) {
  exact_product<!Inverse || sizeof(T) == 4, T> between;
  if (x < 1) {
    T y, rest;
    if constexpr (sizeof(T) == 4) {
      T left = 0;  // what rounding leaves of x
      while (x < 1) {
        T const next = x + 1;
        between.times(x, left);
        left += x - (next - 1);
        x = next;
      }
      float_and_rest const of = tables::rgamma_in_parts(x);
      y = of.value;
      rest = between.rest * y + between.value * (of.rest - y * left * (x - 1.55f));  // by psi, roughly
    } else {
      for (; x < 1; x += 1) between.times(x);
      y = tables::rgamma(x);
      rest = between.rest * y;
    }
    T const product = rest != 0 ? between.value * y + rest : between.value * y;  // -0 stays
    return Inverse ? product : 1 / product;
  }
  for (; x >= 5; x -= 4) {  // (x - 1) (x - 2) (x - 3) (x - 4)
    T const t = (x - 1) * (x - 4), more = t + 2, left = product_rest(x - 1, x - 4, t);
    between.times(t, left);
    between.times(more, left + ((t - more) + 2));
  }
  if (x >= 3) {
    between.times((x - 1) * (x - 2), product_rest(x - 1, x - 2, (x - 1) * (x - 2)));
    x -= 2;
  }
  if (x >= 2) {
    x -= 1;
    between.times(x);
  }
  if constexpr (Inverse && sizeof(T) == 4) {
    float_and_rest const y = tables::rgamma_in_parts(x);
    T const inverse = 1 / between.value, product = y.value * inverse;
    T const lost = between.rest * inverse + product_rest(inverse, between.value, T{1});
    return product + (y.rest * inverse + product_rest(y.value, inverse, product) - product * lost);
  }
  T const y = tables::rgamma(x), inverse = 1 / (Inverse ? between.value : y);
  if (!Inverse) return between.value * inverse + between.rest * inverse;
  return y * inverse - y * inverse * (between.rest * inverse);
}
template <native T>
FUSE_HD T gamma(T x) {
  if (!(x > -6 && x < 12)) return scalar::gamma(x);
  return x < 0 && is_whole(x) ? not_a_number<T> : gamma_near<false>(x);
}
/// What long formulas call: nvcc would compile a copy for each place where they do.
template <native T>
FUSE_HD_NOINLINE T called_gamma(T x) {
  return gamma(x);
}
template <native T>
FUSE_HD_NOINLINE T called_lgamma(T x) {
  return scalar::lgamma(x);
}
template <native T>
FUSE_HD_NOINLINE T called_psi(T x) {
  return psi(x);
}

template <native T>
FUSE_HD_NOINLINE T rgamma_far(T x) {
  if (x < 0 && is_whole(x)) return T{0};
  if (x > 2 * most_of_gamma<T>) return T{0};
  if (x > most_of_gamma<T>) return rgamma_of_large(x);
  if (!(x < 0)) return 1 / scalar::gamma(x);
  if constexpr (sizeof(T) == 4) {
    if (x > -45) {
      exact_product<true, T> more;
      for (; x <= -32; x += 1) more.times(x);
      T const y = gamma_near<true>(x), product = more.value * y;
      return scalar::abs(product) < infinity<T> ? product + more.rest * y : product;
    }
  }
  T y = 1 - x, value = sin_pi(x) * static_cast<T>(1 / detail::pi);
  if (y > most_of_gamma<T> + 20) return value > 0 ? infinity<T> : -infinity<T>;
  value *= 1 + sum_rest(T{1}, -x, y) * scalar::log(y);
  for (; y > most_of_gamma<T> - 2; value *= y) y -= 1;  // gamma may overflow before the product does
  return value * called_gamma(y);
}
/// From and up to where 1 / gamma is a product: of float32 as far as the product is a number, the sine's and gamma's
/// errors beyond being the largest.
template <native T>
inline constexpr T least_of_product = static_cast<T>(sizeof(T) == 8 ? -6 : -32);
template <native T>
inline constexpr T most_of_product = static_cast<T>(sizeof(T) == 8 ? 12 : 35);
template <native T>
FUSE_HD T rgamma(T x) {
  if (!(x > least_of_product<T> && x < most_of_product<T>)) return rgamma_far(x);
  T const y = gamma_near<true>(x);
  return y == 0 && x < 0 ? T{0} : y;
}

/// gamma(a + rest), of which `rest` is a rounding error.
template <native T>
FUSE_HD_NOINLINE T gamma_with(T a, T rest) {
  T const y = called_gamma(a);
  return rest == 0 ? y : y * (1 + rest * called_psi(a));
}

/// gamma(a) gamma(b) / gamma(a + b) of positive numbers, or its inverse, times a factor.
template <bool Inverse, native T>
FUSE_HD_NOINLINE T beta_or_inverse(T a, T b, T factor = 1) {
  constexpr T sign = Inverse ? -1 : 1;
  T const large = a > b ? a : b, small = a > b ? b : a, sum = large + small, rest = sum_rest(large, small, sum);
  if (large < static_cast<T>(sizeof(T) == 8 ? 10 : 4)) {
    T const above = called_gamma(large), below = gamma_with(sum, rest), other = called_gamma(small);
    return Inverse ? below / above / other * factor : above / below * other * factor;
  }
  // gamma(small) sum^-small e^(small - (large - 1/2) log(1 + small / large)) and what Stirling leaves
  if (small < 4) {
    T const q = small / large;
    T const e = static_cast<T>(0.5) * scalar::log1p(q) - large * log1pmx(q) + (stirling(large) - stirling(sum)) -
                small * (rest / sum);
    T const power = scalar::pow(sum, -sign * small) * factor * scalar::exp(sign * e), other = called_gamma(small);
    return Inverse ? power / other : power * other;
  }
  T const first = factor * power_of_quotient(sum, rest, large, -sign * large);
  T const second = power_of_quotient(sum, rest, small, -sign * small);
  T const root = static_cast<T>(2.5066282746310005024) / scalar::sqrt(large) * scalar::sqrt(sum / small);
  T const product = first * second * scalar::exp(sign * (stirling(large) + stirling(small) - stirling(sum)));
  return Inverse ? product / root : product * root;
}
template <native T>
FUSE_HD T beta_of_positive(T a, T b) {
  return beta_or_inverse<false>(a, b);
}

/// gamma(a + m) / gamma(a) for a > 0 and a + m > 0.
template <native T>
FUSE_HD_NOINLINE T gamma_quotient(T a, T m) {
  T const s = a + m, rest = sum_rest(a, m, s);
  if (m == 0) return T{1};
  T const low = a < s ? a : s;
  if (a <= most_of_gamma<T> && s <= most_of_gamma<T> && (low < 10 || (a < 20 && s < 20)))
    return gamma_with(s, rest) / called_gamma(a);
  if (low < 10) {
    T const high = a < s ? s : a;
    if (m > 0) {  // (s / e)^(s - 1/2) in two halves
      T const half = power_by_e(s, rest, static_cast<T>(0.5) * (s - static_cast<T>(0.5)));
      T const others =
          static_cast<T>(1.5203469010662808) * scalar::exp(stirling(s) + rest * (scalar::log(s) - 1)) / called_gamma(a);
      return (half * others) * half;
    }
    T const half = power_by_e(high, T{0}, static_cast<T>(-0.5) * (high - static_cast<T>(0.5)));
    return (half * (gamma_with(s, rest) / (static_cast<T>(1.5203469010662808) * scalar::exp(stirling(high))))) * half;
  }
  T const change = stirling(s) - stirling(a);
  if (scalar::abs(m) < static_cast<T>(0.3) * a) {  // s^m e^((a - 1/2) log(1 + m / a) - m)
    T const q = m / a, e = a * log1pmx(q) - static_cast<T>(0.5) * scalar::log1p(q) + change + m * (rest / s);
    T const half = scalar::pow(s, static_cast<T>(0.5) * m);  // the power may overflow before the product does
    return half * scalar::exp(e) * half;
  }
  T const quotient = power_of_quotient(s, rest, a, a - static_cast<T>(0.5));
  return quotient * power_by_e(s, rest, m) * scalar::exp(change);
}

template <native T>
FUSE_HD_NOINLINE T beta(T a, T b) {
  if (a > 0 && b > 0) return (a == infinity<T>) != (b == infinity<T>) ? T{0} : beta_of_positive(a, b);
  if (a != a || b != b) return a + b;
  T const low = a < b ? a : b, high = a < b ? b : a;
  bool const a_pole = low <= 0 && is_whole(low), b_pole = high <= 0 && is_whole(high);
  if (a_pole || b_pole) {
    T const pole = a_pole ? low : high, other = a_pole ? high : low;
    if (!is_whole(other) || other <= 0 || !(1 - pole - other > 0)) return infinity<T>;
    T const value = beta_of_positive(1 - pole - other, other);
    return is_odd(other) ? -value : value;
  }
  if (scalar::abs(low) < static_cast<T>(sizeof(T) == 8 ? 160 : 30) &&
      scalar::abs(high) < static_cast<T>(sizeof(T) == 8 ? 160 : 30))
    return called_gamma(low) * rgamma(low + high) * called_gamma(high);
  T const sign = gammasgn(low) * gammasgn(high) * gammasgn(low + high);
  return sign * scalar::exp(called_lgamma(low) + (called_lgamma(high) - called_lgamma(low + high)));
}

template <native T>
FUSE_HD_NOINLINE T betaln(T a, T b) {
  if (a != a || b != b) return a + b;
  T const value = scalar::abs(beta(a, b));
  if (a > 0 && b > 0 && (a == infinity<T>) != (b == infinity<T>)) return -infinity<T>;
  constexpr T least = static_cast<T>(sizeof(T) == 8 ? 1e-290 : 1e-35),
              most = static_cast<T>(sizeof(T) == 8 ? 1e290 : 1e35);
  if (value > least && value < most) return scalar::log(value);
  if (!(a > 0 && b > 0))
    return value == infinity<T> ? value : called_lgamma(a) + (called_lgamma(b) - called_lgamma(a + b));
  T const large = a > b ? a : b, small = a > b ? b : a, sum = large + small, q = small / large;
  if (small < 10) {
    if (large < 10) return called_lgamma(small) + (called_lgamma(large) - called_lgamma(sum));
    return called_lgamma(small) - small * scalar::log(sum) +
           (static_cast<T>(0.5) * scalar::log1p(q) - large * log1pmx(q));
  }
  T const root = static_cast<T>(0.91893853320467274178) + static_cast<T>(0.5) * (scalar::log1p(q) - scalar::log(small));
  return root - large * scalar::log1p(q) + small * (scalar::log(q) - scalar::log1p(q)) +
         (stirling(large) + stirling(small) - stirling(sum));
}

template <native T>
FUSE_HD_NOINLINE T poch(T a, T m) {
  if (a != a || m != m) return a + m;
  T const s = a + m;
  if (m == 0) return T{1};
  if (a > 0 && s > 0) {
    if (m == infinity<T>) return m;
    if (m > 0 && m <= 8 && is_whole(m)) {
      T product = 1;
      for (int i = 0; i < static_cast<int>(m); ++i) product *= a + static_cast<T>(i);
      return product;
    }
    return gamma_quotient(a, m);
  }
  bool const a_pole = a <= 0 && is_whole(a), s_pole = s <= 0 && is_whole(s);
  if (s_pole && !a_pole) return infinity<T>;
  if (a_pole && !s_pole) return T{0};
  // gamma(x) is pi / (sin(pi x) gamma(1 - x))
  if (a_pole) {
    T const value = gamma_quotient(1 - s, m);
    return is_odd(m) ? -value : value;
  }
  constexpr T inverse = static_cast<T>(1 / detail::pi);
  if (a < 0 && s < 0) return sin_pi(a) / sin_pi(s) * gamma_quotient(1 - s, m);
  if (a < 0) return sin_pi(a) * inverse * called_gamma(s) * called_gamma(1 - a);
  return 1 / (sin_pi(s) * inverse * called_gamma(a) * called_gamma(1 - s));
}

/// x (x - 1) ... of those factors that are 1 or more, one a step, and what rounding leaves of it; with `more` to x, if
/// `Moved`. Every x - j is exact.
template <bool Moved, real T>
struct falling_factors {
  T x, more, value = 1, rest = 0;
  FUSE_HD explicit falling_factors(T of, T more_of_it = 0) : x(of), more(more_of_it) {}
  FUSE_HD void step(element<T> j) {
    mask_of<T> const go = x >= j + 1;
    if constexpr (!is_pack<T>) {
      if (!go) return;
    }
    T const factor = where(go, x - j, 1), product = value * factor;
    T left = product_rest(value, factor, product);
    if constexpr (Moved) left = left + value * where(go, more, 0);
    rest = rest * factor + left;
    value = product;
  }
  FUSE_HD T beyond() const { return x - scalar::floor(x); }
};
/// Up to where binom_near goes.
inline constexpr double most_of_binom = 20;
/// n over k for 0 < k < n: the quotient of the factors of n!, k! and (n - k)! by the polynomial of what is left of
/// each.
template <real T>
FUSE_HD T binom_near(T n, T k) {
  T const down = n - k, more = sum_rest(n, T(-k), down);
  falling_factors<false, T> above(n), one(k);
  falling_factors<true, T> other(down, more);
  for (element<T> j = 0; any(n >= j + 1); j += 1) {
    above.step(j);
    one.step(j);
    other.step(j);
  }
  T const of_above = tables::rgamma1p(above.beyond()), of_one = tables::rgamma1p(one.beyond()),
          of_other = tables::rgamma1p(other.beyond());
  exact_product<true, T> below, upper;
  below.times(one.value, one.rest);
  below.times(other.value, other.rest);
  below.times(of_above);
  T const inverse = near_division(T(1), below.value);
  // what the inverse lacks, and the slope of the polynomial by `more`, roughly
  T const lost =
      below.rest * inverse + product_rest(inverse, below.value, T(1)) - more * (static_cast<T>(0.55) - other.beyond());
  upper.times(of_one);
  upper.times(of_other);
  upper.times(inverse);
  upper.times(above.value, above.rest);
  return upper.value + (upper.rest - upper.value * lost);
}
template <native T>
FUSE_HD_NOINLINE T binom_of_any(T n, T k) {
  if (n != n || k != k) return n + k;
  if (n < 0 && is_whole(n)) return not_a_number<T>;
  if (is_whole(k)) {
    T const from_top = is_whole(n) && k > static_cast<T>(0.5) * n && n > 0 ? n - k : k;
    if (from_top < 0) return T{0};
    if (from_top < (is_whole(n) ? 20 : 5)) {
      T above = 1, below = 1;
      for (int i = 1; i <= static_cast<int>(from_top); ++i) {
        T const factor = n - (from_top - static_cast<T>(i));
        bool const exact = scalar::abs(above) < static_cast<T>(sizeof(T) == 8 ? 1e14 : 1e6);
        above = exact ? above * factor : above / below * (factor / static_cast<T>(i));
        below = exact ? below * static_cast<T>(i) : T{1};
      }
      return above / below;
    }
  }
  T const down = n - k, high = k > down ? k : down, low = k > down ? down : k;
  if (low > -1) {  // the arguments' rounding counts as often as their logarithms differ from the sum's
    T const a = 1 + low, b = 1 + high, rest = sum_rest(n, -k, down);
    T const of_a = sum_rest(T{1}, low, a) + (k > down ? rest : T{0});
    T const of_b = sum_rest(T{1}, high, b) + (k > down ? T{0} : rest);
    T const more = of_a * scalar::log((a + b) / a) + of_b * scalar::log((a + b) / b);
    return beta_or_inverse<true>(a, b, (1 + more) / (n + 1));
  }
  // gamma(1 + low) by reflection; what rounding has left of n - k counts in the sine
  T const rest = sum_rest(n, -k, down), moved = k > down ? rest : T{0}, nearest = scalar::rint(low);
  T const turned = static_cast<T>(detail::pi) * ((low - nearest) + moved);
  T const wave = is_odd(nearest) ? scalar::sin(turned) : -scalar::sin(turned);
  if (n > -1) {
    T const a = 1 + n, b = -low;
    T const more = sum_rest(T{1}, n, a) * scalar::log((a + b) / a) - moved * scalar::log((a + b) / b);
    return wave * static_cast<T>(1 / detail::pi) * beta_or_inverse<false>(a, b, 1 - more);
  }
  return called_gamma(1 + n) * wave * static_cast<T>(1 / detail::pi) * gamma_quotient(high + 1, -n - 1);
}

template <native T>
FUSE_HD T binom(T n, T k) {
  return k > 0 && k < n && n < static_cast<T>(most_of_binom) && !is_whole(k) ? binom_near(n, k) : binom_of_any(n, k);
}

template <native T>
FUSE_HD T loggamma(T x) {
  return x < 0 ? not_a_number<T> : scalar::lgamma(x);
}

template <native T>
FUSE_HD_NOINLINE T multigammaln(T a, T d) {
  if (!(a > static_cast<T>(0.5) * (d - 1))) return not_a_number<T>;
  T sum = d * (d - 1) * static_cast<T>(0.25 * 1.1447298858494001741);
  for (T i = 0; i < d; i += 1) sum += scalar::lgamma(a - static_cast<T>(0.5) * i);
  return sum;
}

}  // namespace formulas

}  // namespace cp::special
