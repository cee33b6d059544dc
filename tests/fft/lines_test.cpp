// Transforms along one axis beside NumPy's: every function, dtype, axis, length and norm, and several layouts.
#include <cstdint>
#include <string>
#include <type_traits>

#include "fft_data.hpp"

namespace {

using namespace fft_data;

template <class R, class T, class F>
void as_numpy(char const* name, F const& f, array<T, 3> const& x) {
  expected<R> numpy(std::string(name) + "_" + operand_name<T>);
  lines([&](int axis, int n, fft::norm scale) {
    numpy.template compare_whole<result_of<R, T>>(f(x, fft::axes(axis), fft::n(n), scale),
                                                  shape_of(x, fft::axes(axis), {n}, is_half(name)));
  });
}

/// Function `f` of operands of these dtypes; of the last one, in several layouts. R: the dtype of NumPy's results.
template <class R, class Last, class... T, class F>
void of_types(char const* name, F const& f) {
  (as_numpy<R>(name, f, operand<T>()), ...);
  layouts(operand<Last>(), [&](auto const& x) { as_numpy<R>(name, f, x); });
}

}  // namespace

// covers: cupy.fft.fft; cupy.fft.ifft; cupyx.scipy.fft.fft; cupyx.scipy.fft.ifft
TEST_CASE("fft and ifft along an axis") {
  of_types<cp::complex128, cp::complex64, cp::complex128, float, std::int8_t>(FFT_FUNCTION(fft));
  of_types<cp::complex128, cp::complex64, cp::complex128, double>(FFT_FUNCTION(ifft));
}
// covers: cupy.fft.rfft; cupy.fft.irfft; cupyx.scipy.fft.rfft; cupyx.scipy.fft.irfft
TEST_CASE("rfft and irfft along an axis") {
  of_types<cp::complex128, float, double, cp::float16, std::int64_t>(FFT_FUNCTION(rfft));
  of_types<double, cp::complex64, cp::complex128, float>(FFT_FUNCTION(irfft));
}
// covers: cupy.fft.hfft; cupy.fft.ihfft; cupyx.scipy.fft.hfft; cupyx.scipy.fft.ihfft
TEST_CASE("hfft and ihfft along an axis") {
  of_types<double, cp::complex64, cp::complex128, double>(FFT_FUNCTION(hfft));
  of_types<cp::complex128, float, double>(FFT_FUNCTION(ihfft));
}
