// Picked elements as targets: values, dtypes, overlap, graphs, what is refused.
#include <doctest.h>

#include <fuse/fuse.hpp>
#include <string>

#include "array/index_operands.hpp"

using namespace tests;

TEST_CASE("a mask is written in one kernel where values are not counted") {
  auto const x = table();
  CHECK(spent([&] { x(x > 8) = 0; }).launches == 1);
  CHECK(spent([&] { x(x > 6) += 1; }).launches == 1);
  CHECK(spent([&] { x(x > 6) = x * 2; }).launches == 1);
  CHECK(spent([&] { x(mask_of({0, 1, 0})) *= 2; }).launches <= 3);  // those that make the mask among them
  CHECK(values(x) == floats{0, 1, 2, 3, 8, 10, 12, 32, 18, 0, 0, 0});
  auto const columns = mask_of({0, 1, 1, 0});
  CHECK(spent([&] { x(cp::all, columns) = -1; }).launches == 1);
  CHECK(spent([&] { x(2, columns) -= 1; }).launches == 1);
  CHECK(spent([&] { x(cp::slice(0, 2), columns) = cp::reshape(cp::array<float>({5, 6}), {2, 1}); }).launches == 1);
  CHECK(values(x) == floats{0, 5, 5, 3, 8, 6, 6, 32, 18, -2, -2, 0});
  x(columns(cp::slice(1, 4))) = cp::array<float>({1, 2, 3, 4});
  CHECK(values(x(1)) == floats{1, 2, 3, 4});
  x(x > 2) = x(x > 2) * -1;
  CHECK(values(x) == floats{1, 2, -3, -4, 1, 2, -3, -4, -18, -2, -2, 0});
  x(x < -3) = cp::array<float>({10, 20, 30});
  x(x > 5) -= cp::array<float>({1, 2, 3});
  CHECK(values(x) == floats{1, 2, -3, 9, 1, 2, -3, 18, 27, -2, -2, 0});
}

TEST_CASE("what is written by indices broadcasts, converts and may be read at once") {
  auto const x = table();
  auto const i = of({2, 0});
  x(i) = cp::reshape(cp::array<float>({1, 2}), {2, 1});
  x(i, 1) = cp::array<std::int8_t>({7, 8});
  CHECK(values(x) == floats{2, 8, 2, 2, 4, 5, 6, 7, 1, 7, 1, 1});
  x(i) = x(cp::slice(0, 3, 2));  // exchanges two rows
  CHECK(values(x) == floats{1, 7, 1, 1, 4, 5, 6, 7, 2, 8, 2, 2});
  x(cp::all, i) = x(cp::all, of({0, 2}));
  CHECK(values(x(1)) == floats{6, 5, 4, 7});
  auto bits = cp::eval(cp::arange<std::int64_t>(5));
  bits(bits) = 4 - bits;  // indices that are written
  CHECK(values(bits) == longs{4, 3, 2, 1, 0});
  bits(of({0, 0, 1})) += 10;
  CHECK(values(bits) == longs{14, 13, 2, 1, 0});
  bits(of({0, 0, 1})) %= 5;
  bits(of({2})) |= 9;
  bits(of({2})) <<= 1;
  CHECK(values(bits) == longs{4, 3, 22, 1, 0});
  auto const z = cp::zeros<cp::complex128>(3);
  z(of({2, 2, 0})) = cp::arange<double>(3.0);
  CHECK(z.item(2) == cp::complex128(1));
  auto const flags = cp::zeros<bool>(4);
  flags(of({1, -1})) = true;
  CHECK(values(flags) == bools{false, true, false, true});
  auto const halves = cp::zeros<cp::float16>({2, 2});
  halves(of({1}), cp::all) = 0.5f;
  CHECK(values(cp::astype<float>(halves)) == floats{0, 0, 0.5f, 0.5f});
  auto const small = cp::zeros<std::uint8_t>(4);
  small(cp::array<std::uint8_t>({3, 3})) = cp::array<std::uint8_t>({1, 2});
  small(cp::array<std::int32_t>({-4})) = 9;
  CHECK(values(cp::astype<std::int32_t>(small)) == ints{9, 0, 0, 2});
  CHECK_THROWS_AS(small(of({0})) = 300, cp::value_error);
  // Values whose rows have gaps, and repeat.
  auto const v = cp::zeros<std::int64_t>(6);
  auto const wide = cp::eval(cp::reshape(cp::arange<std::int64_t>(8), {2, 4}));
  v(cp::reshape(of({0, 1, 2, 3}), {2, 2})) = wide(cp::all, cp::slice(0, 2));
  CHECK(values(v) == longs{0, 1, 4, 5, 0, 0});
  v(cp::reshape(of({2, 3, 4, 5}), {2, 2})) = wide(cp::all, cp::slice(1, 2));
  CHECK(values(v) == longs{0, 1, 1, 1, 5, 5});
  x(of({})) = 5;
  x(of({}), cp::all) += cp::ones<float>(4);
  x(of({-1, 5})) = 0;  // both are the last row: indices wrap around
  CHECK(values(x(2)) == floats(4, 0));
}

TEST_CASE("graphs record what indices write") {
  auto const x = table();
  auto const i = of({2, 0, 2});
  auto const v = cp::array<float>({1, 2, 3});
  auto const graph = cp::capture([&] {
    x(i, 1) = v * 2;
    x(cp::all, i) += 1;
    x(x > 9) = 0;
  });
  CHECK(values(x) == values(table()));
  graph.launch();
  CHECK(values(x) == floats{1, 4, 3, 3, 5, 5, 7, 7, 9, 6, 0, 0});
  v.fill(5);
  graph.launch();
  CHECK(values(x) == floats{2, 0, 4, 3, 6, 5, 8, 7, 0, 0, 1, 0});
  CHECK_THROWS_AS(cp::capture([&] { (void)cp::eval(x(x > 9)); }), cp::value_error);
}

TEST_CASE("what does not fit is refused before anything is written") {
  auto const x = table();
  auto const i = of({2, 0});
  CHECK_THROWS_AS(x(i) = cp::ones<float>({3, 4}), cp::shape_error);
  CHECK_THROWS_AS(x(i) += cp::ones<float>(3), cp::shape_error);
  CHECK_THROWS_AS(x(i, of({0, 1, 2})) = 1, cp::shape_error);
  CHECK_THROWS_WITH_AS(x(x > 5) = cp::ones<float>(4),
                       "cp::ndarray: assignment to a(mask): 4 values came for the 6 elements where the mask is true",
                       cp::shape_error);
  CHECK_THROWS_WITH_AS(x(mask_of({1, 0})) = 1,
                       "cp::ndarray: a mask must have the extents of the axes that it picks from; that of shape (2,) "
                       "has 2 where axis 0 of shape (3, 4) has 3",
                       cp::index_error);
  CHECK_THROWS_AS((void)x(cp::all, mask_of({1, 0, 1})), cp::index_error);
  CHECK_THROWS_AS((void)x(3, i), cp::index_error);
  CHECK_THROWS_AS((void)x(i, -5), cp::index_error);
  auto const twice = cp::broadcast_to(cp::zeros<float>(4), {3, 4});
  CHECK_THROWS_AS(twice(i) = 1, cp::value_error);
  CHECK_THROWS_AS(cp::zeros<float>({0, 3})(i) = 1, cp::index_error);
  CHECK(values(x) == values(table()));
}
