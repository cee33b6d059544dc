// The methods of ufuncs: indices that meet, graphs, errors. The values of every dtype: reduction_cases_ufuncs_test.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>

#include "array/values.hpp"
#include "running.hpp"

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;

template <class>
constexpr bool is_ufunc = false;
template <class Op>
constexpr bool is_ufunc<cp::ufunc<Op>> = true;

}  // namespace

// covers: cupy.ufunc; cupy.ufunc.accumulate; cupy.ufunc.outer; cupy.ufunc.reduce
TEST_CASE("a ufunc is an object: called, and with methods") {
  auto const check = [](auto const& add) {
    static_assert(is_ufunc<std::remove_cvref_t<decltype(add)>>);
    array<std::int8_t, 2> const x{{1, 2}, {3, 4}};
    array<std::int8_t, 1> const y{10, 20};
    CHECK(tests::equals<std::int8_t>(add(x, y), {2, 2}, {11, 22, 13, 24}));
    CHECK(tests::equals<std::int64_t>(add.reduce(x), {2}, {4, 6}));
    CHECK(tests::equals<std::int64_t>(add.accumulate(x, 1), {2, 2}, {1, 3, 3, 7}));
    CHECK(tests::equals<std::int8_t>(add.outer(y, y), {2, 2}, {20, 30, 30, 40}));
  };
  check(cp::add);
}

TEST_CASE("accumulate begins with the first element as it is") {
  array<std::int64_t, 1> const x{-4, 6, -10};
  CHECK(tests::equals<std::int64_t>(cp::lcm.accumulate(x), {3}, {-4, 12, 60}));
  CHECK(tests::equals<std::int64_t>(cp::gcd.accumulate(x), {3}, {-4, 2, 2}));
  CHECK(tests::equals<std::int8_t>(cp::gcd.accumulate(cp::astype<std::int8_t>(x) * 0 - 3), {3}, {-3, 3, 3}));
  CHECK(tests::equals<std::int64_t>(cp::lcm.accumulate(array<std::int64_t, 2>{{-1, -2}, {-3, 0}}, 1), {2, 2},
                                    {-1, 2, -3, 0}));
  CHECK(tests::equals<double>(cp::hypot.accumulate(array<double, 1>{-4, 3}), {2}, {-4, 5}));
  CHECK(tests::equals<float>(cp::astype<float>(cp::hypot.accumulate(cp::array<cp::float16>({-4, 3, 12}))), {3},
                             {-4, 5, 13}));
  auto const long_one = cp::eval(cp::gcd.accumulate(cp::arange<std::int64_t>(100000) * -6 - 6));
  CHECK(long_one.item(0) == -6);
  CHECK(cp::all(long_one(cp::slice(1, cp::end)) == 6).item());
}

// covers: cupy.ndarray.scatter_add; cupy.ndarray.scatter_max; cupy.ndarray.scatter_min; cupy.scatter_add
// covers: cupy.ufunc.at; cupyx.scatter_add; cupyx.scatter_max; cupyx.scatter_min
TEST_CASE("at adds, and leaves the larger or the smaller one") {
  array<float, 2> const a{{1, 5}, {3, 4}};
  array<std::int64_t, 1> const i{0, 1, -1};
  array<float, 2> const x{{2, 9}, {1, 1}, {4, 2}};
  cp::add.at(a, i, x);
  CHECK(tests::equals<float>(a, {2, 2}, {3, 14, 8, 7}));
  cp::minimum.at(a, i, x);
  CHECK(tests::equals<float>(a, {2, 2}, {2, 9, 1, 1}));
  cp::maximum.at(a, i, x);
  CHECK(tests::equals<float>(a, {2, 2}, {2, 9, 4, 2}));
  array<std::int32_t, 1> const counts = cp::zeros<std::int32_t>({3});
  cp::add.at(counts, i, 1);
  CHECK(tests::equals<std::int32_t>(counts, {3}, {1, 1, 1}));
}

