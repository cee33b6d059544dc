// Elementary functions of random numbers, whose bits host and device agree on: additions, multiplications and fused
// multiply-adds in a written order. No sum has a product as an operand (nor one of a branch's values that may be a
// product: see `sum`), so that there is nothing a compiler could fuse.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/core/config.hpp>
#include <type_traits>

namespace cp::random::detail {

FUSE_HD float fma(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}
FUSE_HD double fma(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(a, b, c);
#else
  return __builtin_fma(a, b, c);
#endif
}
FUSE_HD float sqrt(float x) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(x);
#else
  return __builtin_sqrtf(x);
#endif
}
/// sqrt of 0 or of what is neither tiny nor huge: the same bits in fewer instructions.
FUSE_HD float sqrt_of_usual(float x) {
#if defined(__CUDA_ARCH__)
  float y;
  asm("rsqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(fmaxf(x, 1e-30f)));
  float const root = x * y;
  return __fmaf_rn(__fmaf_rn(-root, root, x), 0.5f * y, root);
#else
  return __builtin_sqrtf(x);
#endif
}
FUSE_HD double sqrt(double x) {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rn(x);
#else
  return __builtin_sqrt(x);
#endif
}
FUSE_HD double sqrt_of_usual(double x) { return sqrt(x); }
FUSE_HD float divide(float a, float b) {
#if defined(__CUDA_ARCH__)
  return __fdiv_rn(a, b);
#else
  return a / b;
#endif
}
FUSE_HD double divide(double a, double b) { return a / b; }
/// a + b, of which neither becomes part of a fused multiply-add.
FUSE_HD double sum(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __dadd_rn(a, b);
#elif defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && !FUSE_NVCC
  return __builtin_assoc_barrier(a) + __builtin_assoc_barrier(b);
#else
  return a + b;
#endif
}
/// a b: what a number ends in. On the device it becomes no part of a fused multiply-add, so that the bits of a number
/// do not depend on the expression around it. The host's draws are in an array before that expression reads them; only
/// the formulas that are elementwise work themselves (exponential, rayleigh) may become part of it, as any product may.
template <std::floating_point T>
FUSE_HD T product(T a, T b) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4)
    return __fmul_rn(a, b);
  else
    return __dmul_rn(a, b);
#else
  return a * b;
#endif
}
FUSE_HD float floor(float x) { return __builtin_floorf(x); }
FUSE_HD double floor(double x) { return __builtin_floor(x); }
template <std::floating_point T>
FUSE_HD T absolute(T x) {
  return x < 0 ? -x : x;
}

template <class T>
struct float_bits;
template <>
struct float_bits<float> {
  using type = std::uint32_t;
  using integer = std::int32_t;
  static constexpr int mantissa = 23, bias = 127;
};
template <>
struct float_bits<double> {
  using type = std::uint64_t;
  using integer = std::int64_t;
  static constexpr int mantissa = 52, bias = 1023;
};
template <std::floating_point T>
FUSE_HD typename float_bits<T>::type bits_of(T x) {
  typename float_bits<T>::type b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}
template <std::floating_point T>
FUSE_HD T from_bits(typename float_bits<T>::type b) {
  T x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}
template <std::floating_point T>
FUSE_HD T infinity() {
  return from_bits<T>(static_cast<typename float_bits<T>::type>(2 * float_bits<T>::bias + 1)
                      << float_bits<T>::mantissa);
}
template <std::floating_point T>
FUSE_HD T not_a_number() {
  using word = typename float_bits<T>::type;
  return from_bits<T>((static_cast<word>(2 * float_bits<T>::bias + 1) << float_bits<T>::mantissa) |
                      word{1} << (float_bits<T>::mantissa - 1));
}

/// c[0] x^(n-1) + ... + c[n-1].
template <std::floating_point T>
FUSE_HD T polynomial(T, T last) {
  return last;
}
template <std::floating_point T>
FUSE_HD T horner(T sum, T) {
  return sum;
}
template <std::floating_point T, class... C>
FUSE_HD T horner(T sum, T x, T next, C... more) {
  return horner(fma(sum, x, next), x, more...);
}
template <std::floating_point T, class... C>
FUSE_HD T polynomial(T x, T first, C... more) {
  return horner(first, x, static_cast<T>(more)...);
}

