// NumPy's second names are the same objects and types as the first ones; small functions that no other test names.
#include <fuse/fuse.hpp>

#include <doctest.h>

#include <type_traits>

#include "values.hpp"

using namespace tests;

// covers: cupy.abs; cupy.deg2rad; cupy.mod; cupy.pow; cupy.rad2deg; cupy.true_divide
TEST_CASE("aliases are the functions that they are aliases of") {
  CHECK(&cp::true_divide == &cp::divide);
  CHECK(&cp::mod == &cp::remainder);
  CHECK(&cp::deg2rad == &cp::radians);
  CHECK(&cp::rad2deg == &cp::degrees);
  CHECK(&cp::pow == &cp::power);
  CHECK(&cp::abs == &cp::absolute);
  auto const a = cp::array<std::int32_t>({{7, -7}, {180, 0}});
  CHECK(equals<double>(cp::true_divide(a, 2), {2, 2}, {3.5, -3.5, 90, 0}));
  CHECK(equals<std::int32_t>(cp::mod(a, 4), {2, 2}, {3, 1, 0, 0}));
  CHECK(equals<std::int32_t>(cp::pow(a, 2), {2, 2}, {49, 49, 32400, 0}));
  CHECK(equals<std::int32_t>(cp::abs(a), {2, 2}, {7, 7, 180, 0}));
  CHECK(equals<double>(cp::deg2rad(a(1)), {2}, {3.141592653589793, 0}));
  CHECK(equals<double>(cp::rad2deg(cp::deg2rad(a(1))), {2}, {180, 0}));
  static_assert(std::is_same_v<cp::float32, float> && std::is_same_v<cp::float64, double> &&
                std::is_same_v<cp::uint32, std::uint32_t>);
}

TEST_CASE("zeros takes a shape in braces, one extent or an array's shape") {
  auto const a = cp::zeros<cp::float32>({2, 3});
  CHECK(values(a) == floats(6, 0.0f));
  CHECK(cp::zeros(4).dtype() == cp::dtype_of<cp::float64>);
  CHECK(cp::zeros<cp::uint32>(a.shape()).size() == 6);
}

TEST_CASE("take picks elements in C order, in the shape of the indices") {
  auto const a = counted({2, 3});
  cp::ndarray<std::int64_t, 2> const where{{5, 0}, {-1, 2}};
  auto const picked = cp::eval(cp::take(a, where));
  CHECK(list_of(picked.shape()) == longs{2, 2});
  CHECK(values(picked) == ints{5, 0, 5, 2});
}

TEST_CASE("broadcast_arrays gives views of one shape") {
  auto const row = counted({3});
  auto const column = counted({2, 1});
  auto const [a, b] = cp::broadcast_arrays(row, column);
  CHECK(list_of(a.shape()) == longs{2, 3});
  CHECK(a.data() == row.data());
  CHECK(values(a + b) == ints{0, 1, 2, 1, 2, 3});
  CHECK_THROWS_AS((void)cp::broadcast_arrays(row, counted({2})), cp::shape_error);
}
