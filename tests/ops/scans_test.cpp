// Scans: their dtypes, fusion, order, bits, lengths and errors. scans_real_test.cpp and scans_complex_test.cpp compare
// them with NumPy.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "array/values.hpp"
#include "running.hpp"
#include "scan_data.hpp"

namespace {

using tests::launches;
using namespace scan_data;

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}
template <class E>
auto values_of(E const& e) {
  auto const flat = cp::ravel(cp::eval(e)).to_host();
  return std::vector<typename E::value_type>(flat.data(), flat.data() + flat.size());
}

/// Numbers between -0.5 and 0.5.
array<float, 1> noise(std::int64_t n) {
  auto const i = cp::astype<std::uint32_t>(cp::index<0>({n}));
  return cp::astype<float>((i * 2654435761u) >> 8) * (1.0f / 16777216) - 0.5f;
}

}  // namespace

// covers: cupy.ndarray.cumprod; cupy.ndarray.cumsum
TEST_CASE("running sums as methods") {
  array<std::int8_t, 2> const x = cp::reshape(cp::astype<std::int8_t>(cp::arange<std::int64_t>(6)), {2, 3});
  auto const sums = x.cumsum(1);
  auto const products = (x + std::int8_t(1)).cumprod<float>();
  static_assert(std::is_same_v<typename decltype(sums)::value_type, std::int64_t>);
  static_assert(std::is_same_v<typename decltype(products)::value_type, float>);
  CHECK(launches([&] { CHECK(cp::eval(sums).item(1, 2) == 12); }) == 1);
  CHECK(tests::equals<std::int64_t>(sums, {2, 3}, {0, 1, 3, 3, 7, 12}));
  CHECK(tests::equals<float>(products, {6}, {1, 2, 6, 24, 120, 720}));
}

// covers: cupy.ufunc.accumulate
TEST_CASE("the dtype can be said, and accumulate is the same") {
  array<float, 3> const x = load<float, 3>("operand", "f");
  auto const wide = cp::eval(cp::cumsum<double>(x, 1));
  static_assert(std::is_same_v<decltype(wide)::value_type, double>);
  CHECK(same_bits(values_of(cp::astype<float>(wide)), values_of(cp::cumsum(x, 1))));
  static_assert(std::is_same_v<decltype(cp::cumprod<cp::float16>(x))::value_type, cp::float16>);
  CHECK(same_bits(values_of(cp::add.accumulate(x)), values_of(cp::cumsum(x, 0))));
  CHECK(same_bits(values_of(cp::multiply.accumulate(x, cp::axis<1>)), values_of(cp::cumprod(x, 1))));
  CHECK(same_bits(values_of(cp::maximum.accumulate(x, -1)), values_of(cp::cummax(x, 2))));
  CHECK(same_bits(values_of(cp::minimum.accumulate(x, 1)), values_of(cp::cummin(x, 1))));
  CHECK(same_bits(values_of(cp::add.accumulate<double>(x)), values_of(cp::cumsum<double>(x, 0))));
  array<std::int8_t, 2> const few{{1, 2, 3}, {4, 5, 6}};
  CHECK(tests::equals<std::int64_t>(cp::add.accumulate(few, 1), {2, 3}, {1, 3, 6, 4, 9, 15}));
  CHECK(tests::equals<std::int64_t>(cp::multiply.accumulate(few), {2, 3}, {1, 2, 3, 4, 10, 18}));
  array<float, 1> const holes{1.0f, std::numeric_limits<float>::quiet_NaN(), 3.0f};
  CHECK(cp::eval(cp::nancumsum<double>(holes)).item(2) == 4);
  CHECK(cp::eval(cp::nancumprod<double>(holes, cp::axis<0>)).item(2) == 3);
  array<float, 1> const zeros = cp::full<float>({3}, -0.0f);
  CHECK(std::signbit(cp::eval(cp::cumsum(zeros)).item(2)));
}

