// cp::poly1d, and polynomials whose coefficients are arrays.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/polynomial.hpp>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "close.hpp"
#include "values.hpp"

using namespace tests;

namespace {

template <class T, class P>
bool is(P const& p, std::vector<T> const& c) {
  static_assert(std::is_same_v<typename P::value_type, T>, "the dtype is another one");
  return p.coeffs() == c;
}

bool near(std::vector<double> const& found, std::vector<double> const& expected) {
  if (found.size() != expected.size()) return false;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!close(found[i], expected[i], 8)) return false;
  return true;
}

}  // namespace

// covers: cupy.poly1d; cupy.poly1d.c; cupy.poly1d.coef; cupy.poly1d.coefficients; cupy.poly1d.coeffs; cupy.poly1d.o
// covers: cupy.poly1d.order; cupy.poly1d.variable; cupy.poly1d.__getitem__; cupy.poly1d.__setitem__
TEST_CASE("a poly1d has coefficients, an order and a variable") {
  cp::poly1d p{0, 0, 1, 2, 3};
  CHECK(is<std::int64_t>(p, {1, 2, 3}));
  CHECK((p.c() == p.coef() && p.c() == p.coefficients() && p.c() == p.coeffs()));
  CHECK((p.order() == 2 && p.o() == 2));
  CHECK(p.variable() == "x");
  CHECK((p[0] == 3 && p[2] == 1 && p[5] == 0 && p[-1] == 0));
  p[1] = 7;
  p[4] = 5;
  CHECK(is<std::int64_t>(p, {5, 0, 1, 7, 3}));
  p[4] = 0;
  CHECK(p.order() == 2);
  CHECK_THROWS_WITH_AS(p[-1] = 1, "cp::poly1d: a power is 0 or more, got -1", cp::value_error);
  CHECK(is<double>(cp::poly1d({1.0, 2.0}, true), {1, -3, 2}));
  CHECK(is<std::int64_t>(cp::poly1d({0}), {0}));
  CHECK(is<float>(cp::poly1d(floats{}), {0}));
  CHECK(cp::poly1d({1, 2}, false, "z").variable() == "z");
  CHECK((cp::poly1d{1, 2} == cp::poly1d{0, 1, 2} && cp::poly1d{1, 2} != cp::poly1d{1, 3}));
}

// covers: cupy.poly1d.__neg__; cupy.poly1d.__mul__; cupy.poly1d.__add__; cupy.poly1d.__pow__; cupy.poly1d.__sub__
// covers: cupy.poly1d.__truediv__; cupy.poly1d.integ; cupy.poly1d.deriv
TEST_CASE("arithmetic of poly1d") {
  cp::poly1d const p{1, 2, 3}, q{1, -1};
  CHECK(is<std::int64_t>(-p, {-1, -2, -3}));
  CHECK(is<std::int64_t>(p + q, {1, 3, 2}));
  CHECK(is<std::int64_t>(p - q, {1, 1, 4}));
  CHECK(is<std::int64_t>(p - p, {0}));
  CHECK(is<std::int64_t>(p * q, {1, 1, 1, -3}));
  CHECK(is<std::int64_t>(p.pow(3), {1, 6, 21, 44, 63, 54, 27}));
  CHECK(is<std::int64_t>(p.pow(0), {1}));
  CHECK_THROWS_AS((void)p.pow(-1), cp::value_error);
  auto const [quotient, remainder] = p / q;
  CHECK(is<double>(quotient, {1, 3}));
  CHECK(is<double>(remainder, {6}));
  CHECK_THROWS_AS((void)(p / cp::poly1d{0}), cp::value_error);
  CHECK(is<std::int64_t>(p + 1, {1, 2, 4}));
  CHECK(is<std::int64_t>(1 - p, {-1, -2, -2}));
  CHECK(is<double>(2.0 * p, {2, 4, 6}));
  CHECK(is<double>(p / 2, {0.5, 1, 1.5}));
  CHECK(is<double>(p + cp::poly1d{0.5, 0.0}, {1, 2.5, 3}));
  CHECK(is<std::int64_t>(p.deriv(), {2, 2}));
  CHECK(is<std::int64_t>(p.deriv(2), {2}));
  CHECK(is<std::int64_t>(p.deriv(3), {0}));
  CHECK(near(p.integ().c(), {1.0 / 3, 1, 3, 0}));
  CHECK(near(p.integ(2, {5, 7}).c(), {1.0 / 12, 1.0 / 3, 1.5, 5, 7}));
  CHECK(near(p.integ(1, {3}).c(), {1.0 / 3, 1, 3, 3}));
  CHECK_THROWS_AS((void)p.integ(3, {1, 2}), cp::value_error);
  CHECK_THROWS_AS((void)p.deriv(-1), cp::value_error);
  CHECK(is<std::int64_t>(cp::poly1d{INT64_MAX} + 1, {INT64_MIN}));
  CHECK(is<cp::complex128>(cp::poly1d{cp::complex128(0, 1), cp::complex128(2)} * q,
                           {cp::complex128(0, 1), cp::complex128(2, -1), cp::complex128(-2)}));
}

