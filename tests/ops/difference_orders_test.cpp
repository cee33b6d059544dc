// Differences of an order that is known at run time, at its edges: order 0, values that are joined first. NumPy 2.4's.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>
#include <vector>

#include "array/values.hpp"

using namespace tests;

TEST_CASE("diff of order 0 is the operand, whatever is to be joined") {
  auto const x = cp::array<float>({1, 4, 9});
  CHECK(values(cp::diff(x, 0)) == floats{1, 4, 9});
  CHECK(values(cp::diff(x, 0, -1, cp::prepend(0))) == floats{1, 4, 9});
  CHECK(values(cp::diff(x, 0, 0, cp::append(x), cp::prepend(7.f))) == floats{1, 4, 9});
  CHECK(values(cp::diff(x, 1, 0, cp::append(16), cp::prepend(0))) == floats{1, 3, 5, 7});
  auto const whole = cp::array<std::int32_t>({1, 4});
  auto const joined = cp::diff(whole, 0, 0, cp::prepend(cp::array<double>({0.5})));
  static_assert(std::is_same_v<decltype(joined)::value_type, double>);  // of every order, since types know no orders
  CHECK(values(joined) == doubles{1, 4});
  CHECK(values(cp::diff(cp::array<float>({{1, 4}, {9, 16}}), 0, 0, cp::append(cp::ones<float>({1, 2})))) ==
        floats{1, 4, 9, 16});
  CHECK_THROWS_AS((void)cp::diff(x, 0, 1), cp::index_error);
  CHECK_THROWS_AS((void)cp::diff(x, -1, 0, cp::prepend(0)), cp::value_error);
}
