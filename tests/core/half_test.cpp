// float16 and bfloat16: every value, every boundary of rounding.
#include <fuse/core/half.hpp>

#include <doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace {

// The value of a 16-bit format from its definition.
double value_of(std::uint16_t bits, int exponent_bits) {
  int const mantissa_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
  int const exponent = (bits >> mantissa_bits) & ((1 << exponent_bits) - 1),
            mantissa = bits & ((1 << mantissa_bits) - 1);
  double const sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) return mantissa == 0 ? sign * INFINITY : NAN;
  double const fraction = exponent == 0 ? mantissa : mantissa + (1 << mantissa_bits);
  return sign * std::ldexp(fraction, (exponent == 0 ? 1 : exponent) - bias - mantissa_bits);
}

template <class H>
constexpr int exponent_bits = 5;
template <>
constexpr int exponent_bits<cp::bfloat16> = 8;

template <class H>
void check_every_value() {
  int wrong = 0;
  for (std::uint32_t u = 0; u < 65536; ++u) {
    auto const bits = static_cast<std::uint16_t>(u);
    double const expected = value_of(bits, exponent_bits<H>);
    float const x = H::from_bits(bits);
    if (std::isnan(expected)) {
      wrong += !std::isnan(x) || !std::isnan(float(H(x))) || !std::isnan(float(H(double(x))));
      continue;
    }
    wrong += static_cast<double>(x) != expected || std::signbit(x) != std::signbit(expected);
    wrong += H(x).bits != bits || H(expected).bits != bits || (-H(x)).bits != (bits ^ 0x8000);
  }
  CHECK(wrong == 0);
}

// Around the midpoint of each two neighbours: below goes down, above goes up, the tie goes to even.
template <class H>
void check_every_boundary() {
  auto const infinity = static_cast<std::uint32_t>(((1 << exponent_bits<H>)-1) << (15 - exponent_bits<H>));
  int wrong = 0;
  for (std::uint32_t u = 0; u < infinity; ++u) {
    double const low = value_of(static_cast<std::uint16_t>(u), exponent_bits<H>);
    double high = value_of(static_cast<std::uint16_t>(u + 1), exponent_bits<H>);
    if (std::isinf(high)) high = std::ldexp(1.0, 1 << (exponent_bits<H> - 1));
    double const middle = low + (high - low) / 2;
    std::uint32_t const even = (u & 1) != 0 ? u + 1 : u;
    for (double const sign : {1.0, -1.0}) {
      std::uint32_t const s = sign < 0 ? 0x8000u : 0u;
      auto const m = static_cast<float>(middle);  // exact: a midpoint has one more bit
      if (static_cast<double>(m) == middle) {
        wrong += H(static_cast<float>(sign) * m).bits != (even | s);
        wrong += H(static_cast<float>(sign) * std::nextafter(m, 0.0f)).bits != (u | s);
        wrong += H(static_cast<float>(sign) * std::nextafter(m, INFINITY)).bits != ((u + 1) | s);
      }
      wrong += H(sign * middle).bits != (even | s);
      wrong += H(sign * std::nextafter(middle, 0.0)).bits != (u | s);  // double rounding would get these wrong
      wrong += H(sign * std::nextafter(middle, INFINITY)).bits != ((u + 1) | s);
    }
  }
  CHECK(wrong == 0);
}