// covers: cupy.poly1d.__call__
TEST_CASE("values of a poly1d at numbers, arrays and polynomials") {
  cp::poly1d const p{1, 2, 3};
  CHECK(p(2) == 11);
  CHECK(p(0.5) == 4.25);
  CHECK(p(cp::complex128(0, 1)) == cp::complex128(2, 2));
  CHECK(is<std::int64_t>(p(cp::poly1d{1, -1}), {1, 0, 2}));
  auto const x = counted<std::int64_t>({2, 2});
  CHECK(equals<std::int64_t>(p(x), {2, 2}, {3, 6, 11, 18}));
  auto const f = cp::astype<float>(x);
  auto const before = cp::count();
  cp::ndarray<float, 2> const y = cp::poly1d{0.5, 1.0}(f)*2 + 1;
  CHECK((cp::count() - before).launches == 1);
  CHECK(equals<float>(y, {2, 2}, {3, 4, 5, 6}));
  cp::poly1d<double> const high(doubles(65, 1.0));
  CHECK_THROWS_WITH_AS((void)high(f),
                       "cp::poly1d: one kernel takes polynomials of order 63 at most (cp::polyval takes any), "
                       "this one's is 64",
                       cp::value_error);
  CHECK(
      equals<double>(cp::polyval(high, cp::ndarray<double, 1>{0, 1, -1, 2}), {4}, {1, 65, 1, 36893488147419103231.0}));
  CHECK(equals<double>(cp::polyval(cp::ndarray<double, 1>{1, 2, 3}, cp::ndarray<double, 1>{0, 1}), {2}, {3, 6}));
  CHECK(equals<double>(cp::polyval(doubles{}, cp::ndarray<double, 1>{2, 1}), {2}, {0, 0}));
  CHECK(cp::polyval(p, 2) == 11);
}

TEST_CASE("coefficients of arrays, vectors and poly1d promote x") {
  auto const bytes = cp::array<std::uint8_t>({250, 3, 7});
  CHECK(equals<std::int64_t>(cp::polyval(cp::array({3, 0, 1}), bytes), {3}, {187501, 28, 148}));
  CHECK(equals<std::int64_t>(cp::polyval(longs{3, 0, 1}, bytes), {3}, {187501, 28, 148}));
  CHECK(equals<std::int64_t>(cp::polyval(cp::poly1d{3, 0, 1}, bytes), {3}, {187501, 28, 148}));
  CHECK(equals<std::int64_t>(cp::poly1d{1, 0, 0}(cp::array<std::uint8_t>({200, 3})), {2}, {40000, 9}));
  CHECK(cp::poly1d{1, 0, 0}(std::uint8_t{200}) == 40000);
  auto const single = cp::array<float>({1, 2});
  CHECK(equals<double>(cp::polyval(cp::array({3.0, 0.0, 1.0}), single), {2}, {4, 13}));
  CHECK(equals<float>(cp::polyval(cp::array<float>({3, 0, 1}), single), {2}, {4, 13}));
  CHECK(equals<double>(cp::polynomial::Polynomial{1, 2, 3}(single), {2}, {6, 17}));
  // Those in braces are C++ numbers: 250 * 250 * 3 + 1 of 8 bits.
  CHECK(equals<std::uint8_t>(cp::polyval({3, 0, 1}, bytes), {3}, {109, 28, 148}));
}

