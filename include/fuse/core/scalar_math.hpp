// cp::scalar: NumPy's elementwise functions on single values, one spelling for host and device.
#pragma once

#include "fuse/core/config.hpp"
#include "fuse/core/dtype.hpp"
#include "fuse/core/host_math.hpp"
#include "fuse/core/libm.hpp"

namespace cp::detail {

template <class T>
concept half_float = __is_same(T, float16) || __is_same(T, bfloat16);
template <class T>
concept native_float = __is_same(T, float) || __is_same(T, double);
template <class T>
concept any_integer = integral<T> || boolean<T>;  // everything that is exact
template <class T>
concept any_real = any_integer<T> || floating<T>;

// Unsigned arithmetic wraps, and is done in at least 32 bits so that it is not promoted to int.
template <int Bytes>
struct wrapping {
  using type = std::uint32_t;
};
template <>
struct wrapping<8> {
  using type = std::uint64_t;
};
template <class T>
using wrapping_t = typename wrapping<static_cast<int>(sizeof(T))>::type;

template <class T>
inline constexpr bool is_signed = dtype_traits<T>::kind == dtype_kind::signed_integer;
template <class T>
inline constexpr int bit_width = static_cast<int>(8 * sizeof(T));

// |x| as an unsigned number: right for the smallest integer too.
template <class T>
FUSE_HD constexpr wrapping_t<T> magnitude(T x) {
  auto const u = static_cast<wrapping_t<T>>(x);
  if constexpr (is_signed<T>)
    return x < T{0} ? wrapping_t<T>{0} - u : u;
  else
    return u;
}

FUSE_HD constexpr std::uint16_t float_bits(float16 x) { return x.bits; }
FUSE_HD constexpr std::uint16_t float_bits(bfloat16 x) { return x.bits; }
template <class T>
FUSE_HD constexpr T same_float(decltype(float_bits(T{})) bits) {
  return __builtin_bit_cast(T, bits);
}

// c ? x : y of computed values. On the host through the bits: with a conditional the compiler moves the computation of
// x or y, calls included, into a branch, and the loop around it is not vectorised any more.
template <class T>
FUSE_HD constexpr T select(bool c, T x, T y) {
#if defined(__CUDA_ARCH__)
  return c ? x : y;
#else
  using U = decltype(float_bits(x));
  U const mask = static_cast<U>(U{0} - static_cast<U>(c));
  return same_float<T>(static_cast<U>((float_bits(x) & mask) | (float_bits(y) & static_cast<U>(~mask))));
#endif
}

// c ? x : y of arguments: a struct is chosen by its bits, which vectorises.
template <class T>
FUSE_HD constexpr T choose(bool c, T x, T y) {
  if constexpr (half_float<T>)
    return select(c, x, y);
  else
    return c ? x : y;
}

inline constexpr double pi = 3.141592653589793238462643383279502884;
inline constexpr double ln2 = 0.693147180559945309417232121458176568;
inline constexpr double log2e = 1.442695040888963407359924681001892137;
inline constexpr double log10e = 0.434294481903251827651128918916605082;

}  // namespace cp::detail