/// n (high + low) + log(1 + f), for 1 + f in [sqrt(1/2), sqrt(2)).
/// source: Cephes logf (Moshier); for double FreeBSD's e_log.c (Sun)
FUSE_HD float log_near_one(float f, float n) {
  float const z = f * f;
  float const p =
      polynomial(f, 7.0376836292e-2f, -1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f, 1.4249322787e-1f,
                 -1.6668057665e-1f, 2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f);
  return fma(n, 0.693359375f, f + fma(-0.5f, z, fma(p * z, f, n * -2.12194440e-4f)));
}
FUSE_HD double log_near_one(double f, double n) {
  double const s = divide(f, 2 + f), z = s * s, half = 0.5 * f;
  double const p = polynomial(z, 1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01,
                              2.222219843214978396e-01, 2.857142874366239149e-01, 3.999999999940941908e-01,
                              6.666666666666735130e-01);
  double const r = fma(s, fma(half, f, z * p), n * 1.90821492927058770002e-10);
  return fma(n, 6.93147180369123816490e-01, f - fma(half, f, -r));
}
/// The natural logarithm of a normal number; 1 ulp (measured: 0.9 float, 0.9 double).
template <std::floating_point T>
FUSE_HD T log_of_normal(T x) {
  using traits = float_bits<T>;
  using word = typename traits::type;
  // The exponent that leaves 1 + f in [sqrt(1/2), sqrt(2)).
  constexpr word sqrt_half = sizeof(T) == 4 ? word{0x3f3504f3u} : static_cast<word>(0x3fe6a09e667f3bcdull);
  word const b = bits_of(x);
  word const shifted = b - sqrt_half;
  auto const e = static_cast<typename traits::integer>(shifted) >> traits::mantissa;
  T const f = from_bits<T>(b - (static_cast<word>(e) << traits::mantissa)) - 1;
  T const n = static_cast<T>(static_cast<std::int32_t>(e));
  return log_near_one(f, n);
}
/// The same, and of 0.
template <std::floating_point T>
FUSE_HD T log(T x) {
  return x == 0 ? -infinity<T>() : log_of_normal(x);
}

/// e^x without subnormal results; 1 ulp. source: Cephes expf (Moshier); for double Taylor's polynomial.
FUSE_HD float exp_near_zero(float r) {
  float const p = polynomial(r, 1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f,
                             1.6666665459e-1f, 5.0000001201e-1f);
  return fma(p * r, r, r) + 1;
}
FUSE_HD double exp_near_zero(double r) {
  return polynomial(r, 1.6059043836821613e-10, 2.08767569878681e-09, 2.505210838544172e-08, 2.755731922398589e-07,
                    2.7557319223985893e-06, 2.48015873015873e-05, 1.984126984126984e-04, 1.388888888888889e-03,
                    8.333333333333333e-03, 4.1666666666666664e-02, 1.6666666666666666e-01, 0.5, 1., 1.);
}
template <std::floating_point T>
FUSE_HD T exp(T x) {
  using traits = float_bits<T>;
  using word = typename traits::type;
  constexpr T most = sizeof(T) == 4 ? T(88.72283) : T(709.782712893384),
              least = sizeof(T) == 4 ? T(-87.33654) : T(-708.3964185322641);
  constexpr T high = sizeof(T) == 4 ? T(0.693359375) : T(6.93147180369123816490e-01);
  constexpr T low = sizeof(T) == 4 ? T(-2.12194440e-4) : T(1.90821492927058770002e-10);
  T const y = x < least ? least : x > most ? most : x;
  T const n = floor(fma(y, T(1.4426950408889634), T(0.5)));
  T const r = fma(-n, low, fma(-n, high, y));
  // 2^n in two factors: n may be 1 beyond the largest exponent.
  auto const k = static_cast<std::int32_t>(n);
  std::int32_t const half = k >> 1;
  auto const power = [](std::int32_t e) {
    return from_bits<T>(static_cast<word>(static_cast<typename traits::integer>(e + traits::bias)) << traits::mantissa);
  };
  T const value = exp_near_zero(r) * power(half) * power(k - half);
  return x < least ? T(0) : x > most ? infinity<T>() : x != x ? x : value;
}
/// e^x - 1. source: Kahan's formula (Higham: Accuracy and stability of numerical algorithms, 1.14.1).
template <std::floating_point T>
FUSE_HD T expm1(T x) {
  T const u = exp(x);
  if (u == 1) return x;
  if (u - 1 == -1) return T(-1);
  if (u == infinity<T>()) return u;
  return divide((u - 1) * x, log(u));
}
/// log(1 + x). source: the same.
template <std::floating_point T>
FUSE_HD T log1p(T x) {
  T const u = 1 + x;
  return u == 1 ? x : divide(log(u) * x, u - 1);
}
/// x^y for x > 0, and for x = 0 with y > 0.
template <std::floating_point T>
FUSE_HD T power(T x, T y) {
  return exp(y * log(x));
}