TEST_CASE("polynomials at numbers and at polynomials") {
  CHECK(cp::polyval({3, 0, 1}, 5) == 76);
  CHECK(cp::polyval({3, 0, 1}, 0.5) == 1.75);
  CHECK(cp::polyval(cp::array({3, 0, 1}), 5) == 76);
  CHECK(cp::polyval(longs{3, 0, 1}, 5) == 76);
  CHECK(cp::polyval({1, 2}, cp::complex128(0, 1)) == cp::complex128(2, 1));
  cp::poly1d const q{1, -1};
  CHECK(is<std::int64_t>(cp::polyval(cp::poly1d{1, 2, 3}, q), {1, 0, 2}));
  CHECK(is<std::int64_t>(cp::polyval({1, 2, 3}, q), {1, 0, 2}));
  CHECK(is<std::int64_t>(cp::polyval(cp::array({1, 2, 3}), q), {1, 0, 2}));
  CHECK(is<std::int64_t>(cp::polyval(longs{1, 2, 3}, q), {1, 0, 2}));
}

TEST_CASE("what poly1d of roots, another variable and another dtype is") {
  CHECK(is<double>(cp::poly1d({1, 2, 3}, true), {1, -6, 11, -6}));
  CHECK(is<double>(cp::poly1d({1, 2, 3}, true, "z"), {1, -6, 11, -6}));
  CHECK(is<double>(cp::poly1d(longs{1, 2}, true), {1, -3, 2}));
  CHECK(is<float>(cp::poly1d({1.0f, 2.0f}, true), {1, -3, 2}));
  CHECK(is<std::int64_t>(cp::poly1d({1, 2}, "z"), {1, 2}));
  CHECK(cp::poly1d({1, 2}, "z").variable() == "z");
  CHECK((cp::poly1d{1, 2} == cp::poly1d{1.0, 2.0} && cp::poly1d{1, 2} != cp::poly1d{1.0, 2.5}));
  CHECK(cp::poly1d{1, 2} != cp::poly1d{1.0, 2.0, 0.0});
}

TEST_CASE("a poly1d prints as NumPy prints it") {
  auto const text = [](auto const& p) {
    std::ostringstream out;
    out << p;
    return out.str();
  };
  CHECK(text(cp::poly1d{1, 2, 3}) == "   2\n1 x + 2 x + 3");
  CHECK(text(cp::poly1d{1.5, 0.0, -2.25, 1e-10}) == "     3\n1.5 x - 2.25 x + 1e-10");
  CHECK(text(cp::poly1d{1, -1}) == " \n1 x - 1");
  CHECK(text(cp::poly1d{1, 0}) == " \n1 x");
  CHECK(text(cp::poly1d{0}) == " \n0");
  CHECK(text(cp::poly1d{-1.0, 0.0, 0.0, 1.0}) == "    3\n-1 x + 1");
  CHECK(text(cp::poly1d{1e10, 123456.789, -0.5}) == "       2\n1e+10 x + 1.235e+05 x - 0.5");
  using z = cp::complex128;
  CHECK(text(cp::poly1d{z(-1), z(1, 2), z(0, 3), z(-4)}) == "    3            2\n-1 x + (1 + 2j) x + 3j x - 4");
  CHECK(text(cp::poly1d({1, 2}, false, "z")) == " \n1 z + 2");
  std::vector<std::int64_t> many;
  for (std::int64_t i = 1; i < 25; ++i) many.push_back(i);
  CHECK(text(cp::poly1d<std::int64_t>(many)) ==
        "   23     22     21     20     19     18     17     16     15      14\n"
        "1 x  + 2 x  + 3 x  + 4 x  + 5 x  + 6 x  + 7 x  + 8 x  + 9 x  + 10 x \n"
        "       13      12      11      10      9      8      7      6      5\n"
        " + 11 x  + 12 x  + 13 x  + 14 x  + 15 x + 16 x + 17 x + 18 x + 19 x\n"
        "       4      3      2\n"
        " + 20 x + 21 x + 22 x + 23 x + 24");
}

