// Picked elements as operands and as targets: what they fuse with, what is refused, dtypes, how often it waits.
#include <doctest.h>

#include <fuse/indexing.hpp>
#include <string>

#include "array/values.hpp"

using namespace tests;

namespace {

cp::ndarray<float, 2> table() { return counted<float>({3, 4}); }
cp::ndarray<std::int64_t, 1> of(longs const& v) { return cp::ndarray<std::int64_t, 1>(v); }
cp::ndarray<bool, 1> mask_of(longs const& v) { return of(v) != 0; }

/// What a statement adds to the counters.
template <class F>
cp::counters counted_by(F const& f) {
  auto const before = cp::count();
  f();
  return cp::count() - before;
}

}  // namespace

TEST_CASE("picked rows and columns are part of the kernel that reads them") {
  auto const x = table();
  auto const i = of({2, 0, -1});
  auto y = cp::empty<float>({3, 4});
  CHECK(counted_by([&] { y(cp::all) = x(i) * 2 + x; }).launches == 1);
  CHECK(values(y) == floats{16, 19, 22, 25, 4, 7, 10, 13, 24, 27, 30, 33});
  CHECK(counted_by([&] { y(cp::all, cp::slice(0, 3)) = x(cp::all, i) + 1; }).launches == 1);
  CHECK(values(y(1)) == floats{7, 5, 8, 13});
  CHECK(cp::sum(x(i)).item() == 38 + 6 + 38);
  CHECK(values(x(i)(1)) == floats{0, 1, 2, 3});
  CHECK(values(x(i)(cp::all, cp::slice(1, 2))) == floats{9, 1, 9});
  CHECK(values(x(i).T()) == floats{8, 0, 8, 9, 1, 9, 10, 2, 10, 11, 3, 11});
  CHECK(values(x(i).sum(1)) == floats{38, 6, 38});
  CHECK(values(x(i * 2 - 4, cp::all)(0)) == floats{0, 1, 2, 3});
  auto const f = cp::fuse([](auto a, auto k) { return cp::exp(a * 0) + k; });
  CHECK(values(f(x(i, cp::slice(0, 2)), 1)) == floats(6, 2));
  auto const rows = cp::fuse([x](auto k) { return x(k) + 1; });
  CHECK(values(rows(of({1}))) == floats{5, 6, 7, 8});
  // Of what is laid out otherwise.
  CHECK(values(x.T()(of({1, 3}))) == floats{1, 5, 9, 3, 7, 11});
  CHECK(values(x(cp::slice(cp::end, cp::end, -1))(of({0}))) == floats{8, 9, 10, 11});
}

TEST_CASE("long rows are copied as they lie") {
  auto const x = counted<std::int32_t>({4, 3, 20});
  auto const narrow = cp::array<std::int32_t>({2, -1, 9});
  auto const expected = [&](auto const& picked, auto const& place) {
    auto const h = picked.to_host();
    for (auto const& at : cp::ndindex(h.shape())) CHECK(h(at[0], at[1], at[2]) == place(at));
  };
  auto const row_of = [](std::int64_t i) { return i == 0 ? 2 : i == 1 ? 3 : 1; };
  expected(cp::eval(x(narrow)), [&](auto const& at) { return (row_of(at[0]) * 3 + at[1]) * 20 + at[2]; });
  auto const columns = cp::array<std::int32_t>({2, -1, 0});  // of three
  auto const column_of = [](std::int64_t j) { return j == 0 ? 2 : j == 1 ? 2 : 0; };
  expected(cp::eval(x(cp::all, columns)), [&](auto const& at) { return (at[0] * 3 + column_of(at[1])) * 20 + at[2]; });
  // Into a view, whose rows are one behind the other; of every other row; stretched; of a view of what is picked.
  auto const wide = cp::zeros<std::int32_t>({3, 3, 40});
  wide(cp::all, cp::all, cp::slice(10, 30)) = x(narrow);
  expected(wide(cp::all, cp::all, cp::slice(10, 30)),
           [&](auto const& at) { return (row_of(at[0]) * 3 + at[1]) * 20 + at[2]; });
  CHECK(cp::sum(wide).item() == cp::sum(x(narrow)).item());
  expected(cp::eval(x(cp::slice(cp::end, cp::end, -1), cp::slice(cp::end, cp::end, 2))(of({0, 3}))),
           [](auto const& at) { return ((at[0] == 0 ? 3 : 0) * 3 + 2 * at[1]) * 20 + at[2]; });
  auto const every = cp::zeros<std::int32_t>({3, 3, 20});
  every(cp::all) = x(of({1}))(cp::all, cp::slice(0, 1));
  expected(every, [](auto const& at) { return 60 + at[2]; });
  expected(cp::eval(x(narrow)(cp::slice(1, 3), cp::slice(1, 3))),
           [&](auto const& at) { return (row_of(at[0] + 1) * 3 + at[1] + 1) * 20 + at[2]; });
}

