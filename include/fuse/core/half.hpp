// The two 16-bit floating-point types: float16 (IEEE binary16) and bfloat16 (the upper half of a float32).
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>

namespace cp {

namespace detail {

template <class T>
concept built_in_integer = requires(T x) {
  x % x;
}
&&!__is_class(T) && !__is_enum(T) && sizeof(T) <= 8;

FUSE_HD constexpr std::uint32_t float_bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }
FUSE_HD constexpr std::uint64_t float_bits(double x) { return __builtin_bit_cast(std::uint64_t, x); }
FUSE_HD constexpr float float_from_bits(std::uint32_t u) { return __builtin_bit_cast(float, u); }
FUSE_HD constexpr double float_from_bits(std::uint64_t u) { return __builtin_bit_cast(double, u); }

// Rounding to odd keeps what a second, narrower rounding to nearest needs to know: no double rounding.
FUSE_HD constexpr float round_to_odd(double x) {
  float const f = static_cast<float>(x);
  double const back = static_cast<double>(f);
  std::uint32_t const magnitude_up = (back < 0 ? -back : back) > (x < 0 ? -x : x) ? 1u : 0u;
  std::uint32_t const inexact = back != x ? 1u : 0u;
  return float_from_bits((float_bits(f) - magnitude_up) | inexact);
}

// An integer as the float or double that rounds to 16 bits as it does itself.
template <class T>
FUSE_HD constexpr auto integer_to_odd(T x) {
  if constexpr (__is_same(T, bool)) {
    return x ? 1.0f : 0.0f;  // a choice becomes vectors, g++'s conversion does not
  } else if constexpr (sizeof(T) < 4) {
    return static_cast<float>(x);
  } else if constexpr (sizeof(T) < 8) {
    return static_cast<double>(x);
  } else {
    bool negative = false;
    if constexpr (static_cast<T>(-1) < static_cast<T>(1)) negative = x < T{0};
    std::uint64_t u = static_cast<std::uint64_t>(x);
    u = negative ? std::uint64_t{0} - u : u;
    std::uint64_t const sticky = (u & 0xfffu) != 0 ? 0x1000u : 0u;
    u = u < (std::uint64_t{1} << 52) ? u : (u & ~std::uint64_t{0xfff}) | sticky;
    double const d = static_cast<double>(u);
    return negative ? -d : d;
  }
}

// The bit code below has no branch, so that a loop over it becomes vector code (a loop over F16C's scalar
// instructions does not), and no conditional either: of a value that is the same in all turns of a loop, compilers make
// a branch of it. Method: F. Giesen, "float->half variants", 2012 (public domain).
FUSE_HD constexpr std::uint32_t bits_if(bool c, std::uint32_t x, std::uint32_t y) {
  return y ^ ((x ^ y) & (0u - static_cast<std::uint32_t>(c)));
}
FUSE_HD constexpr std::uint16_t float16_bits_portable(float x) {
  std::uint32_t const sign = float_bits(x) & 0x80000000u;
  std::uint32_t const u = float_bits(x) ^ sign;
  std::uint32_t const special = bits_if(u > 0x7f800000u, 0x7e00u | ((u >> 13) & 0x1ffu), 0x7c00u);
  // adding 0.5 shifts a subnormal result's bits to the bottom, rounded by the addition itself
  std::uint32_t const tiny = float_bits(float_from_bits(bits_if(u < 0x38800000u, u, 0u)) + 0.5f) - 0x3f000000u;
  std::uint32_t const normal = (u + 0xc8000fffu + ((u >> 13) & 1u)) >> 13;
  std::uint32_t const finite = bits_if(u < 0x38800000u, tiny, normal);
  return static_cast<std::uint16_t>(bits_if(u >= 0x47800000u, special, finite) | (sign >> 16));
}

FUSE_HD constexpr float float16_value_portable(std::uint16_t bits) {
  std::uint32_t const u = (bits & 0x7fffu) << 13;
  std::uint32_t const exponent = u & 0x0f800000u;
  std::uint32_t const normal = u + bits_if(exponent == 0x0f800000u, 0x70000000u, 0x38000000u);
  std::uint32_t const tiny = float_bits(float_from_bits(u + 0x38800000u) - 6.103515625e-05f);
  return float_from_bits(bits_if(exponent == 0, tiny, normal) | (static_cast<std::uint32_t>(bits & 0x8000u) << 16));
}

// The float32 that is nearest to x among the numbers of float16: float16_bits_portable and float16_value_portable in
// one, by half of their instructions. A number of x's binade times 1.5 * 2^13 has float16's last bit as its own, so
// that adding it rounds; subnormal numbers of float16 have the last bit of its smallest binade.
FUSE_HD constexpr float rounded_to_float16_portable(float x) {
  std::uint32_t const u = float_bits(x), sign = u & 0x80000000u, exponent = u & 0x7f800000u;
  float const large = float_from_bits((exponent < 0x38800000u ? 0x38800000u : exponent) + 0x06c00000u);
  float const rounded = (x + large) - large;
  float const beyond = x * __builtin_inff();  // NaN of NaN
  return float_from_bits(bits_if((u ^ sign) < 0x477ff000u, float_bits(rounded) | sign, float_bits(beyond)));
}

FUSE_HD constexpr std::uint16_t bfloat16_bits_portable(float x) {
  std::uint32_t const u = float_bits(x);
  std::uint32_t const rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
  return static_cast<std::uint16_t>(bits_if((u & 0x7fffffffu) > 0x7f800000u, (u >> 16) | 0x40u, rounded));
}

// The same of bfloat16.
FUSE_HD constexpr float rounded_to_bfloat16_portable(float x) {
  std::uint32_t const u = float_bits(x), rounded = u + 0x7fffu + ((u >> 16) & 1u);
  return float_from_bits(bits_if((u & 0x7fffffffu) > 0x7f800000u, u | 0x400000u, rounded) & 0xffff0000u);
}

FUSE_HD constexpr std::uint16_t to_float16_bits(float x) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) {
#if __CUDA_ARCH__ >= 800
    // Of two at once four times as many are converted as one by one, and of this pair the upper one is free.
    std::uint32_t pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(0.0f), "f"(x));
    return static_cast<std::uint16_t>(pair);