// covers: cupy.polyadd; cupy.polysub; cupy.polymul
TEST_CASE("arithmetic of coefficients in arrays") {
  cp::ndarray<std::int32_t, 1> const a{0, 1, 2};
  cp::ndarray<double, 1> const b{1, 2};
  CHECK(equals<double>(cp::polyadd(b, a), {3}, {0, 2, 4}));
  CHECK(equals<double>(cp::polysub(b, a * 1), {3}, {0, 0, 0}));
  CHECK(equals<double>(cp::polymul(a, b), {3}, {1, 4, 4}));
  CHECK(equals<std::int32_t>(cp::polymul(a, cp::zeros<std::int32_t>(3)), {2}, {0, 0}));
  CHECK(is<double>(cp::polyadd(cp::poly1d{1, 1}, b), {2, 3}));
  auto const [q, r] = cp::polydiv(cp::ndarray<double, 1>{1, 2, 3}, cp::ndarray<double, 1>{0.5, 1});
  CHECK(equals<double>(q, {2}, {2, 0}));
  CHECK(equals<double>(r, {1}, {3}));
  auto const [zero, all] = cp::polydiv(b, cp::ndarray<double, 1>{1, 2, 3});
  CHECK(equals<double>(zero, {1}, {0}));
  CHECK(equals<double>(all, {2}, {1, 2}));
  CHECK_THROWS_AS((void)cp::polydiv(b, a), cp::value_error);
  CHECK(equals<double>(cp::polyder(cp::ndarray<double, 1>{1, 2, 3}), {2}, {2, 2}));
  CHECK(equals<double>(cp::polyder(b, 2), {0}, {}));
  CHECK(equals<double>(cp::polyint(cp::ndarray<std::int32_t, 1>{3, 2, 1}, 1, 5), {4}, {1, 1, 1, 5}));
  CHECK(near(values(cp::polyint(cp::array({1, 2, 3}), 2, {3, 4})), {1.0 / 12, 1.0 / 3, 1.5, 3, 4}));
  CHECK(near(cp::polyint(cp::poly1d{1, 2, 3}, 2, {3}).c(), {1.0 / 12, 1.0 / 3, 1.5, 3, 3}));
  CHECK_THROWS_WITH_AS((void)cp::polyint(b, 3, {3, 4}),
                       "cp::polyint: expected one constant, or one for each integration, got 2", cp::value_error);
}

