// Values of polynomials against NumPy's.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>

#include "close.hpp"
#include "values.hpp"

using namespace tests;

#define BRACES(...) __VA_ARGS__

namespace {

template <class T, cp::expression E>
bool near(E const& e, doubles const& expected, double epsilons) {
  static_assert(std::is_same_v<typename E::value_type, T>, "the dtype is another one");
  auto const found = values(e);
  if (found.size() != expected.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!close(found[i], static_cast<T>(expected[i]), epsilons)) return false;
  return true;
}

}  // namespace

// covers: cupy.polyval; cupy.polynomial.polynomial.polyval
TEST_CASE("polynomials by powers, Chebyshev's and Legendre's") {
#define POLYVAL(C, X, ...)                                       \
  CHECK(near<double>(cp::polyval(BRACES C, X), __VA_ARGS__, 4)); \
  CHECK(near<float>(cp::polyval(BRACES C, cp::astype<float>(X)), __VA_ARGS__, 16));
#define POLYVAL_INT(C, X, ...) CHECK(equals<std::int64_t>(cp::polyval(BRACES C, X), {4}, longs __VA_ARGS__));
#define POLYNOMIAL(C, X, ...) CHECK(near<double>(cp::polynomial::polyval(X, BRACES C), __VA_ARGS__, 4));
#define CHEBVAL(C, X, ...) CHECK(near<double>(cp::polynomial::chebval(X, BRACES C), __VA_ARGS__, 16));
#define LEGVAL(C, X, ...) CHECK(near<double>(cp::polynomial::legval(X, BRACES C), __VA_ARGS__, 16));
#include "data/surface/polynomials.inc"
  cp::ndarray<std::int32_t, 2> const n{{1, 2}, {3, -4}};
  CHECK(equals<std::int32_t>(cp::polyval({1, 0, -1}, n), {2, 2}, {0, 3, 8, 15}));
  CHECK(equals<double>(cp::polyval({1.0, 0.5}, n), {2, 2}, {1.5, 2.5, 3.5, -3.5}));
  CHECK(equals<double>(cp::polynomial::polyval(n, {1, 2}), {2, 2}, {3, 5, 7, -7}));
  CHECK(equals<double>(cp::polynomial::chebval(n, {0, 0, 1}), {2, 2}, {1, 7, 17, 31}));
  CHECK(equals<float>(cp::polynomial::legval(cp::astype<float>(n), {0, 0, 2}), {2, 2}, {2, 11, 26, 47}));
}

TEST_CASE("values of polynomials are lazy, and compute their operand once") {
  auto const x = cp::linspace(0, 1, 5);
  auto const before = cp::count();
  cp::ndarray<double, 1> const y = cp::polyval({1, 1, 1}, x * 2) + cp::polynomial::chebval(x, {1, 1}) * 0;
  CHECK((cp::count() - before).launches == 1);
  CHECK(values(y) == doubles{1, 1.75, 3, 4.75, 7});
}
