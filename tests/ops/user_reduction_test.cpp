// Reductions of a user's functions: values, accumulators of several members, several inputs and outputs, fusing.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <tuple>
#include <type_traits>
#include <vector>

#include "running.hpp"

namespace {

using tests::launches;
template <class T, int N>
using array = cp::ndarray<T, N>;

template <class E>
auto on_host(E const& e) {
  return cp::eval(e).copy().to_host();
}
array<float, 2> table(std::int64_t rows, std::int64_t columns) {
  return cp::reshape(cp::astype<float>(cp::arange<std::int64_t>(rows * columns) % 17) - 8.0f, {rows, columns});
}

struct moments {
  double n, mean, squares;
};
/// Chan's formula for the moments of two parts.
struct join_moments {
  FUSE_HD moments operator()(moments const& a, moments const& b) const {
    if (a.n == 0) return b;
    if (b.n == 0) return a;
    double const n = a.n + b.n, d = b.mean - a.mean;
    return {n, a.mean + d * b.n / n, a.squares + b.squares + d * d * a.n * b.n / n};
  }
};
struct first_moment {
  FUSE_HD moments operator()(float x) const { return {1, x, 0}; }
};
struct no_moments {
  FUSE_HD moments operator()() const { return {0, 0, 0}; }
};
struct placed {
  float value;
  std::int64_t place;
};
struct least {
  FUSE_HD placed operator()(placed const& a, placed const& b) const {
    return b.value < a.value || (b.value == a.value && b.place < a.place) ? b : a;
  }
};
struct at_place {
  FUSE_HD placed operator()(float x, std::int64_t i) const { return {x, i}; }
};
struct plus {
  FUSE_HD float operator()(float a, float b) const { return a + b; }
};
struct square {
  FUSE_HD float operator()(float x) const { return x * x; }
};

}  // namespace

// covers: cupy.ReductionKernel; cupy.ReductionKernel.__call__
TEST_CASE("a norm of lambdas reduces along axes known while compiling or running") {
  auto const norm2 = cp::reduction(
      0.0f, CP_LAMBDA(float x) { return x * x; }, CP_LAMBDA(float a, float b) { return a + b; },
      CP_LAMBDA(float a) { return sqrtf(a); });
  for (std::int64_t columns : {1, 5, 300, 5000}) {
    auto const x = table(3, columns);
    auto const h = x.to_host();
    auto const by_row = on_host(norm2(x, cp::axis<1>)), again = on_host(norm2(x, -1));
    auto const kept = on_host(norm2(x, 1, cp::keepdims));
    auto const by_column = on_host(norm2(x, 0));
    static_assert(std::is_same_v<typename decltype(by_row)::value_type, float>);
    CHECK(by_row.shape() == cp::shape_array<1>{3});
    CHECK(kept.shape() == cp::shape_array<2>{3, 1});
    CHECK(by_column.shape() == cp::shape_array<1>{columns});
    double whole = 0;
    for (int i = 0; i < 3; ++i) {
      double s = 0;
      for (std::int64_t j = 0; j < columns; ++j) s += double(h.data()[i * columns + j]) * h.data()[i * columns + j];
      whole += s;
      CHECK(by_row.data()[i] == doctest::Approx(std::sqrt(s)));
      CHECK(again.data()[i] == by_row.data()[i]);
      CHECK(kept.data()[i] == by_row.data()[i]);
    }
    CHECK(norm2(x).item() == doctest::Approx(std::sqrt(whole)));
    CHECK(by_column.data()[0] ==
          doctest::Approx(std::sqrt(h.data()[0] * h.data()[0] + h.data()[columns] * h.data()[columns] +
                                    h.data()[2 * columns] * h.data()[2 * columns])));
  }
}

TEST_CASE("an identity that is a function gives what a value gives") {
  auto const value = cp::reduction(0.0f, square{}, plus{});
  auto const function = cp::reduction(
      CP_LAMBDA() { return 0.0f; }, square{}, plus{});
  auto const x = table(4, 1000);
  auto const a = on_host(value(x, 1)), b = on_host(function(x, 1)), c = on_host(cp::sum(x * x, 1));
  for (int i = 0; i < 4; ++i) {
    CHECK(a.data()[i] == doctest::Approx(c.data()[i]));
    CHECK(b.data()[i] == doctest::Approx(c.data()[i]));
  }
}

TEST_CASE("a value that is not neutral joins each result once") {
  auto const from_ten = cp::reduction(10.0f, square{}, plus{});
  auto const x = table(3, 100000);
  auto const got = on_host(from_ten(x, 1)), plain = on_host(cp::sum(x * x, 1));
  for (int i = 0; i < 3; ++i) CHECK(got.data()[i] == plain.data()[i] + 10);
  CHECK(on_host(from_ten(cp::empty<float>({2, 0}), 1)).data()[1] == 10);
  CHECK(cp::reduction(7, square{}, plus{})(cp::empty<float>({0})).item() == 7);
}

