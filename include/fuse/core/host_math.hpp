// exp and tanh of float32 on the host, written out: a vectorised loop inlines them with any compiler, where a call of the
// C library's vector functions spills every register around it.
#pragma once

#include <bit>
#include <cstdint>

#include "fuse/core/config.hpp"

namespace cp::detail {

/// x = n * ln2 + r with an integer n and |r| <= ln2 / 2; the bits of `n_bits` end in n + Bias.
///
/// source  Cody and Waite, Software Manual for the Elementary Functions (1980), chapter 6: ln2 in two parts, of which
///         n times the first is exact. Adding 1.5 * 2^23 rounds to an integer.
template <int Bias>
struct exponent_and_rest {
  static constexpr float rounder = 12582912.0f + Bias;
  float n_bits, r;
  FUSE_HD explicit exponent_and_rest(float x) : n_bits(x * 1.44269504f + rounder) {
    float const n = n_bits - rounder;
    r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
  }
  FUSE_HD std::uint32_t bits() const { return std::bit_cast<std::uint32_t>(n_bits); }
};

/// e^r - 1 for |r| <= ln2 / 2.
///
/// error   8e-9 relative, before rounding
/// source  Chebyshev interpolation of (e^r - 1 - r) / r^2, computed with 40 digits
FUSE_HD float expm1_of_rest(float r) {
  float const q = (((0.00139264f * r + 0.008363353f) * r + 0.041666552f) * r + 0.16666576f) * r + 0.5f;
  return (q * r) * r + r;
}

/// error   1.5 ulp over all float32
FUSE_HD float host_exp(float x) {
  // n may lie outside a float's exponents: two factors, whose product overflows or loses bits as it should.
  exponent_and_rest<2 * 127> const e(x);
  std::uint32_t const half = e.bits() >> 1;
  float const y =
      (expm1_of_rest(e.r) + 1) * std::bit_cast<float>(half << 23) * std::bit_cast<float>((e.bits() - half) << 23);
  float const above_zero = x < -104.0f ? 0.0f : y;
  return x > 88.8f ? __builtin_huge_valf() : above_zero;
}

/// tanh x = e / (e + 2) with e = e^(2|x|) - 1 = 2^n (e^r - 1) + (2^n - 1).
///
/// error   2.5 ulp over all float32
FUSE_HD float host_tanh(float x) {
  float const a = __builtin_fabsf(x);
  exponent_and_rest<127> const e(a + a);
  float const power = std::bit_cast<float>(e.bits() << 23);
  float const y = power * expm1_of_rest(e.r) + (power - 1);
  float const magnitude = y / (y + 2);
  return __builtin_copysignf(a > 9.02f ? 1.0f : magnitude, x);
}

}  // namespace cp::detail
