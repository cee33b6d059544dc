// Makers of arrays against what NumPy makes.
#include <doctest.h>

#include <cmath>
#include <fuse/fuse.hpp>
#include <limits>

#include "values.hpp"

using namespace tests;

TEST_CASE("arange, linspace, eye and diag give what NumPy gives") {
#define ARANGE_INT(START, STOP, STEP, ...)                                    \
  {                                                                           \
    auto const a = cp::arange(std::int64_t(START), std::int64_t(STOP), STEP); \
    CHECK(values(a) == std::vector<std::int64_t> __VA_ARGS__);                \
  }
#define ARANGE_FLOAT(START, STOP, STEP, ...) \
  CHECK(values(cp::arange(START, STOP, STEP)) == std::vector<double> __VA_ARGS__);
#define ARANGE_FLOAT32(START, STOP, STEP, ...) \
  CHECK(values(cp::arange<float>(START, STOP, STEP)) == std::vector<float> __VA_ARGS__);
#define LINSPACE(START, STOP, N, ENDPOINT, ...) \
  CHECK(values(cp::linspace(START, STOP, N, ENDPOINT)) == std::vector<double> __VA_ARGS__);
#define EYE(N, M, K, ...)                                                                 \
  CHECK(values(cp::eye<std::int32_t>(N, M, K)) == std::vector<std::int32_t> __VA_ARGS__); \
  CHECK(list_of(cp::eye<std::int32_t>(N, M, K).shape()) == longs{N, M});
#define DIAG_OF(N, M, K, ...) CHECK(values(cp::diag(counted({N, M}), K)) == std::vector<std::int32_t> __VA_ARGS__);
#define DIAG_FROM(N, K, ROWS, ...)                                  \
  {                                                                 \
    auto const a = cp::diag(cp::arange<std::int32_t>(1, N + 1), K); \
    CHECK(list_of(a.shape()) == longs{ROWS, ROWS});                 \
    CHECK(values(a) == std::vector<std::int32_t> __VA_ARGS__);      \
  }
#include "data/array/creation.inc"
}

TEST_CASE("shapes in braces, as index_array and as one number") {
  CHECK(list_of(cp::zeros<float>({2, 3}).shape()) == longs{2, 3});
  CHECK(list_of(cp::zeros<float>({4}).shape()) == longs{4});
  CHECK(list_of(cp::zeros<float>(4).shape()) == longs{4});
  CHECK(list_of(cp::zeros(cp::index_array<2>{{1, 2}}).shape()) == longs{1, 2});
  CHECK(cp::ones(cp::index_array<0>{}).item() == 1.0);
  std::size_t const n = 3;
  CHECK(list_of(cp::empty<float>({n, std::int16_t(2)}).shape()) == longs{3, 2});
  static_assert(std::is_same_v<decltype(cp::zeros(3))::value_type, double>);
  static_assert(
      std::is_same_v<decltype(cp::zeros<float, cp::host_space>({3, 3})), cp::ndarray<float, 2, cp::host_space>>);
  CHECK(values(cp::full<float>({2}, 1.5)) == floats{1.5f, 1.5f});
  CHECK(values(cp::full<std::uint8_t>(3, 7)) == std::vector<std::uint8_t>{7, 7, 7});
  CHECK(values(cp::ones<cp::complex64>(1)) == std::vector<cp::complex64>{cp::complex64(1, 0)});
  CHECK(values(cp::ones<cp::float16>(2)) == std::vector<cp::float16>(2, cp::float16(1)));
  CHECK(values(cp::array<float>({1, 2})) == floats{1, 2});
  CHECK(list_of(cp::array<float>({{1, 2}, {3, 4}, {5, 6}}).shape()) == longs{3, 2});
}

