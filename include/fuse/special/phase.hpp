// Angles of float32 without whole right angles, in two floats: what waves are near their zeros needs all their digits.
#pragma once

#include <cstdint>
#include <fuse/special/exact.hpp>
#include <fuse/special/tables.hpp>

namespace cp::special::formulas {

/// 2 / pi by 32 binary digits, behind 32 zeros.
inline constexpr std::uint32_t two_by_pi_words[] = {0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                                    0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
#if FUSE_NVCC
template <class>
__constant__ std::uint32_t two_by_pi_on_device[] = {0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                                    0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
#endif
/// A word of 2 / pi.
template <class T>
FUSE_HD std::uint32_t two_by_pi(int place) {
#if defined(__CUDA_ARCH__)
  return two_by_pi_on_device<T>[place];
#else
  return two_by_pi_words[place];
#endif
}

/// x / (pi / 2), x from 2^16 on, as a number of right angles modulo 4 in the upper 2 of 64 bits, and their fraction.
///
/// source  M. H. Payne, R. N. Hanek, "Radian reduction for trigonometric functions", SIGNUM Newsletter 18 (1983)
FUSE_HD_NOINLINE inline std::uint64_t right_angles_of_large(float x) {
  std::uint32_t const bits = std::bit_cast<std::uint32_t>(x), digits = (bits & 0x7fffff) | 0x800000;
  int const first = static_cast<int>(bits >> 23) - 120, place = first >> 5, shift = first & 31;
  auto const word = [=](int k) {
    std::uint64_t const two = std::uint64_t{two_by_pi<float>(place + k)} << 32 | two_by_pi<float>(place + k + 1);
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(two >> (32 - shift)));
  };
  return (word(0) * digits << 32) + word(1) * digits + (word(2) * digits >> 32);
}

/// 1 / x of large x as a number and what rounding has left of it, and the number's square.
struct inverse_in_parts {
  float value, rest, square;
  FUSE_HD explicit inverse_in_parts(float x)
      : value(near_reciprocal(x)), rest(fma(-value, x, 1.0f) * value), square(value * value) {}
  /// What 1 / x^3 times a number, and `more`, is, in two parts.
  FUSE_HD float_and_rest cubed_by(float_and_rest y, float more) const {
    float const product = rounded_product(square, y.value), cube = rounded_product(value, product);
    float const of_product = product_rest(square, y.value, product) + (square * y.rest + square_rest() * y.value);
    return {cube, product_rest(value, product, cube) + (value * of_product + more) + rest * product};
  }

 private:
  FUSE_HD float square_rest() const { return product_rest(value, value, square) + 2 * value * rest; }
};

/// x without whole right angles, from -pi / 4 to pi / 4, and how many there were modulo 4; x from 0 on, less half a
/// right angle or, if `Whole`, not.
struct turned_angle {
  float value, rest;
  int quarter;

  FUSE_HD explicit turned_angle(float x, bool whole = false) {
    if (x < 1e5f) {
      constexpr float angle = 1.57079637f, angle_rest = -4.37113883e-08f, angle_last = -1.71512451e-15f;
      float const half = whole ? 0.0f : 0.5f, n = scalar::rint(x * 0.636619747f - half), turns = n + half;
      float const a = fma(-turns, angle, x);  // which is exact
      float const p = rounded_product(turns, angle_rest);
      value = a - p;
      rest = sum_rest(a, -p, value) - product_rest(turns, angle_rest, p) - turns * angle_last;
      quarter = static_cast<int>(n);
    } else {
      std::uint64_t const turns = right_angles_of_large(x) - (whole ? 0 : std::uint64_t{1} << 61);
      bool const below = (turns << 2) >> 63 != 0;  // of the next right angle
      quarter = static_cast<int>(turns >> 62) + static_cast<int>(below);
      std::uint64_t const fraction = below ? 0 - (turns << 2) : turns << 2;
      float const first = static_cast<float>(static_cast<std::uint32_t>(fraction >> 40)) * 0x1p-24f;  // which is exact
      float const more = static_cast<float>(static_cast<std::uint32_t>(fraction >> 8)) * 0x1p-56f;
      of_fraction(below ? -first : first, below ? -more : more);
    }
  }
  /// Of a number of right angles of any sign.
  FUSE_HD static turned_angle of_right_angles(float x) {
    float const n = scalar::rint(x);
    turned_angle a;
    a.of_fraction(x - n, 0);
    a.quarter = static_cast<int>(n - 4 * scalar::floor(0.25f * n));
    return a;
  }
  /// Adds a number to it, and a smaller one.
  FUSE_HD void add(float x, float_and_rest y) {
    float_and_rest const more(x, y.value);
    float const sum = value + more.value;
    rest = sum_rest(value, more.value, sum) + (rest + (more.rest + y.rest));
    value = sum;
  }
  /// sin of it and of `turns` right angles.
  FUSE_HD float sine(int turns) const {
    int const n = quarter + turns;
    bool const cosine = (n & 1) != 0;
    float const w = value * value, of_sine = tables::sine_rest(w), of_cosine = tables::cosine_rest(w);
    float const y = cosine ? fma(w, of_cosine, -value * rest) + 1 : fma(value * w, of_sine, rest) + value;
    return (n & 2) != 0 ? -y : y;
  }

 private:
  turned_angle() = default;
  /// Of a number of right angles and what is left of it.
  FUSE_HD void of_fraction(float turns, float more) {
    constexpr float angle = 1.57079637f, angle_rest = -4.37113883e-08f;
    float const p = rounded_product(turns, angle);
    float const left = product_rest(turns, angle, p) + (turns * angle_rest + more * angle);
    value = p + left;
    rest = left - (value - p);
  }
};

}  // namespace cp::special::formulas
