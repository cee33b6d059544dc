// Scans: their dtypes, shapes, order and errors. scans_real_test.cpp and scans_complex_test.cpp compare them with
// NumPy.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <string>
#include <type_traits>

#include "array/values.hpp"
#include "running.hpp"
#include "scan_data.hpp"

using namespace scan_data;
using tests::launches;

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
