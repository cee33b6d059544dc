// Norms of every order of vectors and matrices, float32 and complex64: values of NumPy 2.4.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <type_traits>

#include "array/values.hpp"

using namespace tests;
using complex = cp::complex64;
namespace la = cp::linalg;

namespace {

/// Whether elements are float32 and alike up to a few roundings.
template <cp::expression E>
bool near(E const& got, floats const& expected) {
  static_assert(std::is_same_v<typename E::value_type, float>);
  auto const v = values(got);
  if (v.size() != expected.size()) return false;
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!(std::abs(v[i] - expected[i]) <= 1e-6f * std::abs(expected[i]))) return false;
  return true;
}

auto real_vector() { return cp::array<float>({3, -4, 0, 12}); }
auto complex_vector() { return cp::array<complex>({complex(3, 4), complex(0), complex(-5, 12), complex(0, 1)}); }
auto real_matrix() { return cp::array<float>({{1, -2, 3}, {-4, 5, -6}}); }
auto complex_matrix() {
  return cp::array<complex>(
      {{complex(3, 4), complex(0), complex(0, 1)}, {complex(-5, 12), complex(8, -6), complex(2)}});
}
auto two_matrices() { return cp::reshape(cp::arange<float>(12), {2, 2, 3}) - 5; }

}  // namespace

TEST_CASE("orders of vectors") {
  auto const x = real_vector();
  auto const z = complex_vector();
  CHECK(near(la::norm(x), {13}));
  CHECK(near(la::norm(x, cp::ord<2>), {13}));
  CHECK(near(la::norm(x, cp::ord<1>), {19}));
  CHECK(near(la::norm(x, cp::ord<0>), {3}));
  CHECK(near(la::norm(x, cp::ord<3>), {12.207056f}));
  CHECK(near(la::norm(x, cp::ord<-1>), {0}));
  CHECK(near(la::norm(x(cp::slice(0, 2)), cp::ord<-2>), {2.4f}));
  CHECK(near(la::norm(x, cp::ord_p(2.5)), {12.445443f}));
  CHECK(near(la::norm(x, cp::ord_inf), {12}));
  CHECK(near(la::norm(x, cp::ord_minus_inf), {0}));
  CHECK(near(la::norm(z), {13.96424f}));
  CHECK(near(la::norm(z, cp::ord<1>), {19}));
  CHECK(near(la::norm(z, cp::ord<0>), {3}));
  CHECK(near(la::norm(z, cp::ord<3>), {13.243916f}));
  CHECK(near(la::norm(z, cp::ord_p(2.5)), {13.472625f}));
  CHECK(near(la::norm(z, cp::ord_inf), {13}));
  CHECK(near(la::norm(z, cp::ord_minus_inf), {0}));
}

TEST_CASE("orders of matrices") {
  auto const m = real_matrix();
  auto const w = complex_matrix();
  CHECK(near(la::norm(m), {9.539392f}));
  CHECK(near(la::norm(m, cp::ord_fro), {9.539392f}));
  CHECK(near(la::norm(m, cp::ord<1>), {9}));
  CHECK(near(la::norm(m, cp::ord<-1>), {5}));
  CHECK(near(la::norm(m, cp::ord_inf), {15}));
  CHECK(near(la::norm(m, cp::ord_minus_inf), {6}));
  CHECK(near(la::norm(w, cp::ord_fro), {17.291616f}));
  CHECK(near(la::norm(w, cp::ord<1>), {18}));
  CHECK(near(la::norm(w, cp::ord<-1>), {3}));
  CHECK(near(la::norm(w, cp::ord_inf), {25}));
  CHECK(near(la::norm(w, cp::ord_minus_inf), {6}));
}

