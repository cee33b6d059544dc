// The C library's math functions on the host, CUDA's on the device, without including either's headers.
#pragma once

#include <cstdint>  // __GLIBC__
#include <fuse/core/config.hpp>

// glibc has vector variants of these functions (libmvec), but tells the compiler so only under -ffast-math. Declared
// here with the simd attribute, a vectorised loop calls them without it (-O3 -fno-math-errno; g++, also behind nvcc).
// `const` says that we never read errno.
#if defined(__CUDA_ARCH__)
#define FUSE_LIBM_1(name) \
  using ::name;           \
  using ::name##f;
#define FUSE_LIBM_2(name) \
  using ::name;           \
  using ::name##f;
#elif defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__)
#if __GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 35)
#define FUSE_LIBM_SIMD __attribute__((simd("notinbranch"), const))
#else
#define FUSE_LIBM_SIMD __attribute__((const))
#endif
#define FUSE_LIBM_1(name)                                          \
  FUSE_LIBM_SIMD float name##f(float) noexcept __asm__(#name "f"); \
  FUSE_LIBM_SIMD double name(double) noexcept __asm__(#name);
#define FUSE_LIBM_2(name)                                                 \
  FUSE_LIBM_SIMD float name##f(float, float) noexcept __asm__(#name "f"); \
  FUSE_LIBM_SIMD double name(double, double) noexcept __asm__(#name);
#else
#define FUSE_LIBM_1(name)                                          \
  inline float name##f(float x) { return __builtin_##name##f(x); } \
  inline double name(double x) { return __builtin_##name(x); }
#define FUSE_LIBM_2(name)                                                      \
  inline float name##f(float x, float y) { return __builtin_##name##f(x, y); } \
  inline double name(double x, double y) { return __builtin_##name(x, y); }
#endif

namespace cp::detail::libm {

FUSE_LIBM_1(acos)
FUSE_LIBM_1(acosh)
FUSE_LIBM_1(asin)
FUSE_LIBM_1(asinh)
FUSE_LIBM_1(atan)
FUSE_LIBM_1(atanh)
FUSE_LIBM_1(cbrt)
FUSE_LIBM_1(cos)
FUSE_LIBM_1(cosh)
FUSE_LIBM_1(erf)
FUSE_LIBM_1(erfc)
FUSE_LIBM_1(exp)
FUSE_LIBM_1(exp2)
FUSE_LIBM_1(expm1)
FUSE_LIBM_1(log)
FUSE_LIBM_1(log10)
FUSE_LIBM_1(log1p)
FUSE_LIBM_1(log2)
FUSE_LIBM_1(sin)
FUSE_LIBM_1(sinh)
FUSE_LIBM_1(tan)
FUSE_LIBM_1(tanh)
FUSE_LIBM_2(atan2)
FUSE_LIBM_2(hypot)
FUSE_LIBM_2(pow)

#undef FUSE_LIBM_1
#undef FUSE_LIBM_2
#undef FUSE_LIBM_SIMD

#if defined(__CUDA_ARCH__)

using ::ceil, ::ceilf, ::copysign, ::copysignf, ::fabs, ::fabsf, ::floor, ::floorf, ::fma, ::fmaf, ::fmod, ::fmodf;
using ::frexp, ::frexpf, ::ldexp, ::ldexpf, ::lgamma, ::lgammaf, ::rint, ::rintf, ::sqrt, ::sqrtf, ::tgamma, ::tgammaf;
using ::trunc, ::truncf;

#else

// These become single (vector) instructions, or have no vector variant. lgamma_r because plain lgamma writes a global.
inline float ceilf(float x) { return __builtin_ceilf(x); }
inline double ceil(double x) { return __builtin_ceil(x); }
inline float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
inline double copysign(double x, double y) { return __builtin_copysign(x, y); }
inline float fabsf(float x) { return __builtin_fabsf(x); }
inline double fabs(double x) { return __builtin_fabs(x); }
inline float floorf(float x) { return __builtin_floorf(x); }
inline double floor(double x) { return __builtin_floor(x); }
inline float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline float fmodf(float x, float y) { return __builtin_fmodf(x, y); }
inline double fmod(double x, double y) { return __builtin_fmod(x, y); }
inline float frexpf(float x, int* e) { return __builtin_frexpf(x, e); }
inline double frexp(double x, int* e) { return __builtin_frexp(x, e); }
inline float ldexpf(float x, int e) { return __builtin_ldexpf(x, e); }
inline double ldexp(double x, int e) { return __builtin_ldexp(x, e); }
#if defined(__GLIBC__)
float lgammaf_r(float, int*) noexcept __asm__("lgammaf_r");
double lgamma_r(double, int*) noexcept __asm__("lgamma_r");
inline float lgammaf(float x) {
  int sign = 0;
  return lgammaf_r(x, &sign);
}
inline double lgamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}
#else
inline float lgammaf(float x) { return __builtin_lgammaf(x); }
inline double lgamma(double x) { return __builtin_lgamma(x); }
#endif
inline float rintf(float x) { return __builtin_rintf(x); }
inline double rint(double x) { return __builtin_rint(x); }
inline float sqrtf(float x) { return __builtin_sqrtf(x); }
inline double sqrt(double x) { return __builtin_sqrt(x); }
inline float tgammaf(float x) { return __builtin_tgammaf(x); }
inline double tgamma(double x) { return __builtin_tgamma(x); }
inline float truncf(float x) { return __builtin_truncf(x); }
inline double trunc(double x) { return __builtin_trunc(x); }

#endif

}  // namespace cp::detail::libm
