// reduce, accumulate and reduceat of ufuncs that are not associative, against NumPy (tests/data/ordered_folds, written
// by tests/data/make_ordered_folds.py).
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <string>
#include <type_traits>

#include "array/values.hpp"
#include "data.hpp"

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;

template <class T, int N>
array<T, N> load(std::string const& name) {
  return cp::load<T, N, cp::host_space>(tests::data_folder() + "/ordered_folds/" + name + ".npy")
      .template to<cp::default_space>();
}

/// Whether an array is that of a file: dtype, shape, and values to `epsilons` roundings.
template <class T, int N>
void compare(array<T, N> const& got, std::string const& name, double epsilons = 0) {
  INFO(name);
  auto const expected = load<T, N>(name);
  REQUIRE(got.shape() == expected.shape());
  auto const g = tests::values(got), e = tests::values(expected);
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < g.size(); ++i) {
    double const a = static_cast<double>(g[i]), b = static_cast<double>(e[i]);
    bool const same = (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b));
    wrong += !same && !(std::fabs(a - b) <= epsilons * 2.3e-16 * std::fabs(b));
  }
  CHECK(wrong == 0);
}

template <class F, class T>
void all_of(F const& f, std::string const& name, array<T, 3> const& a, double epsilons = 0) {
  for (int axis = 0; axis < 3; ++axis) {
    compare(f.reduce(a, axis), name + "_reduce_" + std::to_string(axis), epsilons);
    compare(f.accumulate(a, axis), name + "_accumulate_" + std::to_string(axis), epsilons);
  }
  compare(f.reduceat(a, load<std::int64_t, 1>("offsets")), name + "_reduceat", epsilons);
  compare(f.reduce(a, cp::where(a > 1), cp::initial(3), cp::axis<1>, cp::keepdims), name + "_initial", epsilons);
}

}  // namespace

TEST_CASE("floats are folded from the left, as by NumPy") {
  auto const x = load<double, 3>("x");
  all_of(cp::subtract, "subtract_x", x);
  all_of(cp::divide, "divide_x", x);
  all_of(cp::copysign, "copysign_x", x);
  all_of(cp::arctan2, "arctan2_x", x, 16);
  all_of(cp::power, "power_positive", load<double, 3>("positive"), 256);
  all_of(cp::subtract, "subtract_x32", cp::eval(cp::astype<float>(x)));
}

TEST_CASE("integers are folded from the left in their own dtype") {
  auto const small = load<std::int8_t, 3>("small");
  all_of(cp::subtract, "subtract_small", small);
  all_of(cp::floor_divide, "floor_divide_small", small);
  all_of(cp::remainder, "remainder_small", small);
  all_of(cp::fmod, "fmod_small", small);
  auto const many = load<std::uint16_t, 3>("unsigned");
  all_of(cp::subtract, "subtract_unsigned", many);
  all_of(cp::right_shift, "right_shift_unsigned", cp::eval(many % 9 + 1));
}

TEST_CASE("views, comparisons of bool, functions of the user's") {
  auto const x = load<double, 3>("x");
  compare(cp::less.reduce(x > 0), "less_reduce");
  compare(cp::equal.accumulate(x > 0, 1), "equal_accumulate");
  auto const turned = cp::eval(x.T()).T();
  compare(cp::subtract.reduce(turned, -1), "subtract_x_reduce_2");
  compare(cp::subtract.accumulate(turned, -1), "subtract_x_accumulate_2");
  auto const back = cp::eval(cp::flip(x));
  compare(cp::subtract.reduce(cp::flip(back), cp::axis<1>), "subtract_x_reduce_1");
  auto const f = cp::elementwise(CP_LAMBDA(double a, double b) { return a - 2 * b; });
  auto const positive = load<double, 3>("positive");
  compare(f.reduce(positive), "own_reduce");
  compare(f.accumulate(positive, -1), "own_accumulate");
}

TEST_CASE("dtypes, rank 0, no elements") {
  auto const three = cp::array({1, 2, 3});
  CHECK(cp::divide.reduce(three).item() == 1.0 / 2 / 3);
  CHECK(cp::subtract.reduce(three, cp::initial(5)).item() == -1);
  CHECK(tests::equals<double>(cp::divide.accumulate(cp::array({1, 2, 4})), {3}, {1, 0.5, 0.125}));
  CHECK(tests::equals<float>(cp::subtract.reduce<float>(three, cp::keepdims), {1}, {-4}));
  CHECK(tests::equals<float>(cp::subtract.accumulate<float>(three), {3}, {1, -1, -4}));
  CHECK(tests::equals<float>(cp::maximum.accumulate<float>(three), {3}, {1, 2, 3}));
  CHECK(tests::equals<std::int8_t>(cp::add.reduce<std::int8_t>(cp::array({100, 27, 2})), {}, {-127}));
  CHECK(tests::equals<float>(cp::maximum.reduce<float>(three), {}, {3}));
  array<double, 0> const scalar = cp::full<double>(cp::shape_array<0>{}, 5.0);
  CHECK(cp::subtract.reduce(scalar).item() == 5);
  CHECK(cp::subtract.reduce(scalar, cp::keepdims).item() == 5);
  array<double, 2> const none = cp::zeros({2, 0});
  CHECK(tests::equals<double>(cp::subtract.reduce(none, 0), {0}, {}));
  CHECK(tests::equals<double>(cp::subtract.accumulate(none, 1), {2, 0}, {}));
  CHECK(tests::equals<double>(cp::subtract.reduce(none, 1, cp::initial(5)), {2}, {5, 5}));
  CHECK(tests::equals<double>(cp::subtract.reduceat(three * 1.0, cp::zeros<int>({0})), {0}, {}));
  CHECK_THROWS_WITH_AS((void)cp::subtract.reduce(none, 1),
                       "cp::subtract.reduce: the operation has no identity, and its axis no elements (pass "
                       "cp::initial); the axis is 1",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::subtract.reduce(none, 2), cp::index_error);
  CHECK_THROWS_AS((void)cp::subtract.accumulate(none, -3), cp::index_error);
  CHECK_THROWS_AS((void)cp::subtract.reduceat(none, cp::zeros<int>({1}), 1), cp::index_error);
}

TEST_CASE("in a lambda of cp::fuse, and of what is computed") {
  array<double, 2> const x{{1, 2, 3}, {4, 5, 6}};
  auto const f = cp::fuse([](auto const& y) { return y + cp::subtract.reduce(y, 0); });
  CHECK(tests::equals<double>(f(x), {2, 3}, {-2, -1, 0, 1, 2, 3}));
  CHECK(tests::equals<double>(cp::subtract.reduce(x * 2 - cp::sum(x, 0, cp::keepdims)), {3}, {-6, -6, -6}));
  CHECK(tests::equals<double>(cp::subtract.accumulate(cp::cumsum(x, 1), 1) + 1, {2, 3}, {2, -1, -7, 5, -4, -19}));
}