TEST_CASE("one axis holds vectors, two hold matrices, rows first") {
  auto const m = real_matrix();
  auto const t = cp::eval(two_matrices());
  CHECK(near(la::norm(m, cp::ord<1>, 0), {5, 7, 9}));
  CHECK(near(la::norm(m, cp::ord<0>, cp::axis<1>), {3, 3}));
  CHECK(near(la::norm(m, cp::ord<3>, 1), {3.3019273f, 7.398637f}));
  CHECK(near(la::norm(t), {12.083046f}));
  CHECK(near(la::norm(t, 1), {5.3851647f, 4.1231055f, 3, 4.1231055f, 5.3851647f, 6.708204f}));
  CHECK(near(la::norm(t, cp::ord_fro, cp::axis<1, 2>), {7.4161983f, 9.539392f}));
  CHECK(near(la::norm(t, cp::ord<1>, cp::axis<1, 2>), {7, 9}));
  CHECK(near(la::norm(t, cp::ord<1>, cp::axis<2, 1>), {12, 15}));
  CHECK(near(la::norm(t, cp::ord<-1>, cp::axis<-1, -2>), {3, 6}));
  CHECK(near(la::norm(t, cp::ord_minus_inf, cp::axis<0, 2>), {6, 3}));
  auto const kept = cp::eval(la::norm(t, cp::ord_inf, cp::axis<1, 2>, cp::keepdims));
  CHECK(list_of(kept.shape()) == longs{2, 1, 1});
  CHECK(near(kept, {12, 15}));
  CHECK(list_of(cp::eval(la::norm(t, cp::ord_inf, cp::keepdims, cp::axis<1, 2>)).shape()) == longs{2, 1, 1});
  CHECK(list_of(cp::eval(la::norm(t, cp::keepdims, cp::axis<1, 2>)).shape()) == longs{2, 1, 1});
}

TEST_CASE("vector_norm and matrix_norm") {
  auto const m = real_matrix();
  auto const t = cp::eval(two_matrices());
  CHECK(near(la::vector_norm(m), {9.539392f}));
  CHECK(near(la::vector_norm(m, cp::ord<1>), {21}));
  CHECK(near(la::vector_norm(m, cp::ord_inf, cp::axis<0, 1>), {6}));
  CHECK(near(la::vector_norm(m, 0), {4.1231055f, 5.3851647f, 6.708204f}));
  CHECK(near(la::matrix_norm(t), {7.4161983f, 9.539392f}));
  CHECK(near(la::matrix_norm(t, cp::ord_inf), {12, 15}));
  CHECK(list_of(cp::eval(la::matrix_norm(t, cp::keepdims)).shape()) == longs{2, 1, 1});
  CHECK(list_of(cp::eval(la::matrix_norm(t, cp::ord<1>, cp::keepdims)).shape()) == longs{2, 1, 1});
}

TEST_CASE("norms of integers are float64, of 16-bit floats theirs; nothing overflows on the way") {
  auto const i = cp::array<std::int16_t>({3, 4});
  static_assert(std::is_same_v<decltype(la::norm(i))::value_type, double>);
  CHECK(la::norm(i).item() == 5);
  CHECK(la::norm(i, cp::ord<1>).item() == 7);
  static_assert(std::is_same_v<decltype(la::norm(cp::ones<cp::float16>(3)))::value_type, cp::float16>);
  CHECK(la::norm(cp::full<cp::float16>(4, cp::float16(20000))).item() == cp::float16(40000));
  CHECK(la::norm(cp::array<float>({3e38f, 0})).item() == 3e38f);
  CHECK(near(la::norm(cp::array<float>({3e-40f, 4e-40f})), {5e-40f}));
  CHECK(la::norm(cp::array<double>({3e-310, 4e-310})).item() == doctest::Approx(5e-310).epsilon(1e-12));
  CHECK(la::norm(cp::array<double>({3e300, 4e300})).item() == doctest::Approx(5e300).epsilon(1e-15));
}

TEST_CASE("of no elements: 0, but nothing is the smallest; orders that do not exist are refused") {
  auto const none = cp::empty<float>(0);
  CHECK(la::norm(none).item() == 0);
  CHECK(la::norm(none, cp::ord<1>).item() == 0);
  CHECK(la::norm(none, cp::ord_inf).item() == 0);
  CHECK_THROWS_AS((void)la::norm(none, cp::ord_minus_inf).item(), cp::value_error);
  CHECK_THROWS_AS((void)la::norm(cp::empty<float>({0, 3}), cp::ord_minus_inf).item(), cp::value_error);
  CHECK_THROWS_AS((void)cp::ord_p(0), cp::value_error);
  CHECK_THROWS_AS((void)cp::ord_p(std::numeric_limits<double>::quiet_NaN()), cp::value_error);
  CHECK_THROWS_AS((void)cp::ord_p(-std::numeric_limits<double>::infinity()), cp::value_error);
}