TEST_CASE("degenerate shapes") {
  auto const shape_stays = [](auto const& shape) {
    constexpr int rank = std::remove_cvref_t<decltype(shape)>::size();
    array<float, rank> const x = cp::full<float>(shape, 2.0f);
    auto const flat = cp::eval(cp::cumsum(x));
    CHECK(flat.size() == x.size());
    for (std::int64_t i = 0; i < flat.size(); ++i) CHECK(flat.item(i) == static_cast<float>(2 * (i + 1)));
    for (int axis = 0; axis < rank; ++axis) {
      auto const y = cp::eval(cp::cumsum(x, axis));
      CHECK(y.shape() == x.shape());
      if (y.size() > 0) CHECK(cp::max(y).item() == static_cast<float>(2 * x.shape()[axis]));
    }
  };
  shape_stays(cp::shape_array<1>{{0}});
  shape_stays(cp::shape_array<1>{{1}});
  shape_stays(cp::shape_array<2>{{0, 3}});
  shape_stays(cp::shape_array<2>{{3, 0}});
  shape_stays(cp::shape_array<2>{{1, 0}});
  shape_stays(cp::shape_array<2>{{1, 1}});
  shape_stays(cp::shape_array<2>{{40, 1}});
  shape_stays(cp::shape_array<2>{{1, 40}});
  shape_stays(cp::shape_array<4>{{2, 1, 0, 3}});
  shape_stays(cp::shape_array<4>{{2, 1, 5, 3}});
  array<float, 0> const number(3.0f);
  auto const one = cp::eval(cp::cumsum(number)), along = cp::eval(cp::cumprod(number * 2, cp::axis<0>));
  static_assert(decltype(one)::rank == 1 && decltype(along)::rank == 1);
  CHECK(one.shape() == cp::shape_array<1>{{1}});
  CHECK(one.item(0) == 3);
  CHECK(along.item(0) == 6);
}

TEST_CASE("what feeds a scan is part of its kernel, and what is computed from its elements") {
  array<float, 1> const x = noise(5000);
  array<float, 2> const m = cp::reshape(x, {50, 100});
  array<float, 1> y = cp::empty<float>({5000});
  array<float, 2> z = cp::empty<float>({50, 100});
  auto const before = cp::count();
  y(cp::all) = cp::cumsum(x * x, cp::axis<0>);
  auto const one = cp::count() - before;
  CHECK(one.launches == 1);
  CHECK(one.temporaries == 0);
  CHECK(one.bytes_read == 2 * 4 * 5000);
  CHECK(launches([&] { y(cp::all) = cp::cumsum(m); }) == 1);
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m + m(0), 0); }) == 1);
  CHECK(launches([&] { z(cp::all) = cp::cumprod(1 + m * 0.001f, cp::axis<1>); }) == 1);
  CHECK(launches([&] { z(cp::all) = cp::fuse([](auto v) { return cp::cumsum(cp::exp(v) * v, cp::axis<1>); })(m); }) ==
        1);
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m, 0) * 2 + m; }) == 1);
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m / cp::sum(m), 0); }) == 2);
  CHECK(launches([&] { (void)cp::eval(cp::max(cp::cumsum(m, 1), 1) * 2); }) == 2);
  CHECK(same_bits(values_of(cp::cumsum(m, 0) * 2 + m), values_of(cp::eval(cp::cumsum(m, 0)) * 2 + m)));
  CHECK(same_bits(values_of(cp::cumsum(cp::cumsum(m, 0), 1)), values_of(cp::cumsum(cp::eval(cp::cumsum(m, 0)), 1))));
  CHECK(same_bits(values_of(cp::max(cp::cumsum(m, 1), 1)), values_of(cp::max(cp::eval(cp::cumsum(m, 1)), 1))));
  auto const traced = cp::fuse([](auto v, auto w) { return cp::cumsum(v * w, cp::axis<0>) + v; });
  CHECK(same_bits(values_of(traced(m, m + 1)), values_of(cp::eval(cp::cumsum(m * cp::eval(m + 1), 0)) + m)));
  auto const [sums, twice] = cp::evaluate(cp::cumsum(m, 1), m * 2);
  CHECK(same_bits(values_of(sums), values_of(cp::cumsum(m, 1))));
  CHECK(same_bits(values_of(twice), values_of(m * 2)));
  CHECK(same_bits(values_of(cp::cumsum(m, 1)(cp::all, cp::slice(10, 20))),
                  values_of(cp::eval(cp::cumsum(m, 1))(cp::all, cp::slice(10, 20)))));
  array<double, 2> const stretched = cp::zeros<double>({3, 5000});
  stretched(cp::all) = cp::cumsum(m);
  CHECK(same_bits(values_of(stretched(1)), values_of(cp::astype<double>(cp::cumsum(m)))));
}

