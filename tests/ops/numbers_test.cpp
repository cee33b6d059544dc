// C++ numbers beside arrays, and compound assignment, by NumPy 2's rules.
#include <complex>

#include "golden.hpp"

namespace {

template <class E>
using dtype_of_expression = typename std::remove_cvref_t<E>::value_type;

template <class T, class E>
std::vector<T> values(E const& e) {
  static_assert(E::rank == 1);
  static_assert(std::is_same_v<dtype_of_expression<E>, T>, "the expression's dtype is not the one expected");
  auto const a = cp::eval(e).to_host();
  return std::vector<T>(a.data(), a.data() + a.size());
}

template <class T>
using list = std::vector<T>;

}  // namespace

TEST_CASE("a C++ number takes the array's dtype unless it is of a higher kind") {
  auto const bytes = cp::array<cp::int8>({1, -2, 127});
  CHECK(values<cp::int8>(bytes + 1) == list<cp::int8>{2, -1, -128});
  CHECK(values<cp::int8>(1 + bytes) == list<cp::int8>{2, -1, -128});
  CHECK(values<cp::int8>(bytes * 3LL) == list<cp::int8>{3, -6, 125});
  CHECK(values<cp::int8>(10u - bytes) == list<cp::int8>{9, 12, -117});
  CHECK(values<double>(bytes + 0.5) == list<double>{1.5, -1.5, 127.5});
  CHECK(values<double>(0.5f + bytes) == list<double>{1.5, -1.5, 127.5});
  CHECK(values<double>(1 / bytes) == list<double>{1, -0.5, 1 / 127.0});
  CHECK(values<cp::int8>(bytes & true) == list<cp::int8>{1, 0, 1});
  auto const floats = cp::array<float>({1, 2.5f});
  CHECK(values<float>(floats * 2.0) == list<float>{2, 5});
  CHECK(values<float>(1 - floats) == list<float>{0, -1.5f});
  CHECK(values<float>(0.1 + floats) == list<float>{1 + 0.1f, 2.5f + 0.1f});
  CHECK(values<cp::complex64>(floats * std::complex<double>(0, 2))[1] == cp::complex64(0, 5));
  CHECK(values<cp::complex64>(cp::complex128(0, 2) * floats)[1] == cp::complex64(0, 5));
  auto const truths = cp::array<bool>({true, false});
  CHECK(values<cp::int64>(truths + 1) == list<cp::int64>{2, 1});
  CHECK(values<double>(truths * 1.5) == list<double>{1.5, 0});
  CHECK(float(values<cp::float16>(cp::array<cp::float16>({cp::float16(1.0f), cp::float16(2.0f)}) * 0.5)[1]) == 1);
}

TEST_CASE("a number of one of our own dtypes is not weak") {
  auto const bytes = cp::array<cp::int8>({1, 2});
  CHECK(float(values<cp::float16>(bytes * cp::float16(0.5f))[0]) == 0.5f);
}

TEST_CASE("comparisons, powers and functions of two operands take numbers on both sides") {
  auto const x = cp::array<cp::int32>({1, 2, 3});
  CHECK(values<bool>(x < 2) == list<bool>{true, false, false});
  CHECK(values<bool>(2 < x) == list<bool>{false, false, true});
  CHECK(values<bool>(x == 2.0) == list<bool>{false, true, false});
  CHECK(values<bool>(2.5 >= x) == list<bool>{true, true, false});
  CHECK(values<cp::int32>(cp::power(x, 2)) == list<cp::int32>{1, 4, 9});
  CHECK(values<cp::int32>(cp::power(2, x)) == list<cp::int32>{2, 4, 8});
  CHECK(values<double>(cp::power(x, 0.0)) == list<double>{1, 1, 1});
  CHECK(values<cp::int32>(cp::maximum(x, 2)) == list<cp::int32>{2, 2, 3});
  CHECK(values<cp::int32>(7 % x) == list<cp::int32>{0, 1, 1});
  CHECK(values<cp::int32>(cp::floor_divide(-7, x)) == list<cp::int32>{-7, -4, -3});
  CHECK(values<double>(cp::hypot(x, 0)) == list<double>{1, 2, 3});
  CHECK(values<cp::int32>(1 << x) == list<cp::int32>{2, 4, 8});
  CHECK(values<double>(cp::float_power(cp::array<float>({3}), 2)) == list<double>{9});
}

