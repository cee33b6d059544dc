// Steps of the formulas of cp::special: branches that stay vectors on the host, and products and powers whose roundings
// are made up for.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/core/host_math.hpp>
#include <fuse/core/scalar_math.hpp>
#include <fuse/special/pack.hpp>

namespace cp::special {

/// Numbers of float32 and float64: what the formulas compute in.
template <class T>
concept native = detail::native_float<T>;

/// These, and packs of float64.
template <class T>
concept real = native<T> || formulas::is_pack<T>;

namespace formulas {

namespace libm = detail::libm;

/// The constant of a dtype.
template <class T>
inline constexpr element<T> infinity = static_cast<element<T>>(__builtin_huge_val());
template <class T>
inline constexpr element<T> not_a_number = static_cast<element<T>>(__builtin_nan(""));
/// The distance of 1 from the next number.
template <class T>
inline constexpr element<T> epsilon = static_cast<element<T>>(sizeof(T) > 4 ? 0x1p-52 : 0x1p-23);

FUSE_HD float fma(float x, float y, float z) { return libm::fmaf(x, y, z); }
FUSE_HD double fma(double x, double y, double z) { return libm::fma(x, y, z); }

/// c ? first() : second(). On the host both are computed, as detail::select's are, and loops stay vectors; on the
/// device one, unless threads of a warp differ.
template <class First, class Second>
FUSE_HD auto either(bool c, First const& first, Second const& second) {
#if defined(__CUDA_ARCH__)
  return c ? first() : second();
#else
  return detail::select(c, first(), second());
#endif
}

/// On the device first() where c holds, which is shorter; otherwise, and on the host, where loops are vectors,
/// second(), which is right in either case.
template <class First, class Second>
FUSE_HD auto shorter_if([[maybe_unused]] bool c, [[maybe_unused]] First const& first, Second const& second) {
#if defined(__CUDA_ARCH__)
  return c ? first() : second();
#else
  return second();
#endif
}

/// 1 / sqrt(x), within 1 ulp.
FUSE_HD double rsqrt(double x) {
#if defined(__CUDA_ARCH__)
  return ::rsqrt(x);
#else
  return 1 / libm::sqrt(x);
#endif
}
FUSE_HD float rsqrt(float x) { return 1 / libm::sqrtf(x); }

/// log(x) of what is 0 or a normal number: on the device a GPU's own, within 2^-22 or 2 ulp, whichever is more.
FUSE_HD float near_log(float x) {
#if defined(__CUDA_ARCH__)
  float y;
  asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y * 0.693147182f;
#else
  return scalar::log(x);
#endif
}
FUSE_HD double near_log(double x) { return scalar::log(x); }
/// sqrt(x) rounded once, but for a last bit, and the inverse within 2 ulp, of what is neither large nor small.
template <class T>
struct near_root {
  T root, inverse;
  FUSE_HD explicit near_root(T x) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) == 4) {
      asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
      T const y = x * inverse;
      root = fma(fma(-y, y, x), static_cast<T>(0.5) * inverse, y);
      return;
    }
#endif
    if constexpr (sizeof(T) > 4) {
      inverse = T(rsqrt(x));
      root = x * inverse;
    } else {
      root = scalar::sqrt(x);
      inverse = 1 / root;
    }
  }
  /// The inverse within 1 ulp.
  FUSE_HD T nearer(T x) const { return inverse + inverse * (static_cast<T>(0.5) * fma(-x * inverse, inverse, T{1})); }
};

/// 1 / x within 2 ulp, of what is neither large nor small.
FUSE_HD float near_reciprocal(float x) {
#if defined(__CUDA_ARCH__)
  return detail::device_approximations::reciprocal(x);
#else
  return 1 / x;
#endif
}

FUSE_HD double near_reciprocal(double x) {
#if defined(__CUDA_ARCH__)
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));  // to 20 binary digits
  double const e = fma(-r, x, 1.0);
  return fma(r, fma(e, e, e), r);
#else
  return 1 / x;
#endif
}

/// x / y within 1 ulp, of a y that is neither large nor small: without the branch that a GPU's division has for others.
template <native T>
FUSE_HD T near_division(T x, T y) {
#if defined(__CUDA_ARCH__)
  T const r = near_reciprocal(y), q = x * r;
  return fma(fma(-q, y, x), r, q);
#else
  return x / y;
#endif
}

/// sin(x) and cos(x), which have most of their steps in common.
template <real T>
struct sine_cosine {
  T sine, cosine;
  FUSE_HD explicit sine_cosine(T x) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) == 8)
      ::sincos(x, &sine, &cosine);
    else
      ::sincosf(x, &sine, &cosine);
#elif defined(__GLIBC__) && !defined(__clang__)  // which merges the calls itself
    if constexpr (sizeof(T) == 8)
      __builtin_sincos(x, &sine, &cosine);
    else
      __builtin_sincosf(x, &sine, &cosine);
#else
    sine = scalar::sin(x);
    cosine = scalar::cos(x);
#endif
  }
};

/// x * y - `rounded`, which is x * y rounded. Without fused multiply-adds by Dekker's splitting, which needs
/// |x|, |y| < 2^50: beyond, what it is a part of has overflowed.
FUSE_HD double product_rest(double x, double y, double rounded) {
#if defined(__CUDA_ARCH__) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  return fma(x, y, -rounded);
#else
  constexpr double factor = 134217729;
  double const far_x = factor * x, far_y = factor * y, high_x = far_x - (far_x - x), high_y = far_y - (far_y - y);
  double const low_x = x - high_x, low_y = y - high_y;
  return (((high_x * high_y - rounded) + high_x * low_y) + low_x * high_y) + low_x * low_y;
#endif
}
FUSE_HD float product_rest(float x, float y, float rounded) {
#if defined(__CUDA_ARCH__)
  return fma(x, y, -rounded);
#else
  return static_cast<float>(static_cast<double>(x) * static_cast<double>(y) - static_cast<double>(rounded));
#endif
}