namespace {
/// Averages so far, of lines of any length along and across memory, aligned and not, into what does not lie side by
/// side too: the bits are those of two steps.
void compare_behind(array<double, 2> const& x, array<float, 2> const& w) {
  std::int64_t const rows = x.shape(0), columns = x.shape(1);
  array<double, 2> const apart = cp::zeros<double>({columns, rows}), to = apart.T();
  auto const down = [](auto const& sums, auto const& a) { return sums / (cp::index<0>(a.shape()) + 1) - a; };
  auto const along = [](auto const& sums, auto const& a, auto const& b) { return sums * b + a(0); };
  CHECK(launches([&] { to(cp::all) = down(cp::cumsum(x, 0), x); }) == 1);
  CHECK(same_bits(values_of(to), values_of(down(cp::eval(cp::cumsum(x, 0)), x))));
  CHECK(launches([&] { to(cp::all) = along(cp::cumsum(x, 1), x, w); }) == 1);
  CHECK(same_bits(values_of(to), values_of(along(cp::eval(cp::cumsum(x, 1)), x, w))));
  array<double, 2> const y = x.copy();
  y(cp::all) = along(cp::cumsum(y, 1), x, w);
  CHECK(same_bits(values_of(y), values_of(to)));
}
}  // namespace

TEST_CASE("what is computed from a scan has the bits of two steps") {
  for (std::int64_t n : {1, 3, 40, 129, 1000, 4100, 30001}) {
    CAPTURE(n);
    array<double, 1> const x = cp::astype<double>(noise(40 * n + 1));
    array<float, 1> const w = noise(41 * n);
    compare_behind(cp::reshape(x(cp::slice(0, -1)), {n, 40}), cp::reshape(w(cp::slice(n, cp::end)), {n, 40}));
    compare_behind(cp::reshape(x(cp::slice(1, cp::end)), {40, n}), cp::reshape(w(cp::slice(0, -n)), {40, n}));
    compare_behind(cp::reshape(x(cp::slice(0, 3 * n)), {3, n}), cp::reshape(w(cp::slice(0, 3 * n)), {3, n}));
  }
  array<float, 2> const m = cp::reshape(noise(300), {20, 15}), z = cp::empty<float>({20, 15});
  auto const twice = cp::fuse([](auto v) {
    auto const c = cp::cumsum(v * v, cp::axis<0>);
    return c * c + cp::exp(c) * v;
  });
  CHECK(launches([&] { z(cp::all) = twice(m); }) == 1);
  array<float, 2> const c = cp::cumsum(m * m, 0);
  CHECK(same_bits(values_of(z), values_of(cp::eval(c * c + cp::exp(c) * m))));
}

TEST_CASE("what a scan's kernel does not compute comes before or after it") {
  array<float, 2> const m = cp::reshape(noise(300), {20, 15}), z = cp::empty<float>({20, 15});
  array<float, 3> const wide = cp::empty<float>({2, 20, 15});
  array<float, 2> const down = cp::cumsum(m, 0), along = cp::cumsum(m, 1);
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m, 1) / cp::sum(m, cp::axis<1>, cp::keepdims); }) == 2);
  CHECK(same_bits(values_of(z), values_of(along / cp::eval(cp::sum(m, cp::axis<1>, cp::keepdims)))));
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m, 0) + cp::cumsum(m, 1); }) == 3);
  CHECK(same_bits(values_of(z), values_of(down + along)));
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m(0), 0) * m; }) == 2);
  CHECK(same_bits(values_of(z), values_of(cp::eval(cp::cumsum(m(0), 0)) * m)));
  CHECK(launches([&] { wide(cp::all) = cp::cumsum(m, 1) * 2; }) == 2);
  CHECK(same_bits(values_of(wide(1)), values_of(along * 2)));
  CHECK(launches([&] { z(cp::all) = cp::reshape(cp::cumsum(m) + 1, {20, 15}); }) <= 3);
  CHECK(same_bits(values_of(z), values_of(cp::eval(cp::cumsum(m)) + 1)));
  auto const [first, second] = cp::evaluate(cp::cumsum(m, 1) * 2, cp::cumsum(m, 0) - m);
  CHECK(same_bits(values_of(first), values_of(along * 2)));
  CHECK(same_bits(values_of(second), values_of(down - m)));
}

