// cp::testing: comparisons report what NumPy's do, and data are what they say.
#include <doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/linalg.hpp>
#include <fuse/testing.hpp>
#include <limits>
#include <string>
#include <vector>

#include "array/values.hpp"

using namespace tests;
namespace t = cp::testing;

namespace {

constexpr double NaN = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
using vector = cp::ndarray<double, 1>;

template <class F>
std::string report(F const& f) {
  try {
    f();
  } catch (t::assertion_error const& e) {
    return e.what();
  }
  return "";
}

}  // namespace

// covers: cupy.testing.assert_allclose
TEST_CASE("assert_allclose") {
  vector const a{1, 2, 3}, b{1, 3, 3};
  t::assert_allclose(a, a + 1e-8);
  t::assert_allclose(a, 2, {.atol = 1});
  t::assert_allclose(vector{NaN, inf, -inf}, vector{NaN, inf, -inf});
  CHECK(report([&] { t::assert_allclose(a, b); }) ==
        "\nNot equal to tolerance rtol=1e-07, atol=0\n\nMismatched elements: 1 / 3 (33.3%)\nMismatch at index:\n"
        " [1]: 2.0 (ACTUAL), 3.0 (DESIRED)\nMax absolute difference among violations: 1.\n"
        "Max relative difference among violations: 0.33333333\n ACTUAL: array([1., 2., 3.])\n DESIRED: array([1., 3., "
        "3.])");
  CHECK(report([&] {
          t::assert_allclose(cp::ndarray<float, 2>{{1, 2, 3}, {4, 5, 6}}, 0, {.atol = 3, .err_msg = "hello"});
        }) ==
        "\nNot equal to tolerance rtol=1e-07, atol=3\nhello\nMismatched elements: 3 / 6 (50%)\nMismatch at indices:\n"
        " [1, 0]: 4.0 (ACTUAL), 0 (DESIRED)\n [1, 1]: 5.0 (ACTUAL), 0 (DESIRED)\n [1, 2]: 6.0 (ACTUAL), 0 (DESIRED)\n"
        "Max absolute difference among violations: 6.\nMax relative difference among violations: inf\n"
        " ACTUAL: array([[1., 2., 3.],\n       [4., 5., 6.]], dtype=float32)\n DESIRED: array(0)");
  CHECK(report([&] {
          t::assert_allclose(a, vector{1, 2}, {.verbose = false});
        }) == "\nNot equal to tolerance rtol=1e-07, atol=0\n\n(shapes (3,), (2,) mismatch)");
  CHECK(report([&] {
          t::assert_allclose(vector{1, NaN, 3}, vector{1, 2, NaN}, {.verbose = false});
        }) == "\nNot equal to tolerance rtol=1e-07, atol=0\n\nnan location mismatch:");
  CHECK(report([&] { t::assert_allclose(vector{1, NaN}, vector{1, NaN}, {.equal_nan = false}); }) != "");
  CHECK(report([&] { t::assert_allclose(vector{inf}, vector{-inf}); }) != "");
  CHECK(report([&] { t::assert_allclose(vector{1}, vector{inf}); }) != "");
}

// covers: cupy.testing.assert_array_equal; cupy.testing.assert_array_list_equal
TEST_CASE("assert_array_equal") {
  auto const n = counted<std::int64_t>({10});
  t::assert_array_equal(n, n.copy());
  t::assert_array_equal(cp::ndarray<std::int64_t, 1>{INT64_MAX}, cp::ndarray<std::uint64_t, 1>{INT64_MAX});
  CHECK(report([&] {
          t::assert_array_equal(cp::ndarray<std::int64_t, 1>{INT64_MAX}, cp::ndarray<std::int64_t, 1>{INT64_MAX - 1});
        }) != "");
  t::assert_array_equal(vector{NaN}, vector{NaN});
  CHECK(report([&] { t::assert_array_equal(n, n(cp::slice(cp::end, cp::end, -1))); }) ==
        "\nArrays are not equal\n\nMismatched elements: 10 / 10 (100%)\nFirst 5 mismatches are at indices:\n"
        " [0]: 0 (ACTUAL), 9 (DESIRED)\n [1]: 1 (ACTUAL), 8 (DESIRED)\n [2]: 2 (ACTUAL), 7 (DESIRED)\n"
        " [3]: 3 (ACTUAL), 6 (DESIRED)\n [4]: 4 (ACTUAL), 5 (DESIRED)\nMax absolute difference among violations: 9\n"
        "Max relative difference among violations: 7.\n ACTUAL: array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])\n"
        " DESIRED: array([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])");
  CHECK(report([&] {
          t::assert_array_equal(cp::ndarray<bool, 1>{true, false}, cp::ndarray<bool, 1>{true, true});
        }) ==
        "\nArrays are not equal\n\nMismatched elements: 1 / 2 (50%)\nMismatch at index:\n [1]: False (ACTUAL), True "
        "(DESIRED)\n"
        " ACTUAL: array([ True, False])\n DESIRED: array([ True,  True])");
  CHECK(report([&] {
          t::assert_array_equal(cp::ndarray<std::int32_t, 1>{1}, cp::ndarray<std::int64_t, 1>{1}, "", true);
        }) ==
        "\nArrays are not equal\n\n(dtypes int32, int64 mismatch)\n ACTUAL: array([1], dtype=int32)\n DESIRED: "
        "array([1])");
  CHECK(report([&] {
          t::assert_array_equal(cp::ndarray<cp::complex128, 1>{{1, 1}}, cp::ndarray<cp::complex128, 1>{{1, 2}});
        }) ==
        "\nArrays are not equal\n\nMismatched elements: 1 / 1 (100%)\nMismatch at index:\n [0]: (1+1j) (ACTUAL), "
        "(1+2j) (DESIRED)\n"
        "Max absolute difference among violations: 1.\nMax relative difference among violations: 0.4472136\n"
        " ACTUAL: array([1.+1.j])\n DESIRED: array([1.+2.j])");
  std::vector<vector> const two{vector{1}, vector{1, 2}};
  t::assert_array_list_equal(two, two);
  CHECK(report([&] { t::assert_array_list_equal(two, std::vector<vector>{vector{1}}); }) ==
        "cp::testing::assert_array_list_equal: the lists have 2 and 1 arrays");
  CHECK(report([&] { t::assert_array_list_equal(two, std::vector<vector>{vector{1}, vector{1, 3}}); }) != "");
}

