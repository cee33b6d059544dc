// Roots of polynomials, polynomials of roots, and fits, against values of NumPy's.
#include <doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/polynomial.hpp>
#include <type_traits>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

template <cp::expression E>
bool near(E const& e, longs const& shape, doubles const& expected) {
  auto const a = cp::eval(e);
  auto const found = values(a);
  if (list_of(a.shape()) != shape || found.size() != expected.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(std::fabs(static_cast<double>(found[i]) - expected[i]) < 1e-8)) return false;
  return true;
}

// Roots come in any order.
template <cp::expression E>
bool are_roots(E const& e, std::vector<cp::complex128> const& expected) {
  static_assert(std::is_same_v<typename E::value_type, cp::complex128>);
  auto found = values(e);
  if (found.size() != expected.size()) return false;
  for (auto const& z : expected) {
    std::size_t i = 0;
    while (i < found.size() && std::hypot(found[i].real() - z.real(), found[i].imag() - z.imag()) > 1e-8) ++i;
    if (i == found.size()) return false;
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return true;
}

}  // namespace

// covers: cupy.roots; cupy.poly1d.r; cupy.poly1d.roots
TEST_CASE("roots") {
  CHECK(are_roots(cp::roots(cp::ndarray<double, 1>{1, -6, 11, -6, 0, 0}), {3.0, 2.0, 1.0, 0.0, 0.0}));
  CHECK(are_roots(cp::roots(cp::ndarray<std::int32_t, 1>{0, 0, 1, 0, 1}), {{0, 1}, {0, -1}}));
  CHECK(are_roots(cp::roots(cp::ndarray<double, 1>{5}), {}));
  CHECK(are_roots(cp::roots(cp::zeros<double>(2)), {}));
  CHECK(are_roots(cp::poly1d{1, 0, -4}.r(), {2.0, -2.0}));
  CHECK(are_roots(cp::poly1d{1, 0, -4}.roots(), {2.0, -2.0}));
  static_assert(std::is_same_v<decltype(cp::roots(cp::ndarray<float, 1>()))::value_type, cp::complex64>);
}

// covers: cupy.poly
TEST_CASE("the polynomial of roots, and of a matrix") {
  CHECK(near(cp::poly(cp::ndarray<double, 1>{1, 2, 3}), {4}, {1, -6, 11, -6}));
  CHECK(near(cp::poly(cp::ndarray<std::int32_t, 2>{{1, 2}, {3, 4}}), {3}, {1, -5, -2}));
  CHECK(near(cp::poly(cp::zeros<double>(0)), {1}, {1}));
  auto const c = values(cp::poly(cp::ndarray<cp::complex128, 1>{{0, 1}, {2, 0}}));
  CHECK(c == std::vector<cp::complex128>{{1, 0}, {-2, -1}, {0, 2}});
  CHECK_THROWS_AS((void)cp::poly(cp::zeros<double>({2, 3})), cp::shape_error);
}

// covers: cupy.polyfit
TEST_CASE("fits") {
  auto const x = cp::arange(6.0);
  cp::ndarray<double, 1> const y{0, 0.8, 0.9, 0.1, -0.8, -1.0}, w{1, 2, 1, 1, 1, 0.5};
  doubles const cubic{0.087037037, -0.813492063, 1.693121693, -0.0396825397};
  CHECK(near(cp::polyfit(x, y, 3), {4}, cubic));
  auto const full = cp::polyfit_full(x, y, 3);
  CHECK(near(full.c, {4}, cubic));
  CHECK(near(full.residuals, {1}, {0.0396825397}));
  CHECK(full.rank.item() == 4);
  CHECK(near(full.s, {4}, {1.8828796566, 0.6471092024, 0.1878354259, 0.0270500986}));
  CHECK(std::fabs(full.rcond - 1.3322676295501878e-15) < 1e-25);
  auto const [c, v] = cp::polyfit_cov(x, y, 2);
  CHECK(near(c, {3}, {-0.1607142857, 0.5007142857, 0.2214285714}));
  CHECK(near(cp::diagonal(v), {3}, {0.0047372449, 0.1285372449, 0.1452755102}));
  auto const weighted = cp::polyfit_cov(x, y, 2, w, true);
  CHECK(near(weighted.c, {3}, {-0.2215669940, 0.6923321067, 0.2400935541}));
  CHECK(near(weighted.v(0), {3}, {0.0403441410, -0.1831774056, 0.1244570703}));
  auto const two = cp::eval(cp::stack<1>(y, 2 * y));
  CHECK(near(cp::polyfit(x, two, 3)(cp::all, 1), {4}, {0.174074074, -1.626984127, 3.386243386, -0.0793650794}));
  static_assert(std::is_same_v<decltype(cp::polyfit(counted({3}), counted({3}), 1))::value_type, double>);
  CHECK_THROWS_AS((void)cp::polyfit(x, y, -1), cp::value_error);
  CHECK_THROWS_AS((void)cp::polyfit(x, y(cp::slice(0, 5)), 1), cp::shape_error);
  CHECK_THROWS_AS((void)cp::polyfit(x, y, 1, w(cp::slice(0, 5))), cp::shape_error);
  CHECK_THROWS_AS((void)cp::polyfit_cov(x, y, 5), cp::value_error);
}