// They are compared as integers on the host.
TEST_CASE_TEMPLATE("all 16-bit floats compare as their values do", T, cp::float16, cp::bfloat16) {
  int wrong = 0;
  for (std::uint32_t other : {0x0000u, 0x8000u, 0x0001u, 0x8001u, 0x3c00u, 0xbc00u, 0x03ffu, 0x0400u, 0x7bffu, 0xfbffu,
                              0x7c00u, 0xfc00u, 0x7c01u, 0xfe00u, 0x7f7fu, 0x7f80u, 0xff80u, 0x7f81u, 0xffffu}) {
    T const y = T::from_bits(static_cast<std::uint16_t>(other));
    float const v = y;
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
      T const x = T::from_bits(static_cast<std::uint16_t>(bits));
      float const u = x;
      wrong += (x < y) != (u < v) || (x <= y) != (u <= v) || (x > y) != (u > v) || (x >= y) != (u >= v) ||
               (x == y) != (u == v) || (x != y) != (u != v);
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("every 16-bit value converts to float and back unchanged") {
  check_every_value<cp::float16>();
  check_every_value<cp::bfloat16>();
}

TEST_CASE("float and double round once, to nearest even, at every boundary") {
  check_every_boundary<cp::float16>();
  check_every_boundary<cp::bfloat16>();
}

TEST_CASE("integers round once") {
  CHECK(cp::bfloat16((1 << 24) + (1 << 16) + 1).bits ==
        cp::bfloat16(16777216.0 + 131072.0).bits);  // just above the tie
  CHECK(cp::bfloat16((std::int64_t{1} << 62) + (std::int64_t{1} << 54) + 1).bits == cp::bfloat16(0x1.02p62).bits);
  CHECK(cp::bfloat16((std::int64_t{1} << 62) + (std::int64_t{1} << 54)).bits == cp::bfloat16(0x1p62).bits);
  CHECK(cp::bfloat16(-((std::int64_t{1} << 62) + (std::int64_t{1} << 54) + 1)).bits == cp::bfloat16(-0x1.02p62).bits);
  CHECK(float(cp::float16(65519)) == 65504.0f);
  CHECK(std::isinf(float(cp::float16(65520))));
  CHECK(std::isinf(float(cp::float16(std::numeric_limits<std::uint64_t>::max()))));
  CHECK(float(cp::float16(true)) == 1.0f);
  CHECK(float(cp::bfloat16(std::numeric_limits<std::int64_t>::min())) == -0x1p63f);
  CHECK(float(cp::bfloat16(std::numeric_limits<std::uint64_t>::max())) == 0x1p64f);
}

TEST_CASE("vectorised conversions give the bits of single ones") {
  std::vector<float> x;
  for (std::uint64_t u = 0; u < (std::uint64_t{1} << 32); u += 12345) {
    auto const bits = static_cast<std::uint32_t>(u);
    float f;
    std::memcpy(&f, &bits, 4);
    x.push_back(f);
  }
  std::vector<cp::float16> h(x.size());
  std::vector<cp::bfloat16> b(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) h[i] = cp::float16(x[i]), b[i] = cp::bfloat16(x[i]);
  int wrong = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    volatile float single = x[i];
    wrong += h[i].bits != cp::float16(single).bits || b[i].bits != cp::bfloat16(single).bits;
  }
  CHECK(wrong == 0);
}

TEST_CASE("arithmetic computes in float and rounds once, comparisons are those of the values") {
  cp::float16 const one(1.0f), tiny(0x1p-11f), nan(NAN);
  CHECK((one + tiny).bits == one.bits);
  CHECK(float(cp::float16(2048.0f) * cp::float16(2049.0f / 2048.0f)) ==
        2048.0f * float(cp::float16(2049.0f / 2048.0f)));
  CHECK(std::isinf(float(cp::float16(60000.0f) + cp::float16(60000.0f))));
  CHECK(one > tiny);
  CHECK_FALSE(nan == nan);
  CHECK(nan != nan);
  CHECK(cp::float16(0.0f) == cp::float16(-0.0f));
  cp::bfloat16 sum(1.0f);
  sum += cp::bfloat16(2.0f);
  sum /= cp::bfloat16(2.0f);
  CHECK(float(sum) == 1.5f);
  CHECK(float(cp::float16(cp::bfloat16(1.5f))) == 1.5f);
}

TEST_CASE("a float rounded to float16 and back in one is the same") {
  int wrong = 0;
  auto const check = [&](std::uint32_t bits) {
    float const x = cp::detail::float_from_bits(bits), y = cp::detail::rounded_to_float16_portable(x);
    float const expected = float(cp::float16(x));
    wrong += x != x ? !(y != y) || cp::float16(y).bits != cp::float16(x).bits
                    : cp::detail::float_bits(y) != cp::detail::float_bits(expected);
  };
  for (std::uint64_t u = 0; u < (std::uint64_t{1} << 32); u += 12345) check(static_cast<std::uint32_t>(u));
  for (std::uint32_t h = 0; h < 0x10000u; ++h) {  // each number of float16, what is halfway to the next, and neighbours
    std::uint32_t const at = cp::detail::float_bits(cp::detail::float16_value_portable(static_cast<std::uint16_t>(h)));
    for (std::uint32_t half : {0u, 0x1000u, 0x2000u})
      for (std::uint32_t off : {0xffffffffu, 0u, 1u}) check(at + half + off);
  }
  for (std::uint32_t sign : {0u, 0x80000000u})  // and halfway between subnormal ones, of which the last bit is 2^-24
    for (int n = 0; n < 2 * 1024; ++n) {
      std::uint32_t const at = cp::detail::float_bits(0x1p-25f * float(n));
      for (std::uint32_t off : {0xffffffffu, 0u, 1u}) check(sign | (at + off));
    }
  CHECK(wrong == 0);
}

TEST_CASE("a float rounded to bfloat16 and back in one is the same") {
  int wrong = 0;
  auto const check = [&](std::uint32_t bits) {
    float const x = cp::detail::float_from_bits(bits);
    float const expected = float(cp::bfloat16(x));
    wrong += cp::detail::float_bits(cp::detail::rounded_to_bfloat16_portable(x)) != cp::detail::float_bits(expected);
  };
  for (std::uint64_t u = 0; u < (std::uint64_t{1} << 32); u += 12345) check(static_cast<std::uint32_t>(u));
  for (std::uint32_t h = 0; h < 0x10000u; ++h)  // each number, what is halfway to the next, and neighbours
    for (std::uint32_t half : {0u, 0x8000u, 0x10000u})
      for (std::uint32_t off : {0xffffffffu, 0u, 1u}) check((h << 16) + half + off);
  CHECK(wrong == 0);
}
