// What the device computes erfc by, with instructions that err as a GPU's do.
#include <fuse/core/device_math.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

/// 1 / x off by so many steps of the result; 2^x by so many times 2^-24 more than an H200's in the mean, which is more
/// than right for positive numbers and less for negative ones.
template <int Reciprocal, int Power>
struct approximations {
  static float reciprocal(float x) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(1 / x) + static_cast<std::uint32_t>(Reciprocal));
  }
  static float exp2(float x) {
    return static_cast<float>(std::exp2(static_cast<double>(x)) * (1 + 0x1p-24 * ((x > 0 ? 0.7 : -0.8) + Power)));
  }
  static float least(float x, float y) { return x > y ? y : x; }
};

template <class Fast>
double worst_error() {
  double worst = 0;
  for (std::uint32_t b = 0; b < 0x7f800000u; b += b < 0x38000000u ? 1000003 : 1499)
    for (float const x : {std::bit_cast<float>(b), -std::bit_cast<float>(b)}) {
      double const right = std::erfc(static_cast<double>(x));
      double const step = std::ldexp(1.0, right == 0 ? -149 : std::max(std::ilogb(right) - 23, -149));
      worst = std::max(worst, std::abs(static_cast<double>(cp::detail::erfc_by<Fast>(x)) - right) / step);
    }
  return worst;
}

}  // namespace

TEST_CASE("erfc as the device computes it") {
  CHECK(worst_error<approximations<0, 0>>() < 3.2);
  CHECK(worst_error<approximations<2, 0>>() < 3.2);
  CHECK(worst_error<approximations<-2, 0>>() < 3.2);
  CHECK(worst_error<approximations<0, 1>>() < 4.5);
  CHECK(worst_error<approximations<0, -1>>() < 4.5);
}

TEST_CASE("erfc of special values as the device computes it") {
  auto const erfc = [](float x) { return cp::detail::erfc_by<approximations<0, 0>>(x); };
  float const inf = std::numeric_limits<float>::infinity();
  CHECK(erfc(0.0f) == 1);
  CHECK(erfc(-0.0f) == 1);
  CHECK(erfc(inf) == 0);
  CHECK(erfc(-inf) == 2);
  CHECK(std::isnan(erfc(std::numeric_limits<float>::quiet_NaN())));
  CHECK(erfc(10.054f) == std::numeric_limits<float>::denorm_min());
  CHECK(erfc(10.1f) == 0);
  CHECK(erfc(std::numeric_limits<float>::max()) == 0);
}
