// Makers of arrays against what NumPy makes.
#include <doctest.h>

#include <cmath>
#include <fuse/fuse.hpp>
#include <iterator>
#include <limits>

#include "values.hpp"

using namespace tests;

// covers: cupy.arange; cupy.linspace; cupy.eye; cupy.diag
TEST_CASE("arange, linspace, eye and diag give what NumPy gives") {
#define ARANGE_INT(START, STOP, STEP, ...)                                    \
  {                                                                           \
    auto const a = cp::arange(std::int64_t(START), std::int64_t(STOP), STEP); \
    std::vector<std::int64_t> const expected __VA_ARGS__;                     \
    CHECK(equals<std::int64_t>(a, {std::ssize(expected)}, expected));         \
  }
#define ARANGE_FLOAT(START, STOP, STEP, ...) \
  CHECK(equals<double>(cp::arange(START, STOP, STEP), {std::ssize(doubles __VA_ARGS__)}, __VA_ARGS__));
#define ARANGE_FLOAT32(START, STOP, STEP, ...) \
  CHECK(equals<float>(cp::arange<float>(START, STOP, STEP), {std::ssize(floats __VA_ARGS__)}, __VA_ARGS__));
#define LINSPACE(START, STOP, N, ENDPOINT, ...) \
  CHECK(equals<double>(cp::linspace(START, STOP, N, ENDPOINT), {N}, __VA_ARGS__));
#define EYE(N, M, K, ...) CHECK(equals<std::int32_t>(cp::eye<std::int32_t>(N, M, K), {N, M}, __VA_ARGS__));
#define DIAG_OF(N, M, K, ...) \
  CHECK(equals<std::int32_t>(cp::diag(counted({N, M}), K), {std::ssize(ints __VA_ARGS__)}, __VA_ARGS__));
#define DIAG_FROM(N, K, ROWS, ...)                                  \
  {                                                                 \
    auto const a = cp::diag(cp::arange<std::int32_t>(1, N + 1), K); \
    CHECK(equals<std::int32_t>(a, {ROWS, ROWS}, __VA_ARGS__));      \
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

TEST_CASE("integers of C++ that an element cannot hold are refused, as NumPy does") {
  std::vector<int> const list = {1, 300};
  int const plain[2] = {1, -1};
  CHECK_THROWS_AS((void)cp::asarray<std::uint8_t>(300), cp::value_error);
  CHECK_THROWS_AS((void)cp::asarray<std::uint8_t>(-1), cp::value_error);
  CHECK_THROWS_AS((void)cp::asarray<std::uint8_t>(list), cp::value_error);
  CHECK_THROWS_AS((void)cp::array<std::int8_t>(list), cp::value_error);
  CHECK_THROWS_AS((void)cp::asarray<std::uint64_t>(plain), cp::value_error);
  CHECK_THROWS_AS((cp::ndarray<std::uint8_t, 1>(list)), cp::value_error);
  CHECK_THROWS_AS((cp::ndarray<std::uint8_t, 1>(list.begin(), list.end())), cp::value_error);
  CHECK_THROWS_AS((cp::ndarray<std::uint16_t, 1>(plain)), cp::value_error);
  CHECK(equals<std::int16_t>(cp::asarray<std::int16_t>(list), {2}, {1, 300}));
  CHECK(equals<std::int8_t>(cp::asarray<std::int8_t>(plain), {2}, {1, -1}));
  CHECK(equals<std::uint8_t>(cp::asarray<std::uint8_t>(255), {}, {255}));
  CHECK(equals<std::uint8_t>(cp::asarray<std::uint8_t>(true), {}, {1}));
  CHECK(equals<float>(cp::asarray<float>(list), {2}, {1, 300}));
  CHECK(equals<cp::float16>(cp::asarray<cp::float16>(list), {2}, {cp::float16(1), cp::float16(300)}));
  CHECK(equals<std::int32_t>(cp::asarray<std::int32_t>(std::vector<double>{2.9, -1.5}), {2}, {2, -1}));
  CHECK(equals<bool>(cp::asarray<bool>(list), {2}, {true, true}));
  CHECK(equals<bool>(cp::asarray<bool>(std::vector<double>{0, 0.5}), {2}, {false, true}));
  std::vector<bool> const bits{true, false, true, true};
  CHECK(equals<bool>(cp::asarray(bits), {4}, {true, false, true, true}));
  CHECK(equals<bool>(cp::ndarray<bool, 1>(bits), {4}, {true, false, true, true}));
  CHECK(equals<float>(cp::asarray<float>(bits), {4}, {1, 0, 1, 1}));
  CHECK(std::vector<bool>(cp::array(bits)) == bits);
  // Arrays convert as astype does.
  CHECK(equals<std::uint8_t>(cp::asarray<std::uint8_t>(cp::asarray(list)), {2}, {1, 44}));
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

TEST_CASE("the first two numbers of arange are stored as they are where their distance is not finite") {
  float const inf = std::numeric_limits<float>::infinity();
  CHECK(values(cp::arange<float>(0, 1e300, 3e299)) == floats{0, inf, inf, inf});
  CHECK(values(cp::arange<float>(0, 1e300, 9e299)) == floats{0, inf});
  CHECK(values(cp::arange<float>(1e300, 1.5e300, 1e300)) == floats{inf});
  CHECK(values(cp::arange<float>(1e300, 3e300, 1e300)) == floats{inf, inf});
  CHECK(values(cp::arange<float>(-3e38, 3e38, 2e38)) == floats{-3e38f, -1e38f, inf});
  cp::float16 const huge(inf);
  CHECK(values(cp::arange<cp::float16>(65500, 65600, 32)) ==
        std::vector<cp::float16>{cp::float16(65500), huge, huge, huge});
  CHECK(values(cp::arange<cp::complex64>(0, 1e300, 3e299)) ==
        std::vector<cp::complex64>{cp::complex64(0, 0), cp::complex64(inf, 0), cp::complex64(inf, 0),
                                   cp::complex64(inf, 0)});
}

TEST_CASE("makers refuse what cannot be made") {
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH_AS((void)cp::arange(0, 5, 0), "cp::arange: the step cannot be 0", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::arange(0.0, 1.0, 0.0),
                       "cp::arange: start, stop and step must be finite, and the step not 0; they are 0, 1 and 0",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::arange(0.0, inf, 1.0), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange(nan, 1.0, 1.0), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange(0.0, 1.0, nan), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange(-inf, 1.0, 1.0), cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::arange(INT64_MIN, INT64_MAX, std::int64_t(1)),
                       "cp::arange: from -9223372036854775808 to 9223372036854775807 by 1 there are more numbers than "
                       "2^63 - 1",
                       cp::value_error);
  CHECK(cp::arange(INT64_MIN, INT64_MAX, std::int64_t(1) << 62).size() == 4);
  CHECK(values(cp::arange(INT64_MAX, INT64_MIN, INT64_MIN)) == longs{INT64_MAX, -1});
  CHECK_THROWS_WITH_AS((void)cp::linspace(0, 1, -1), "cp::linspace: the number of samples cannot be negative, as -1",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::eye(-1), cp::shape_error);
  // 2^64 + 2^33 + 1 and 2^65 bytes, which wrap to what could be had.
  CHECK_THROWS_AS((void)cp::empty<std::int8_t>({(std::int64_t(1) << 32) + 1, (std::int64_t(1) << 32) + 1}),
                  cp::shape_error);
  CHECK_THROWS_AS((void)cp::empty<double>({std::int64_t(1) << 31, std::int64_t(1) << 31}), cp::shape_error);
  CHECK_THROWS_AS((void)cp::zeros<float>(-3), cp::shape_error);
}

TEST_CASE("ranges of integers are counted exactly, whatever the arguments' types") {
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  CHECK(values(cp::arange<std::uint64_t>(half - 2, half + 2)) ==
        std::vector<std::uint64_t>{half - 2, half - 1, half, half + 1});
  CHECK(values(cp::arange<std::uint64_t>(~std::uint64_t{0}, half, std::int64_t{-1} << 62)) ==
        std::vector<std::uint64_t>{~std::uint64_t{0}, ~std::uint64_t{0} - (half >> 1)});
  CHECK(values(cp::arange(std::uint64_t{3}, -2, -1)) == longs{3, 2, 1, 0, -1});
  CHECK(values(cp::arange<std::int64_t>(INT64_MIN, INT64_MAX, INT64_MAX)) == longs{INT64_MIN, -1, INT64_MAX - 1});
  CHECK(values(cp::arange<std::uint8_t>(10, 0, -3)) == std::vector<std::uint8_t>{10, 7, 4, 1});
  CHECK(values(cp::arange<std::uint8_t>(5, -1, -1)) == std::vector<std::uint8_t>{5, 4, 3, 2, 1, 0});
  CHECK(values(cp::arange<std::int8_t>(-128, 127, 200)) == std::vector<std::int8_t>{-128, 72});
  CHECK(values(cp::arange<std::uint8_t>(0, 10, 300)) == std::vector<std::uint8_t>{0});
  CHECK(cp::arange<std::uint8_t>(300, 300).size() == 0);
  CHECK(values(cp::arange<std::int32_t>(0.5, 3, 0.5)) == ints{0, 1, 2, 3, 4});
  CHECK(values(cp::arange<std::uint8_t>(-0.5, 2.0)) == std::vector<std::uint8_t>{0, 0, 0});
}

TEST_CASE("ranges that their dtype does not hold are refused") {
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  CHECK_THROWS_WITH_AS((void)cp::arange<std::uint8_t>(298, 302),
                       "cp::arange: uint8 has no 298, only integers from 0 to 255; name a wider dtype, as in "
                       "cp::arange<std::int64_t>(...)",
                       cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::arange(half - 2, half + 2),
                       "cp::arange: int64 has no 9223372036854775809, only integers from -9223372036854775808 to "
                       "9223372036854775807; name a wider dtype, as in cp::arange<std::uint64_t>(...)",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::arange<std::int8_t>(127, 130), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange<std::int8_t>(126, 129), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange<std::uint8_t>(-1, 3), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange<std::int32_t>(3000000000, 3000000003), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange<std::int8_t>(0.0, 1000.0, 100.0), cp::value_error);
  CHECK_THROWS_AS((void)cp::arange<std::int64_t>(0.0, 2e19, 1e18), cp::value_error);
  CHECK_THROWS_AS((void)cp::linspace<std::int8_t>(0, 1000, 5), cp::value_error);
  CHECK_THROWS_AS((void)cp::linspace<std::uint8_t>(-0.5, 2, 3), cp::value_error);
  CHECK(values(cp::linspace<std::uint8_t>(0, 255.5, 3)) == std::vector<std::uint8_t>{0, 127, 255});
  CHECK(values(cp::linspace<std::uint8_t>(0, 256, 2, false)) == std::vector<std::uint8_t>{0, 128});
  CHECK_THROWS_WITH_AS((void)cp::arange(0.0, 1e300, 1e-300),
                       "cp::arange: from 0 to 1e+300 by 1e-300 there are more numbers than 2^63 - 1", cp::value_error);
  CHECK_THROWS_WITH_AS((void)cp::arange(-1e308, 1e308, 1e307),
                       "cp::arange: float64 does not hold the distance from -1e+308 to 1e+308", cp::value_error);
}

TEST_CASE("a C++ integer alone makes int64, as one of Python's does") {
  auto const mask = cp::array<bool>({true, false});
  CHECK(values(cp::where(mask, 3, 4)) == longs{3, 4});
  CHECK(values(cp::where(mask, 2000000000, 4) * 2) == longs{4000000000, 8});
  CHECK(values(cp::where(mask, std::size_t{3}, -1)) == longs{3, -1});
  CHECK(values(cp::where(mask, std::uint8_t{1}, 2u)) == longs{1, 2});
  CHECK(values(cp::where(mask, 1, false)) == longs{1, 0});
  CHECK(values(cp::where(mask, 1, 0.5)) == doubles{1, 0.5});
  CHECK(values(cp::where(mask, 1.5f, 0.5f)) == floats{1.5f, 0.5f});
  CHECK(values(cp::where(mask, true, false)) == bools{true, false});
  CHECK(values(cp::where(mask, cp::array<std::int8_t>({1, 2}), 3)) == std::vector<std::int8_t>{1, 3});
  CHECK(values(cp::full({2}, 7)) == longs{7, 7});
  CHECK(values(cp::full(2, std::uint8_t{7})) == longs{7, 7});
  CHECK(values(cp::full({2}, 7.5f)) == floats{7.5f, 7.5f});
  CHECK(values(cp::full(1, true)) == bools{true});
  CHECK(cp::asarray(7).item() == 7);
  static_assert(std::is_same_v<decltype(cp::asarray(std::uint16_t{7}))::value_type, std::int64_t>);
  static_assert(std::is_same_v<decltype(cp::asarray(true))::value_type, bool>);
  static_assert(std::is_same_v<decltype(cp::asarray(7.f))::value_type, float>);
  CHECK_THROWS_AS((void)cp::asarray(~std::uint64_t{0}), cp::value_error);
  CHECK(cp::add(2000000000, 2000000000) == 4000000000);
  CHECK(cp::power(10, 10) == 10000000000);
  CHECK(cp::maximum(~std::uint64_t{0}, std::uint64_t{1}) == ~std::uint64_t{0});
  CHECK(cp::less(-1, ~std::uint64_t{0}));
  CHECK_FALSE(cp::equal(-1, ~std::uint64_t{0}));
  auto const product = cp::fuse([](auto a, auto b) { return a * b; });
  CHECK(cp::eval(product(100000, 100000)).item() == 10000000000);
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
  CHECK(values(cp::fromfunction([](auto i, auto j) { return i * 10 + j; }, {2, 3})) == doubles{0, 1, 2, 10, 11, 12});
  CHECK(values(cp::fromfunction<std::int64_t>([](auto i, auto j) { return i * 10 + j; }, {2, 3})) ==
        longs{0, 1, 2, 10, 11, 12});
  CHECK(values(cp::index<0>({0, 3})).empty());
  auto const a = cp::zeros<float>({4, 2});
  CHECK(values(cp::index<0>(a.shape()) + a) == doubles{0, 0, 1, 1, 2, 2, 3, 3});
}

TEST_CASE("asarray takes expressions, numbers and ranges") {
  CHECK(cp::asarray(3.5).item() == 3.5);
  static_assert(std::is_same_v<decltype(cp::asarray(3))::value_type, std::int64_t>);
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

TEST_CASE("arrays of braces: their dtype, up to three levels, without elements") {
  CHECK(equals<double>(cp::array({1.5, 2.0}), {2}, {1.5, 2}));
  CHECK(equals<std::int64_t>(cp::array({{1, 2}, {3, 4}}), {2, 2}, {1, 2, 3, 4}));
  CHECK(equals<float>(cp::array({{{1.f, 2.f}}, {{3.f, 4.f}}}), {2, 1, 2}, {1, 2, 3, 4}));
  CHECK(equals<bool>(cp::array({true, false}), {2}, {true, false}));
  CHECK(equals<cp::complex64>(cp::array({cp::complex64(1, 2)}), {1}, {cp::complex64(1, 2)}));
  CHECK(equals<float>(cp::array<float>({{{1, 2.5}}, {{3, 4}}}), {2, 1, 2}, {1, 2.5, 3, 4}));
  CHECK(equals<cp::float16>(cp::array<cp::float16>({0.1, 2}), {2}, {cp::float16(0.1), cp::float16(2)}));
  CHECK(equals<float>(cp::array<float>({}), {0}, {}));
  CHECK(equals<double>(cp::array({}), {0}, {}));
  CHECK(equals<float>(cp::array<float>({{}, {}}), {2, 0}, {}));
  CHECK_THROWS_AS((void)(cp::array<float>({{1, 2}, {3}})), cp::value_error);
}

TEST_CASE("floats of 16 bits filled with numbers") {
  auto h = cp::full<cp::float16>({2}, 0.5);
  CHECK(values(cp::astype<double>(h)) == doubles{0.5, 0.5});
  CHECK(values(cp::astype<double>(cp::full_like(h, 0.25))) == doubles{0.25, 0.25});
  CHECK(values(cp::astype<double>(cp::full<cp::bfloat16>(2, 3))) == doubles{3, 3});
  CHECK(values(cp::astype<double>(cp::full<cp::float16>({1}, cp::float16(2)))) == doubles{2});
  h.fill(1.5);
  CHECK(values(cp::astype<double>(h)) == doubles{1.5, 1.5});
  h(cp::all) = 2.5;
  CHECK(values(cp::astype<double>(h)) == doubles{2.5, 2.5});
  auto const longer = cp::insert(h, 0, 9);
  static_assert(std::is_same_v<decltype(longer)::value_type, cp::float16>);
  CHECK(values(cp::astype<double>(longer)) == doubles{9, 2.5, 2.5});
}

TEST_CASE("braces of zeros, which are no pointers") {
  CHECK(equals<double>(cp::array<double>({{0, 0}, {0, 0}}), {2, 2}, {0, 0, 0, 0}));
  CHECK(equals<std::int64_t>(cp::array({{0, 0}, {0, 0}}), {2, 2}, {0, 0, 0, 0}));
  CHECK(equals<float>(cp::array<float>({0, 0}), {2}, {0, 0}));
}

TEST_CASE("numbers in nested braces are a matrix of complex elements") {
  using z = cp::complex128;
  CHECK(equals<z>(cp::array<z>({{1, 2}, {3, 4}}), {2, 2}, {z(1), z(2), z(3), z(4)}));
  CHECK(equals<z>(cp::array<z>({{1.5, 2.5}}), {1, 2}, {z(1.5), z(2.5)}));
  CHECK(equals<z>(cp::array<z>({{{1, 2}, {3, 4}}}), {1, 2, 2}, {z(1), z(2), z(3), z(4)}));
  CHECK(equals<z>(cp::array<z>({1, 2}), {2}, {z(1), z(2)}));
  CHECK(equals<z>(cp::array<z>({{z(1, 2), 3}, {3, 4}}), {2, 2}, {z(1, 2), z(3), z(3), z(4)}));
  CHECK(equals<cp::complex64>(cp::array<cp::complex64>({cp::complex64(1, 2)}), {1}, {cp::complex64(1, 2)}));
}

TEST_CASE("braces without extents are the shape of rank 0") {
  CHECK(tests::equals<float>(cp::zeros<float>({}), {}, {0}));
  CHECK(tests::equals<double>(cp::ones({}), {}, {1}));
  CHECK(tests::equals<std::int8_t>(cp::full<std::int8_t>({}, 3), {}, {3}));
  CHECK(tests::equals<double>(cp::full({}, 2.5), {}, {2.5}));
  CHECK(cp::empty<float>({}).size() == 1);
  CHECK(tests::equals<std::int64_t>(cp::reshape(cp::array({7}), {}), {}, {7}));
  CHECK(tests::equals<std::int64_t>(cp::broadcast_to(cp::ones<std::int64_t>({}), {}), {}, {1}));
  CHECK_THROWS_AS((void)cp::reshape(cp::array({7, 8}), {}), cp::shape_error);
  static_assert(cp::shape_array<0>{} == cp::shape_array<0>{} && cp::shape_array<0>::size() == 0);
}
