// Transforms: dtypes, defaults, what runs, where results go, empty operands, and errors. lines_test.cpp,
// planes_test.cpp and cosines_test.cpp compare values with NumPy's and SciPy's.
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "fft_data.hpp"
#include "running.hpp"

namespace {

using namespace fft_data;
using cp::complex64;
using tests::spent;

template <class A, class B>
bool near(A const& a, B const& b, double bound = 1e-4) {
  CHECK(cp::expr::shape_of(a) == cp::expr::shape_of(b));
  return cp::max(cp::abs(a - b)).item() < bound;
}

array<complex64, 1> line() { return cp::ravel(operand<complex64>()); }
array<float, 1> real_line() { return cp::ravel(operand<float>()); }

}  // namespace

TEST_CASE("dtypes are NumPy's: half and single precision stay single, all else is double") {
  static_assert(std::is_same_v<decltype(fft::fft(operand<cp::float16>()))::value_type, complex64>);
  static_assert(std::is_same_v<decltype(fft::fft(operand<cp::bfloat16>()))::value_type, complex64>);
  static_assert(std::is_same_v<decltype(fft::fft(operand<float>()))::value_type, complex64>);
  static_assert(std::is_same_v<decltype(fft::fft(operand<std::int8_t>()))::value_type, cp::complex128>);
  static_assert(std::is_same_v<decltype(fft::fft(operand<double>() > 0))::value_type, cp::complex128>);
  static_assert(std::is_same_v<decltype(fft::rfft(operand<std::uint16_t>()))::value_type, cp::complex128>);
  static_assert(std::is_same_v<decltype(fft::irfft(operand<complex64>()))::value_type, float>);
  static_assert(std::is_same_v<decltype(fft::hfft(operand<double>()))::value_type, double>);
  CHECK(cp::eval(fft::fft(array<bool, 1>{true, false, true})).item(0).re == 2);
}

TEST_CASE("without options a transform has the last axis, the last two, or all, and keeps their lengths") {
  auto const x = operand<complex64>();
  auto const r = operand<float>();
  CHECK(near(fft::fft(x), fft::fft(x, fft::axes(2), fft::n(5), fft::norm::backward)));
  CHECK(near(fft::ifft(x, cp::axis<0>), fft::ifft(x, fft::axes(-3), fft::n(4))));
  CHECK(near(fft::fft2(x), fft::fftn(x, cp::axis<1, 2>)));
  CHECK(near(fft::fftn(x), fft::fft(fft::fft2(x), cp::axis<0>)));
  CHECK(near(fft::fftn(x, fft::s(4, -1)), fft::fftn(x, fft::s(4, 5), fft::axes(-2, -1))));
  CHECK(near(fft::rfftn(r), fft::fft(fft::rfft2(r), cp::axis<0>)));
  CHECK(near(fft::irfft(fft::rfft(r)), fft::irfft(fft::rfft(r), fft::n(4))));
  CHECK(near(fft::irfftn(fft::rfftn(r), fft::s(4, 3, 5)), r));
  CHECK(near(fft::ifft2(fft::fft2(x)), x));
  CHECK(near(fft::hfft(fft::ihfft(r), fft::n(5)), r));
  CHECK(near(fft::idstn(fft::dstn(r)), r));
}