/// Sine and cosine of x in [-pi/4, pi/4].
/// source: Cephes sinf (Moshier); for double FreeBSD's k_sin.c and k_cos.c (Sun)
FUSE_HD void sin_cos_near_zero(float x, float& s, float& c) {
  float const z = x * x;
  s = fma(polynomial(z, -1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f) * z, x, x);
  c = fma(z, fma(z, polynomial(z, 2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f), -0.5f), 1.0f);
}
FUSE_HD void sin_cos_near_zero(double x, double& s, double& c) {
  double const z = x * x;
  s = fma(polynomial(z, 1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
                     -1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01) *
              z,
          x, x);
  c = fma(z,
          fma(z,
              polynomial(z, -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
                         2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02),
              -0.5),
          1.0);
}
/// Sine and cosine of a whole turn's fraction `angle` / 2^(bits of the word): no rounding before the polynomials' own.
template <std::floating_point T, class Word>
FUSE_HD void sin_cos_of_turn(Word angle, T& sine, T& cosine) {
  static_assert(sizeof(T) == sizeof(Word));
  constexpr int bits = int(sizeof(Word)) * 8;
  constexpr Word sign = Word{1} << (bits - 1), odd = Word{1} << (bits - 2);
  constexpr T unit =
      bits == 32 ? T(3.14159265358979f * 0x1p-31f) : T(3.141592653589793 * 0x1p-63);  // half a turn / 2^(bits - 1)
  Word const turned = angle + (Word{1} << (bits - 3));  // its upper two bits are the quadrant
  auto const rest = static_cast<std::make_signed_t<Word>>(static_cast<Word>(angle - (turned & (sign | odd))));
  T s, c;
  sin_cos_near_zero(static_cast<T>(rest) * unit, s, c);
  bool const swap = (turned & odd) != 0;
  sine = from_bits<T>(bits_of(swap ? c : s) ^ (turned & sign));
  cosine = from_bits<T>(bits_of(swap ? s : c) ^ (static_cast<Word>(turned + odd) & sign));
}

/// The logarithm of the gamma function for x > 0. source: Stirling's series; Zhang, Jin: Computation of special
/// functions.
FUSE_HD double log_gamma(double x) {
  double shift = 0, y = x;
  if (y < 7) {
    double product = 1;
    while (y < 7) {
      product *= y;
      y += 1;
    }
    shift = log(product);
  }
  double const z = divide(1.0, y * y);
  double const series =
      polynomial(z, -1.39243221690590e+00, 1.796443723688307e-01, -2.955065359477124e-02, 6.410256410256410e-03,
                 -1.917526917526918e-03, 8.417508417508418e-04, -5.952380952380952e-04, 7.936507936507937e-04,
                 -2.777777777777778e-03, 8.333333333333333e-02);
  return fma(y - 0.5, log(y), (divide(series, y) - y) + 0.91893853320467274) - shift;
}

}  // namespace cp::random::detail
