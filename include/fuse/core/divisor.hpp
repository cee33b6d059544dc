// Division of integers by a number that is known before a launch: a multiplication and shifts.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/core/scalar_integer.hpp>
#include <type_traits>

namespace cp::scalar {

namespace detail_division {

FUSE_HD constexpr std::uint16_t high_product(std::uint16_t x, std::uint16_t y) {
  return static_cast<std::uint16_t>(std::uint32_t{x} * y >> 16);
}
FUSE_HD constexpr std::uint32_t high_product(std::uint32_t x, std::uint32_t y) {
  return static_cast<std::uint32_t>(std::uint64_t{x} * y >> 32);
}
FUSE_HD constexpr std::uint64_t high_product(std::uint64_t x, std::uint64_t y) {
#ifdef __CUDA_ARCH__
  return __umul64hi(x, y);
#else
  __extension__ using wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<wide>(x) * y >> 64);
#endif
}

}  // namespace detail_division

/// A number from 2 to 2^31 - 1 to divide numbers of 32 bits by: no sign to mind, and 31 bits of quotient.
struct small_divisor {
  std::int32_t value = 2;               ///< the number
  std::uint32_t multiplier = 1u << 31;  ///< 2^(32 + shift) over the number, rounded up
  std::uint32_t shift = 0;              ///< what the high product is shifted by

  small_divisor() = default;
  /// Of a number that it takes.
  explicit small_divisor(std::int32_t d) : value(d) {
    shift = static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint32_t>(d - 1))) - 1;
    multiplier = static_cast<std::uint32_t>(((std::uint64_t{1} << (32 + shift)) + static_cast<std::uint32_t>(d) - 1) /
                                            static_cast<std::uint32_t>(d));
  }
  /// Whether a number is such.
  static constexpr bool takes(std::int64_t d) { return d >= 2 && d <= 0x7fffffff; }
};
FUSE_HD constexpr std::int32_t floor_divide(std::int32_t x, small_divisor const& d) {
  // floor(x / d) is ~(~x / d) of a negative x.
  std::uint32_t const below = x < 0 ? ~0u : 0u;
  return static_cast<std::int32_t>(
      detail_division::high_product(static_cast<std::uint32_t>(x) ^ below, d.multiplier) >> d.shift ^ below);
}
FUSE_HD constexpr std::int32_t remainder(std::int32_t x, small_divisor const& d) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) - static_cast<std::uint32_t>(floor_divide(x, d)) *
                                                                       static_cast<std::uint32_t>(d.value));
}

/// Whether a divisor has itself without a sign besides, in 32 bits.
template <class T>
constexpr bool has_narrow_divisor = std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t>;
/// What a divisor has besides: one of 32 or 64 bits with a sign itself without. (A base, so that others, which kernels
/// receive too, are no larger for it.)
template <class T>
struct narrow_divisor {};
/// Of those that have one.
template <class T>
requires has_narrow_divisor<T>
struct narrow_divisor<T> {
  small_divisor narrow;  ///< the number, if it fits
};

/// A number to divide by, after Granlund and Montgomery, "Division by invariant integers using multiplication" (PLDI
/// 1994). One of 32 or 64 bits has itself without a sign besides, if it fits (see program/narrow.hpp).
template <detail::any_integer T>
struct divisor : narrow_divisor<T> {
  /// What quotients are computed in.
  using word = std::conditional_t<(sizeof(T) > 4), std::uint64_t,
                                  std::conditional_t<(sizeof(T) > 2), std::uint32_t, std::uint16_t>>;
  /// Whether numbers are negative.
  static constexpr bool is_signed = detail::is_signed<T>;
  /// Bits of a word.
  static constexpr int bits = 8 * int(sizeof(word));

  T value = 0;              ///< the number
  word multiplier = 0;      ///< as Granlund and Montgomery have it
  std::uint32_t shift = 0;  ///< the same

  divisor() = default;
  /// Of any number; what is divided by 0 is 0.
  explicit divisor(T d) : value(d) {
    word const m = detail::magnitude(d);
    if (m != 0) {
      shift = static_cast<std::uint32_t>(std::bit_width(static_cast<word>(m - 1)));
      // floor(2^bits (2^shift - m) / m) + 1
      __extension__ using wide = unsigned __int128;
      multiplier = static_cast<word>((((wide{1} << shift) - m) << bits) / m + 1);
    }
    if constexpr (has_narrow_divisor<T>)
      if (small_divisor::takes(d)) this->narrow = small_divisor(static_cast<std::int32_t>(d));
  }

  /// n / |value|, for n of at most 2^(bits-1) where values are signed.
  FUSE_HD constexpr word quotient(word n) const {
    word const high = detail_division::high_product(n, multiplier);
    if constexpr (is_signed)
      return static_cast<word>(static_cast<word>(high + n) >> shift);
    else
      return shift == 0 ? n : static_cast<word>(static_cast<word>(high + ((n - high) >> 1)) >> (shift - 1));
  }
};

/// As of numbers: the floor of the quotient, 0 for a divisor of 0, wrapping.
template <detail::any_integer T>
FUSE_HD constexpr T floor_divide(T x, divisor<T> const& d) {
  using word = typename divisor<T>::word;
  if constexpr (detail::is_signed<T>) {
    // With the divisor's sign taken to the dividend, floor(x / d) is x / d of x or ~(~x / d) of a negative x; the
    // smallest integer times -1 is no negative number.
    constexpr auto all = static_cast<word>(~word{0});
    word const turned = d.value < 0 ? all : word{0}, from = static_cast<word>(static_cast<word>(x) ^ turned),
               n = static_cast<word>(from - turned);
    word const below = static_cast<word>(n & from) >> (divisor<T>::bits - 1) != 0 ? all : word{0};
    word const q = d.quotient(static_cast<word>(n ^ below));
    return d.value == 0 ? T{0} : static_cast<T>(q ^ below);
  } else {
    return d.value == 0 ? T{0} : static_cast<T>(d.quotient(x));
  }
}
/// The remainder that goes with it.
template <detail::any_integer T>
FUSE_HD constexpr T remainder(T x, divisor<T> const& d) {
  using word = typename divisor<T>::word;
  // At least unsigned, so that nothing overflows where words are short.
  using wrapping = std::common_type_t<word, unsigned>;
  auto const product = static_cast<wrapping>(floor_divide(x, d)) * static_cast<wrapping>(d.value);
  return d.value == 0 ? T{0} : static_cast<T>(static_cast<wrapping>(x) - product);
}

}  // namespace cp::scalar