TEST_CASE("elements of a mask as operands") {
  auto const x = table();
  CHECK(values(x(x > 8) * 2 + 1) == floats{19, 21, 23});
  CHECK(values(cp::sqrt(x[x == 4])) == floats{2});
  CHECK(cp::sum(x(x > 8)).item() == 30);
  CHECK(x(x > 8).max().item() == 11);
  CHECK(x(x > 8).size() == 3);
  CHECK(list_of(x(mask_of({1, 0, 1})).shape()) == longs{2, 4});
  CHECK(values(x(mask_of({1, 0, 1}))(1)) == floats{8, 9, 10, 11});
  CHECK(values(x(cp::all, mask_of({0, 1, 0, 1})).T()) == floats{1, 5, 9, 3, 7, 11});
  CHECK(x(x == 5).item() == 5);
  cp::ndarray<float, 1> const chosen = x(x < 3);
  CHECK(values(chosen) == floats{0, 1, 2});
  auto y = cp::zeros<float>(3);
  y(cp::all) = x(x < 3);
  y += x(x < 3);
  CHECK(values(y) == floats{0, 2, 4});
  CHECK(values(cp::reshape(x(x < 4), {2, 2})) == floats{0, 1, 2, 3});
  CHECK(values(cp::concatenate(x(x < 2), x(x > 10))) == floats{0, 1, 11});
  CHECK(values(cp::masked(x, mask_of({0, 0, 0, 1})) + 1) == floats{4, 8, 12});
  CHECK(cp::eval(x(x > 100)).size() == 0);
  CHECK(counted_by([&] { (void)cp::eval(x(x > 5)); }).synchronizations <= 1);
}

TEST_CASE("a mask is written in one kernel where values are not counted") {
  auto const x = table();
  CHECK(counted_by([&] { x(x > 8) = 0; }).launches == 1);
  CHECK(counted_by([&] { x(x > 6) += 1; }).launches == 1);
  CHECK(counted_by([&] { x(x > 6) = x * 2; }).launches == 1);
  CHECK(counted_by([&] { x(mask_of({0, 1, 0})) *= 2; }).launches <= 3);  // those that make the mask among them
  CHECK(values(x) == floats{0, 1, 2, 3, 8, 10, 12, 32, 18, 0, 0, 0});
  auto const columns = mask_of({0, 1, 1, 0});
  CHECK(counted_by([&] { x(cp::all, columns) = -1; }).launches == 1);
  CHECK(counted_by([&] { x(2, columns) -= 1; }).launches == 1);
  CHECK(counted_by([&] { x(cp::slice(0, 2), columns) = cp::reshape(cp::array<float>({5, 6}), {2, 1}); }).launches == 1);
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

// covers: cupy.lib.stride_tricks.as_strided; cupy.lib.stride_tricks.sliding_window_view
TEST_CASE("views with strides of one's own stay within the memory") {
  namespace tricks = cp::lib::stride_tricks;
  auto const x = table();
  CHECK(equals<float>(tricks::as_strided(x, {3, 2}, {4, 1}), {3, 2}, {0, 1, 4, 5, 8, 9}));
  CHECK(equals<float>(tricks::as_strided(x(1), {2, 2}, {-4, 1}), {2, 2}, {4, 5, 0, 1}));
  CHECK(equals<float>(tricks::as_strided(x, {0, 9}, {100, 100}), {0, 9}, {}));
  tricks::as_strided(x, {2, 2}, {1, 2}) = -1;  // four elements
  CHECK(values(x(0)) == floats(4, -1));
  CHECK_THROWS_WITH_AS((void)tricks::as_strided(x, {3, 5}, {4, 1}),
                       "cp::lib::stride_tricks::as_strided: a view of shape (3, 5) with strides (4, 1) reaches beyond "
                       "the array's memory, which has 0 elements before the first and 12 from it on",
                       cp::value_error);
  CHECK_THROWS_AS((void)tricks::as_strided(x, {2}, {-1}), cp::value_error);
  CHECK_THROWS_AS((void)tricks::as_strided(x, {2}, {INT64_MAX}), cp::value_error);
  auto const windows = tricks::sliding_window_view(cp::arange<float>(5.0f), 3);
  CHECK(equals<float>(windows, {3, 3}, {0, 1, 2, 1, 2, 3, 2, 3, 4}));
  CHECK_THROWS_AS(windows(cp::all) = 0, cp::value_error);
  auto const y = table();
  CHECK(equals<float>(tricks::sliding_window_view(y, {3, 3}), {1, 2, 3, 3},
                      {0, 1, 2, 4, 5, 6, 8, 9, 10, 1, 2, 3, 5, 6, 7, 9, 10, 11}));
  CHECK(equals<float>(tricks::sliding_window_view(y * 2, 3, -1).sum(2), {3, 2}, {6, 12, 30, 36, 54, 60}));
  CHECK(list_of(tricks::sliding_window_view(y, {2, 2}, {1, 1}).shape()) == longs{3, 2, 2, 2});
  CHECK_THROWS_AS((void)tricks::sliding_window_view(y, 4, 0), cp::value_error);
  CHECK_THROWS_AS((void)tricks::sliding_window_view(y, 2, 2), cp::index_error);
}