TEST_CASE("mean and variance at once, as a struct and as several arrays from one kernel") {
  auto const x = table(5, 1234);
  auto const both = cp::reduction(no_moments{}, first_moment{}, join_moments{});
  auto const pair = cp::reduction(
      moments{0, 0, 0}, first_moment{}, join_moments{},
      CP_LAMBDA(moments m) { return std::tuple<double, float>(m.mean, static_cast<float>(m.squares / m.n)); });
  auto const got = on_host(both(x, cp::axis<1>));
  std::int64_t count = 0;
  array<double, 1> mean = cp::empty<double>({5});
  array<float, 1> variance = cp::empty<float>({5});
  count = launches([&] { std::tie(mean, variance) = pair(x, cp::axis<1>); });
  CHECK(count == 1);
  auto const m = on_host(cp::mean<double>(x, 1));
  auto const v = on_host(cp::var<double>(x, 1));
  auto const mean_h = on_host(mean);
  auto const variance_h = on_host(variance);
  for (int i = 0; i < 5; ++i) {
    CHECK(got.data()[i].n == 1234);
    CHECK(got.data()[i].mean == doctest::Approx(m.data()[i]));
    CHECK(got.data()[i].squares / 1234 == doctest::Approx(v.data()[i]));
    CHECK(mean_h.data()[i] == doctest::Approx(m.data()[i]));
    CHECK(variance_h.data()[i] == doctest::Approx(v.data()[i]));
  }
}

TEST_CASE("a minimum and its place, of two inputs of which one is the position") {
  auto const where_least = cp::reduction(placed{__builtin_huge_valf(), -1}, at_place{}, least{});
  auto const x = table(3, 700);
  auto const got = on_host(where_least(x, cp::index<1>({3, 700}), cp::axis<1>));
  auto const value = on_host(cp::min(x, 1));
  auto const place = on_host(cp::argmin(x, 1));
  for (int i = 0; i < 3; ++i) {
    CHECK(got.data()[i].value == value.data()[i]);
    CHECK(got.data()[i].place == place.data()[i]);
  }
}

TEST_CASE("several inputs broadcast, numbers among them") {
  auto const distance = cp::reduction(
      0.0f, CP_LAMBDA(float x, float y, float scale) { return (x - y) * (x - y) * scale; },
      CP_LAMBDA(float a, float b) { return a + b; });
  auto const x = table(4, 50);
  auto const y = cp::eval(x(0, cp::all) * 2);
  auto const got = on_host(distance(x, y, 0.5f, 1)), expected = on_host(cp::sum((x - y) * (x - y) * 0.5f, 1));
  for (int i = 0; i < 4; ++i) CHECK(got.data()[i] == doctest::Approx(expected.data()[i]));
  CHECK_THROWS_AS((void)cp::eval(distance(x, cp::eval(cp::zeros<float>({49})), 0.5f, 1)), cp::shape_error);
  CHECK_THROWS_AS((void)distance(x, y, 0.5f, 2), cp::index_error);
}

TEST_CASE("it fuses with what feeds it and with what is computed from it") {
  auto const energy = cp::reduction(0.0f, square{}, plus{});
  auto const x = table(6, 400);
  array<float, 1> rows = cp::empty<float>({6});
  array<float, 2> scaled = cp::empty<float>({6, 400});
  CHECK(launches([&] { rows(cp::all) = cp::sqrt(energy(x * 2 + 1, cp::axis<1>)) + 1; }) == 1);
  auto const expected = on_host(cp::sqrt(cp::sum((x * 2 + 1) * (x * 2 + 1), 1)) + 1), got = on_host(rows);
  for (int i = 0; i < 6; ++i) CHECK(got.data()[i] == doctest::Approx(expected.data()[i]));
  CHECK(launches([&] { scaled(cp::ellipsis) = x / cp::sqrt(energy(x, cp::axis<1>, cp::keepdims)); }) == 1);
  CHECK(cp::sum(scaled * scaled).item() == doctest::Approx(6));
  CHECK(cp::explain(energy(x)).find("cp::reduction") != std::string::npos);
}

TEST_CASE("graphs replay reductions of lambdas") {
  auto const x = table(6, 400);
  array<float, 1> rows = cp::empty<float>({6});
  auto const largest = cp::reduction(
      -1.0f, CP_LAMBDA(float v) { return v < 0 ? -v : v; }, CP_LAMBDA(float a, float b) { return a > b ? a : b; });
  auto const graph = cp::capture([&] { rows(cp::all) = largest(x * 2, cp::axis<1>) + 1; });
  x(0, cp::all) = 100;
  graph.launch();
  auto const got = on_host(rows);
  CHECK(got.data()[0] == 201);
  CHECK(got.data()[1] == 17);
}