TEST_CASE("an array is read where it is; what else there is to do is one pass") {
  auto const x = line();
  auto const r = real_line();
  array<complex64, 1> y = cp::empty<complex64>(60);
  array<float, 1> z = cp::empty<float>(60);
  y(cp::all) = fft::fft(x);
  auto const runs = [&](auto const& statement, int library_calls, int launches, int temporaries) {
    auto const s = spent(statement);
    CHECK(s.library_calls == library_calls);
    CHECK(s.launches == launches);
    CHECK(s.temporaries == temporaries);
    CHECK(s.synchronizations == 0);
  };
  runs([&] { y(cp::all) = fft::fft(x); }, 1, 0, 0);
  runs([&] { (void)cp::eval(fft::fft(x)); }, 1, 0, 0);
  runs([&] { (void)cp::eval(fft::fft(x, fft::n(30))); }, 1, 0, 0);
  runs([&] { (void)cp::eval(fft::fft(x, fft::n(66))); }, 1, 1, 0);
  runs([&] { y(cp::all) = fft::fft(x * x); }, 1, 1, 0);
  runs([&] { y(cp::all) = fft::fft(r); }, 1, 1, 0);
  runs([&] { (void)cp::eval(fft::fft(r, fft::n(130), fft::norm::ortho)); }, 1, 1, 0);
  runs([&] { y(cp::all) = fft::ifft(x); }, 1, 1, 0);
  runs([&] { y(cp::all) = fft::ifft(x * 2); }, 1, 1, 0);
  runs([&] { (void)cp::eval(fft::rfft(r)); }, 1, 0, 0);
  runs([&] { (void)cp::eval(fft::rfft(r * r)); }, 1, 1, 1);
  runs([&] { (void)cp::eval(fft::irfft(x)); }, 1, 1, 1);
  runs([&] { (void)cp::eval(fft::fft(x(cp::slice(0, 60, 2)))); }, 1, 0, 0);
  runs([&] { (void)cp::eval(fft::fft(cp::reshape(x, {6, 10}), cp::axis<0>)); }, 1, 0, 0);
  runs([&] { (void)cp::eval(fft::fft2(cp::reshape(x, {6, 10}))); }, 1, 0, 0);
  // Two transforms and a pass between them.
  auto const h = cp::eval(x * 0.5f + 1);
  runs([&] { y(cp::all) = fft::ifft(fft::fft(x) * h); }, 2, 1, 1);
  CHECK(near(y, fft::ifft(cp::eval(cp::eval(fft::fft(x)) * h))));
  // What uses a transform comes after it, in a kernel of its own.
  runs([&] { z(cp::all) = cp::square(cp::abs(fft::fft(x))) * 2; }, 1, 1, 1);
  runs([&] { (void)cp::eval(cp::sum(cp::abs(fft::fft(x)))); }, 1, 1, 1);
}

TEST_CASE("results go where they are assigned to, and operands stay as they were") {
  auto const x = operand<complex64>();
  auto const copy = x.copy();
  auto const y = cp::eval(fft::fft(x, cp::axis<1>));
  array<complex64, 3> const wide = cp::zeros<complex64>({4, 3, 12});
  wide(cp::ellipsis, cp::slice(1, 11, 2)) = fft::fft(x, cp::axis<1>);
  CHECK(near(wide(cp::ellipsis, cp::slice(1, 11, 2)), y));
  CHECK(cp::sum(cp::abs(wide(cp::ellipsis, cp::slice(0, 12, 2)))).item() == 0);
  array<complex64, 3> const turned = cp::transpose(cp::zeros<complex64>({5, 3, 4}));
  turned(cp::all) = fft::fft(x * 1, cp::axis<1>);
  CHECK(near(turned, y));
  array<complex64, 3> const back = cp::flip(cp::zeros<complex64>({4, 3, 5}));
  back(cp::all) = fft::ifft(y, cp::axis<1>);
  CHECK(near(back, x));
  // Into the operand's own memory.
  auto z = x.copy();
  z(cp::all) = fft::fft(z, cp::axis<1>);
  CHECK(near(z, y));
  z = fft::ifft(z, cp::axis<1>);
  CHECK(near(z, x));
  z(cp::all) = fft::fft(cp::flip(z, 1), cp::axis<1>);
  CHECK(near(z, fft::fft(cp::flip(x, 1).copy(), cp::axis<1>)));
  // The libraries overwrite what they transform to real numbers.
  auto const spectrum = cp::eval(fft::rfft2(cp::real(x)));
  auto const spectrum_before = spectrum.copy();
  auto const real = cp::eval(fft::irfft2(spectrum, fft::s(3, 5)));
  CHECK(near(real, cp::real(x)));
  CHECK(near(spectrum, spectrum_before, 1e-30));
  CHECK(near(x, copy, 1e-30));
  // Views of a transform, and of what is to be transformed.
  CHECK(near(fft::fft(x, cp::axis<1>)(1, cp::all, cp::slice(0, 2)), y(1, cp::all, cp::slice(0, 2))));
  CHECK(near(fft::fft(x(cp::slice(1, 3)), cp::axis<1>), y(cp::slice(1, 3))));
  // An operand that is stretched.
  auto const stretched = cp::broadcast_to(x(0), {4, 3, 5});
  CHECK(near(fft::fft(stretched, cp::axis<0>)(0), x(0) * 4));
  CHECK(near(fft::fft(stretched), fft::fft(stretched.copy())));
}

