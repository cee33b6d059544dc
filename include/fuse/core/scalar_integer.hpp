// cp::scalar: division, powers, divisors and shifts of integers.
#pragma once

#include <fuse/core/scalar_order.hpp>

namespace cp::scalar {

namespace detail_division {

#ifdef __CUDA_ARCH__
/// x / y of integers of up to 16 bits, y not 0, without a call. The multiple of 1 / y is of x + 1/2, which is at least
/// 1/2y away from the integers: a GPU's reciprocal, of some 2^-23, cannot cross one.
template <class T>
__device__ __forceinline__ T narrow_quotient(T x, T y) {
  // Added to 2^23 a number below that is rounded to an integer, which its last bits are: conversions by sums and bits,
  // of which a GPU does four times as many as of its own.
  constexpr std::uint32_t bits = 0x4b000000;
  float reciprocal;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(__uint_as_float(bits | detail::magnitude(y)) - 8388608.0f));
  float const over = __uint_as_float(bits | detail::magnitude(x)) - 8388607.5f;
  std::uint32_t const q = __float_as_uint(__fmaf_rz(over, reciprocal, 8388608.0f)) & 0x7fffffu;
  if constexpr (detail::is_signed<T>)
    return static_cast<T>((x < 0) != (y < 0) ? 0u - q : q);
  else
    return static_cast<T>(q);
}
#endif

// The floor of the quotient of integers; 0 for y == 0. Narrow types go through a floating-point quotient, on the host
// one which is exact after rounding down (it is at least 1/|y| away from the next integer) and which vectorises.
template <class T>
FUSE_HD constexpr T truncated(T x, T y) {
  using U = detail::wrapping_t<T>;
  bool const zero = y == T{0};
  bool minus = false;
  if constexpr (detail::is_signed<T>) minus = y == static_cast<T>(-1);
  T const divisor = static_cast<int>(zero) | static_cast<int>(minus) ? T{1} : y;
  T q{};
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) <= 2) {
    q = narrow_quotient(x, divisor);
  } else if constexpr (sizeof(T) == 8 && detail::is_signed<T>) {
    // Of magnitudes, which are quickly divided where they fit in 32 bits, negative numbers or not.
    U const whole = detail::magnitude(x) / detail::magnitude(divisor);
    q = static_cast<T>((x < 0) != (divisor < 0) ? U{0} - whole : whole);
  } else {
    q = static_cast<T>(x / divisor);
  }
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
#ifdef __CUDA_ARCH__
/// x << y, or 0, and x >> y, or all sign, of 32 and 64 bits: instructions that take any distance, which C++ does not
/// name.
template <class T>
__device__ __forceinline__ std::uint32_t distance_of(T y) {
  if constexpr (sizeof(T) == 8)
    if (static_cast<std::uint64_t>(y) >> 32 != 0) return 64;
  return static_cast<std::uint32_t>(y);
}
template <class T>
__device__ __forceinline__ T shifted_left(T x, T y) {
  if constexpr (sizeof(T) == 4)
    asm("shl.b32 %0, %1, %2;" : "=r"(x) : "r"(x), "r"(distance_of(y)));
  else
    asm("shl.b64 %0, %1, %2;" : "=l"(x) : "l"(x), "r"(distance_of(y)));
  return x;
}
template <class T>
__device__ __forceinline__ T shifted_right(T x, T y) {
  constexpr bool sign = detail::is_signed<T>;
  if constexpr (sizeof(T) == 4 && sign)
    asm("shr.s32 %0, %1, %2;" : "=r"(x) : "r"(x), "r"(distance_of(y)));
  else if constexpr (sizeof(T) == 4)
    asm("shr.u32 %0, %1, %2;" : "=r"(x) : "r"(x), "r"(distance_of(y)));
  else if constexpr (sign)
    asm("shr.s64 %0, %1, %2;" : "=l"(x) : "l"(x), "r"(distance_of(y)));
  else
    asm("shr.u64 %0, %1, %2;" : "=l"(x) : "l"(x), "r"(distance_of(y)));
  return x;
}
#endif
/// x << y; 0 if y is negative or not below the width.
template <detail::any_integer T>
FUSE_HD constexpr T left_shift(T x, T y) {
  using U = detail::wrapping_t<T>;
#ifdef __CUDA_ARCH__
  if constexpr (sizeof(T) >= 4)
    if (!__builtin_is_constant_evaluated()) return shifted_left(x, y);
#endif
  bool const inside = static_cast<std::uint64_t>(y) < static_cast<std::uint64_t>(detail::bit_width<T>);
  return inside ? static_cast<T>(static_cast<U>(x) << (static_cast<U>(y) & (sizeof(U) * 8 - 1))) : T{0};
}
/// x >> y, keeping the sign; 0 or -1 if y is negative or not below the width.
template <detail::any_integer T>
FUSE_HD constexpr T right_shift(T x, T y) {
#ifdef __CUDA_ARCH__
  if constexpr (sizeof(T) >= 4)
    if (!__builtin_is_constant_evaluated()) return shifted_right(x, y);
#endif
  bool const inside = static_cast<std::uint64_t>(y) < static_cast<std::uint64_t>(detail::bit_width<T>);
  int const last = detail::bit_width<T> - 1, shift = inside ? static_cast<int>(y) : last;
  if constexpr (detail::is_signed<T>)
    return static_cast<T>(x >> shift);
  else
    return inside ? static_cast<T>(x >> shift) : T{0};
}

/// How many bits of the magnitude are set.
template <detail::any_integer T>
FUSE_HD constexpr std::uint8_t bit_count(T x) {
  auto const magnitude = detail::magnitude(x);
#ifdef __CUDA_ARCH__
  if constexpr (sizeof(T) > 4)
    return static_cast<std::uint8_t>(__builtin_popcountll(magnitude));
  else
    return static_cast<std::uint8_t>(__builtin_popcount(static_cast<std::uint32_t>(magnitude)));
#else
  // (Not an instruction's: loops become vectors.)
  using word = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;
  constexpr word ones = static_cast<word>(~word{0}) / 255;
  auto n = static_cast<word>(magnitude);
  n -= n >> 1 & ones * 0x55;
  n = (n & ones * 0x33) + (n >> 2 & ones * 0x33);
  n = (n + (n >> 4)) & ones * 0x0f;
  return static_cast<std::uint8_t>(n * ones >> (8 * sizeof(word) - 8));
#endif
}

}  // namespace cp::scalar
