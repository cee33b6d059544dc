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

// covers: cupy.acos; cupy.acosh; cupy.asin; cupy.asinh; cupy.atan; cupy.atan2; cupy.atanh; cupy.bitwise_invert
// covers: cupy.bitwise_left_shift; cupy.bitwise_not; cupy.bitwise_right_shift; cupy.conj; cupy.ndarray.conj
TEST_CASE("the array API's names of elementwise functions") {
  CHECK((&cp::asin == &cp::arcsin && &cp::acos == &cp::arccos && &cp::atan == &cp::arctan));
  CHECK((&cp::asinh == &cp::arcsinh && &cp::acosh == &cp::arccosh && &cp::atanh == &cp::arctanh));
  CHECK((&cp::atan2 == &cp::arctan2 && &cp::conj == &cp::conjugate));
  CHECK((&cp::bitwise_invert == &cp::invert && &cp::bitwise_not == &cp::invert));
  CHECK((&cp::bitwise_left_shift == &cp::left_shift && &cp::bitwise_right_shift == &cp::right_shift));
  cp::ndarray<double, 2> const z{{0}, {0}};
  CHECK(equals<double>(cp::asin(z) + cp::atan(z) + cp::asinh(z) + cp::atanh(z), {2, 1}, {0, 0}));
  CHECK(equals<double>(cp::acos(z + 1) + cp::acosh(z + 1) + cp::atan2(z, z + 1), {2, 1}, {0, 0}));
  auto const n = cp::array<std::int32_t>({5, -1});
  CHECK(equals<std::int32_t>(cp::bitwise_not(n), {2}, {-6, 0}));
  CHECK(equals<std::int32_t>(cp::bitwise_left_shift(n, 1), {2}, {10, -2}));
  CHECK(equals<std::int32_t>(cp::bitwise_right_shift(n, 1), {2}, {2, -1}));
  CHECK(equals<cp::complex64>(cp::conj(cp::full<cp::complex64>(1, cp::complex64(1, 2))), {1}, {cp::complex64(1, -2)}));
}

// covers: cupy.alltrue; cupy.asanyarray; cupy.concat; cupy.cumproduct; cupy.cumulative_prod; cupy.cumulative_sum
// covers: cupy.matrix_transpose; cupy.permute_dims; cupy.product; cupy.round_; cupy.row_stack; cupy.sometrue; cupy.trapz
TEST_CASE("second names do what the first ones do") {
  auto const a = cp::eval(counted({2, 3}) + 1);
  CHECK(equals<std::int64_t>(cp::product(a, 1), {2}, {6, 120}));
  CHECK(equals<double>(cp::product<double>(a), {}, {720}));
  CHECK(equals<std::int64_t>(cp::cumproduct(a, 1), {2, 3}, {1, 2, 6, 4, 20, 120}));
  CHECK(equals<std::int64_t>(cp::cumulative_prod(a, 0), {2, 3}, {1, 2, 3, 4, 10, 18}));
  CHECK(equals<std::int64_t>(cp::cumulative_sum(a, 1), {2, 3}, {1, 3, 6, 4, 9, 15}));
  CHECK(equals<bool>(cp::alltrue(a > 1, 1), {2}, {false, true}));
  CHECK(equals<bool>(cp::sometrue(a > 5, 0), {3}, {false, false, true}));
  CHECK(equals<double>(cp::trapz(a(0)), {}, {4}));
  CHECK(equals<std::int32_t>(cp::concat<1>(a, a(cp::all, cp::slice(0, 1))), {2, 4}, {1, 2, 3, 1, 4, 5, 6, 4}));
  CHECK(equals<std::int32_t>(cp::row_stack(a(0), a(0)), {2, 3}, {1, 2, 3, 1, 2, 3}));
  CHECK(equals<std::int64_t>(cp::asanyarray(longs{1, 2}), {2}, {1, 2}));
  CHECK(equals<std::int32_t>(cp::permute_dims(a, {1, 0}), {3, 2}, {1, 4, 2, 5, 3, 6}));
  CHECK(equals<std::int32_t>(cp::matrix_transpose(a(cp::newaxis)), {1, 3, 2}, {1, 4, 2, 5, 3, 6}));
  CHECK(equals<double>(cp::round_(cp::array<double>({1.25, 2.5}), 1), {2}, {1.2, 2.5}));
}

// covers: cupy.astype; cupy.broadcast_shapes; cupy.ndarray.__getitem__; cupy.ndarray.__setitem__; cupy.ndarray.astype
// covers: cupy.ndarray.dtype; cupy.ndarray.flatten
TEST_CASE("what arrays are asked and told by indices, dtypes and shapes") {
  auto const a = counted({2, 3});
  CHECK(equals<float>(cp::astype<float>(a), {2, 3}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<bool>(a.astype<bool>(), {2, 3}, {false, true, true, true, true, true}));
  CHECK(a.dtype() == cp::dtype_of<std::int32_t>);
  CHECK(cp::broadcast_shapes(a.shape(), cp::make_shape({4, 1, 1})) == cp::make_shape({4, 2, 3}));
  auto const line = cp::flatten(a.T());
  CHECK(equals<std::int32_t>(line, {6}, {0, 3, 1, 4, 2, 5}));
  a(0, cp::slice(1, 3)) = a(1, cp::slice(0, 2)) * 10;
  a(1) = 7;
  a(a < 1) = -1;
  CHECK(equals<std::int32_t>(a, {2, 3}, {-1, 30, 40, 7, 7, 7}));
  CHECK(equals<std::int32_t>(a[0], {3}, {-1, 30, 40}));
  CHECK(equals<std::int32_t>(a(cp::array<std::int64_t>({0, 1}), cp::array<std::int64_t>({2, -1})), {2}, {40, 7}));
  CHECK(equals<std::int32_t>(line, {6}, {0, 3, 1, 4, 2, 5}));
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
