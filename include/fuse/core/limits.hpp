// std::numeric_limits of the 16-bit floats: without it the standard's would say 0.
#pragma once

#include <fuse/core/half.hpp>
#include <limits>

namespace cp::detail {

/// What both have in common. Min, Max, Epsilon and Quiet are representations.
template <class T, std::uint16_t Min, std::uint16_t Max, std::uint16_t Epsilon, std::uint16_t Quiet>
struct half_limits {
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true;
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr bool is_iec559 = true, is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr int radix = 2;
  FUSE_HD static constexpr T min() noexcept { return T::from_bits(Min); }
  FUSE_HD static constexpr T max() noexcept { return T::from_bits(Max); }
  FUSE_HD static constexpr T lowest() noexcept { return T::from_bits(Max | 0x8000); }
  FUSE_HD static constexpr T epsilon() noexcept { return T::from_bits(Epsilon); }
  FUSE_HD static constexpr T round_error() noexcept { return T(0.5f); }
  FUSE_HD static constexpr T infinity() noexcept { return T::from_bits(Max + 1); }
  FUSE_HD static constexpr T quiet_NaN() noexcept { return T::from_bits(Quiet); }
  FUSE_HD static constexpr T signaling_NaN() noexcept { return T::from_bits(Max + 2); }
  FUSE_HD static constexpr T denorm_min() noexcept { return T::from_bits(1); }
};

}  // namespace cp::detail

namespace std {

/// Of float16: IEEE 754 binary16.
template <>
struct numeric_limits<cp::float16> : cp::detail::half_limits<cp::float16, 0x0400, 0x7bff, 0x1400, 0x7e00> {
  static constexpr int digits = 11, digits10 = 3, max_digits10 = 5;
  static constexpr int min_exponent = -13, min_exponent10 = -4, max_exponent = 16, max_exponent10 = 4;
};
/// Of bfloat16, the upper half of a float32.
template <>
struct numeric_limits<cp::bfloat16> : cp::detail::half_limits<cp::bfloat16, 0x0080, 0x7f7f, 0x3c00, 0x7fc0> {
  static constexpr int digits = 8, digits10 = 2, max_digits10 = 4;
  static constexpr int min_exponent = -125, min_exponent10 = -37, max_exponent = 128, max_exponent10 = 38;
};

}  // namespace std