#else
    std::uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
#endif
  }
#endif
  return float16_bits_portable(x);
}

FUSE_HD constexpr std::uint16_t to_float16_bits(double x) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) {
    std::uint16_t bits;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(x));
    return bits;
  }
#endif
  return float16_bits_portable(round_to_odd(x));
}

FUSE_HD constexpr float from_float16_bits(std::uint16_t bits) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) {
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
    return x;
  }
#endif
  return float16_value_portable(bits);
}

FUSE_HD constexpr std::uint16_t to_bfloat16_bits(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if (!__builtin_is_constant_evaluated()) {
    std::uint32_t pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(0.0f), "f"(x));
    return static_cast<std::uint16_t>(pair);
  }
#endif
  return bfloat16_bits_portable(x);
}

FUSE_HD constexpr std::uint16_t to_bfloat16_bits(double x) { return to_bfloat16_bits(round_to_odd(x)); }

// The float32 quotient of two float16, or one that rounds to the same float16: a quotient is a number of float32, or
// 2^-23 of itself away from where rounding changes; this one is off by 2^-24 and little more, and by nothing where it
// can be. 1 / y is a sum, of whose first part, of 12 bits and a little too small, x times is exact; what is known of y
// alone comes first, so that two instructions an element are left of rows that are divided by a number each. (A
// division of float32 takes a branch.)
FUSE_HD constexpr float float16_quotient(float x, float y) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) {
    float inverse;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(y));
    float const first = float_from_bits(float_bits(inverse * 0x1.fffffcp-1f) & 0xfffff000u),
                rest = __fmaf_rn(-y, first, 1.0f);  // more than 0, or NaN where y is 0 or infinite
    return __fmaf_rn(x, (rest > 0 ? rest : 1.0f) * inverse, x * first);
  }
#endif
  return x / y;
}

