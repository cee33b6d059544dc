// The methods of ufuncs: indices that meet, graphs, errors. The values of every dtype: reduction_cases_ufuncs_test.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

#include "running.hpp"

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;

}  // namespace

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