TEST_CASE("many axes, and axes of extent 1") {
  auto const x = cp::eval(cp::reshape(line()(cp::slice(0, 48)), {2, 3, 2, 1, 2, 2}));
  auto y = cp::eval(fft::fft(x, cp::axis<0>));
  for (int axis = 1; axis < 6; ++axis) y = fft::fft(y, fft::axes(axis));
  CHECK(near(fft::fftn(x), y, 1e-3));
  CHECK(near(fft::irfftn(fft::rfftn(cp::real(x))), cp::real(x), 1e-3));
  auto const odd = cp::eval(cp::transpose(x, {4, 1, 5, 0, 3, 2}));
  CHECK(near(fft::ifftn(fft::fftn(odd, cp::axis<0, 2, 3, 5>), cp::axis<5, 3, 0, 2>), odd, 1e-3));
  array<complex64, 1> const one{complex64(3, 4)};
  CHECK(near(fft::fft(one), one));
  CHECK(near(fft::fft2(cp::reshape(one, {1, 1})), cp::reshape(one, {1, 1})));
  CHECK(cp::eval(fft::rfft(array<float, 1>{5.0f})).item(0).re == 5);
  CHECK(cp::eval(fft::irfft(one, fft::n(1))).item(0) == 3);
}

TEST_CASE("nothing to transform") {
  array<complex64, 2> const none = cp::empty<complex64>({0, 4});
  CHECK(cp::eval(fft::fft(none)).shape() == cp::shape_array<2>{{0, 4}});
  CHECK(cp::eval(fft::rfft(cp::real(none), fft::n(10))).shape() == cp::shape_array<2>{{0, 6}});
  CHECK(cp::eval(fft::irfft(none)).shape() == cp::shape_array<2>{{0, 6}});
  CHECK(cp::eval(fft::dct(cp::real(none))).shape() == cp::shape_array<2>{{0, 4}});
  CHECK_THROWS_AS((void)cp::eval(fft::fft(none, cp::axis<0>)), cp::value_error);
  CHECK(cp::sum(cp::abs(fft::fft(none, cp::axis<0>, fft::n(3)))).item() == 0);
  CHECK(cp::sum(cp::abs(fft::fft(none + 1, cp::axis<0>, fft::n(3)))).item() == 0);
}

TEST_CASE("NaN and infinities stay in their line") {
  float const inf = std::numeric_limits<float>::infinity();
  array<float, 2> const x{{1, 2, 3}, {inf, 0, 0}, {4, 5, std::numeric_limits<float>::quiet_NaN()}};
  auto const y = cp::eval(fft::fft(x, fft::norm::ortho)).to_host();
  CHECK(y(0, 1).re == doctest::Approx(-1.5 / std::sqrt(3.0)));
  CHECK(y(1, 0).re == inf);
  CHECK(std::isnan(y(2, 0).re));
}

TEST_CASE("what cannot be transformed is refused with its reason") {
  auto const x = operand<complex64>();
  auto const message = [](auto const& f) -> std::string {
    try {
      f();
    } catch (cp::error const& e) {
      return e.what();
    }
    return "";
  };
  CHECK_THROWS_AS((void)fft::fft(x, fft::axes(3)), cp::index_error);
  CHECK_THROWS_AS((void)fft::fftn(x, fft::axes(0, -4)), cp::index_error);
  CHECK(message([&] { (void)cp::eval(fft::fft(x, fft::n(0))); }) ==
        "cp::fft::fft: a transform of this kind needs at least 1 data point along axis 2, not 0 (the operand's shape "
        "is (4, 3, 5))");
  CHECK_THROWS_AS((void)cp::eval(fft::fft(x, fft::n(-1))), cp::value_error);
  CHECK_THROWS_AS((void)cp::eval(fft::fftn(x, fft::s(4, -2))), cp::value_error);
  CHECK_THROWS_AS((void)cp::eval(fft::irfft(x(cp::ellipsis, cp::slice(0, 1)))), cp::value_error);
  CHECK(message([&] { (void)fft::irfftn(x, fft::axes(1, 1)); }) ==
        "cp::fft::irfftn: the axes must differ; these are 1, 1");
  array<complex64, 3> y = cp::zeros<complex64>({4, 3, 5});
  CHECK_THROWS_AS(y(cp::all) = fft::fft(x, fft::n(6)), cp::shape_error);
  CHECK(cp::sum(cp::abs(y)).item() == 0);
}

TEST_CASE("a plan shows what a transform reads") {
  auto const text = cp::explain(fft::fft(real_line() * 2));
  CHECK(text.find("cp::fft::fft") != std::string::npos);
  CHECK(text.find("cp::multiply") != std::string::npos);
}