// covers: cupy.polynomial.polynomial.polyvander; cupy.polynomial.polynomial.polycompanion
// covers: cupy.polynomial.polynomial.polyvalfromroots; cupy.polynomial.polyutils.as_series
// covers: cupy.polynomial.polyutils.trimseq; cupy.polynomial.polyutils.trimcoef
TEST_CASE("numpy.polynomial's functions") {
  namespace P = cp::polynomial;
  CHECK(equals<double>(P::polyvander(cp::ndarray<std::int32_t, 1>{1, 2, 3}, 2), {3, 3}, {1, 1, 1, 1, 2, 4, 1, 3, 9}));
  CHECK(equals<float>(P::polyvander(counted<float>({2, 2}), 1), {2, 2, 2}, {1, 0, 1, 1, 1, 2, 1, 3}));
  CHECK_THROWS_AS((void)P::polyvander(counted({2}), -1), cp::value_error);
  CHECK(equals<double>(P::polycompanion(cp::ndarray<std::int32_t, 1>{1, 2, 3, 4}), {3, 3},
                       {0, 0, -0.25, 1, 0, -0.5, 0, 1, -0.75}));
  CHECK(equals<double>(P::polycompanion(cp::ndarray<std::int32_t, 1>{1, 2}), {1, 1}, {-0.5}));
  CHECK_THROWS_AS((void)P::polycompanion(cp::ndarray<double, 1>{1}), cp::value_error);
  CHECK(equals<double>(P::polyvalfromroots(cp::ndarray<double, 1>{0, 1, 5}, cp::ndarray<double, 1>{1, 2}), {3},
                       {2, 0, 12}));
  CHECK(equals<double>(P::polyvalfromroots(cp::ndarray<double, 2>{{0, 3}}, cp::ndarray<std::int32_t, 1>{1}), {1, 2},
                       {-1, 2}));
  CHECK(P::trimseq(doubles{1, 0, 2, 0, 0}) == doubles{1, 0, 2});
  CHECK(P::trimseq(longs{0, 0}) == longs{0});
  CHECK(P::trimcoef(doubles{1, 1e-9, -1e-9}, 1e-8) == doubles{1});
  CHECK(P::trimcoef(longs{1, 0}) == doubles{1});
  CHECK(P::trimcoef(doubles{1e-9}, 1e-8) == doubles{0});
  CHECK_THROWS_AS((void)P::trimcoef(doubles{1}, -1), cp::value_error);
  auto const [a, b] = P::as_series(longs{1, 2, 0}, doubles{1.5});
  CHECK((a == doubles{1, 2} && b == doubles{1.5}));
  auto const [untrimmed] = P::as_series<false>(longs{1, 0});
  CHECK(untrimmed == doubles{1, 0});
  CHECK_THROWS_AS((void)P::as_series(longs{}), cp::value_error);
}