/// What rounding has left of 1, the product of x + k and its inverse.
FUSE_HD float inverse_rest(float x, float k, float inverse) {
#if defined(__CUDA_ARCH__)
  return fma(-x, inverse, fma(-k, inverse, 1.0f));
#else
  return static_cast<float>(1 - (static_cast<double>(x) + static_cast<double>(k)) * static_cast<double>(inverse));
#endif
}

/// x y - z, rounded once, but for a last bit where there are no fused multiply-adds: z is near x y, or of its size.
FUSE_HD float product_less(float x, float y, float z) {
#if defined(__CUDA_ARCH__)
  return fma(x, y, -z);
#else
  return static_cast<float>(static_cast<double>(x) * static_cast<double>(y) - static_cast<double>(z));
#endif
}
FUSE_HD double product_less(double x, double y, double z) {
#if defined(__CUDA_ARCH__) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  return fma(x, y, -z);
#else
  double const product = x * y;
  return (product - z) + product_rest(x, y, product);
#endif
}

/// x y, rounded, also where it is added to something: no compiler may make one instruction of both.
FUSE_HD float rounded_product(float x, float y) {
#if defined(__CUDA_ARCH__)
  return __fmul_rn(x, y);
#elif defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  return fma(x, y, -0.0f);
#else
  return x * y;
#endif
}

/// A sum, the first number being the larger, and what rounding leaves of it.
struct float_and_rest {
  float value, rest;
  FUSE_HD float_and_rest(float x, float y) : value(x + y), rest(y - (value - x)) {}
  friend FUSE_HD float operator*(float x, float_and_rest y) { return fma(x, y.value, x * y.rest); }
};

/// e^(x + rest) y, `rest` being what rounding has left of x; where that overflows, or x is infinite, `rest` does not
/// count.
FUSE_HD double exp_times(double x, double rest, double y) {
  double const product = scalar::exp(x) * y;
  return detail::select(libm::fabs(product) < infinity<double>, product + product * rest, product);
}
/// As cp::detail::host_exp computes it, on the device too: there, expf's error is one of the largest. `y_rest` is what
/// rounding has left of y.
FUSE_HD float exp_times_within(float x, float rest, float y, float y_rest) {
  detail::exponent_and_rest<2 * 127, 1> const e(x);
  std::uint32_t const half = e.bits() >> 1;
  return ((detail::expm1_of_rest<1>(e.r + rest) * y + y_rest) + y) * std::bit_cast<float>(half << 23) *
         std::bit_cast<float>((e.bits() - half) << 23);
}
FUSE_HD float exp_times(float x, float rest, float y, float y_rest = 0) {
  float const least = x < -150 ? -150.0f : x, a = least > 150 ? 150.0f : least;
  float const result = exp_times_within(a, a == x ? rest : 0.0f, y, y_rest);
  return x > 150 ? y * infinity<float> : result;
}
/// e^x y without overflow before the result's.
FUSE_HD float exp_times(float x, float y) { return exp_times(x, 0.0f, y); }
FUSE_HD double exp_times(double x, double y) {
  if (x < 600) return scalar::exp(x) * y;
  return scalar::exp(x - 512) * y * 2.2844135865397565e+222;
}

#if FUSE_SPECIAL_PACKS
template <class First, class Second>
FUSE_HD pack either(pack_mask c, First const& first, Second const& second) {
  return pick(c, first, second);
}
FUSE_HD pack product_rest(pack x, pack y, pack rounded) {
  alignas(64) double a[pack::width], b[pack::width], to[pack::width];
  x.store(a);
  y.store(b);
  rounded.store(to);
#pragma omp simd simdlen(pack::width)
  for (int l = 0; l < pack::width; ++l) to[l] = product_rest(a[l], b[l], to[l]);
  return pack::load(to);
}
FUSE_HD pack fma(pack x, pack y, pack z) {
  alignas(64) double a[pack::width], b[pack::width], to[pack::width];
  x.store(a);
  y.store(b);
  z.store(to);
#pragma omp simd simdlen(pack::width)
  for (int l = 0; l < pack::width; ++l) to[l] = libm::fma(a[l], b[l], to[l]);
  return pack::load(to);
}
template <>
struct sine_cosine<pack> {
  pack sine, cosine;
  FUSE_HD explicit sine_cosine(pack x) : sine(scalar::sin(x)), cosine(scalar::cos(x)) {}
};
FUSE_HD pack near_division(pack x, pack y) { return x / y; }
FUSE_HD pack near_reciprocal(pack x) { return 1 / x; }
FUSE_HD pack near_log(pack x) { return scalar::log(x); }
FUSE_HD pack rsqrt(pack x) { return 1 / scalar::sqrt(x); }
FUSE_HD pack exp_times(pack x, pack y) {
  pack_mask const large = x >= 600;
  return pick(
      large, [=] { return scalar::exp(where(large, x - 512, x)) * y * where(large, 2.2844135865397565e+222, 1); },
      [=] { return scalar::exp(x) * y; });
}
FUSE_HD pack exp_times(pack x, pack rest, pack y) {
  pack const product = scalar::exp(x) * y;
  return where(scalar::abs(product) < infinity<double>, product + product * rest, product);
}
#endif

/// What rounding has left of x + y = sum (Knuth).
template <real T>
FUSE_HD T sum_rest(T x, T y, T sum) {
  T const of_y = sum - x, of_x = sum - of_y;
  return (x - of_x) + (y - of_y);
}

}  // namespace formulas

}  // namespace cp::special
