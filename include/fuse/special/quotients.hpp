// Logarithms of quotients, by one division and a polynomial: logit, relative entropies.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/special/tables.hpp>

namespace cp::special::formulas {

/// The bits of a number down to the least that its sign, exponent and 20 binary digits or more take.
FUSE_HD std::uint32_t high_bits(float x) { return std::bit_cast<std::uint32_t>(x); }
FUSE_HD std::uint32_t high_bits(double x) { return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32); }
/// Whether x is neither negative nor smaller than 2^-900 nor beyond 2^1017 (float32: 2^-90 and 2^121), nor NaN.
template <native T>
FUSE_HD bool is_usual(T x, std::uint32_t most = high_bits(static_cast<T>(sizeof(T) == 8 ? 0x1p1017 : 0x1p121))) {
  std::uint32_t const least = high_bits(static_cast<T>(sizeof(T) == 8 ? 0x1p-900 : 0x1p-90));
  return high_bits(x) - least < most - least;
}
/// The upper half of a number's digits, and the other.
template <native T>
struct halves {
  T upper, lower;
  FUSE_HD explicit halves(T x) {
    using U = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    constexpr U mask = static_cast<U>(sizeof(T) == 8 ? 0xffffffff00000000u : 0xfffff000u);
    upper = std::bit_cast<T>(std::bit_cast<U>(x) & mask);
    lower = x - upper;
  }
};

/// A positive number with the exponent made large enough, and by how much it was.
template <native T>
struct as_normal {
  T value, moved, back;  ///< `back`: what makes it x again, as a factor
  FUSE_HD explicit as_normal(T x) {
    bool const tiny = x < static_cast<T>(sizeof(T) == 8 ? 0x1p-900 : 0x1p-90);
    value = detail::select(tiny, x * static_cast<T>(0x1p80), x);
    moved = detail::select(tiny, T{80}, T{0});
    back = detail::select(tiny, static_cast<T>(0x1p-80), T{1});
  }
};
/// x / y of positive normal numbers as 2^d x / n: n has y's digits and is within 3/2 times of x, so that x - n is
/// exact. d is the difference of the bits, which are a logarithm to half a digit, to the nearest whole number; `moved`
/// is added to it.
template <native T>
struct near_quotient {
  T d, n;
  FUSE_HD near_quotient(T x, T y, T moved) {
    using U = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    constexpr int digits = sizeof(T) == 8 ? 52 : 23;
    constexpr T rounder = static_cast<T>(sizeof(T) == 8 ? 0x1.8p52 : 0x1.8p23), bias = sizeof(T) == 8 ? 2048 : 256;
    constexpr U sign = U{1} << (8 * sizeof(T) - 1), half = U{1} << (digits - 1);  // sign: bias, as an exponent
    U const apart = (std::bit_cast<U>(x) - std::bit_cast<U>(y) + (sign + half)) >> digits;
    d = std::bit_cast<T>(std::bit_cast<U>(rounder) + apart) - (rounder + bias - moved);
    n = std::bit_cast<T>(std::bit_cast<U>(y) + (apart << digits) + sign);
  }
};
/// log 2 in two parts, of which the first has as few digits as leave its products with whole numbers and with the upper
/// half of a number exact.
template <class T>
inline constexpr T high_of_ln2 = static_cast<T>(sizeof(T) == 8 ? 0x1.62e42p-1 : 0x1.6p-1);
template <class T>
inline constexpr T low_of_ln2 = static_cast<T>(sizeof(T) == 8 ? 0x1.fdf473de6af28p-22 : 0x1.7217f8p-8);