TEST_CASE("at counts indices that meet") {
  std::int64_t const n = 100000;
  auto const i = cp::arange<std::int64_t>(n) % 7;
  array<std::int32_t, 1> const counts = cp::zeros<std::int32_t>({7});
  CHECK(tests::spent([&] { cp::add.at(counts, i, 1); }).copies == 0);
  array<float, 1> const sums = cp::zeros<float>({7});
  cp::add.at(sums, i, 2.5f);
  cp::subtract.at(sums, i, 0.5f);
  // Of eight bytes, since the device swaps the four that hold one: initcheck wants to see all of them written.
  array<std::int8_t, 1> const wrapped = cp::zeros<std::int8_t>({8})(cp::slice(0, 7));
  cp::add.at(wrapped, i, 1);
  array<cp::float16, 1> const halves = cp::zeros<cp::float16>({7});
  cp::add.at(halves, i(cp::slice(0, 7000)), 1);
  array<std::uint8_t, 1> const bits = cp::zeros<std::uint8_t>({8})(cp::slice(0, 7));
  cp::bitwise_or.at(bits, i, cp::astype<std::uint8_t>(i));
  auto const c = counts.to_host();
  auto const w = wrapped.to_host();
  auto const s = sums.to_host();
  auto const h = halves.to_host();
  auto const b = bits.to_host();
  for (int k = 0; k < 7; ++k) {
    std::int32_t const expected = static_cast<std::int32_t>(n / 7 + (k < n % 7));
    CHECK(c.data()[k] == expected);
    CHECK(s.data()[k] == static_cast<float>(2 * expected));
    CHECK(w.data()[k] == static_cast<std::int8_t>(expected));
    CHECK(static_cast<float>(h.data()[k]) == 1000);
    CHECK(b.data()[k] == k);
  }
}

TEST_CASE("at reads before it writes, through views, and replays in graphs") {
  array<float, 1> const a = cp::astype<float>(cp::arange<std::int64_t>(6));
  cp::add.at(a(cp::slice(cp::end, cp::end, -2)), cp::zeros<std::int64_t>({6}), a);  // a[5] gets the sum of all
  auto const h = a.to_host();
  CHECK(h.data()[5] == 20);
  CHECK(h.data()[3] == 3);
  array<std::int32_t, 1> const counts = cp::zeros<std::int32_t>({3});
  array<std::int64_t, 1> const index = cp::zeros<std::int64_t>({4});
  cp::graph const g = cp::capture([&] { cp::add.at(counts, index, 1); });
  g.launch();
  index(cp::all) = 2;
  g.launch();
  auto const c = counts.to_host();
  CHECK(c.data()[0] == 4);
  CHECK(c.data()[2] == 4);
}

TEST_CASE("at refuses what it cannot do") {
  array<float, 1> const a = cp::zeros<float>({3});
  array<float, 1> const none = cp::zeros<float>({0});
  array<std::int64_t, 1> const i = cp::zeros<std::int64_t>({4});
  CHECK_THROWS_AS(cp::add.at(none, i, 1), cp::index_error);
  CHECK_THROWS_AS(cp::add.at(a, i, cp::ones<float>({3})), cp::shape_error);
  CHECK_THROWS_AS(cp::add.at(cp::broadcast_to(cp::zeros<float>({1}), {3}), i, 1), cp::value_error);
  CHECK(cp::sum(a).item() == 0);
  cp::add.at(none, i(cp::slice(0, 0)), 1);
}

TEST_CASE("reduce along no axis of rank 0, with initial values and masks") {
  array<float, 0> const scalar = cp::full<float>(cp::shape_array<0>{}, 3.0f);
  CHECK(cp::add.reduce(scalar).item() == 3);
  array<std::int8_t, 1> const x = cp::ndarray<std::int8_t, 1, cp::host_space>{12, 18, 30}.to<cp::default_space>();
  CHECK(cp::add.reduce(x, cp::initial(5), cp::where(x > 12)).item() == 53);
  CHECK(cp::bitwise_or.reduce(x, cp::initial(1)).item() == 31);
  CHECK(cp::logical_and.reduce(x, cp::initial(false)).item() == false);
  CHECK(cp::lcm.reduce(cp::astype<int>(x), cp::initial(1)).item() == 180);
  CHECK_THROWS_AS((void)cp::lcm.reduce(x(cp::slice(0, 0))).item(), cp::value_error);
}

TEST_CASE("messages name the method, and pairs have two results") {
  array<float, 2> const x = cp::ones<float>({2, 3});
  CHECK_THROWS_WITH_AS((void)cp::add.accumulate(x, 5),
                       "cp::add.accumulate: axis 5 is out of bounds for an array of 2 axes", cp::index_error);
  CHECK_THROWS_WITH_AS((void)cp::maximum.accumulate(x, 5),
                       "cp::maximum.accumulate: axis 5 is out of bounds for an array of 2 axes", cp::index_error);
  CHECK_THROWS_WITH_AS((void)cp::add.reduce(x, 5), "cp::add.reduce: axis 5 is out of bounds for an array of 2 axes",
                       cp::index_error);
  CHECK_THROWS_WITH_AS((void)cp::add.reduce(x, {0, 0}), "cp::add.reduce: axis 0 is named twice", cp::value_error);
  auto const q = cp::divmod.outer(cp::array({5, 7}), cp::array({2, 3}));
  CHECK(cp::eval(q.first).tolist() == std::vector<std::vector<std::int64_t>>{{2, 1}, {3, 2}});
  CHECK(cp::eval(q.second).tolist() == std::vector<std::vector<std::int64_t>>{{1, 2}, {1, 1}});
}
