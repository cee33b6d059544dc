// Rounding to digits, and what is not finite, against NumPy.
#include <doctest.h>

#include <bit>
#include <cmath>
#include <fuse/fuse.hpp>
#include <type_traits>

#include "values.hpp"

using namespace tests;

namespace {

/// Whether two elements are the same value, NaN and the sign of zero included.
template <class T>
bool same(T const& x, T const& y) {
  if constexpr (cp::complex_floating<T>) {
    return same(x.real(), y.real()) && same(x.imag(), y.imag());
  } else if constexpr (cp::floating<T>) {
    double const a = static_cast<double>(x), b = static_cast<double>(y);
    return (a != a && b != b) || (a == b && std::signbit(a) == std::signbit(b));
  } else {
    return x == y;
  }
}
template <class T, cp::expression E>
bool all_same(E const& e, std::vector<T> const& expected) {
  static_assert(std::is_same_v<typename E::value_type, T>, "the dtype is another one");
  auto const found = values(e);
  if (found.size() != expected.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!same<T>(found[i], expected[i])) return false;
  return true;
}

}  // namespace

// covers: cupy.round; cupy.around; cupy.ndarray.round; cupy.nan_to_num
TEST_CASE("rounding to digits, and what is put in place of NaN, are NumPy's") {
#define ROUND(T, DECIMALS, X, ...) CHECK(all_same<T>(cp::round(X, DECIMALS), std::vector<T> __VA_ARGS__));
#define ROUND_BOOL(...) \
  CHECK(all_same<cp::float16>(cp::round(cp::array<bool>({true, false})), std::vector<cp::float16> __VA_ARGS__));
#define NAN_TO_NUM(T, X, OPTIONS, ...) CHECK(all_same<T>(cp::nan_to_num(X, OPTIONS), std::vector<T> __VA_ARGS__));
#include "data/surface/rounding.inc"
  auto const x = cp::array<double>({{0.25, 1.5}, {2.5, -3.5}});
  CHECK(equals<double>(cp::round(x), {2, 2}, {0, 2, 2, -4}));
  CHECK(equals<double>(cp::around(x, 1), {2, 2}, {0.2, 1.5, 2.5, -3.5}));
  CHECK(equals<double>(cp::around(x * 2), {2, 2}, {0, 3, 5, -7}));
  CHECK(equals<std::int64_t>(cp::round(cp::arange(3)), {3}, {0, 1, 2}));
  CHECK(equals<std::int64_t>(cp::round(cp::array<std::int64_t>({INT64_MAX, INT64_MIN + 8}), -1), {2},
                             {INT64_MIN + 2, INT64_MIN + 8}));
  CHECK(equals<double>(cp::nan_to_num(x / 0, {.posinf = 1, .neginf = 2}), {2, 2}, {1, 1, 1, 2}));
}

// covers: cupy.isposinf; cupy.isneginf; cupy.isreal; cupy.iscomplex
TEST_CASE("infinities by their sign, and parts that are zero") {
#define TRUTH(NAME, X, ...) CHECK(all_same<bool>(cp::NAME(X), std::vector<bool> __VA_ARGS__));
#include "data/surface/truth.inc"
  cp::ndarray<float, 2> const x{{1}, {2}};
  CHECK(equals<bool>(cp::isposinf(x), {2, 1}, {false, false}));
  CHECK(equals<bool>(cp::isneginf(x / 0.f * -1), {2, 1}, {true, true}));
  CHECK(equals<bool>(cp::isreal(x), {2, 1}, {true, true}));
  CHECK(equals<bool>(cp::iscomplex(x), {2, 1}, {false, false}));
}

// covers: cupy.iscomplexobj; cupy.isrealobj; cupy.isscalar
TEST_CASE("kinds of operands, known from their types") {
  auto const x = cp::zeros<float>(2);
  auto const z = cp::zeros<cp::complex64>(2);
  CHECK((cp::iscomplexobj(z) && !cp::iscomplexobj(x) && cp::iscomplexobj(x * cp::complex64(0, 1))));
  CHECK((cp::isrealobj(x) && !cp::isrealobj(z) && cp::isrealobj(3)));
  CHECK((cp::isscalar(3) && cp::isscalar(2.5f) && !cp::isscalar(x) && !cp::isscalar(x + 1)));
}