TEST_CASE("an integer that the array's dtype cannot hold is a value_error") {
  auto const bytes = cp::array<cp::uint8>({1, 2});
  CHECK_THROWS_AS((void)(bytes + 256), cp::value_error);
  CHECK_THROWS_AS((void)(bytes + -1), cp::value_error);
  CHECK_THROWS_AS((void)(-1 - bytes), cp::value_error);
  CHECK_THROWS_AS((void)cp::maximum(300, bytes), cp::value_error);
  CHECK_THROWS_AS((void)(cp::array<cp::int64>({1}) + UINT64_MAX), cp::value_error);
  CHECK_THROWS_AS((void)(cp::array<cp::uint64>({1}) * -1), cp::value_error);
  CHECK_THROWS_AS((void)(cp::array<cp::int8>({1}) * 128), cp::value_error);
  CHECK(values<cp::uint8>(bytes + 255) == list<cp::uint8>{0, 1});
  CHECK(values<cp::int8>(cp::array<cp::int8>({1}) + -128) == list<cp::int8>{-127});
  CHECK(values<double>(bytes + 256.0) == list<double>{257, 258});
  try {
    (void)(bytes + 256);
  } catch (cp::value_error const& e) {
    CHECK(std::string(e.what()).find("uint8") != std::string::npos);
  }
}

TEST_CASE("functions of numbers alone give numbers of NumPy's dtypes") {
  static_assert(std::is_same_v<decltype(cp::add(1.5f, 2.5f)), float> && std::is_same_v<decltype(cp::sqrt(4)), double>);
  static_assert(std::is_same_v<decltype(cp::divide(1, 2)), double> && std::is_same_v<decltype(cp::less(1, 2)), bool>);
  CHECK(cp::sqrt(4) == 2.0);
  CHECK(cp::divide(1, 2) == 0.5);
  CHECK(cp::less(1, 2));
  CHECK_FALSE(cp::less(1.0, std::nan("")));
  CHECK(cp::power(2, 10) == 1024);
}

TEST_CASE("compound assignment computes in the common dtype and stores in the array's") {
  auto const x = cp::array<float>({1, 2, 3});
  auto const data = x.data();
  x += 1;
  x *= 2.0;
  x -= cp::array<double>({0.5, 0.5, 0.5});
  x /= cp::array<cp::int8>({2});
  CHECK(values<float>(x) == list<float>{1.75f, 2.75f, 3.75f});
  CHECK(x.data() == data);
  auto const i = cp::array<cp::int16>({7, -7, 300});
  i += cp::array<cp::int64>({1, 1, 100000});
  i %= 5;
  CHECK(values<cp::int16>(i) ==
        list<cp::int16>{3, 4, static_cast<cp::int16>(((static_cast<cp::int16>(100300) % 5) + 5) % 5)});
  i <<= 2;
  i |= 1;
  i &= 0x1f;
  i ^= 2;
  i >>= 1;
  CHECK(values<cp::int16>(i)[0] == ((((3 << 2) | 1) & 0x1f) ^ 2) >> 1);
  CHECK_THROWS_AS((void)(i += 40000), cp::value_error);
  auto const z = cp::array<cp::complex64>({cp::complex64(1, 1)});
  z *= x(cp::slice(0, 1));
  CHECK(values<cp::complex64>(z)[0] == cp::complex64(1.75f, 1.75f));
  auto const view = x(cp::slice(0, cp::end, 2));
  view += 10;
  CHECK(values<float>(x) == list<float>{11.75f, 2.75f, 13.75f});
}

