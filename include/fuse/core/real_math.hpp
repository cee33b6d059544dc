// cp::scalar on real numbers.
#pragma once

#include <fuse/core/libm.hpp>
#include <fuse/core/scalar_integer.hpp>
#include <fuse/core/scalar_order.hpp>
#if defined(__CUDACC__)
#include <fuse/core/device_math.hpp>
#endif

namespace cp::scalar {

// -- the C library's functions: float16 and bfloat16 compute in float32 and round once --------------------------------

#define FUSE_UNARY(name, c_name) FUSE_UNARY_OF(name, libm::c_name##f, libm::c_name)
#define FUSE_UNARY_OF(name, of_float, of_double) \
  FUSE_NATIVE_UNARY(name, of_float, of_double)   \
  template <detail::half_float T>                \
  FUSE_HD T name(T x) {                          \
    return T(name(static_cast<float>(x)));       \
  }
#define FUSE_NATIVE_UNARY(name, of_float, of_double)  \
  FUSE_HD float name(float x) { return of_float(x); } \
  FUSE_HD double name(double x) { return of_double(x); }

#define FUSE_BINARY(name, c_name) FUSE_BINARY_OF(name, libm::c_name##f, libm::c_name)
#define FUSE_BINARY_OF(name, of_float, of_double)                     \
  FUSE_HD float name(float x, float y) { return of_float(x, y); }     \
  FUSE_HD double name(double x, double y) { return of_double(x, y); } \
  template <detail::half_float T>                                     \
  FUSE_HD T name(T x, T y) {                                          \
    return T(name(static_cast<float>(x), static_cast<float>(y)));     \
  }

/// 1 / sqrt(x): on a device CUDA's own, an instruction and a few: within 2 ulp of float32, 1 of float64.
#if defined(__CUDA_ARCH__)
FUSE_UNARY_OF(sqrt, detail::device_sqrt, ::sqrt)
FUSE_UNARY_OF(rsqrt, ::rsqrtf, ::rsqrt)
#else
FUSE_UNARY(sqrt, sqrt)
template <class T>
FUSE_HD T rsqrt(T x) {
  return T(1) / sqrt(x);
}
#endif
FUSE_UNARY(cbrt, cbrt)
FUSE_UNARY(expm1, expm1)
FUSE_UNARY(log1p, log1p)
FUSE_UNARY(sin, sin)
FUSE_UNARY(cos, cos)
FUSE_UNARY(tan, tan)
FUSE_UNARY(arcsin, asin)
FUSE_UNARY(arccos, acos)
FUSE_UNARY(arctan, atan)
FUSE_UNARY(sinh, sinh)
FUSE_UNARY(cosh, cosh)
FUSE_UNARY(arcsinh, asinh)
FUSE_UNARY(arccosh, acosh)
FUSE_UNARY(arctanh, atanh)
FUSE_UNARY(erf, erf)
FUSE_UNARY(gamma, tgamma)
FUSE_UNARY(lgamma, lgamma)
#if defined(__CUDA_ARCH__)
/// `of_half`, the function of x as a float, by float16_math or bfloat16_math.
#define FUSE_SHORT_UNARY(name, of_half)                                                                  \
  FUSE_NATIVE_UNARY(name, libm::name##f, libm::name)                                                     \
  template <detail::half_float T>                                                                        \
  __device__ T name(T half) {                                                                            \
    using math = std::conditional_t<__is_same(T, float16), detail::float16_math, detail::bfloat16_math>; \
    float const x = static_cast<float>(half);                                                            \
    return T(of_half);                                                                                   \
  }
FUSE_SHORT_UNARY(exp, math::exp2(x * 1.44269502f))
FUSE_SHORT_UNARY(exp2, math::exp2(x))
FUSE_SHORT_UNARY(log, math::log2(x) * 0.693147182f)
FUSE_SHORT_UNARY(log2, math::log2(x))
FUSE_SHORT_UNARY(log10, math::log2(x) * 0.30103001f)
#undef FUSE_SHORT_UNARY
FUSE_UNARY(tanh, tanh)
FUSE_UNARY_OF(erfc, detail::device_erfc, libm::erfc)
FUSE_BINARY_OF(pow, detail::device_pow, detail::device_pow)
#else
FUSE_UNARY(exp2, exp2)
FUSE_UNARY(log, log)
FUSE_UNARY(log2, log2)
FUSE_UNARY(log10, log10)
#if defined(__FAST_MATH__)  // which would undo how host_math.hpp rounds
FUSE_UNARY(exp, exp)
FUSE_UNARY(tanh, tanh)
FUSE_UNARY(erfc, erfc)
#else
FUSE_UNARY_OF(exp, detail::host_exp, libm::exp)
FUSE_UNARY_OF(tanh, detail::host_tanh, libm::tanh)
FUSE_UNARY_OF(erfc, detail::host_erfc, libm::erfc)
#endif
FUSE_BINARY(pow, pow)
#endif
FUSE_BINARY(arctan2, atan2)
FUSE_BINARY(hypot, hypot)

#undef FUSE_UNARY
#undef FUSE_UNARY_OF
#undef FUSE_NATIVE_UNARY
#undef FUSE_BINARY
#undef FUSE_BINARY_OF

/// x / y. GPUs divide floats by a short way that does not take a numerator of 0 and a long one, which all threads of a
/// warp wait for when one of them has a 0: so 0 / y is q * 0, where q = small / y is neither infinite nor NaN but where
/// 0 / y is NaN. IEEE 754's bits in each case.
template <class T>
FUSE_HD constexpr auto quotient(T const& x, T const& y) {
#if defined(__CUDA_ARCH__)
  if constexpr (detail::native_float<T>) {
    if (!__builtin_is_constant_evaluated()) {
      constexpr T small = sizeof(T) == 4 ? T(0x1p-30) : T(0x1p-100);
      bool const none = x == 0;
      T const q = (none ? small : x) / y;
      return none ? x * q : q;
    }
  }
#endif
  return x / y;
}

/// x * 2^e.
FUSE_HD float ldexp(float x, int e) { return libm::ldexpf(x, e); }
FUSE_HD double ldexp(double x, int e) { return libm::ldexp(x, e); }
template <detail::half_float T>
FUSE_HD T ldexp(T x, int e) {
  return T(ldexp(static_cast<float>(x), e));
}
/// The mantissa in [0.5, 1) of x = mantissa * 2^e.
FUSE_HD float frexp(float x, int& e) { return libm::frexpf(x, &e); }
FUSE_HD double frexp(double x, int& e) { return libm::frexp(x, &e); }
template <detail::half_float T>
FUSE_HD T frexp(T x, int& e) {
  return T(frexp(static_cast<float>(x), e));
}
/// The fraction, with x's sign; the integral part goes to `whole`.
template <floating T>
FUSE_HD T modf(T x, T& whole) {
  whole = trunc(x);
  return copysign(detail::select(x == whole, T(0.0f), T(x - whole)), x);
}

/// Degrees from radians.
template <detail::native_float T>
FUSE_HD T degrees(T x) {
  return x * static_cast<T>(180.0 / detail::pi);
}
template <detail::half_float T>
FUSE_HD T degrees(T x) {
  return T(degrees(static_cast<float>(x)));
}
/// Radians from degrees.
template <detail::native_float T>
FUSE_HD T radians(T x) {
  return x * static_cast<T>(detail::pi / 180.0);
}
template <detail::half_float T>
FUSE_HD T radians(T x) {
  return T(radians(static_cast<float>(x)));
}
/// 0 below zero, 1 above, `at_zero` at it.
template <floating T>
FUSE_HD constexpr T heaviside(T x, T at_zero) {
  T const zero(0.0f), one(1.0f);
  return detail::select(x == zero, at_zero, detail::select(x < zero, zero, detail::select(x > zero, one, x)));
}
/// sin(pi x) / (pi x), 1 at 0.
template <detail::native_float T>
FUSE_HD T sinc(T x) {
  T const y = static_cast<T>(detail::pi) * detail::select(x == 0, static_cast<T>(1e-20), x);
  return sin(y) / y;
}
template <detail::half_float T>
FUSE_HD T sinc(T x) {
  return T(sinc(static_cast<float>(x)));
}
/// log(e^x + e^y) without overflow.
template <detail::native_float T>
FUSE_HD T logaddexp(T x, T y) {
  T const d = detail::select(x == y, T{0}, abs(x - y));
  return detail::select(d == d, larger(x, y), d) + log1p(exp(-d));
}
template <detail::half_float T>
FUSE_HD T logaddexp(T x, T y) {
  return T(logaddexp(static_cast<float>(x), static_cast<float>(y)));
}
/// log2(2^x + 2^y) without overflow.
template <detail::native_float T>
FUSE_HD T logaddexp2(T x, T y) {
  T const large = larger(x, y);  // x - y is NaN for equal infinities
  return detail::select(x == y, large + 1, large + static_cast<T>(detail::log2e) * log1p(exp2(-abs(x - y))));
}
template <detail::half_float T>
FUSE_HD T logaddexp2(T x, T y) {
  return T(logaddexp2(static_cast<float>(x), static_cast<float>(y)));
}

// -- division of floats -----------------------------------------------------------------------------------------------

#if defined(__CUDA_ARCH__)
/// CUDA's own are loops over the quotient's bits, too long to be copied to wherever a remainder is taken.
FUSE_HD_NOINLINE inline float any_fmod(float x, float y) { return libm::fmodf(x, y); }
FUSE_HD_NOINLINE inline double any_fmod(double x, double y) { return libm::fmod(x, y); }
FUSE_HD float multiply_add(float x, float y, float z) { return libm::fmaf(x, y, z); }
FUSE_HD double multiply_add(double x, double y, double z) { return libm::fma(x, y, z); }
/// Exact while the quotient is below `most`, which has as many bits as the type: what is left is a number of the type.
template <detail::native_float T>
FUSE_HD T fmod_by_quotient(T x, T y, T most) {
  T const a = abs(x), b = abs(y), q = trunc(abs(x / y));
  if (a < b) return x;
  if (!(q < most)) return any_fmod(x, y);
  T const r = multiply_add(-q, b, a);  // below 0 where the quotient was rounded up
  return copysign(r < 0 ? r + b : r, x);
}
#endif
/// The remainder of x / y with the sign of x; exact.
FUSE_HD float fmod(float x, float y) {
#if defined(__CUDA_ARCH__)
  return fmod_by_quotient(x, y, 0x1p24f);
#elif defined(__FMA__)
  // Without branches, so that it vectorises. A quotient of floats has up to 277 bits; each fma is exact (q comes within
  // 2 ulp, so that the rest fits 53 bits) and takes 51 of them off.
  double const b = libm::fabs(static_cast<double>(y)), inverse = 1 / b;
  double a = libm::fabs(static_cast<double>(x));
  a = libm::fma(-libm::trunc(a * inverse), b, a);
  a = libm::fma(-libm::trunc(a * inverse), b, a);
  a = libm::fma(-libm::trunc(a * inverse), b, a);
  a = libm::fma(-libm::trunc(a * inverse), b, a);
  a = libm::fma(-libm::trunc(a * inverse), b, a);
  a = libm::fma(-libm::trunc(a * inverse), b, a);
  a += detail::select(a < 0, b, 0.0);
  a -= detail::select(a >= b, b, 0.0);
  float const magnitude = static_cast<float>(a);
  bool const small = static_cast<int>(isfinite(x)) & static_cast<int>(isinf(y));
  return detail::select(small, x, libm::copysignf(magnitude, x));
#else
  return libm::fmodf(x, y);
#endif
}
FUSE_HD double fmod(double x, double y) {
#if defined(__CUDA_ARCH__)
  return fmod_by_quotient(x, y, 0x1p53);
#else
#if defined(__FMA__)
  // exact while the quotient has at most 53 bits: the rest of a correctly rounded quotient is a double
  double const a = libm::fabs(x), b = libm::fabs(y), q = libm::trunc(a / b);
  if (q > 0 && q < 0x1p53) {
    double const r = libm::fma(-q, b, a);
    return libm::copysign(r < 0 ? r + b : r, x);
  }
#endif
  return libm::fmod(x, y);
#endif
}
template <detail::half_float T>
FUSE_HD T fmod(T x, T y) {
  return T(fmod(static_cast<float>(x), static_cast<float>(y)));
}

/// floor(x / y) of the exact quotient; source: NumPy's npy_divmod.
template <detail::native_float T>
FUSE_HD T floor_divide(T x, T y) {
  T mod = fmod(x, y);
  T const quotient = x / y;
  T div = (x - mod) / y;
  bool const adjust = static_cast<int>(mod != 0) & static_cast<int>((y < 0) != (mod < 0));
  div = detail::select(adjust, div - 1, div);
  T const down = floor(div);
  T const rounded = detail::select(div - down > static_cast<T>(0.5), down + 1, down);
  T const result = detail::select(div != 0, rounded, copysign(T{0}, quotient));
  return detail::select(y == 0, quotient, result);
}
template <detail::half_float T>
FUSE_HD T floor_divide(T x, T y) {
  return T(floor_divide(static_cast<float>(x), static_cast<float>(y)));
}
/// The remainder of x / y with the sign of y, as Python's %.
template <detail::native_float T>
FUSE_HD T remainder(T x, T y) {
  T const mod = fmod(x, y);
  bool const adjust = (y < 0) != (mod < 0);
  T const result = detail::select(mod != 0, detail::select(adjust, mod + y, mod), copysign(T{0}, y));
  return detail::select(y == 0, mod, result);
}
template <detail::half_float T>
FUSE_HD T remainder(T x, T y) {
  return T(remainder(static_cast<float>(x), static_cast<float>(y)));
}

// -- real numbers as complex ones -------------------------------------------------------------------------------------

/// The conjugate and the parts of a real number.
template <detail::any_real T>
FUSE_HD constexpr T conj(T x) {
  return x;
}
template <detail::any_real T>
FUSE_HD constexpr T real(T x) {
  return x;
}
template <detail::any_real T>
FUSE_HD constexpr T imag(T) {
  return static_cast<T>(0);
}
/// 0 for positive numbers, pi for negative ones and -0.
template <detail::native_float T>
FUSE_HD T angle(T x) {
  T const direction = detail::select(signbit(x), static_cast<T>(detail::pi), T{0});
  return detail::select(x == x, direction, x);
}
template <detail::half_float T>
FUSE_HD T angle(T x) {
  return T(angle(static_cast<float>(x)));
}

}  // namespace cp::scalar
