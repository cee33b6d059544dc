// Several axes at once, against NumPy; writing to parts; parts along an axis.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>
#include <vector>

#include "values.hpp"

using namespace tests;

#define BRACES(...) __VA_ARGS__

// covers: cupy.flip; cupy.rot90; cupy.moveaxis; cupy.expand_dims
TEST_CASE("several axes turned, moved and made, as NumPy does it") {
#define FLIP(SHAPE, AXES, RESULT, ...) \
  CHECK(equals<std::int32_t>(cp::flip(counted(BRACES SHAPE), BRACES AXES), RESULT, ints __VA_ARGS__));
#define ROT90(SHAPE, K, A, B, RESULT, ...) \
  CHECK(equals<std::int32_t>(cp::rot90(counted(BRACES SHAPE), K, A, B), RESULT, ints __VA_ARGS__));
#define MOVEAXIS(SHAPE, FROM, TO, RESULT, ...) \
  CHECK(equals<std::int32_t>(cp::moveaxis(counted(BRACES SHAPE), BRACES FROM, BRACES TO), RESULT, ints __VA_ARGS__));
#define EXPAND_DIMS(SHAPE, AXES, RESULT)                                                  \
  CHECK(equals<std::int32_t>(cp::expand_dims(counted(BRACES SHAPE), BRACES AXES), RESULT, \
                             values(counted(BRACES SHAPE))));
#define TRIM(X, FRONT, BACK, N, ...)                                                                        \
  CHECK(equals<std::int32_t>(cp::trim_zeros(cp::ndarray<std::int32_t, 1>(ints BRACES X), FRONT, BACK), {N}, \
                             ints __VA_ARGS__));
#include "data/surface/axes.inc"
  auto const a = counted({2, 3});
  CHECK(equals<std::int32_t>(cp::rot90(a), {3, 2}, {2, 5, 1, 4, 0, 3}));
  CHECK(equals<std::int32_t>(cp::rot90(a * 2, -1), {3, 2}, {6, 0, 8, 2, 10, 4}));
  CHECK(equals<std::int32_t>(cp::flip(a + 1, {1, 0}), {2, 3}, {6, 5, 4, 3, 2, 1}));
  CHECK(equals<std::int32_t>(cp::moveaxis(a + a, {0}, {1}), {3, 2}, {0, 6, 2, 8, 4, 10}));
  CHECK_THROWS_WITH_AS((void)cp::flip(a, {0, -2}), "cp::flip: repeated axis -2", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::moveaxis(a, {0, 0}, {0, 1}), "cp::moveaxis: repeated axis 0", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::moveaxis(a, {0, 1}, {1, -1}), "cp::moveaxis: repeated axis -1", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::expand_dims(a, {0, -4}), "cp::expand_dims: repeated axis -4", cp::value_error);
  CHECK_THROWS_AS((void)cp::expand_dims(a, {0, 4}), cp::index_error);
  CHECK_THROWS_AS((void)cp::flip(a, {2, 0}), cp::index_error);
  CHECK_THROWS_WITH_AS((void)cp::rot90(a, 1, 0, -2), "cp::rot90: the two axes must differ; both are 0",
                       cp::value_error);
}