/// log((x + rest) / y) of positive normal numbers: d log 2 + 2 atanh((x - n + rest) / (x + n)). `moved` is added to d.
template <native T>
FUSE_HD T log_quotient(T x, T y, T rest, T moved) {
  near_quotient<T> const q(x, y, moved);
  T const s = near_division((x - q.n) + rest, x + q.n), z = s * s;
  return q.d * high_of_ln2<T> + (2 * s + (s * z * tables::atanh_rest(z) + q.d * low_of_ln2<T>));
}
/// log(x / zero) of x from 0 on, the zero being `zero` + `rest`, whose distance from x is `far`.
template <real T>
FUSE_HD T log_by_zero(T x, element<T> zero, [[maybe_unused]] element<T> rest, [[maybe_unused]] T far) {
  if constexpr (sizeof(T) == 4) {
    as_normal<T> const normal(x);
    near_quotient<T> const q(normal.value, zero, -normal.moved);
    T const s = near_division((normal.value - q.n) - rest / zero * q.n, normal.value + q.n), z = s * s;
    T const y = q.d * high_of_ln2<T> + (2 * s + (s * z * tables::atanh_rest(z) + q.d * low_of_ln2<T>));
    return detail::select(x == 0, -infinity<T>, y);
  } else {
    return pick(
        scalar::abs(far) < static_cast<element<T>>(0.35) * zero, [=] { return scalar::log1p(far / zero); },
        [=] {
          return pick(
              x < static_cast<element<T>>(1e-30), [=] { return scalar::log(x) - scalar::log(zero); },
              [=] { return scalar::log(x / zero); });
        });
  }
}
/// Of p and 1 - p.
template <native T>
FUSE_HD T logit(T p) {
  T const q = 1 - p, rest = (1 - q) - p;
  return shorter_if(
      is_usual(p, high_bits(T{1})), [=] { return -log_quotient(q, p, rest, T{0}); },
      [=] {
        as_normal<T> const normal(p);
        T const y = log_quotient(q, normal.value, rest, normal.moved);
        T const outside = detail::select(p == 0, -infinity<T>, detail::select(p == 1, infinity<T>, not_a_number<T>));
        bool const inside = both(p > 0, p < 1);
        return detail::select(inside, -y, outside);
      });
}

/// `value` for positive arguments, `limit` for x = 0 and y >= 0, inf for negative ones.
template <native T>
FUSE_HD T of_positive(T x, T y, T value, T limit) {
  bool const positive = both(x > 0, y > 0);
  bool const at_0 = both(x == 0, y >= 0);
  bool const numbers = both(x == x, y == y);
  T const outside = detail::select(numbers, detail::select(at_0, limit, infinity<T>), not_a_number<T>);
  return detail::select(positive, value, outside);
}
/// x log(x / y).
template <native T>
FUSE_HD T rel_entr(T x, T y) {
  return shorter_if(
      both(is_usual(x), is_usual(y)), [=] { return x * log_quotient(x, y, T{0}, T{0}); },
      [=] {
        as_normal<T> const a(x), b(y);
        constexpr T quarter = static_cast<T>(0.25);  // of which the sum is a number
        T const l = log_quotient(quarter * a.value, quarter * b.value, T{0}, b.moved - a.moved);
        T const limit = detail::select(x == y, not_a_number<T>, detail::select(x > y, infinity<T>, -infinity<T>));
        T const value = x * detail::select(both(x < infinity<T>, y < infinity<T>), l, limit);
        return of_positive(x, y, value, T{0});
      });
}

/// x log(x / y) - x + y, of which x log(x / n), n being y 2^d, is x - n + s (x - n + x s^2 (atanh(s) / s - 1) 2 / s^2)
/// with s = (x - n) / (x + n): x d log 2 + (y - n) + s (...), where x - y, which is large beside what is left of it,
/// counts nowhere. `back` is a factor of n, and s is that of x and n by another one.
template <native T>
FUSE_HD T kl_by_quotient(T x, T y, near_quotient<T> const& q, T s, T difference, T n) {
  halves<T> const of(x);
  T const z = s * s, high = q.d * high_of_ln2<T>;
  T const low = of.lower * high + x * (q.d * low_of_ln2<T>);
  T const rest = s * (difference + x * z * tables::atanh_rest(z));
  return (of.upper * high + (y - n)) + (low + rest);
}
template <native T>
FUSE_HD T kl_div(T x, T y) {
  return shorter_if(
      both(is_usual(x), is_usual(y)),
      [=] {
        near_quotient<T> const q(x, y, T{0});
        T const difference = x - q.n;
        return kl_by_quotient(x, y, q, near_division(difference, x + q.n), difference, q.n);
      },
      [=] {
        constexpr T most = static_cast<T>(sizeof(T) == 8 ? 0x1p1017 : 0x1p121);
        bool const large = x > most;  // of which the sum with n, or a part, may be no number
        T const scale = detail::select(large, static_cast<T>(0.0625), T{1});
        T const u = x * scale, v = y * scale;
        as_normal<T> const a(u), b(v);
        near_quotient<T> const q(a.value, b.value, b.moved - a.moved);
        T const difference = a.value - q.n, s = difference / (a.value + q.n);
        T const value = kl_by_quotient(u, v, q, s, difference * a.back, q.n * a.back);
        T const y_or_none = detail::select(y < infinity<T>, value, not_a_number<T>);
        return of_positive(x, y, detail::select(large, 16 * y_or_none, y_or_none), y);
      });
}

}  // namespace cp::special::formulas
