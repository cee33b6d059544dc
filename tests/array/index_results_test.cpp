// Picked elements as operands: what they fuse with, how often it waits; views with strides of one's own.
#include <doctest.h>

#include <fuse/indexing.hpp>
#include <string>

#include "array/index_operands.hpp"

using namespace tests;

TEST_CASE("picked rows and columns are part of the kernel that reads them") {
  auto const x = table();
  auto const i = of({2, 0, -1});
  auto y = cp::empty<float>({3, 4});
  CHECK(spent([&] { y(cp::all) = x(i) * 2 + x; }).launches == 1);
  CHECK(values(y) == floats{16, 19, 22, 25, 4, 7, 10, 13, 24, 27, 30, 33});
  CHECK(spent([&] { y(cp::all, cp::slice(0, 3)) = x(cp::all, i) + 1; }).launches == 1);
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
  CHECK(spent([&] { (void)cp::eval(x(x > 5)); }).synchronizations <= 1);
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