TEST_CASE("scans of positions, of broadcast operands and of picked elements") {
  auto const i = cp::eval(cp::cumsum(cp::index<1>({4, 30}) - 2 * cp::index<0>({4, 30}), 1));
  CHECK(i.item(3, 29) == 29 * 30 / 2 - 6 * 30);
  auto const j = cp::eval(cp::cumsum(cp::index<0>({30, 40}), 0));
  CHECK(j.item(29, 39) == 29 * 30 / 2);
  array<float, 1> const x = noise(40);
  array<float, 2> const copied = cp::eval(cp::broadcast_to(x, {30, 40}));
  CHECK(same_bits(values_of(cp::cumsum(cp::broadcast_to(x, {30, 40}), 0)), values_of(cp::cumsum(copied, 0))));
  CHECK(same_bits(values_of(cp::cumsum(cp::broadcast_to(x, {30, 40}), 1)), values_of(cp::cumsum(copied, 1))));
  CHECK(same_bits(values_of(cp::cumsum(copied * x(cp::slice(0, 30))(cp::all, cp::newaxis), 1)),
                  values_of(cp::cumsum(cp::eval(copied * x(cp::slice(0, 30))(cp::all, cp::newaxis)), 1))));
  array<std::int32_t, 1> const where = cp::astype<std::int32_t>(cp::arange<std::int64_t>(40) * 7 % 40);
  CHECK(same_bits(values_of(cp::cumsum(x(where))), values_of(cp::cumsum(cp::eval(x(where))))));
}

TEST_CASE("numbers of narrow dtypes beside a scan") {
  auto const half = cp::array<cp::float16>({1, 2, 3});
  auto const number = cp::reshape(half(cp::slice(2, 3)), cp::index_array<0>{});
  array<float, 1> const x = cp::full<float>({100}, 2.0f);
  array<float, 1> const y = cp::cumsum(x) * number;
  for (std::int64_t i = 0; i < 100; ++i) CHECK(y.item(i) == 6.0f * static_cast<float>(i + 1));
}

TEST_CASE("overlapping operands are read before they are written") {
  for (std::int64_t n : {10, 1000, 200000}) {
    CAPTURE(n);
    array<float, 1> const x = noise(n);
    array<float, 1> y = x.copy();
    auto const before = cp::count();
    y(cp::all) = cp::cumsum(y);
    CHECK((cp::count() - before).temporaries == 0);
    CHECK(same_bits(values_of(y), values_of(cp::cumsum(x))));
    y = x.copy();
    y(cp::slice(1, cp::end)) = cp::cumsum(y(cp::slice(0, -1)));
    CHECK(same_bits(values_of(y(cp::slice(1, cp::end))), values_of(cp::cumsum(cp::eval(x(cp::slice(0, -1)) * 1)))));
    y = x.copy();
    y(cp::all) = cp::cumsum(cp::flip(y));
    CHECK(same_bits(values_of(y), values_of(cp::cumsum(cp::eval(cp::flip(x))))));
    y = x.copy();
    y = cp::cumsum(y) + y;
    CHECK(same_bits(values_of(y), values_of(cp::cumsum(x) + x)));
  }
  array<float, 2> const a = cp::reshape(noise(40 * 40), {40, 40});
  array<float, 2> b = a.copy();
  b(cp::all) = cp::cumsum(b.T(), 0);
  CHECK(same_bits(values_of(b), values_of(cp::cumsum(cp::eval(a.T()), 0))));
  b = a.copy();
  (void)cp::evaluate(cp::into(b, cp::cumsum(b, 1)), b * 2);
  CHECK(same_bits(values_of(b), values_of(cp::cumsum(a, 1))));
}

TEST_CASE("bits depend neither on threads nor on the layout, and are alike in every run") {
  std::int64_t const n = 1000003;
  array<float, 1> const x = noise(n + 1)(cp::slice(0, n)), tall = noise(40000 * 20);
  array<float, 2> const wide = cp::reshape(x(cp::slice(0, 999000)), {3, 333000}),
                        columns = cp::reshape(tall, {40000, 20});
  auto const line = values_of(cp::cumsum(x)), rows = values_of(cp::cumsum(wide, 1)),
             down = values_of(cp::cumsum(columns, 0)), product = values_of(cp::cumprod(1 + x * 1e-3f));
  array<float, 1> const apart = cp::zeros<float>({2 * n});
  apart(cp::slice(1, cp::end, 2)) = x;
  CHECK(same_bits(values_of(cp::cumsum(apart(cp::slice(1, cp::end, 2)))), line));
  array<float, 1> const moved = cp::zeros<float>({n + 1});
  moved(cp::slice(1, cp::end)) = x;
  CHECK(same_bits(values_of(cp::cumsum(moved(cp::slice(1, cp::end)))), line));
  moved(cp::slice(1, cp::end)) = cp::cumsum(x);
  CHECK(same_bits(values_of(moved(cp::slice(1, cp::end))), line));
  for (int t : {1, 2, 3, 8}) {
    tests::host_threads const threads(t);
    CHECK(same_bits(values_of(cp::cumsum(x)), line));
    CHECK(same_bits(values_of(cp::cumsum(wide, 1)), rows));
    CHECK(same_bits(values_of(cp::cumsum(columns, 0)), down));
    CHECK(same_bits(values_of(cp::cumprod(1 + x * 1e-3f)), product));
  }
}

