// Values of polynomials against NumPy's.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/polynomial.hpp>
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

TEST_CASE("polynomials of many coefficients are Horner's scheme to the end") {
  for (std::size_t const n : {63, 64, 65, 127, 128, 130, 200}) {
    CAPTURE(n);
    doubles c(n, 0.0);
    c[n - 3] = 1, c[n - 2] = 2, c[n - 1] = 3;
    auto const found = values(cp::polyval(c, cp::array<double>({5, -4, 1, 1e6, 1e200})));
    CHECK(found == doubles{38, 11, 6, 1000002000003, INFINITY});
    CHECK(values(cp::polyval(floats(c.begin(), c.end()), cp::array<float>({5, -4, 1}))) == floats{38, 11, 6});
    for (std::size_t i = 0; i < n; ++i) c[i] = 1.0 / static_cast<double>(i + 1);
    double y = 0;
    for (double const one : c) y = y * 0.75 + one;
    CHECK(std::abs(values(cp::polyval(c, cp::array<double>({0.75})))[0] - y) <= 1e-14 * std::abs(y));
  }
  doubles c(65, 0.0);
  c[0] = 1e-200, c[64] = 1;
  CHECK(std::abs(values(cp::polyval(c, cp::array<double>({1e6})))[0] / 1e184 - 1) < 1e-12);
}
