// Transforms along several axes beside SciPy's.
#include <string>

#include "fft_data.hpp"

namespace {

using namespace fft_data;

template <class R, class T, class F>
void as_scipy(char const* name, F const& f) {
  layouts(operand<T>(), [&](auto const& x) {
    expected<R> scipy(std::string(name) + "_" + operand_name<T>);
    planes([&](auto const& axes, auto const& s, fft::norm scale) {
      scipy.template compare_whole<result_of<R, T>>(f(x, axes, s, scale), shape_of(x, axes, s.value, is_half(name)));
    });
  });
}
template <class R, class T, class F>
void in_space(char const* name, F const& f) {
  layouts(operand<T>(), [&](auto const& x) {
    expected<R> scipy(std::string(name) + "_" + operand_name<T>);
    spaces([&](auto const& axes, auto const& s, fft::norm scale) {
      scipy.template compare_whole<result_of<R, T>>(f(x, axes, s, scale), shape_of(x, axes, s.value, is_half(name)));
    });
  });
}

}  // namespace

// covers: cupy.fft.fft2; cupy.fft.ifft2; cupy.fft.rfft2; cupy.fft.irfft2; cupyx.scipy.fft.fft2; cupyx.scipy.fft.ifft2
// covers: cupyx.scipy.fft.rfft2; cupyx.scipy.fft.irfft2; cupyx.scipy.fft.hfft2; cupyx.scipy.fft.ihfft2
TEST_CASE("transforms along two axes") {
  as_scipy<cp::complex128, cp::complex64>(FFT_FUNCTION(fft2));
  as_scipy<cp::complex128, double>(FFT_FUNCTION(ifft2));
  as_scipy<cp::complex128, float>(FFT_FUNCTION(rfft2));
  as_scipy<double, cp::complex128>(FFT_FUNCTION(irfft2));
  as_scipy<double, cp::complex64>(FFT_FUNCTION(hfft2));
  as_scipy<cp::complex128, double>(FFT_FUNCTION(ihfft2));
}
// covers: cupy.fft.fftn; cupy.fft.ifftn; cupy.fft.rfftn; cupy.fft.irfftn; cupyx.scipy.fft.fftn; cupyx.scipy.fft.ifftn
// covers: cupyx.scipy.fft.rfftn; cupyx.scipy.fft.irfftn; cupyx.scipy.fft.hfftn; cupyx.scipy.fft.ihfftn
TEST_CASE("transforms along three axes") {
  in_space<cp::complex128, cp::complex128>(FFT_FUNCTION(fftn));
  in_space<cp::complex128, cp::complex64>(FFT_FUNCTION(ifftn));
  in_space<cp::complex128, double>(FFT_FUNCTION(rfftn));
  in_space<double, cp::complex64>(FFT_FUNCTION(irfftn));
  in_space<double, cp::complex128>(FFT_FUNCTION(hfftn));
  in_space<cp::complex128, float>(FFT_FUNCTION(ihfftn));
}
// covers: cupy.fft.config.enable_nd_planning
TEST_CASE("transforms along several axes, one after the other") {
  fft::config::enable_nd_planning(false);
  CHECK(!fft::config::nd_planning());
  as_scipy<cp::complex128, cp::complex64>(FFT_FUNCTION(fft2));
  in_space<cp::complex128, cp::complex128>(FFT_FUNCTION(fftn));
  fft::config::enable_nd_planning();
  CHECK(fft::config::nd_planning());
}
TEST_CASE("an axis that is named twice is transformed twice") {
  auto const x = operand<cp::complex128>();
  auto const compare = [](auto const& y) {
    expected<cp::complex128> numpy("twice_complex");
    numpy.compare(fft::fftn(y, cp::axis<0, 0>));
    numpy.compare(fft::ifftn(y, fft::s(2, 6, 5), fft::axes(1, 0, 1), fft::norm::ortho));
    numpy.compare(fft::fftn(y, fft::s(6, -1), fft::axes(0, 2)));
  };
  compare(x);
  compare(x + 0);
}
