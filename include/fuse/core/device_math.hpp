// Functions of float32 on the device that are shorter than CUDA's, or have no branches: erfc in 31 instructions, where
// CUDA's takes 45 (what it is part of reads and writes memory meanwhile, if it is short enough), and sqrt.
#pragma once

#include <fuse/core/libm.hpp>

namespace cp::detail {

/// erfc by instructions that a GPU has: Fast::reciprocal(x) and Fast::exp2(x) of normal numbers and results, to 1 or 2
/// ulp, and Fast::least(x, y), NaN if one of them is.
///
/// erfc a = e^(-a^2) f(a) for a = |x|, f(a) = r P(r) with r = 1 / (a + c): a polynomial, whose constants
/// scripts/erfc_coefficients computes. e^(-a^2) = 2^y e^g, y a multiple of 2^-12, so that its product with the leading
/// digits of ln 2 is exact; what rounding has left of a + c and 1 / (a + c) changes f by a factor, which is put into
/// e^g = 1 + g. y and P are scaled by 2^shift and 2^-shift: neither underflows before the result does.
///
/// source  M. M. Shepherd, J. G. Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in 0 <= x <
///         infinity",
///         Math. Comp. 36 (1981), for the form
template <class Fast>
FUSE_HD float erfc_by(float x) {
  constexpr float c = 1.859375f, shift = 79.174560546875f;
  float const a = Fast::least(libm::fabsf(x), 10.06f);  // where it is 0
  float const r = Fast::reciprocal(a + c), left = libm::fmaf(-a, r, libm::fmaf(-c, r, 1.0f)), v = r - 0.1875f;
  float p = 4.35708641e-23f;
  p = libm::fmaf(p, v, -6.52891514e-23f);
  p = libm::fmaf(p, v, 2.72375432e-23f);
  p = libm::fmaf(p, v, 9.67831435e-24f);
  p = libm::fmaf(p, v, -8.1034924e-24f);
  p = libm::fmaf(p, v, -4.80931496e-24f);
  p = libm::fmaf(p, v, 2.32964075e-24f);
  p = libm::fmaf(p, v, 4.19776001e-24f);
  p = libm::fmaf(p, v, 2.79378876e-24f);
  p = libm::fmaf(p, v, 1.2225149e-24f);
  constexpr float rounder = 3072.0f;
  float const y = libm::fmaf(a * a, -1.44269502f, rounder) - (rounder - shift);
  float g = libm::fmaf(-a, a, libm::fmaf(y, -0.6875f, 54.87962341308594f));
  g = libm::fmaf(y, -0.00564718060f, g);
  g = libm::fmaf(libm::fmaf(v, 2.10652f, 1.42545f), left, g);
  // r p e^g 2^y, rounded once but for p and the power
  float const f = r * p, more = libm::fmaf(f, g, libm::fmaf(r, p, -f)), power = Fast::exp2(y);
  float const result = libm::fmaf(power, f, power * more);
  return x < 0 ? 2 - result : result;
}

#if defined(__CUDA_ARCH__)

/// A GPU's own instructions.
struct device_approximations {
  static __device__ float reciprocal(float x) {
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
  }
  static __device__ float exp2(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
  }
  static __device__ float least(float x, float y) {
#if __CUDA_ARCH__ >= 800
    float z;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(z) : "f"(x), "f"(y));
    return z;
#else
    return x > y ? y : x;
#endif
  }
};

/// Functions of 16-bit floats: a GPU's own instructions have errors that are far below what rounding to 16 bits adds,
/// where the result is a number that it has as a float.
///
/// error   0.51 ulp at most, over all float16 and bfloat16, on an H200 (float32 functions, rounded: 0.50)
struct float16_math {
  static __device__ float exp2(float x) { return device_approximations::exp2(x); }
  /// log2 x, to 2^-14 of itself near 1 too, where the instruction's own error is absolute.
  static __device__ float log2(float x) {
    float y;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    float const d = x - 1.0f;  // log(1 + d) = d - d^2 / 2 + d^3 / 3 - ...
    float const series = libm::fmaf(d, libm::fmaf(d, 0.333333343f, -0.5f), 1.0f);
    return libm::fabsf(d) < 0x1p-5f ? d * 1.44269502f * series : y;
  }
};
/// bfloat16 has all exponents of float32: results and arguments below its normal ones are scaled.
struct bfloat16_math {
  static __device__ float exp2(float x) {
    float const half = device_approximations::exp2(x * 0.5f);
    return half * half;
  }
  static __device__ float log2(float x) {
    float y;
    asm("lg2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
  }
};

/// error   3.6 ulp (CUDA's: 4.5), 2.0 below zero (2.7), over all float32, on an H200
__device__ inline float device_erfc(float x) { return erfc_by<device_approximations>(x); }

/// The square root, rounded once. (CUDA's takes a call for whatever is no positive normal number, and all of a warp
/// wait for it: H200, 2026-11, the least of r - sqrt(r) where r > 0 in rows of 64 float32, none of which is, 0.164 ms
/// so, 0.117 by this one; the sums of three roots in turn of positive numbers 0.157 and 0.136.)
///
/// source  P. Markstein, "IA-64 and Elementary Functions" (2000), 9.3: a step of Newton's from an approximate 1 / sqrt
__device__ inline float device_sqrt(float x) {
  auto const root_of = [](float a) {  // of 2^-101 and more (below, the rest of a - g * g is no normal number)
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(a));
    float const g = __fmul_rn(a, y);
    return __fmaf_rn(__fmaf_rn(-g, g, a), __fmul_rn(0.5f, y), g);
  };
  float root = root_of(x);
  if (fabsf(x) < 0x1p-101f || x == __int_as_float(0x7f800000))
    root = x == 0 || x > 1 ? x : __fmul_rn(root_of(x * 0x1p64f), 0x1p-32f);
  return root;
}

/// x^y. CUDA's of y = 2 is not always x * x rounded; threads of one power skip the other branch.
__device__ inline float device_pow(float x, float y) { return y == 2 ? x * x : libm::powf(x, y); }
__device__ inline double device_pow(double x, double y) { return y == 2 ? x * x : libm::pow(x, y); }

#endif

}  // namespace cp::detail
