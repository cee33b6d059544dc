// exp, tanh and erfc of float32 on the host, written out: a vectorised loop inlines them with any compiler, where a
// call of the C library's vector functions spills every register around it.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/core/half.hpp>

namespace cp::detail {

/// c ? x : y. Of a conditional compilers may make a branch, with copies of what follows it, and a loop around it makes
/// no vectors then.
FUSE_HD float float_if(bool c, float x, float y) { return float_from_bits(bits_if(c, float_bits(x), float_bits(y))); }

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
  return float_if(x > 88.8f, __builtin_huge_valf(), float_if(x < -104.0f, 0.0f, y));
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
  return __builtin_copysignf(float_if(a > 9.02f, 1.0f, magnitude), x);
}

/// Beyond 0.75: erfc a = g(t) e^(-a^2) / (a + k) with t = (a - k) / (a + k) and a polynomial g; a^2 in two parts, of
/// which one is exact. Before: 1 - x - x p(x^2). (Not the device's form, whose steps are instructions that a GPU has.)
///
/// error   3.3 ulp over all float32 (a third of them tried, with and without fused multiply-add)
/// source  the quotient as in W. J. Cody, Rational Chebyshev approximation for the error function (1969); the
///         coefficients by
///         scripts/host_erfc_coefficients: Chebyshev interpolation of (a + k) e^(a^2) erfc a on [0.75, 10.1] and of
///         (erf x / x - 1) in x^2 on [0, 0.75]; k makes g(0) nearly a float
FUSE_HD float host_erfc(float x) {
  float const square = x * x, fourth = square * square;
  float const near_low = -0.376126195f * square + 0.12837917f, near_middle = -0.0268351146f * square + 0.112833865f;
  float const near_high = -0.000675647957f * square + 0.00511533211f;
  float const near = (1.0f - x) - x * ((near_high * fourth + near_middle) * fourth + near_low);

  constexpr float k = 2.4453125f, g0 = 1.05123079f;
  float const magnitude = __builtin_fabsf(x), a = magnitude < 11.0f ? magnitude : 11.0f;
  float const t = (a - k) / (a + k), t2 = t * t;
  float const g12 = 0.436732377f * t - 0.794020594f, g34 = 0.0203543678f * t - 0.15574244f;
  float const g56 = -0.00411045099f * t + 0.00991563041f, g78 = 0.000594884151f * t - 0.000759569319f;
  float const rest = ((g78 * t2 + g56) * (t2 * t2) + (g34 * t2 + g12)) * t;
  float const g = g0 + rest, lost = rest - (g - g0);  // what the sum's rounding took away goes to the exponent
  float const head = std::bit_cast<float>((std::bit_cast<std::uint32_t>(a) + 0x800u) & 0xfffff000u);
  float const tail = (head - a) * (head + a);
  exponent_and_rest<2 * 127, 1> const e(-(head * head));
  std::uint32_t const half = e.bits() >> 1;
  float const quotient = g / (a + k);
  float const y = (expm1_of_rest<1>(e.r + (tail + lost)) * quotient + quotient) * std::bit_cast<float>(half << 23) *
                  std::bit_cast<float>((e.bits() - half) << 23);
  return float_if(magnitude >= 0.75f, float_if(x < 0, 2.0f - y, y), near);
}

}  // namespace cp::detail
