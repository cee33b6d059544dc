// Bits and errors of scans.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>

#include "running.hpp"
#include "scan_data.hpp"

using namespace scan_data;

TEST_CASE("bits depend neither on threads nor on the layout, and are alike in every run") {
  std::int64_t const n = 1000003;
  array<float, 1> const x = noise(n + 1)(cp::slice(0, n)), tall = noise(40000 * 20);
  array<float, 2> const wide = cp::reshape(x(cp::slice(0, 999000)), {3, 333000}),
                        columns = cp::reshape(tall, {40000, 20});
  auto const line = values_of(cp::cumsum(x)), rows = values_of(cp::cumsum(wide, 1)),
             down = values_of(cp::cumsum(columns, 0)), product = values_of(cp::cumprod(1 + x * 1e-3f));
  array<float, 1> const apart = cp::zeros<float>({2 * n});
  apart(cp::slice(1, cp::end, 2)) = x;
  CHECK(same_bits(values_of(cp::cumsum(apart(cp::slice(1, cp::end, 2)))), line));
  array<float, 1> const moved = cp::zeros<float>({n + 1});
  moved(cp::slice(1, cp::end)) = x;
  CHECK(same_bits(values_of(cp::cumsum(moved(cp::slice(1, cp::end)))), line));
  moved(cp::slice(1, cp::end)) = cp::cumsum(x);
  CHECK(same_bits(values_of(moved(cp::slice(1, cp::end))), line));
  for (int t : {1, 2, 3, 8}) {
    tests::host_threads const threads(t);
    CHECK(same_bits(values_of(cp::cumsum(x)), line));
    CHECK(same_bits(values_of(cp::cumsum(wide, 1)), rows));
    CHECK(same_bits(values_of(cp::cumsum(columns, 0)), down));
    CHECK(same_bits(values_of(cp::cumprod(1 + x * 1e-3f)), product));
  }
}

namespace {
/// The largest error against float64, as a part of (log2(n / 128) + 8) eps sum|x|.
double error_of(array<float, 1> const& x) {
  auto const got = values_of(cp::cumsum(x)), values = values_of(x);
  double sum = 0, magnitude = 0, worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    sum += values[i];
    magnitude += std::abs(values[i]);
    double const levels = 8 + std::max(0.0, std::log2(static_cast<double>(i + 1) / 128));
    worst = std::max(worst, std::abs(got[i] - sum) / (levels * std::numeric_limits<float>::epsilon() * magnitude));
  }
  return worst;
}
}  // namespace

TEST_CASE("errors grow with the logarithm of the length") {
  for (std::int64_t n : {100, 5000, 3000001}) {
    CAPTURE(n);
    array<float, 1> const x = noise(n);
    CHECK(error_of(x) < 1);
    CHECK(error_of(cp::eval(cp::exp(8 * x))) < 1);
    CHECK(error_of(cp::full<float>({n}, 0.1f)) < 1);
    CHECK(error_of(cp::eval(cp::where(cp::index<0>({n}) % 2 == 0, 1.0f, -1.0f) + x * 1e-3f)) < 1);
  }
  std::int64_t n = (std::int64_t{1} << 25) + 3;
#if FUSE_NVCC
  n = std::int64_t{1} << 28;
#endif
  try {
    array<float, 1> const ones = cp::full<float>({n}, 1.0f);
    CHECK(cp::eval(cp::cumsum(ones)).item(n - 1) == static_cast<float>(n));
  } catch (cp::out_of_memory const&) {
    MESSAGE("skipped: not enough memory");
  }
}
