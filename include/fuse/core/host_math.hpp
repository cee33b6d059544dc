// exp and tanh of float32 on the host, written out: a vectorised loop inlines them with any compiler, where a call of the
// C library's vector functions spills every register around it.
#pragma once

#include <bit>
#include <cstdint>

#include "fuse/core/config.hpp"

namespace cp::detail {

/// Scale * x = n * ln2 + Scale * r with an integer n and |Scale * r| <= ln2 / 2; the bits of `n_bits` end in n + Bias.
///
/// source  Cody and Waite, Software Manual for the Elementary Functions (1980), chapter 6: ln2 in two parts, of which
///         n times the first is exact. Adding 1.5 * 2^23 rounds to an integer. Scale is a power of 2.
template <int Bias, int Scale>
struct exponent_and_rest {
  static constexpr float rounder = 12582912.0f + Bias;
  float n_bits, r;
  FUSE_HD explicit exponent_and_rest(float x) : n_bits(x * (Scale * 1.44269504f) + rounder) {
    float const n = n_bits - rounder;
    r = (x - n * (0.693359375f / Scale)) + n * (2.12194440e-4f / Scale);
  }
  FUSE_HD std::uint32_t bits() const { return std::bit_cast<std::uint32_t>(n_bits); }
};

/// (e^(Scale * r) - 1) / Scale for |Scale * r| <= ln2 / 2, in as few steps one after the other as it takes (Estrin's
/// scheme): a processor waits for these more than it works.
///
/// error   8e-9 relative, before rounding
/// source  Chebyshev interpolation of (e^r - 1 - r) / r^2, computed with 40 digits
template <int Scale>
FUSE_HD float expm1_of_rest(float r) {
  constexpr float c = Scale;
  float const square = r * r;
  float const low = (c * c * 0.16666576f) * r + c * 0.5f;
  float const middle = (c * c * c * c * 0.008363353f) * r + c * c * c * 0.041666552f;
  float const high = (c * c * c * c * c * 0.00139264f) * square + middle;
  return (high * square + low) * square + r;
}

/// error   1.5 ulp over all float32
FUSE_HD float host_exp(float x) {
  // n may lie outside a float's exponents: two factors, whose product overflows or loses bits as it should.
  exponent_and_rest<2 * 127, 1> const e(x);
  std::uint32_t const half = e.bits() >> 1;
  float const y =
      (expm1_of_rest<1>(e.r) + 1) * std::bit_cast<float>(half << 23) * std::bit_cast<float>((e.bits() - half) << 23);
  float const above_zero = x < -104.0f ? 0.0f : y;
  return x > 88.8f ? __builtin_huge_valf() : above_zero;
}

/// tanh x = e / (e + 1) with e = (e^(2|x|) - 1) / 2 = 2^n (e^(2r) - 1) / 2 + (2^n - 1) / 2.
///
/// error   2.5 ulp over all float32
FUSE_HD float host_tanh(float x) {
  float const a = __builtin_fabsf(x);
  exponent_and_rest<127, 2> const e(a);
  float const power = std::bit_cast<float>(e.bits() << 23);
  float const y = power * expm1_of_rest<2>(e.r) + (power * 0.5f - 0.5f);
  float const magnitude = y / (y + 1);
  return __builtin_copysignf(a > 9.02f ? 1.0f : magnitude, x);
}

}  // namespace cp::detail