// What NumPy 2.4 prints of the same: a line, or more, for each.
TEST_CASE("numpy.polynomial.Polynomial: arithmetic, calculus, domains, fits and text") {
  using cp::polynomial::Polynomial;
  std::ostringstream os;
  auto const show = [&](auto const&... x) { ((os << x << "\n"), ...); };
  Polynomial const p{1, 2, 3}, q{-1.5, 0.25, 0, 1e-9};
  show(p, q, p * q, p + q, p - 2 * q, q.floor_divide(p), q % p, cp::polynomial::str(p, true));
  show(p.deriv(), p.integ(2, {1, 2}, 0.5), p.pow(3), q / 2.);
  Polynomial const d({1, 2, 3}, {.domain = {0, 4}});
  show(d, d.deriv(), d.integ(1, {1}, 1), d(1.5), d.convert(), d.roots());
  // Constants count from what the window has at 0, or from a place that is given.
  CHECK(near(d.integ().coef(), {0, 2, 2, 2}));
  CHECK(near(d.integ(1, {2}).coef(), {2, 2, 2, 2}));
  CHECK(near(d.integ(1, {}, 0).coef(), {2, 2, 2, 2}));
  CHECK(near(d.integ(2).coef(), {0, 0, 2, 4.0 / 3, 1}));
  CHECK(near(p(q).coef(), {4.75, -1.75, 0.1875, -7e-9, 1.5e-9, 0, 3e-18}));
  CHECK(near(d(p).coef(), {0.75, -1, 1.5, 9, 6.75}));
  CHECK(near(d(d).coef(), {0.75, -1, 1.5, 9, 6.75}));
  CHECK(near(Polynomial{7}(p).coef(), {7}));
  auto const x = cp::linspace(0, 5, 7);
  auto const f = Polynomial<>::fit(x, cp::sin(x), 3);
  show(f, f(x), Polynomial<>::fromroots({1, 2, 3}), Polynomial<>::fromroots({1, 2, 3}, {.domain = {0, 4}}));
  show(Polynomial({cp::complex128(1, 2), cp::complex128(0, 1)}));
  CHECK(os.str() == R"(1.0 + 2.0·x + 3.0·x²
-1.5 + 0.25·x + 0.0·x² + (1.0e-09)·x³
-1.5 - 2.75·x - 4.0·x² + 0.75·x³ + (2.0e-09)·x⁴ + (3.0e-09)·x⁵
-0.5 + 2.25·x + 3.0·x² + (1.0e-09)·x³
4.0 + 1.5·x + 3.0·x² - (2.0e-09)·x³
-2.22222222e-10 + (3.33333333e-10)·x
-1.5 + 0.25·x
1.0 + 2.0 x + 3.0 x**2
2.0 + 6.0·x
1.75520833 + 0.125·x + 0.5·x² + 0.33333333·x³ + 0.25·x⁴
1.0 + 6.0·x + 21.0·x² + 44.0·x³ + 63.0·x⁴ + 54.0·x⁵ + 27.0·x⁶
-0.75 + 0.125·x + 0.0·x² + (5.0e-10)·x³
1.0 + 2.0·(-1.0 + 0.5x) + 3.0·(-1.0 + 0.5x)²
1.0 + 3.0·(-1.0 + 0.5x)
1.75 + 2.0·(-1.0 + 0.5x) + 2.0·(-1.0 + 0.5x)² + 2.0·(-1.0 + 0.5x)³
0.6875
2.0 - 2.0·x + 0.75·x²
[1.33333333-0.94280904j 1.33333333+0.94280904j]
0.50440316 - 1.83988742·(-1.0 + 0.4x) - 1.02889606·(-1.0 + 0.4x)² +
1.36648583·(-1.0 + 0.4x)³
[-0.05109132  0.86882294  0.95276659  0.50440316 -0.17260385 -0.77459091
 -0.9978945 ]
-6.0 + 11.0·x - 6.0·x² + 1.0·x³
0.0 - 2.0·(-1.0 + 0.5x) + 0.0·(-1.0 + 0.5x)² + 8.0·(-1.0 + 0.5x)³
(1+2j) + 1j·x
)");
  CHECK(Polynomial<>::identity({.domain = {0, 4}})(3) == 3);
  CHECK(Polynomial<>::basis(2)(3.0) == 9);
  CHECK((-p == p * -1.0 && p.truncate(2) == Polynomial{1, 2} && p.cutdeg(1) == p.truncate(2)));
  CHECK((q.trim(1e-6).degree() == 1 && p.degree() == 2));
  CHECK(q.linspace(3).second.item(1) == -1.5);
  CHECK_THROWS_AS((void)(p + d), cp::value_error);
  CHECK_THROWS_AS((void)(p % Polynomial{0.}), cp::value_error);
  CHECK_THROWS_AS(Polynomial<>(std::vector<double>{}), cp::value_error);
  CHECK_THROWS_AS(Polynomial({1.0}, {.domain = {1, 1}}), cp::value_error);
  // As values in braces, whose number is known while compiling.
  auto const c = std::vector<double>{1, 2, 3, 4};
  CHECK(near(values(cp::polynomial::chebval(x, c)), values(cp::polynomial::chebval(x, {1, 2, 3, 4}))));
  CHECK(near(values(cp::polynomial::legval(x, c)), values(cp::polynomial::legval(x, {1, 2, 3, 4}))));
  CHECK(values(cp::polynomial::chebval(x, std::vector<double>{2}) +
               cp::polynomial::legval(x, std::vector<double>{1, 0})) == doubles(7, 3));
  CHECK_THROWS_AS((void)cp::polynomial::chebval(x, std::vector<double>{}), cp::value_error);
}