// The same of two bfloat16, whose quotients are 2^-17 of themselves away, where nothing under- or overflows on the way.
// (A division of float32 takes its long way for every numerator of 0 too, and with it all threads of a warp.)
FUSE_HD constexpr float bfloat16_quotient(float x, float y) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) {
    float inverse;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(y));
    float const q = x * inverse;
    bool const plain = fabsf(y) > 0x1p-126f && fabsf(y) < 0x1p126f;
    if (plain && (fabsf(q) >= 0x1p-126f || x == 0)) return q;
  }
#endif
  return x / y;
}

/// Sums, differences and products of two 16-bit numbers, rounded once. GPUs compute those as they are, in one
/// instruction and without conversions; elsewhere float32 is wide enough for a second rounding to change nothing. (But
/// for products of bfloat16 below 2^-126, of which float32 has fewer bits.)
enum class half_operation { add, subtract, multiply };
template <half_operation Which>
FUSE_HD constexpr float in_float32(float x, float y) {
  if constexpr (Which == half_operation::add) return x + y;
  if constexpr (Which == half_operation::subtract) return x - y;
  if constexpr (Which == half_operation::multiply) return x * y;
}
template <half_operation Which>
FUSE_HD constexpr std::uint16_t float16_operation(std::uint16_t x, std::uint16_t y) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) {
    std::uint16_t bits;
    if constexpr (Which == half_operation::add) asm("add.rn.f16 %0, %1, %2;" : "=h"(bits) : "h"(x), "h"(y));
    if constexpr (Which == half_operation::subtract) asm("sub.rn.f16 %0, %1, %2;" : "=h"(bits) : "h"(x), "h"(y));
    if constexpr (Which == half_operation::multiply) asm("mul.rn.f16 %0, %1, %2;" : "=h"(bits) : "h"(x), "h"(y));
    return bits;
  }
#endif
  return to_float16_bits(in_float32<Which>(from_float16_bits(x), from_float16_bits(y)));
}
template <half_operation Which>
FUSE_HD constexpr std::uint16_t bfloat16_operation(std::uint16_t x, std::uint16_t y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  if (!__builtin_is_constant_evaluated()) {
    std::uint16_t bits;
    if constexpr (Which == half_operation::add) asm("add.rn.bf16 %0, %1, %2;" : "=h"(bits) : "h"(x), "h"(y));
    if constexpr (Which == half_operation::subtract) asm("sub.rn.bf16 %0, %1, %2;" : "=h"(bits) : "h"(x), "h"(y));
    if constexpr (Which == half_operation::multiply) asm("mul.rn.bf16 %0, %1, %2;" : "=h"(bits) : "h"(x), "h"(y));
    return bits;
  }
#endif
  return to_bfloat16_bits(in_float32<Which>(float_from_bits(static_cast<std::uint32_t>(x) << 16),
                                            float_from_bits(static_cast<std::uint32_t>(y) << 16)));
}

// Comparisons. On the host they are of 16-bit integers, so that vectors hold 32 of them and nothing is converted.
template <class Half>
FUSE_HD constexpr bool is_no_nan(Half x) {
  return (x.bits & 0x7fff) <= Half::infinity_bits;
}
/// A whole number for each value, in their order: 0 for both zeros.
template <class Half>
FUSE_HD constexpr std::int16_t place_in_order(Half x) {
  std::int16_t const sign = static_cast<std::int16_t>(static_cast<std::int16_t>(x.bits) >> 15);
  return static_cast<std::int16_t>((static_cast<std::int16_t>(x.bits & 0x7fff) ^ sign) - sign);
}
template <class Half>
FUSE_HD constexpr bool is_less(Half x, Half y) {
#if defined(__CUDA_ARCH__)
  return float(x) < float(y);
#else
  return static_cast<bool>(int(place_in_order(x) < place_in_order(y)) & int(is_no_nan(x)) & int(is_no_nan(y)));
#endif
}
template <class Half>
FUSE_HD constexpr bool is_at_most(Half x, Half y) {
#if defined(__CUDA_ARCH__)
  return float(x) <= float(y);
#else
  return static_cast<bool>(int(place_in_order(x) <= place_in_order(y)) & int(is_no_nan(x)) & int(is_no_nan(y)));
#endif
}
template <class Half>
FUSE_HD constexpr bool is_same_value(Half x, Half y) {
#if defined(__CUDA_ARCH__)
  return float(x) == float(y);
#else
  return static_cast<bool>(int(place_in_order(x) == place_in_order(y)) & int(is_no_nan(x)) & int(is_no_nan(y)));
#endif
}

}  // namespace detail

