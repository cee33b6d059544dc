// `accumulate` of ufuncs that have no scan of their own name.
#include <doctest/doctest.h>
#include <array/values.hpp>
#include <cmath>
#include <fuse/fuse.hpp>

using tests::floats;

TEST_CASE("accumulate of every associative ufunc") {
  auto const i = cp::array<std::int32_t>({12, 18, 8, 30});
  auto const b = cp::array<bool>({true, false, true});
  CHECK(tests::equals<std::int32_t>(cp::gcd.accumulate(i), {4}, {12, 6, 2, 2}));
  CHECK(tests::equals<std::int32_t>(cp::lcm.accumulate(i), {4}, {12, 36, 72, 360}));
  CHECK(tests::equals<std::int32_t>(cp::bitwise_and.accumulate(i), {4}, {12, 0, 0, 0}));
  CHECK(tests::equals<std::int32_t>(cp::bitwise_or.accumulate(i), {4}, {12, 30, 30, 30}));
  CHECK(tests::equals<std::int32_t>(cp::bitwise_xor.accumulate(i), {4}, {12, 30, 22, 8}));
  CHECK(tests::equals<bool>(cp::logical_and.accumulate(b), {3}, {true, false, false}));
  CHECK(tests::equals<bool>(cp::logical_or.accumulate(b), {3}, {true, true, true}));
  CHECK(tests::equals<bool>(cp::logical_xor.accumulate(b), {3}, {true, true, false}));
  CHECK(tests::equals<double>(cp::hypot.accumulate(cp::array<std::int32_t>({3, 4, 12})), {3}, {3, 5, 13}));
  auto const nan = cp::array<float>({NAN, 2, 1, NAN, 3});
  CHECK(std::isnan(tests::values(cp::fmax.accumulate(nan))[0]));
  CHECK(tests::values(cp::fmax.accumulate(nan)(cp::slice(1, 5))) == floats{2, 2, 2, 3});
  CHECK(tests::values(cp::fmin.accumulate(nan)(cp::slice(1, 5))) == floats{2, 1, 1, 1});
  auto const logs = tests::values(cp::logaddexp.accumulate(cp::zeros<double>(3)));
  CHECK(logs[2] == doctest::Approx(std::log(3.0)));
}