namespace {
/// The largest error against float64, as a part of (log2(n / 128) + 8) eps sum|x|.
double error_of(array<float, 1> const& x) {
  auto const got = values_of(cp::cumsum(x)), values = values_of(x);
  double sum = 0, magnitude = 0, worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    sum += values[i];
    magnitude += std::abs(values[i]);
    double const levels = 8 + std::max(0.0, std::log2(static_cast<double>(i + 1) / 128));
    worst = std::max(worst, std::abs(got[i] - sum) / (levels * std::numeric_limits<float>::epsilon() * magnitude));
  }
  return worst;
}
}  // namespace

TEST_CASE("errors grow with the logarithm of the length") {
  for (std::int64_t n : {100, 5000, 3000001}) {
    CAPTURE(n);
    array<float, 1> const x = noise(n);
    CHECK(error_of(x) < 1);
    CHECK(error_of(cp::eval(cp::exp(8 * x))) < 1);
    CHECK(error_of(cp::full<float>({n}, 0.1f)) < 1);
    CHECK(error_of(cp::eval(cp::where(cp::index<0>({n}) % 2 == 0, 1.0f, -1.0f) + x * 1e-3f)) < 1);
  }
  std::int64_t n = (std::int64_t{1} << 25) + 3;
#if FUSE_NVCC
  n = std::int64_t{1} << 28;
#endif
  try {
    array<float, 1> const ones = cp::full<float>({n}, 1.0f);
    CHECK(cp::eval(cp::cumsum(ones)).item(n - 1) == static_cast<float>(n));
  } catch (cp::out_of_memory const&) {
    MESSAGE("skipped: not enough memory");
  }
}

TEST_CASE("lines of many lengths, along and across memory") {
  auto const check = [](std::int64_t rows, std::int64_t columns) {
    CAPTURE(rows);
    CAPTURE(columns);
    array<std::int32_t, 2> const x =
        cp::astype<std::int32_t>(cp::index<0>({rows, columns}) * 7 % 11 - cp::index<1>({rows, columns}) % 5);
    auto const host = x.to_host();
    auto const down = cp::eval(cp::cumsum(x, 0)).to_host(), along = cp::eval(cp::cumsum(x, 1)).to_host();
    auto const turned = cp::eval(cp::cumsum(x.T(), 0)).to_host(),
               part = cp::eval(cp::cumsum(x(cp::all, cp::slice(columns / 2, cp::end)), 0)).to_host();
    bool right = true;
    std::vector<std::int64_t> above(static_cast<std::size_t>(columns));
    for (std::int64_t i = 0; i < rows; ++i) {
      std::int64_t before = 0;
      for (std::int64_t j = 0; j < columns; ++j) {
        std::int64_t& sum = above[static_cast<std::size_t>(j)];
        sum += host(i, j);
        before += host(i, j);
        right = right && down(i, j) == sum && along(i, j) == before && turned(j, i) == before &&
                (j < columns / 2 || part(i, j - columns / 2) == sum);
      }
    }
    CHECK(right);
  };
  for (std::int64_t n : {1, 2, 7, 16, 33, 64, 100, 129, 1000, 1025, 2048, 4100, 70001}) {
    check(n, 3);
    check(3, n);
    if (n < 3000) check(n, 40), check(40, n);
  }
  check(20000, 17);
  check(9, 30000);
}