struct bfloat16;

/// IEEE 754 binary16: 11 bits of significand, largest value 65504. Computes in float32 and rounds once, as NumPy does.
/// Conversions into it are explicit and round to nearest even, once, from any type; conversion to float is implicit.
struct float16 {
  std::uint16_t bits;                                     ///< the representation
  static constexpr std::uint16_t infinity_bits = 0x7c00;  ///< the representation of infinity

  float16() = default;
  /// Rounded to nearest, halves to even, once.
  FUSE_HD explicit constexpr float16(float x) : bits(detail::to_float16_bits(x)) {}
  /// Rounded to nearest, halves to even, once.
  FUSE_HD explicit constexpr float16(double x) : bits(detail::to_float16_bits(x)) {}
  /// Rounded to nearest, halves to even, once.
  template <detail::built_in_integer T>
  FUSE_HD explicit constexpr float16(T x) : bits(detail::to_float16_bits(detail::integer_to_odd(x))) {}
  /// Rounded to nearest, halves to even, once.
  FUSE_HD explicit constexpr float16(bfloat16 x);

  /// The value with this representation.
  FUSE_HD static constexpr float16 from_bits(std::uint16_t bits) {
    float16 x{};
    x.bits = bits;
    return x;
  }

  /// The same value as a float.
  FUSE_HD constexpr operator float() const { return detail::from_float16_bits(bits); }

  FUSE_HD friend constexpr float16 operator+(float16 x, float16 y) {
    return from_bits(detail::float16_operation<detail::half_operation::add>(x.bits, y.bits));
  }
  FUSE_HD friend constexpr float16 operator-(float16 x, float16 y) {
    return from_bits(detail::float16_operation<detail::half_operation::subtract>(x.bits, y.bits));
  }
  FUSE_HD friend constexpr float16 operator*(float16 x, float16 y) {
    return from_bits(detail::float16_operation<detail::half_operation::multiply>(x.bits, y.bits));
  }
  FUSE_HD friend constexpr float16 operator/(float16 x, float16 y) {
    return float16(detail::float16_quotient(float(x), float(y)));
  }
  FUSE_HD friend constexpr float16 operator+(float16 x) { return x; }
  FUSE_HD friend constexpr float16 operator-(float16 x) {
    return from_bits(static_cast<std::uint16_t>(x.bits ^ 0x8000u));
  }
  /// Adds y, in float32, rounded once.
  FUSE_HD constexpr float16& operator+=(float16 y) { return *this = *this + y; }
  /// Subtracts y, in float32, rounded once.
  FUSE_HD constexpr float16& operator-=(float16 y) { return *this = *this - y; }
  /// Multiplies by y, in float32, rounded once.
  FUSE_HD constexpr float16& operator*=(float16 y) { return *this = *this * y; }
  /// Divides by y, in float32, rounded once.
  FUSE_HD constexpr float16& operator/=(float16 y) { return *this = *this / y; }
  FUSE_HD friend constexpr bool operator==(float16 x, float16 y) { return detail::is_same_value(x, y); }
  FUSE_HD friend constexpr bool operator!=(float16 x, float16 y) { return !detail::is_same_value(x, y); }
  FUSE_HD friend constexpr bool operator<(float16 x, float16 y) { return detail::is_less(x, y); }
  FUSE_HD friend constexpr bool operator<=(float16 x, float16 y) { return detail::is_at_most(x, y); }
  FUSE_HD friend constexpr bool operator>(float16 x, float16 y) { return detail::is_less(y, x); }
  FUSE_HD friend constexpr bool operator>=(float16 x, float16 y) { return detail::is_at_most(y, x); }
};

/// The upper half of a float32: 8 bits of significand, the range of float32. Computes as in float32 and rounds once.
/// Conversions into it are explicit and round to nearest even, once, from any type; conversion to float is implicit.
struct bfloat16 {
  std::uint16_t bits;                                     ///< the representation
  static constexpr std::uint16_t infinity_bits = 0x7f80;  ///< the representation of infinity