TEST_CASE("integers: what NumPy refuses or leaves open has a defined value") {
  auto const x = cp::array<cp::int32>({2, 1, -1, -1, 0});
  CHECK(values<cp::int32>(cp::power(x, cp::array<cp::int32>({-1, -5, -2, -3, -1}))) == list<cp::int32>{0, 1, 1, -1, 0});
  CHECK(values<cp::int32>(cp::reciprocal(x)) == list<cp::int32>{0, 1, -1, -1, 0});
  CHECK(values<cp::int32>(cp::floor_divide(x, 0)) == list<cp::int32>{0, 0, 0, 0, 0});
  CHECK(values<cp::int32>(x % 0) == list<cp::int32>{0, 0, 0, 0, 0});
  auto const low = cp::array<cp::int32>({INT32_MIN});
  CHECK(values<cp::int32>(cp::floor_divide(low, -1)) == list<cp::int32>{INT32_MIN});
  CHECK(values<cp::int32>(cp::absolute(low)) == list<cp::int32>{INT32_MIN});
  CHECK(values<cp::int32>(-low) == list<cp::int32>{INT32_MIN});
  CHECK(values<cp::int32>(cp::left_shift(cp::array<cp::int32>({1, 1, 1}), cp::array<cp::int32>({31, 32, -1}))) ==
        list<cp::int32>{INT32_MIN, 0, 0});
  CHECK(values<cp::int32>(cp::right_shift(cp::array<cp::int32>({-8, -8, 8}), cp::array<cp::int32>({1, 40, -1}))) ==
        list<cp::int32>{-4, -1, 0});
}

TEST_CASE("comparisons fuse with what is around them") {
  auto const a = cp::array<cp::int64>({1, 3}), b = cp::array<cp::int64>({2, 2});
  CHECK(values<cp::int64>(cp::where(a < b, a, b)) == list<cp::int64>{1, 2});
  auto const f = cp::fuse([](auto x, auto y) { return cp::where(x < y, x, y) + 1; });
  CHECK(values<cp::int64>(f(a, b)) == list<cp::int64>{2, 3});
}

TEST_CASE("x to the power 2 is x * x, wherever the number comes from") {
  cp::ndarray<float, 1> const x = {-3.1f, 2.7f, 0.3f, -0.0f, 1e30f};
  int const two = 2, three = 3;
  auto const squares = values<float>(x * x), cubes = values<float>(cp::power(x, 3));
  CHECK(values<float>(cp::power(x, 2)) == squares);
  CHECK(values<float>(cp::power(x, two)) == squares);
  CHECK(values<float>(cp::power(x, 2.0)) == squares);
  CHECK(values<float>(cp::fuse([](auto v) { return cp::power(v, 2); })(x)) == squares);
  CHECK(values<float>(cp::fuse([two](auto v) { return cp::power(v, two); })(x)) == squares);
  CHECK(values<float>(cp::power(cp::power(x, two), two)) == values<float>(x * x * (x * x)));
  // Beside another power it may be computed as that one is, with its last bit.
  auto const both = values<float>(cp::power(x, 2) + cp::power(x, three)),
             apart = values<float>(x * x + cp::power(x, 3));
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(std::abs(both[i] - apart[i]) <= 1e-6f * std::abs(apart[i]) + 1e-7f * squares[i]);
  CHECK(values<float>(cp::power(x, three)) == cubes);
  auto const products = values<float>(x * x * x);
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(cubes[i] - products[i]) <= 1e-6f * std::abs(products[i]));
  CHECK(values<float>(cp::reshape(cp::sum(cp::power(x(cp::slice(0, 3)), 2)), {1})) ==
        values<float>(cp::reshape(cp::sum(x(cp::slice(0, 3)) * x(cp::slice(0, 3))), {1})));
  cp::ndarray<cp::int8, 1> const small = {-3, 11, 12};
  CHECK(values<cp::int8>(cp::power(small, 2)) == list<cp::int8>{9, 121, -112});
  CHECK(values<double>(cp::power(small, 2.0)) == list<double>{9, 121, 144});
  cp::ndarray<float, 1> y = x.copy();
  y = cp::power(y, two);
  CHECK(values<float>(y) == squares);
  auto const [a, b] = cp::evaluate(cp::power(x, two), x + 1);
  CHECK(values<float>(a) == squares);
  CHECK(values<float>(b) == values<float>(x + 1));
}