namespace cp::scalar {

namespace libm = detail::libm;

// -- tests, signs and magnitudes --------------------------------------------------------------------------------------

/// True for NaN.
template <detail::any_real T>
FUSE_HD constexpr bool isnan(T x) {
  if constexpr (floating<T>)
    return x != x;
  else
    return false;
}
/// True for an infinity of either sign.
template <detail::any_real T>
FUSE_HD constexpr bool isinf(T x) {
  if constexpr (detail::half_float<T>)
    return isinf(static_cast<float>(x));
  else if constexpr (floating<T>)
    return static_cast<int>(x - x != 0) & static_cast<int>(x == x);
  else
    return false;
}
/// True for anything but NaN and infinities.
template <detail::any_real T>
FUSE_HD constexpr bool isfinite(T x) {
  if constexpr (detail::half_float<T>)
    return isfinite(static_cast<float>(x));
  else if constexpr (floating<T>)
    return x - x == 0;
  else
    return true;
}
/// True if the sign bit is set: for -0.0 and negative NaNs too.
template <detail::any_real T>
FUSE_HD constexpr bool signbit(T x) {
  if constexpr (floating<T>)
    return (detail::float_bits(x) >> (detail::bit_width<T> - 1)) != 0;
  else if constexpr (detail::is_signed<T>)
    return x < T{0};
  else
    return false;
}

/// Magnitude. The smallest signed integer is its own, as in NumPy.
FUSE_HD float abs(float x) { return libm::fabsf(x); }
FUSE_HD double abs(double x) { return libm::fabs(x); }
template <detail::half_float T>
FUSE_HD constexpr T abs(T x) {
  return T::from_bits(static_cast<std::uint16_t>(x.bits & 0x7fffu));
}
template <detail::any_integer T>
FUSE_HD constexpr T abs(T x) {
  using U = detail::wrapping_t<T>;
  if constexpr (detail::is_signed<T>)
    return x < T{0} ? static_cast<T>(U{0} - static_cast<U>(x)) : x;
  else
    return x;
}

/// -x; integers wrap.
template <detail::any_real T>
FUSE_HD constexpr T negative(T x) {
  using U = detail::wrapping_t<T>;
  if constexpr (integral<T>)
    return static_cast<T>(U{0} - static_cast<U>(x));
  else
    return -x;
}
/// x * x; integers wrap.
template <detail::any_real T>
FUSE_HD constexpr T square(T x) {
  using U = detail::wrapping_t<T>;
  if constexpr (integral<T>)
    return static_cast<T>(static_cast<U>(x) * static_cast<U>(x));
  else
    return static_cast<T>(x * x);
}
/// 1 / x. For integers 1, -1 or 0; 0 for 0, where NumPy's result is undefined.
template <detail::any_real T>
FUSE_HD constexpr T reciprocal(T x) {
  if constexpr (floating<T>)
    return T(1) / x;
  else
    return detail::magnitude(x) == 1u ? x : T{0};
}
/// -1, 0 or 1; NaN for NaN.
template <detail::any_real T>
FUSE_HD constexpr T sign(T x) {
  if constexpr (detail::half_float<T>)
    return T(sign(static_cast<float>(x)));
  else if constexpr (floating<T>)
    return x > 0 ? T{1} : x < 0 ? T{-1} : x == 0 ? T{0} : x;
  else if constexpr (detail::is_signed<T>)
    return static_cast<T>((x > T{0}) - (x < T{0}));
  else
    return static_cast<T>(x != T{0});
}
/// The magnitude of x with the sign of y.
FUSE_HD float copysign(float x, float y) { return libm::copysignf(x, y); }
FUSE_HD double copysign(double x, double y) { return libm::copysign(x, y); }
template <detail::half_float T>
FUSE_HD constexpr T copysign(T x, T y) {
  return T::from_bits(static_cast<std::uint16_t>((x.bits & 0x7fffu) | (y.bits & 0x8000u)));
}
/// The next value after x towards y.
template <floating T>
FUSE_HD constexpr T nextafter(T x, T y) {
  using U = decltype(detail::float_bits(x));
  constexpr U sign_bit = static_cast<U>(U{1} << (detail::bit_width<T> - 1));
  U const u = detail::float_bits(x);
  U const smallest = static_cast<U>((detail::float_bits(y) & sign_bit) | 1u);
  U const away = static_cast<U>(u + 1u), toward = static_cast<U>(u - 1u);
  U const stepped = (x < y) == (x > T(0.0f)) ? away : toward;
  U const moved = x == T(0.0f) ? smallest : stepped;
  T const result = detail::same_float<T>(x == y ? detail::float_bits(y) : moved);
  return static_cast<int>(x != x) | static_cast<int>(y != y) ? T(x + y) : result;
}
/// The distance from x to the next value away from zero, with the sign of x; NaN for infinities.
template <floating T>
FUSE_HD constexpr T spacing(T x) {
  using U = decltype(detail::float_bits(x));
  T const next = detail::same_float<T>(static_cast<U>(detail::float_bits(x) + 1u));
  T const smallest = detail::same_float<T>(U{1});
  return x == T(0.0f) ? smallest : x != x ? x : T(next - x);
}

// -- rounding ---------------------------------------------------------------------------------------------------------

/// Down, up, towards zero, and to the nearest integer with ties to even. Integers are returned as they are.
FUSE_HD float floor(float x) { return libm::floorf(x); }
FUSE_HD double floor(double x) { return libm::floor(x); }
FUSE_HD float ceil(float x) { return libm::ceilf(x); }
FUSE_HD double ceil(double x) { return libm::ceil(x); }
FUSE_HD float trunc(float x) { return libm::truncf(x); }
FUSE_HD double trunc(double x) { return libm::trunc(x); }
FUSE_HD float rint(float x) { return libm::rintf(x); }
FUSE_HD double rint(double x) { return libm::rint(x); }
template <detail::half_float T>
FUSE_HD T floor(T x) {
  return T(floor(static_cast<float>(x)));
}
template <detail::half_float T>
FUSE_HD T ceil(T x) {
  return T(ceil(static_cast<float>(x)));
}
template <detail::half_float T>
FUSE_HD T trunc(T x) {
  return T(trunc(static_cast<float>(x)));
}
template <detail::half_float T>
FUSE_HD T rint(T x) {
  return T(rint(static_cast<float>(x)));
}
template <detail::any_integer T>
FUSE_HD constexpr T floor(T x) {
  return x;
}
template <detail::any_integer T>
FUSE_HD constexpr T ceil(T x) {
  return x;
}
template <detail::any_integer T>
FUSE_HD constexpr T trunc(T x) {
  return x;
}
template <detail::any_integer T>
FUSE_HD constexpr T rint(T x) {
  return x;
}
/// NumPy's other name of trunc.
template <detail::any_real T>
FUSE_HD T fix(T x) {
  return trunc(x);
}

// -- order ------------------------------------------------------------------------------------------------------------

/// The order of NumPy's sorts: NaN after everything.
template <detail::any_real T>
FUSE_HD constexpr bool less(T x, T y) {
  if constexpr (floating<T>)
    return static_cast<int>(x < y) | (static_cast<int>(y != y) & static_cast<int>(x == x));
  else
    return x < y;
}
/// The larger; NaN if either is NaN.
template <detail::any_real T>
FUSE_HD constexpr T maximum(T x, T y) {
#ifdef __CUDA_ARCH__
  if constexpr (std::is_same_v<T, float>) {
    float r;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
  } else
#endif
  if constexpr (floating<T>)
    return detail::choose(static_cast<int>(x >= y) | static_cast<int>(x != x), x, y);
  else
    return x > y ? x : y;
}
/// The smaller; NaN if either is NaN.
template <detail::any_real T>
FUSE_HD constexpr T minimum(T x, T y) {
#ifdef __CUDA_ARCH__
  if constexpr (std::is_same_v<T, float>) {
    float r;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
  } else
#endif
  if constexpr (floating<T>)
    return detail::choose(static_cast<int>(x <= y) | static_cast<int>(x != x), x, y);
  else
    return x < y ? x : y;
}
/// The larger, ignoring one NaN.
template <detail::any_real T>
FUSE_HD constexpr T fmax(T x, T y) {
  if constexpr (floating<T>)
    return detail::choose(static_cast<int>(x >= y) | static_cast<int>(y != y), x, y);
  else
    return x > y ? x : y;
}
/// The smaller, ignoring one NaN.
template <detail::any_real T>
FUSE_HD constexpr T fmin(T x, T y) {
  if constexpr (floating<T>)
    return detail::choose(static_cast<int>(x <= y) | static_cast<int>(y != y), x, y);
  else
    return x < y ? x : y;
}
/// x limited to [low, high]: minimum(high, maximum(low, x)).
template <class T>
FUSE_HD constexpr T clip(T x, T low, T high) {
  return minimum(maximum(x, low), high);
}

// -- the C library's functions: float16 and bfloat16 compute in float32 and round once --------------------------------

#define FUSE_UNARY(name, c_name) FUSE_UNARY_OF(name, libm::c_name##f, libm::c_name)
#define FUSE_UNARY_OF(name, of_float, of_double)        \
  FUSE_HD float name(float x) { return of_float(x); }   \
  FUSE_HD double name(double x) { return of_double(x); } \
  template <detail::half_float T>                            \
  FUSE_HD T name(T x) {                                      \
    return T(name(static_cast<float>(x)));                   \
  }

#define FUSE_BINARY(name, c_name)                                        \
  FUSE_HD float name(float x, float y) { return libm::c_name##f(x, y); } \
  FUSE_HD double name(double x, double y) { return libm::c_name(x, y); } \
  template <detail::half_float T>                                        \
  FUSE_HD T name(T x, T y) {                                             \
    return T(name(static_cast<float>(x), static_cast<float>(y)));        \
  }

FUSE_UNARY(sqrt, sqrt)
FUSE_UNARY(cbrt, cbrt)
FUSE_UNARY(exp2, exp2)
FUSE_UNARY(expm1, expm1)
FUSE_UNARY(log, log)
FUSE_UNARY(log2, log2)
FUSE_UNARY(log10, log10)
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
FUSE_UNARY(erfc, erfc)
FUSE_UNARY(gamma, tgamma)
FUSE_UNARY(lgamma, lgamma)
#if defined(__CUDA_ARCH__) || defined(__FAST_MATH__)  // which would undo how host_math.hpp rounds
FUSE_UNARY(exp, exp)
FUSE_UNARY(tanh, tanh)
#else
FUSE_UNARY_OF(exp, detail::host_exp, libm::exp)
FUSE_UNARY_OF(tanh, detail::host_tanh, libm::tanh)
#endif
FUSE_BINARY(arctan2, atan2)
FUSE_BINARY(hypot, hypot)
FUSE_BINARY(pow, pow)

#undef FUSE_UNARY
#undef FUSE_UNARY_OF
#undef FUSE_BINARY

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
  return copysign(x == whole ? T(0.0f) : T(x - whole), x);
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
  return detail::choose(x == zero, at_zero, detail::choose(x < zero, zero, detail::choose(x > zero, one, x)));
}
/// sin(pi x) / (pi x), 1 at 0.
template <detail::native_float T>
FUSE_HD T sinc(T x) {
  T const y = static_cast<T>(detail::pi) * (x == 0 ? static_cast<T>(1e-20) : x);
  return sin(y) / y;
}
template <detail::half_float T>
FUSE_HD T sinc(T x) {
  return T(sinc(static_cast<float>(x)));
}
/// log(e^x + e^y) without overflow.
template <detail::native_float T>
FUSE_HD T logaddexp(T x, T y) {
  T const d = x == y ? T{0} : abs(x - y);
  return (d == d ? maximum(x, y) : d) + log1p(exp(-d));
}
template <detail::half_float T>
FUSE_HD T logaddexp(T x, T y) {
  return T(logaddexp(static_cast<float>(x), static_cast<float>(y)));
}
/// log2(2^x + 2^y) without overflow.
template <detail::native_float T>
FUSE_HD T logaddexp2(T x, T y) {
  T const larger = maximum(x, y);  // x - y is NaN for equal infinities
  return detail::select(x == y, larger + 1, larger + static_cast<T>(detail::log2e) * log1p(exp2(-abs(x - y))));
}
template <detail::half_float T>
FUSE_HD T logaddexp2(T x, T y) {
  return T(logaddexp2(static_cast<float>(x), static_cast<float>(y)));
}

// -- division ---------------------------------------------------------------------------------------------------------

/// The remainder of x / y with the sign of x; exact.
FUSE_HD float fmod(float x, float y) {
#if !defined(__CUDA_ARCH__) && defined(__FMA__)
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
  a = a < 0 ? a + b : a;
  a = a >= b ? a - b : a;
  float const magnitude = static_cast<float>(a);
  bool const small = static_cast<int>(isfinite(x)) & static_cast<int>(isinf(y));
  return small ? x : libm::copysignf(magnitude, x);
#else
  return libm::fmodf(x, y);
#endif
}
FUSE_HD double fmod(double x, double y) {
#if !defined(__CUDA_ARCH__) && defined(__FMA__)
  // exact while the quotient has at most 53 bits: the rest of a correctly rounded quotient is a double
  double const a = libm::fabs(x), b = libm::fabs(y), q = libm::trunc(a / b);
  if (q > 0 && q < 0x1p53) {
    double const r = libm::fma(-q, b, a);
    return libm::copysign(r < 0 ? r + b : r, x);
  }
#endif
  return libm::fmod(x, y);
}
template <detail::half_float T>
FUSE_HD T fmod(T x, T y) {
  return T(fmod(static_cast<float>(x), static_cast<float>(y)));
}

namespace detail_division {

// The floor of the quotient of integers; 0 for y == 0. Narrow types go through a floating-point quotient on the host,
// which is exact after rounding down (it is at least 1/|y| away from the next integer) and which vectorises.
template <class T>
FUSE_HD constexpr T truncated(T x, T y) {
  using U = detail::wrapping_t<T>;
  bool const zero = y == T{0};
  bool minus = false;
  if constexpr (detail::is_signed<T>) minus = y == static_cast<T>(-1);
  T const divisor = static_cast<int>(zero) | static_cast<int>(minus) ? T{1} : y;
  T q{};
#if defined(__CUDA_ARCH__)
  q = static_cast<T>(x / divisor);
#else
  using narrow = std::int32_t;
  if constexpr (sizeof(T) <= 2)
    q = static_cast<T>(static_cast<narrow>(static_cast<float>(x) / static_cast<float>(divisor)));
  else if constexpr (sizeof(T) == 4)
    q = static_cast<T>(static_cast<double>(x) / static_cast<double>(divisor));
  else
    q = static_cast<T>(x / divisor);
#endif
  q = minus ? static_cast<T>(U{0} - static_cast<U>(x)) : q;
  return zero ? T{0} : q;
}

template <class T>
FUSE_HD constexpr T rest(T x, T y, T q) {
  using U = detail::wrapping_t<T>;
  T const r = static_cast<T>(static_cast<U>(x) - static_cast<U>(q) * static_cast<U>(y));
  return y == T{0} ? T{0} : r;
}

}  // namespace detail_division

/// The remainder of x / y with the sign of x; 0 for y == 0.
template <detail::any_integer T>
FUSE_HD constexpr T fmod(T x, T y) {
  return detail_division::rest(x, y, detail_division::truncated(x, y));
}

/// The largest integer below the quotient; 0 for y == 0; wraps for the smallest integer by -1.
template <detail::any_integer T>
FUSE_HD constexpr T floor_divide(T x, T y) {
  T const q = detail_division::truncated(x, y);
  if constexpr (detail::is_signed<T>) {
    T const r = detail_division::rest(x, y, q);
    bool const adjust = static_cast<int>(r != T{0}) & static_cast<int>((r < T{0}) != (y < T{0}));
    return static_cast<T>(adjust ? q - 1 : q);
  } else {
    return q;
  }
}
/// The remainder of x / y with the sign of y, as Python's %; 0 for y == 0.
template <detail::any_integer T>
FUSE_HD constexpr T remainder(T x, T y) {
  T const r = detail_division::rest(x, y, detail_division::truncated(x, y));
  if constexpr (detail::is_signed<T>) {
    bool const adjust = static_cast<int>(r != T{0}) & static_cast<int>((r < T{0}) != (y < T{0}));
    return static_cast<T>(adjust ? r + y : r);
  } else {
    return r;
  }
}

/// floor(x / y) of the exact quotient; source: NumPy's npy_divmod.
template <detail::native_float T>
FUSE_HD T floor_divide(T x, T y) {
  T mod = fmod(x, y);
  T const quotient = x / y;
  T div = (x - mod) / y;
  bool const adjust = static_cast<int>(mod != 0) & static_cast<int>((y < 0) != (mod < 0));
  div = adjust ? div - 1 : div;
  T const down = floor(div);
  T const rounded = div - down > static_cast<T>(0.5) ? down + 1 : down;
  T const result = div != 0 ? rounded : copysign(T{0}, quotient);
  return y == 0 ? quotient : result;
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
  T const result = mod != 0 ? (adjust ? mod + y : mod) : copysign(T{0}, y);
  return y == 0 ? mod : result;
}
template <detail::half_float T>
FUSE_HD T remainder(T x, T y) {
  return T(remainder(static_cast<float>(x), static_cast<float>(y)));
}

// -- integers ---------------------------------------------------------------------------------------------------------

/// x^y by repeated squaring, wrapping. For a negative y the integer part of the exact result, 0 for x == 0.
template <detail::any_integer T>
FUSE_HD constexpr T pow(T x, T y) {
  using U = detail::wrapping_t<T>;
  if constexpr (detail::is_signed<T>) {
    if (y < T{0}) {
      bool const minus_one = x == static_cast<T>(-1);
      return x == T{1} || (minus_one && (y & 1) == 0) ? T{1} : minus_one ? x : T{0};
    }
  }
  U base = static_cast<U>(x), result = 1;
  for (U e = static_cast<U>(y); e != 0; e >>= 1) {
    result *= (e & 1u) != 0 ? base : U{1};
    base *= base;
  }
  return static_cast<T>(result);
}
/// Greatest common divisor of the magnitudes.
template <detail::any_integer T>
FUSE_HD constexpr T gcd(T x, T y) {
  using U = detail::wrapping_t<T>;
  U a = detail::magnitude(x), b = detail::magnitude(y);
  while (a != 0) {
    U const rest = b % a;
    b = a;
    a = rest;
  }
  return static_cast<T>(b);
}
/// Least common multiple of the magnitudes; 0 if either is 0.
template <detail::any_integer T>
FUSE_HD constexpr T lcm(T x, T y) {
  using U = detail::wrapping_t<T>;
  U const divisor = detail::magnitude(gcd(x, y));
  return divisor == 0 ? T{0} : static_cast<T>(detail::magnitude(x) / divisor * detail::magnitude(y));
}
/// x << y; 0 if y is negative or not below the width.
template <detail::any_integer T>
FUSE_HD constexpr T left_shift(T x, T y) {
  using U = detail::wrapping_t<T>;
  bool const inside = static_cast<std::uint64_t>(y) < static_cast<std::uint64_t>(detail::bit_width<T>);
  return inside ? static_cast<T>(static_cast<U>(x) << (static_cast<U>(y) & (sizeof(U) * 8 - 1))) : T{0};
}
/// x >> y, keeping the sign; 0 or -1 if y is negative or not below the width.
template <detail::any_integer T>
FUSE_HD constexpr T right_shift(T x, T y) {
  bool const inside = static_cast<std::uint64_t>(y) < static_cast<std::uint64_t>(detail::bit_width<T>);
  int const last = detail::bit_width<T> - 1, shift = inside ? static_cast<int>(y) : last;
  if constexpr (detail::is_signed<T>)
    return static_cast<T>(x >> shift);
  else
    return inside ? static_cast<T>(x >> shift) : T{0};
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
  T const direction = signbit(x) ? static_cast<T>(detail::pi) : T{0};
  return x == x ? direction : x;
}
template <detail::half_float T>
FUSE_HD T angle(T x) {
  return T(angle(static_cast<float>(x)));
}

}  // namespace cp::scalar

#include "fuse/core/complex_math.hpp"