  bfloat16() = default;
  /// Rounded to nearest, halves to even, once.
  FUSE_HD explicit constexpr bfloat16(float x) : bits(detail::to_bfloat16_bits(x)) {}
  /// Rounded to nearest, halves to even, once.
  FUSE_HD explicit constexpr bfloat16(double x) : bits(detail::to_bfloat16_bits(x)) {}
  /// Rounded to nearest, halves to even, once.
  template <detail::built_in_integer T>
  FUSE_HD explicit constexpr bfloat16(T x) : bits(detail::to_bfloat16_bits(detail::integer_to_odd(x))) {}
  /// Rounded to nearest, halves to even, once.
  FUSE_HD explicit constexpr bfloat16(float16 x) : bits(detail::to_bfloat16_bits(float(x))) {}

  /// The value with this representation.
  FUSE_HD static constexpr bfloat16 from_bits(std::uint16_t bits) {
    bfloat16 x{};
    x.bits = bits;
    return x;
  }

  /// The same value as a float.
  FUSE_HD constexpr operator float() const { return detail::float_from_bits(static_cast<std::uint32_t>(bits) << 16); }

  FUSE_HD friend constexpr bfloat16 operator+(bfloat16 x, bfloat16 y) {
    return from_bits(detail::bfloat16_operation<detail::half_operation::add>(x.bits, y.bits));
  }
  FUSE_HD friend constexpr bfloat16 operator-(bfloat16 x, bfloat16 y) {
    return from_bits(detail::bfloat16_operation<detail::half_operation::subtract>(x.bits, y.bits));
  }
  FUSE_HD friend constexpr bfloat16 operator*(bfloat16 x, bfloat16 y) {
    return from_bits(detail::bfloat16_operation<detail::half_operation::multiply>(x.bits, y.bits));
  }
  FUSE_HD friend constexpr bfloat16 operator/(bfloat16 x, bfloat16 y) {
    return bfloat16(detail::bfloat16_quotient(float(x), float(y)));
  }
  FUSE_HD friend constexpr bfloat16 operator+(bfloat16 x) { return x; }
  FUSE_HD friend constexpr bfloat16 operator-(bfloat16 x) {
    return from_bits(static_cast<std::uint16_t>(x.bits ^ 0x8000u));
  }
  /// Adds y, in float32, rounded once.
  FUSE_HD constexpr bfloat16& operator+=(bfloat16 y) { return *this = *this + y; }
  /// Subtracts y, in float32, rounded once.
  FUSE_HD constexpr bfloat16& operator-=(bfloat16 y) { return *this = *this - y; }
  /// Multiplies by y, in float32, rounded once.
  FUSE_HD constexpr bfloat16& operator*=(bfloat16 y) { return *this = *this * y; }
  /// Divides by y, in float32, rounded once.
  FUSE_HD constexpr bfloat16& operator/=(bfloat16 y) { return *this = *this / y; }
  FUSE_HD friend constexpr bool operator==(bfloat16 x, bfloat16 y) { return detail::is_same_value(x, y); }
  FUSE_HD friend constexpr bool operator!=(bfloat16 x, bfloat16 y) { return !detail::is_same_value(x, y); }
  FUSE_HD friend constexpr bool operator<(bfloat16 x, bfloat16 y) { return detail::is_less(x, y); }
  FUSE_HD friend constexpr bool operator<=(bfloat16 x, bfloat16 y) { return detail::is_at_most(x, y); }
  FUSE_HD friend constexpr bool operator>(bfloat16 x, bfloat16 y) { return detail::is_less(y, x); }
  FUSE_HD friend constexpr bool operator>=(bfloat16 x, bfloat16 y) { return detail::is_at_most(y, x); }
};

FUSE_HD constexpr float16::float16(bfloat16 x) : bits(detail::to_float16_bits(float(x))) {}

namespace detail {
/// Either of them.
template <class T>
concept half_float = __is_same(T, float16) || __is_same(T, bfloat16);
}  // namespace detail

}  // namespace cp