// Values of the same calls with an `int` are compared with NumPy's here and in tests/ops.
TEST_CASE("an axis known while compiling stands wherever an int does") {
  auto const a = counted({2, 3});
  constexpr auto rows = cp::axis<0>;
  constexpr auto last = cp::axis<-1>;
  CHECK(equals<std::int32_t>(cp::flip(a, last), {2, 3}, {2, 1, 0, 5, 4, 3}));
  CHECK(equals<std::int32_t>(cp::flip(a, cp::axis<0, 1>), {2, 3}, {5, 4, 3, 2, 1, 0}));
  CHECK(equals<std::int32_t>(cp::repeat(a, 2, last), {2, 6}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  CHECK(equals<std::int32_t>(cp::roll(a, 1, last), {2, 3}, {2, 0, 1, 5, 3, 4}));
  CHECK(equals<std::int32_t>(cp::roll(a, 1, cp::axis<0, 1>), {2, 3}, {5, 3, 4, 2, 0, 1}));
  CHECK(equals<std::int32_t>(cp::swapaxes(a, rows, last), {3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(cp::moveaxis(a, cp::axis<0, 1>, cp::axis<1, 0>), {3, 2}, {0, 3, 1, 4, 2, 5}));
  CHECK(equals<std::int32_t>(cp::expand_dims(a, last), {2, 3, 1}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(cp::squeeze(cp::expand_dims(a, cp::axis<0, 2>), cp::axis<0, -2>), {2, 3},
                             {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(cp::concatenate(a, a + 6, last), {2, 6}, {0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11}));
  CHECK(equals<std::int32_t>(cp::concat(a, rows), {2, 3}, {0, 1, 2, 3, 4, 5}));
  CHECK(equals<std::int32_t>(cp::stack(a, a + 6, last), {2, 3, 2}, {0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11}));
  CHECK(equals<std::int32_t>(cp::append(a, a, last), {2, 6}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  CHECK(equals<std::int32_t>(cp::concatenate(std::vector{a, a}, last), {2, 6}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  CHECK(equals<std::int32_t>(cp::split(a, 3, last)[1], {2, 1}, {1, 4}));
  CHECK(equals<std::int32_t>(cp::delete_(a, 1, last), {2, 2}, {0, 2, 3, 5}));
  CHECK(equals<std::int32_t>(cp::take(a, cp::array({2, 0}), last), {2, 2}, {2, 0, 5, 3}));
  CHECK(a.shape(last) == 3);
  CHECK_THROWS_AS((void)cp::flip(a, cp::axis<2>), cp::index_error);
  CHECK_THROWS_WITH_AS((void)cp::flip(a, cp::axis<0, -2>), "cp::flip: repeated axis -2", cp::value_error);
  CHECK_THROWS_AS((void)cp::concatenate(a, counted({3, 3}), last), cp::shape_error);
  // An axis is no other number.
  static_assert(!std::is_convertible_v<cp::axis_list<1>, std::int64_t>);
}

// covers: cupy.trim_zeros
TEST_CASE("zeros at the ends, and parts along an axis") {
  auto const x = cp::array<double>({0, -0.0, 2, 0, 3, 0});
  auto const t = cp::trim_zeros(x);
  CHECK(equals<double>(t, {3}, {2, 0, 3}));
  CHECK(t.data() == x.data() + 2);
  CHECK(equals<double>(cp::trim_zeros(x * 2, false), {5}, {0, 0, 4, 0, 6}));
  auto const a = counted({2, 3});
  auto const columns = cp::unstack(a, -1);
  CHECK(columns.size() == 3);
  CHECK(columns[1].data() == a.data() + 1);
  CHECK(equals<std::int32_t>(columns[2], {2}, {2, 5}));
  CHECK(equals<std::int32_t>(cp::unstack(a + 1)[1], {3}, {4, 5, 6}));
  CHECK(cp::unstack(cp::zeros({0, 3})).empty());
}

// covers: cupy.copyto; cupy.putmask; cupy.fill_diagonal
TEST_CASE("parts that are written") {
  auto const a = counted({3, 4});
  cp::copyto(a, cp::array<std::int32_t>({1, 2, 3, 4}));
  CHECK(equals<std::int32_t>(a, {3, 4}, {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}));
  cp::copyto(a(0), a(0) * 10, a(0) > 2);
  cp::putmask(a(1), a(1) < 3, 7);
  CHECK(equals<std::int32_t>(a, {3, 4}, {1, 2, 30, 40, 7, 7, 3, 4, 1, 2, 3, 4}));
  cp::fill_diagonal(a, 0);
  cp::fill_diagonal(a(cp::all, cp::slice(3, 4)), 9);
  CHECK(equals<std::int32_t>(a, {3, 4}, {0, 2, 30, 9, 7, 0, 3, 4, 1, 2, 0, 4}));
  cp::fill_diagonal(a.T(), cp::array<std::int32_t>({-1, -2, -3}));
  CHECK(equals<std::int32_t>(cp::diagonal(a), {3}, {-1, -2, -3}));
  auto const cube = cp::zeros<float>({2, 2, 2});
  cp::fill_diagonal(cube, 1);
  CHECK(equals<float>(cube, {2, 2, 2}, {1, 0, 0, 0, 0, 0, 0, 1}));
  CHECK_THROWS_WITH_AS(cp::fill_diagonal(cp::zeros({2, 3, 2}), 1),
                       "cp::fill_diagonal: all extents must be equal, those of (2, 3, 2) are not", cp::shape_error);
  CHECK_THROWS_AS(cp::copyto(a, cp::zeros<std::int32_t>(3)), cp::shape_error);
  CHECK_THROWS_AS(cp::fill_diagonal(a, cp::zeros<std::int32_t>(4)), cp::shape_error);
}