TEST_CASE("fills of every element size reach every element") {
  for (std::int64_t n : {0, 1, 2, 3, 7, 15, 16, 17, 1000, 100003}) {
    CHECK(values(cp::full<std::uint8_t>(n, 3)) == std::vector<std::uint8_t>(static_cast<std::size_t>(n), 3));
    CHECK(values(cp::full<std::int16_t>(n, -3)) == std::vector<std::int16_t>(static_cast<std::size_t>(n), -3));
    CHECK(values(cp::full<float>(n, 0.5f)) == floats(static_cast<std::size_t>(n), 0.5f));
    CHECK(values(cp::full<double>(n, -0.0)).size() == static_cast<std::size_t>(n));
    CHECK(values(cp::full<cp::complex128>(n, cp::complex128(1, 2))) ==
          std::vector<cp::complex128>(static_cast<std::size_t>(n), cp::complex128(1, 2)));
  }
  CHECK(std::signbit(cp::full<double>(3, -0.0).item(1)));
}

TEST_CASE("the _like makers take shape, dtype and space") {
  auto const a = cp::zeros<float>({2, 3});
  CHECK(list_of(cp::empty_like(a).shape()) == longs{2, 3});
  CHECK(values(cp::ones_like(a.T())) == floats(6, 1));
  CHECK(list_of(cp::zeros_like(a.T()).shape()) == longs{3, 2});
  CHECK(values(cp::full_like(a(0), 2)) == floats(3, 2));
  static_assert(std::is_same_v<decltype(cp::zeros_like(a > 0.f))::value_type, bool>);
  CHECK(list_of(cp::zeros_like(a + cp::zeros<float>({4, 1, 1})).shape()) == longs{4, 2, 3});
  CHECK(cp::full_like(a(0, cp::slice(0, 0)), 3).size() == 0);
}

TEST_CASE("dtypes of arange follow its arguments") {
  static_assert(std::is_same_v<decltype(cp::arange(3))::value_type, std::int64_t>);
  static_assert(std::is_same_v<decltype(cp::arange(3.0))::value_type, double>);
  static_assert(std::is_same_v<decltype(cp::arange(3.f))::value_type, float>);
  static_assert(std::is_same_v<decltype(cp::arange(0, 1, 0.25))::value_type, double>);
  static_assert(std::is_same_v<decltype(cp::arange<std::int8_t>(3))::value_type, std::int8_t>);
  CHECK(values(cp::arange(4)) == longs{0, 1, 2, 3});
  CHECK(values(cp::arange<float>(3)) == floats{0, 1, 2});
  CHECK(values(cp::arange<std::uint8_t>(250, 256)) == std::vector<std::uint8_t>{250, 251, 252, 253, 254, 255});
  CHECK(values(cp::arange(2u, 5u)) == longs{2, 3, 4});
  CHECK(values(cp::arange<cp::float16>(3)) == std::vector<cp::float16>{cp::float16(0), cp::float16(1), cp::float16(2)});
  CHECK(values(cp::arange<cp::complex64>(2)) == std::vector<cp::complex64>{cp::complex64(0, 0), cp::complex64(1, 0)});
  CHECK(values(cp::arange<std::int64_t>(INT64_MAX - 2, INT64_MAX)) == longs{INT64_MAX - 2, INT64_MAX - 1});
  CHECK(cp::arange(-5).size() == 0);
}

TEST_CASE("makers refuse what cannot be made") {
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH_AS((void)cp::arange(0, 5, 0), "cp::arange: the step cannot be 0", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::arange(0.0, 1.0, 0.0),
                       "cp::arange: start, stop and step must be finite, and the step not 0", cp::value_error);
  CHECK_THROWS_AS((void)cp::arange(0.0, inf, 1.0), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange(nan, 1.0, 1.0), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange(0.0, 1.0, nan), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange(-inf, 1.0, 1.0), cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::arange(INT64_MIN, INT64_MAX, std::int64_t(1)),
                       "cp::arange: there are more than 2^63 - 1 numbers between start and stop", cp::value_error);
  CHECK(cp::arange(INT64_MIN, INT64_MAX, std::int64_t(1) << 62).size() == 4);
  CHECK(values(cp::arange(INT64_MAX, INT64_MIN, INT64_MIN)) == longs{INT64_MAX, -1});
  CHECK_THROWS_WITH_AS((void)cp::linspace(0, 1, -1), "cp::linspace: the number of samples cannot be negative, as -1",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::eye(-1), cp::shape_error);
  CHECK_THROWS_AS((void)cp::zeros<float>(-3), cp::shape_error);
}

