// Histograms and counts against NumPy.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/sorting.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "array/values.hpp"
#include "running.hpp"
#include "sorting_data.hpp"

namespace {

using tests::as_numpy;
using tests::equals;
using tests::sorting_data;

// covers: cupy.histogram
TEST_CASE("histogram is NumPy's") {
  auto const x = sorting_data<float, 1>("sample");
  auto const numbered = [&](std::int64_t bins) {
    CAPTURE(bins);
    auto const [counts, edges] = cp::histogram(x, bins);
    CHECK(as_numpy(counts, "histogram_" + std::to_string(bins)));
    CHECK(as_numpy(edges, "edges_" + std::to_string(bins)));
  };
  for (std::int64_t const bins : {1, 7, 10, 64}) numbered(bins);
  CHECK(as_numpy(std::get<0>(cp::histogram(x)), "histogram_10"));
  CHECK(as_numpy(std::get<0>(cp::histogram(x, sorting_data<double, 1>("uneven"))), "histogram_uneven"));
  CHECK(as_numpy(std::get<0>(cp::histogram(x, cp::array<double>({-2, -1, 0.5, 3}), cp::density)), "histogram_density",
                 1e-15));
  CHECK(as_numpy(std::get<0>(cp::histogram(x, 8, cp::range{-1, 1.5})), "histogram_range"));
  auto const weights = sorting_data<double, 1>("weights");
  CHECK(as_numpy(std::get<0>(cp::histogram(x, 9, cp::weights(weights))), "histogram_weights"));
}

TEST_CASE("bin estimators are NumPy's") {
  auto const x = sorting_data<float, 1>("sample");
  auto const y = cp::eval(cp::astype<std::int64_t>(x * 3));
  using enum cp::bin_estimator;
  std::pair<cp::bin_estimator, char const*> const names[] = {
      {automatic, "auto"}, {fd, "fd"},     {doane, "doane"},     {scott, "scott"},
      {stone, "stone"},    {rice, "rice"}, {sturges, "sturges"}, {square_root, "sqrt"}};
  for (auto const& named : names) {
    auto const how = named.first;
    auto const name = named.second;
    CAPTURE(name);
    CHECK(as_numpy(cp::histogram_bin_edges(x, how), std::string("edges_") + name));
    CHECK(as_numpy(cp::histogram_bin_edges(y, how), std::string("edges_") + name + "_int", 1e-15));
  }
}

TEST_CASE("histograms of integers, booleans, nothing, equal and hostile data") {
  auto const [counts, edges] = cp::histogram(cp::array<std::int32_t>({1, 2, 1}), 2);
  CHECK(equals<std::int64_t>(counts, {2}, {2, 1}));
  CHECK(equals<double>(edges, {3}, {1, 1.5, 2}));
  CHECK(equals<std::int64_t>(std::get<0>(cp::histogram(cp::array<bool>({true, false, true}), 2)), {2}, {1, 2}));
  auto const [none, unit] = cp::histogram(cp::empty<double>({0}), 2);
  CHECK(equals<std::int64_t>(none, {2}, {0, 0}));
  CHECK(equals<double>(unit, {3}, {0, 0.5, 1}));
  auto const [same, around] = cp::histogram(cp::array<float>({4, 4}), 2);
  CHECK(equals<std::int64_t>(same, {2}, {0, 2}));
  CHECK(equals<float>(around, {3}, {3.5, 4, 4.5}));
  auto const hostile = cp::array<double>({cp::nan, cp::inf, -cp::inf, 0.25, 1});
  CHECK(equals<std::int64_t>(std::get<0>(cp::histogram(hostile, 4, cp::range{0, 1})), {4}, {0, 1, 0, 1}));
  auto const x = cp::array<float>({1, 2});
  CHECK_THROWS_AS((void)cp::histogram(x, 0), cp::value_error);
  CHECK_THROWS_AS((void)cp::histogram(x, 3, cp::range{2, 1}), cp::value_error);
  CHECK_THROWS_AS((void)cp::histogram(x, 3, cp::range{0, cp::inf}), cp::value_error);
  CHECK_THROWS_AS((void)cp::histogram(x, cp::array<double>({1})), cp::value_error);
  CHECK_THROWS_AS((void)cp::histogram(x, 3, cp::weights(cp::array<float>({1, 2, 3}))), cp::shape_error);
  CHECK(tests::spent([&] { (void)cp::histogram(x * 2, 3); }).synchronizations == 0);
}

// covers: cupy.bincount
TEST_CASE("bincount is NumPy's") {
  auto const keys = sorting_data<std::int64_t, 1>("keys");
  CHECK(as_numpy(cp::bincount(keys, 50), "bincount"));
  CHECK(as_numpy(cp::bincount(keys, cp::weights(cp::arange(1000) / 4.)), "bincount_weights"));
  // float64, whatever the weights are: 2^24 + 1 is no float32.
  CHECK(equals<double>(
      cp::bincount(cp::array<std::uint8_t>({0, 2, 2}), cp::weights(cp::array<float>({0.5, 16777216, 1}))), {3},
      {0.5, 0, 16777217}));
  CHECK(equals<double>(
      cp::bincount(cp::array<std::uint8_t>({1, 1, 0}), cp::weights(cp::array<bool>({true, true, false}))), {2},
      {0, 2}));
  CHECK(equals<double>(
      cp::bincount(cp::array<std::uint8_t>({1, 1, 0}), cp::weights(cp::array<std::int64_t>({9007199254740993, -1, 4}))),
      {2}, {4, 9007199254740991}));
  CHECK(equals<std::int64_t>(cp::bincount(cp::empty<std::int64_t>({0})), {0}, {}));
  CHECK(equals<std::int64_t>(cp::bincount(cp::array<std::uint8_t>({3, 3}), 2), {4}, {0, 0, 0, 2}));
  CHECK_THROWS_WITH_AS((void)cp::bincount(cp::array<std::int32_t>({1, -2})),
                       "cp::bincount: elements must not be negative; the smallest is -2", cp::value_error);
  CHECK_THROWS_AS((void)cp::bincount(keys, -1), cp::value_error);
  CHECK_THROWS_AS((void)cp::bincount(keys, cp::weights(cp::arange(3))), cp::shape_error);
  auto const many = cp::eval(cp::arange(3000000) * 7919 % 100000);
  auto const counts = cp::bincount(many);
  CHECK(counts.size() == 100000);
  CHECK(cp::eval(cp::all(counts == 30)).item());
  auto const one = cp::bincount(cp::full<std::int32_t>({1000001}, 5), 70000);
  CHECK(one.item(5) == 1000001);
  CHECK(cp::eval(cp::sum(one)).item() == 1000001);
}

// covers: cupy.histogram2d; cupy.histogramdd
TEST_CASE("histograms of two and three dimensions are NumPy's") {
  auto const x = sorting_data<float, 1>("sample"), y = sorting_data<float, 1>("sample_y");
  auto const [h, xedges, yedges] = cp::histogram2d(x, y, {5, 8});
  auto const same = cp::histogram2d(x, y, 5);
  CHECK(tests::values(std::get<0>(same)) == tests::values(std::get<0>(cp::histogram2d(x, y, {5, 5}))));
  CHECK(as_numpy(h, "histogram2d"));
  CHECK(tests::list_of(xedges.shape()) == tests::longs{6});
  CHECK(tests::list_of(yedges.shape()) == tests::longs{9});
  auto const dense = cp::histogram2d(x, y, {5, 8}, {{-1, 1}, {-2, 0.5}}, cp::density);
  CHECK(as_numpy(std::get<0>(dense), "histogram2d_density", 1e-14));
  auto const points = cp::stack<1>(x, y, cp::eval(x * y));
  CHECK(as_numpy(std::get<0>(cp::histogramdd(points, {3, 4, 5})), "histogramdd"));
  CHECK_THROWS_AS((void)cp::histogramdd(points, {3, 4}), cp::shape_error);
  CHECK_THROWS_AS((void)cp::histogram2d(x, y(cp::slice(3)), {3, 4}), cp::shape_error);
}

}  // namespace
