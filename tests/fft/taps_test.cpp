// Filters, morphology and convolutions by arrays of weights, against SciPy.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/ndimage.hpp>
#include <fuse/signal.hpp>
#include <vector>

#include "array/values.hpp"

namespace {

using namespace tests;
namespace nd = cp::ndimage;
namespace sg = cp::signal;

// A line of tests/data/make_taps.py: which function, which mode, and what SciPy gives.
struct scipy_case {
  int function, mode;
  longs shape;
  doubles elements;
};
scipy_case const cases[] = {
#include "data/taps/cases.inc"
};

template <class A>
void check(scipy_case const& c, A const& a) {
  CAPTURE(c.function);
  CAPTURE(c.mode);
  CHECK(list_of(a.shape()) == c.shape);
  auto const made = values(cp::eval(cp::astype<double>(a)));
  REQUIRE(made.size() == c.elements.size());
  double worst = 0;
  for (std::size_t i = 0; i < made.size(); ++i) worst = std::max(worst, std::abs(made[i] - c.elements[i]));
  CHECK(worst < 1e-11);
}

// The arrays of make_taps.py.
struct arrays {
  cp::ndarray<double, 2> x = cp::astype<double>(counted<std::int64_t>({4, 15}) * 7 % 23);
  cp::ndarray<double, 3> cube = cp::astype<double>(counted<std::int64_t>({4, 5, 6}) * 5 % 19);
  cp::ndarray<double, 2> weights{{1, 2, 3, -1}, {0.5, -1, 4, 0.25}};
  cp::ndarray<bool, 2> footprint{{false, true, true}, {true, false, true}};
  cp::ndarray<double, 1> wave = cp::cos(cp::arange<double>(40) * 0.7), taps{1, -2, 0.5, 3, 0.25, -1};

  void filter(scipy_case const& c) const {
    nd::filter_options const o{static_cast<nd::boundary>(c.mode), 2};
    switch (c.function) {
      case 0:
        return check(c, nd::correlate(x, weights, o));
      case 1:
        return check(c, nd::convolve(x, weights, o));
      case 2:
        return check(c, nd::correlate1d(x, taps, 0, o));
      case 3:
        return check(c, nd::convolve1d(x, taps, 1, {o.mode, 2, 1}));
      case 4:
        return check(c, nd::minimum_filter(x, footprint, o));
      case 5:
        return check(c, nd::maximum_filter(cube, {3, 2, 4}, o));
      case 6:
        return check(c, nd::grey_erosion(x, footprint, o));
      case 7:
        return check(c, nd::grey_dilation(x, footprint, o));
      case 8:
        return check(c, nd::maximum_filter1d(x, 5, 1, o));
      case 9:
        return check(c, nd::minimum_filter1d(x, 4, 0, o));
      case 10:
        return check(c, nd::binary_erosion(x > 4, footprint, c.mode == 1));
      default:
        return check(c, nd::binary_dilation(x > 18, footprint));
    }
  }

  void convolution(scipy_case const& c) const {
    auto const mode = static_cast<cp::convolve_mode>(c.mode);
    auto const of_matrices = static_cast<cp::convolve_mode>(c.mode / 3);
    auto const edges = static_cast<sg::edges>(c.mode % 3);
    switch (c.function) {
      case 20:
        for (auto const way : {sg::conv_method::direct, sg::conv_method::fft, sg::conv_method::automatic})
          check(c, sg::convolve(wave, taps, mode, way));
        check(c, sg::fftconvolve(wave, taps, mode));
        return check(c, sg::oaconvolve(wave, taps, mode));
      case 21:
        check(c, sg::correlate(wave, taps, mode, sg::conv_method::fft));
        return check(c, sg::correlate(wave, taps, mode));
      case 22:
        return check(c, sg::correlate(taps, wave, mode));
      case 23:
        return check(c, sg::convolve(cube, cube(cp::slice(2), cp::slice(3), cp::slice(2)), mode));
      case 24:
        return check(c, sg::convolve2d(x, weights, of_matrices, edges, 3));
      case 25:
        return check(c, sg::correlate2d(x, weights, of_matrices, edges, 3));
      default:
        return check(c, sg::correlate2d(weights, x, mode));
    }
  }
};

}  // namespace

// covers: cupyx.scipy.ndimage.convolve; cupyx.scipy.ndimage.convolve1d; cupyx.scipy.ndimage.correlate
// covers: cupyx.scipy.ndimage.correlate1d; cupyx.scipy.ndimage.minimum_filter; cupyx.scipy.ndimage.maximum_filter
// covers: cupyx.scipy.ndimage.minimum_filter1d; cupyx.scipy.ndimage.maximum_filter1d; cupyx.scipy.ndimage.grey_erosion
// covers: cupyx.scipy.ndimage.grey_dilation; cupyx.scipy.ndimage.binary_erosion; cupyx.scipy.ndimage.binary_dilation
// covers: cupyx.scipy.signal.convolve; cupyx.scipy.signal.correlate; cupyx.scipy.signal.fftconvolve
// covers: cupyx.scipy.signal.convolve2d; cupyx.scipy.signal.correlate2d; cupyx.scipy.signal.oaconvolve
TEST_CASE("filters and convolutions are SciPy's, by a kernel each") {
  arrays const given;
  for (scipy_case const& c : cases) c.function < 20 ? given.filter(c) : given.convolution(c);
  auto const before = cp::count().launches;
  (void)nd::correlate(given.x, given.weights);
  CHECK(cp::count().launches == before + 1);
}

// covers: cupyx.scipy.signal.choose_conv_method
TEST_CASE("dtypes, long filters, and what is refused") {
  // More taps than elements beyond an edge, and rows whose ends lie within what one call makes.
  auto const ones = cp::ones<double>({3, 37});
  CHECK(values(nd::correlate1d(ones, cp::ones<double>({101}))) == doubles(3 * 37, 101));
  CHECK(equals<std::int64_t>(sg::convolve(cp::array<std::int64_t>({1, 2}), cp::array<std::int64_t>({3, 4})), {3},
                             {3, 10, 8}));
  auto const few = cp::ones<double>({8}), many = cp::ones<double>({65536});
  CHECK(sg::choose_conv_method(many, few) == sg::conv_method::direct);
  CHECK(sg::choose_conv_method(many, many) == sg::conv_method::fft);
  CHECK_THROWS_WITH_AS((void)nd::correlate(ones, ones, {.origin = 20}),
                       "cp::ndimage::correlate: the origin lies outside of the filter; it is 20", cp::value_error);
  CHECK_THROWS_AS((void)nd::maximum_filter(ones, {0, 1}), cp::value_error);
  CHECK_THROWS_AS((void)sg::convolve(few, cp::empty<double>({0})), cp::value_error);
  CHECK_THROWS_AS((void)sg::convolve2d(cp::ones<double>({4, 9}), ones, cp::convolve_mode::valid), cp::shape_error);
  CHECK(nd::correlate(cp::empty<double>({0, 4}), cp::ones<double>({3, 3})).size() == 0);
}