// covers: cupy.testing.assert_array_almost_equal; cupy.testing.assert_array_less
TEST_CASE("assert_array_almost_equal and assert_array_less") {
  t::assert_array_almost_equal(vector{1, 2.00001}, vector{1, 2}, 5);
  CHECK(report([&] {
          t::assert_array_almost_equal(vector{2.00002}, vector{2}, 5);
        }).find("\nArrays are not almost equal to 5 decimals\n\nMismatched elements: 1 / 1 (100%)") == 0);
  t::assert_array_less(vector{1, 5}, vector{2, 6});
  t::assert_array_less(vector{1, 5}, 6);
  CHECK(report([&] {
          t::assert_array_less(vector{1, 5}, vector{2, 5});
        }) ==
        "\nArrays are not strictly ordered `x < y`\n\nMismatched elements: 1 / 2 (50%)\nMismatch at index:\n [1]: 5.0 "
        "(x), 5.0 (y)\n"
        "Max absolute difference among violations: 0.\nMax relative difference among violations: 0.\n x: array([1., "
        "5.])\n"
        " y: array([2., 5.])");
}

// covers: cupy.testing.assert_array_almost_equal_nulp; cupy.testing.assert_array_max_ulp
TEST_CASE("distances in units of the last place") {
  vector const a{1, 2};
  t::assert_array_almost_equal_nulp(a, a * (1 + 2.2e-16));
  CHECK(report([&] {
          t::assert_array_almost_equal_nulp(a, a + vector{0, 1e-10});
        }) == "Arrays are not equal to 1 ULP (max is 225180)");
  cp::ndarray<float, 1> const f{1, 2}, g{1, 2.000001f};
  CHECK(report([&] { t::assert_array_max_ulp(f, g); }) ==
        "Arrays are not almost equal up to 1 ULP (max difference is 4 ULP)");
  CHECK(t::assert_array_max_ulp(f, g, 4) == 4);
  CHECK(t::assert_array_max_ulp(vector{0.0, NaN}, vector{-0.0, NaN}) == 0);
  CHECK(t::assert_array_max_ulp(cp::ndarray<cp::float16, 1>{cp::float16(1.0f)},
                                cp::ndarray<cp::float16, 1>{cp::float16(1.0009765625f)}) == 1);
  CHECK(report([&] { t::assert_array_max_ulp(vector{1}, vector{NaN}); }) != "");
  CHECK_THROWS_AS(t::assert_array_max_ulp(f, a), cp::dtype_error);
}

// covers: cupy.testing.shaped_arange; cupy.testing.shaped_reverse_arange; cupy.testing.shaped_linspace
TEST_CASE("counted data") {
  CHECK(equals<float>(t::shaped_arange({2, 3}), {2, 3}, {1, 2, 3, 4, 5, 6}));
  CHECK(equals<bool>(t::shaped_arange<bool>({3}), {3}, {false, true, false}));
  CHECK(equals<cp::complex64>(t::shaped_arange<cp::complex64>({2}), {2}, {{1, 1}, {2, 2}}));
  CHECK(equals<std::int8_t>(t::shaped_reverse_arange<std::int8_t>({2, 2}), {2, 2}, {4, 3, 2, 1}));
  CHECK(equals<double>(t::shaped_linspace<double>(0, 1, {1, 3}), {1, 3}, {0, 0.5, 1}));
}

// covers: cupy.testing.shaped_random; cupy.testing.generate_matrix
TEST_CASE("random data") {
  auto const a = t::shaped_random<double>({50, 20});
  CHECK(list_of(a.shape()) == longs{50, 20});
  double sum = 0, least = 10, most = 0;
  for (double const x : values(a)) sum += x, least = std::fmin(least, x), most = std::fmax(most, x);
  CHECK((least >= 0 && most < 10 && std::fabs(sum / 1000 - 5) < 0.5));
  CHECK(values(t::shaped_random<double>({50, 20})) == values(a));
  CHECK(values(t::shaped_random<double>({50, 20}, 10, 1)) != values(a));
  std::int64_t trues = 0;
  for (bool const b : values(t::shaped_random<bool>({1000}))) trues += b;
  CHECK((trues > 400 && trues < 600));
  CHECK(t::shaped_random<cp::complex64>({2, 2}).size() == 4);
  for (auto const& [m, n] : {std::pair{4, 3}, {3, 4}, {3, 3}}) {
    auto const matrix = t::generate_matrix<double>(m, n, {3, 2, 0.5});
    CHECK(list_of(matrix.shape()) == longs{m, n});
    t::assert_allclose(cp::linalg::svdvals(matrix), vector{3, 2, 0.5}, {.rtol = 1e-12});
  }
  auto const z = t::generate_matrix<cp::complex64>(3, 2, {2, 1});
  t::assert_allclose(cp::linalg::svdvals(z), vector{2, 1}, {.rtol = 1e-5});
  CHECK_THROWS_AS((void)t::generate_matrix(3, 2, {1}), cp::shape_error);
}
