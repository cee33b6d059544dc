// cp::scalar: tests, signs, rounding and order of real numbers, and what all of cp::scalar is written with.
#pragma once

#include <fuse/core/config.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/core/host_math.hpp>
#include <fuse/core/libm.hpp>

namespace cp::detail {

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
#if !defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, bool>) {
    return (c & x) | (!c & y);
  } else if constexpr (built_in_integer<T> && sizeof(T) > 1) {
    auto const mask = static_cast<T>(T{0} - static_cast<T>(c));
    return static_cast<T>((x & mask) | (y & static_cast<T>(~mask)));
  } else if constexpr (floating<T>) {
    using U = decltype(float_bits(x));
    U const mask = static_cast<U>(U{0} - static_cast<U>(c));
    return same_float<T>(static_cast<U>((float_bits(x) & mask) | (float_bits(y) & static_cast<U>(~mask))));
  }
#endif
  return c ? x : y;
}

// c ? x : y of what folds compare, a conditional that becomes one instruction; a struct is chosen by its bits.
template <class T>
FUSE_HD constexpr T choose(bool c, T x, T y) {
  if constexpr (half_float<T>)
    return select(c, x, y);
  else
    return c ? x : y;
}

// Whether a number has no sign: what tells the zeros apart. As an integer, which becomes part of a vector.
template <class T>
FUSE_HD constexpr int has_no_sign(T x) {
  if constexpr (sizeof(T) == 2)
    return static_cast<int>(__builtin_bit_cast(std::int16_t, x) >= 0);
  else if constexpr (sizeof(T) == 4)
    return static_cast<int>(__builtin_bit_cast(std::int32_t, x) >= 0);
  else
    return static_cast<int>(__builtin_bit_cast(std::int64_t, x) >= 0);
}
// Whether y comes after x where -0 comes before 0. Of x, which a fold waits for, nothing is asked but how it compares.
template <class T>
FUSE_HD constexpr int is_after(T x, T y) {
  return static_cast<int>(y > x) | (static_cast<int>(y == x) & has_no_sign(y));
}
template <class T>
FUSE_HD constexpr int is_before(T x, T y) {
  return static_cast<int>(y < x) | (static_cast<int>(y == x) & (has_no_sign(y) ^ 1));
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
/// The larger, 0 of 0 and -0; NaN if either is NaN.
template <detail::any_real T>
FUSE_HD constexpr T maximum(T x, T y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (std::is_same_v<T, float>) {
    float r;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
  }
  if constexpr (std::is_same_v<T, bfloat16>) {
    asm("max.NaN.bf16 %0, %0, %1;" : "+h"(x.bits) : "h"(y.bits));
    return x;
  }
  if constexpr (std::is_same_v<T, float16>) {
    asm("max.NaN.f16 %0, %0, %1;" : "+h"(x.bits) : "h"(y.bits));
    return x;
  }
#endif
  if constexpr (floating<T>)
    return detail::select(y != y, y, detail::select(detail::is_after(x, y), y, x));
  else
    return x > y ? x : y;
}
/// What folds choose by: of 0 and -0 either, so that the last result is compared once.
template <floating T>
FUSE_HD constexpr T larger(T x, T y) {
#ifdef __CUDA_ARCH__
  return maximum(x, y);
#else
  return detail::choose(y != y, y, detail::choose(y > x, y, x));
#endif
}
/// The smaller, -0 of 0 and -0; NaN if either is NaN.
template <detail::any_real T>
FUSE_HD constexpr T minimum(T x, T y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (std::is_same_v<T, float>) {
    float r;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
    return r;
  }
  if constexpr (std::is_same_v<T, bfloat16>) {
    asm("min.NaN.bf16 %0, %0, %1;" : "+h"(x.bits) : "h"(y.bits));
    return x;
  }
  if constexpr (std::is_same_v<T, float16>) {
    asm("min.NaN.f16 %0, %0, %1;" : "+h"(x.bits) : "h"(y.bits));
    return x;
  }
#endif
  if constexpr (floating<T>)
    return detail::select(y != y, y, detail::select(detail::is_before(x, y), y, x));
  else
    return x < y ? x : y;
}
template <floating T>
FUSE_HD constexpr T smaller(T x, T y) {
#ifdef __CUDA_ARCH__
  return minimum(x, y);
#else
  return detail::choose(y != y, y, detail::choose(y < x, y, x));
#endif
}
/// The larger, ignoring one NaN.
template <detail::any_real T>
FUSE_HD constexpr T fmax(T x, T y) {
  if constexpr (floating<T>)
    return detail::select(detail::is_after(x, y) | static_cast<int>(x != x), y, x);
  else
    return x > y ? x : y;
}
/// The smaller, ignoring one NaN.
template <detail::any_real T>
FUSE_HD constexpr T fmin(T x, T y) {
  if constexpr (floating<T>)
    return detail::select(detail::is_before(x, y) | static_cast<int>(x != x), y, x);
  else
    return x < y ? x : y;
}
/// x limited to [low, high]: minimum(high, maximum(low, x)).
template <class T>
FUSE_HD constexpr T clip(T x, T low, T high) {
#if !defined(__CUDA_ARCH__)
  if constexpr (floating<T>) {
    T const raised = detail::select(static_cast<int>(x < low) | static_cast<int>(low != low), low, x);
    return detail::select(static_cast<int>(raised > high) | static_cast<int>(high != high), high, raised);
  }
#endif
  if constexpr (floating<T>)
    return smaller(larger(x, low), high);
  else
    return minimum(maximum(x, low), high);
}

}  // namespace cp::scalar