TEST_CASE("linspace ends exactly where it is told to, also in float32") {
  for (std::int64_t n : {2, 3, 7, 100, 1001}) {
    auto const a = cp::linspace<float>(0.1, 0.7, n);
    CHECK(a.item(0) == 0.1f);
    CHECK(a.item(n - 1) == 0.7f);
    CHECK(cp::linspace(-1.0 / 3, 1e9 / 7, n).item(n - 1) == 1e9 / 7);
  }
  CHECK(values(cp::linspace<std::int32_t>(0, 10, 5)) == ints{0, 2, 5, 7, 10});
}

TEST_CASE("linspace of integers rounds down") {
  CHECK(values(cp::linspace<std::int32_t>(-1.5, 1.5, 4)) == ints{-2, -1, 0, 1});
  CHECK(values(cp::linspace<std::int8_t>(-2.5, 2.5, 11)) ==
        std::vector<std::int8_t>{-3, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2});
  CHECK(values(cp::linspace<std::int32_t>(-1.5, -0.5, 1)) == ints{-2});
  CHECK(values(cp::linspace<std::int64_t>(0, -1.2, 3, false)) == longs{0, -1, -1});
  CHECK(values(cp::linspace<std::int32_t>(-1, 1.9, 2)) == ints{-1, 1});
  CHECK(values(cp::linspace<bool>(-0.5, 0.5, 3)) == bools{true, false, true});
}

TEST_CASE("index and fromfunction count positions") {
  CHECK(values(cp::index<0>({2, 3})) == longs{0, 0, 0, 1, 1, 1});
  CHECK(values(cp::index<-1>({2, 3})) == longs{0, 1, 2, 0, 1, 2});
  CHECK(values(cp::fromfunction([](auto i, auto j) { return i * 10 + j; }, {2, 3})) == longs{0, 1, 2, 10, 11, 12});
  CHECK(values(cp::index<0>({0, 3})).empty());
  auto const a = cp::zeros<float>({4, 2});
  CHECK(values(cp::index<0>(a.shape()) + a) == doubles{0, 0, 1, 1, 2, 2, 3, 3});
}

TEST_CASE("asarray takes expressions, numbers and ranges") {
  CHECK(cp::asarray(3.5).item() == 3.5);
  static_assert(std::is_same_v<decltype(cp::asarray(3))::value_type, std::int32_t>);
  std::vector<float> const v{1, 2};
  CHECK(values(cp::asarray(v)) == v);
  auto const a = cp::arange<float>(3);
  CHECK(cp::asarray(a).data() == a.data());
  CHECK(values(cp::asarray(a + 1)) == floats{1, 2, 3});
}

TEST_CASE("diagonals are views that can be written") {
  auto a = cp::zeros<std::int32_t>({3, 4});
  cp::diagonal(a)(cp::all) = 1;
  cp::diagonal(a, 1) += 5;
  cp::diagonal(a, -2) = 9;
  CHECK(values(a) == ints{1, 5, 0, 0, 0, 1, 5, 0, 9, 0, 1, 5});
  auto const c = counted({2, 3, 2});
  CHECK(list_of(cp::diagonal(c).shape()) == longs{2, 2});
  CHECK(values(cp::diagonal(c)) == ints{0, 8, 1, 9});
  CHECK(values(cp::diagonal(c + 1, 1)) == ints{3, 11, 4, 12});
  CHECK(cp::diagonal(cp::zeros<float>({0, 3})).size() == 0);
  CHECK(values(cp::diagflat(counted({2, 1}) + 1, 1)) == ints{0, 1, 0, 0, 0, 2, 0, 0, 0});
  CHECK(values(cp::identity<float>(2)) == floats{1, 0, 0, 1});
}