TEST_CASE("short lines across memory, of which a block has several groups") {
  auto const check = [](std::int64_t groups, std::int64_t length, std::int64_t across) {
    CAPTURE(groups);
    CAPTURE(length);
    CAPTURE(across);
    cp::index_array<3> const shape{groups, length, across + 1};
    array<std::int32_t, 3> const all =
        cp::astype<std::int32_t>(cp::index<0>(shape) * 7 % 11 - cp::index<1>(shape) * 3 % 5 + cp::index<2>(shape) % 4);
    auto const host = all.to_host();
    for (int first : {0, 1}) {
      auto const x = all(cp::all, cp::all, cp::slice(first, first + across));
      auto const down = cp::eval(cp::cumsum(x, 1)).to_host(), behind = cp::eval(cp::cumsum(x, 1) * 3 - x).to_host();
      bool right = true;
      for (std::int64_t i = 0; i < groups; ++i)
        for (std::int64_t k = 0; k < across; ++k) {
          std::int64_t sum = 0;
          for (std::int64_t j = 0; j < length; ++j) {
            sum += host(i, j, k + first);
            right = right && down(i, j, k) == sum && behind(i, j, k) == 3 * sum - host(i, j, k + first);
          }
        }
      CHECK(right);
    }
  };
  for (std::int64_t across : {7, 8, 9, 14, 31, 64})
    for (std::int64_t length : {1, 5, 16, 70}) check(5, length, across);
  check(1001, 5, 8);
  check(99, 16, 15);
  check(3, 300, 16);
  check(2, 3, 10001);
}

TEST_CASE("scans are replayed by graphs") {
  array<float, 1> const x = cp::full<float>({100000}, 1.0f), y = cp::empty<float>({100000});
  array<float, 2> const m = cp::reshape(x, {1000, 100}), z = cp::empty<float>({1000, 100});
  cp::graph const g = cp::capture([&] {
    y(cp::all) = cp::cumsum(x);
    z(cp::all) = cp::cumsum(m, 0) * 2;
  });
  for (float value : {3.0f, 1.0f, 2.0f}) {
    x(cp::all) = value;
    g.launch();
    CHECK(y.item(99999) == 100000 * value);
    CHECK(z.item(999, 99) == 2000 * value);
  }
}

TEST_CASE("axes that do not exist") {
  array<float, 2> const x = cp::full<float>({3, 4}, 1.0f);
  CHECK_THROWS_AS((void)cp::cumsum(x, 2), cp::index_error);
  CHECK_THROWS_AS((void)cp::cummax(x, -3), cp::index_error);
  CHECK_THROWS_AS((void)cp::add.accumulate(x, 5), cp::index_error);
  CHECK_THROWS_AS((void)cp::eval(cp::cumsum(x + cp::full<float>({5}, 1.0f), 0)), cp::shape_error);
  array<float, 2> const y = cp::full<float>({3, 5}, 7.0f);
  CHECK_THROWS_AS((y(cp::all) = cp::cumsum(x, 0)), cp::shape_error);
  CHECK(y.item(2, 4) == 7);
}

TEST_CASE("explain tells of scans") {
  array<float, 2> const x = cp::full<float>({3, 4}, 1.0f);
  std::string const space = cp::default_space::name;
  auto const before = cp::count();
  CHECK(cp::explain(cp::cumsum(x * 2, 1)) ==
        "result float32 (3, 4) in " + space +
            "\n  cp::cumsum float32 along axis 1\n    cp::multiply float32\n      array float32 (3, 4) strides (4, 1) "
            "in " +
            space + "\n      constant float32\n1 kernel in " + space +
            ": scan form over 3 lines of 4 elements, 1 inputs\nreads 48 bytes, writes 48 bytes, 0 temporaries\n");
  CHECK(cp::explain(cp::cumprod(x)).find("scan form over 1 line of 12 elements") != std::string::npos);
  CHECK(cp::explain(cp::cumprod(x)).find("cp::cumprod float32 over all axes as one") != std::string::npos);
  CHECK(cp::explain(cp::cumsum(x, 0) + x(0)).find(": scan form over 4 lines of 3 elements, 2 inputs\n") !=
        std::string::npos);
  CHECK(cp::explain(cp::cumsum(x, 0) + cp::cumsum(x, 1)).find("a scanning kernel for each scan, into an array") !=
        std::string::npos);
  CHECK(cp::explain(cp::cumsum(x, 0) + cp::sum(x)).find("becomes arrays first; then one scanning kernel") !=
        std::string::npos);
  CHECK(cp::explain(cp::cumsum(x / cp::sum(x), 0)).find("then one scanning kernel") != std::string::npos);
  CHECK((cp::count() - before).launches == 0);
}
