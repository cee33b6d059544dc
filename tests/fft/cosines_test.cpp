// Cosine and sine transforms beside SciPy's, and fftpack's order of real spectra.
#include <string>

#include "fft_data.hpp"

namespace {

using namespace fft_data;
using cp::complex64;

template <class R, class T, class F>
void run_lines(char const* name, F const& f, array<T, 3> const& x) {
  expected<R> scipy(name);
  cosines([&](int type, int axis, int n, fft::norm scale, int orthogonal) {
    auto const compare = [&](auto const& result) {
      scipy.template compare_whole<result_of<R, T>>(result, shape_of(x, fft::axes(axis), {n}, false));
    };
    if (orthogonal < 0)
      compare(f(x, fft::dct_type(type), fft::axes(axis), fft::n(n), scale));
    else
      compare(f(x, fft::dct_type(type), fft::n(n), fft::orthogonalize(orthogonal != 0), scale, fft::axes(axis)));
  });
}
template <class T, class F>
void as_scipy(char const* name, F const& f) {
  using R = std::conditional_t<cp::complex_floating<T>, cp::complex128, double>;
  layouts(operand<T>(),
          [&](auto const& x) { run_lines<R>((std::string(name) + "_" + operand_name<T>).c_str(), f, x); });
}
template <class T, class F>
void in_planes(char const* name, F const& f) {
  layouts(operand<T>(), [&](auto const& x) {
    using R = std::conditional_t<cp::complex_floating<T>, cp::complex128, double>;
    expected<R> scipy(std::string(name) + "_" + operand_name<T>);
    cosine_planes([&](int type, auto const& axes, auto const& s, fft::norm scale) {
      scipy.template compare_whole<result_of<R, T>>(f(x, fft::dct_type(type), axes, s, scale),
                                                    shape_of(x, axes, s.value, false));
    });
  });
}

}  // namespace

// covers: cupyx.scipy.fft.dct; cupyx.scipy.fft.idct; cupyx.scipy.fft.dst; cupyx.scipy.fft.idst
TEST_CASE("cosine and sine transforms along an axis") {
  as_scipy<float>(FFT_FUNCTION(dct));
  as_scipy<double>(FFT_FUNCTION(idct));
  as_scipy<double>(FFT_FUNCTION(dst));
  as_scipy<float>(FFT_FUNCTION(idst));
  as_scipy<cp::complex64>(FFT_FUNCTION(dst));
}
// covers: cupyx.scipy.fft.dctn; cupyx.scipy.fft.idctn; cupyx.scipy.fft.dstn; cupyx.scipy.fft.idstn
TEST_CASE("cosine and sine transforms along two axes") {
  in_planes<double>(FFT_FUNCTION(dctn));
  in_planes<float>(FFT_FUNCTION(idctn));
  in_planes<float>(FFT_FUNCTION(dstn));
  in_planes<double>(FFT_FUNCTION(idstn));
  in_planes<cp::complex128>(FFT_FUNCTION(dstn));
}
TEST_CASE("types that are known while compiling, and operands that are none of the library's") {
  auto const x = operand<double>();
  auto const close = [](auto const& a, auto const& b) { return cp::max(cp::abs(a - b)).item() < 1e-12; };
  CHECK(close(fft::dct(x, fft::type<3>), fft::dct(x, fft::dct_type(3))));
  CHECK(close(fft::dct(x * 2 + 1), fft::dct(cp::eval(x * 2 + 1))));
  CHECK(close(fft::idctn(fft::dctn(x, fft::type<1>), fft::type<1>), x));
  CHECK(close(fft::idst(fft::dst(x, fft::type<4>, fft::norm::ortho), fft::type<4>, fft::norm::ortho), x));
  static_assert(std::is_same_v<decltype(fft::dct(operand<cp::float16>()))::value_type, float>);
  static_assert(std::is_same_v<decltype(fft::dst(operand<std::int8_t>()))::value_type, double>);
  CHECK_THROWS_AS((void)fft::dct(x, fft::dct_type(5)), cp::value_error);
  CHECK_THROWS_AS((void)cp::eval(fft::dct(x, fft::type<1>, fft::n(1))), cp::value_error);
  CHECK_THROWS_AS((void)fft::dctn(x, fft::axes(1, 1)), cp::value_error);
}
// covers: cupyx.scipy.fftpack.fft; cupyx.scipy.fftpack.ifft; cupyx.scipy.fftpack.fft2; cupyx.scipy.fftpack.ifft2
// covers: cupyx.scipy.fftpack.fftn; cupyx.scipy.fftpack.ifftn
TEST_CASE("fftpack's complex transforms are those of fft") {
  auto const x = operand<cp::complex64>();
  auto const same = [](auto const& a, auto const& b) {
    static_assert(std::is_same_v<typename std::remove_cvref_t<decltype(a)>::value_type, complex64> &&
                  std::is_same_v<typename std::remove_cvref_t<decltype(b)>::value_type, complex64>);
    return cp::eval(a).shape() == cp::eval(b).shape() && cp::max(cp::abs(a - b)).item() == 0;
  };
  CHECK(same(cp::fftpack::fft(x), fft::fft(x)));
  CHECK(same(cp::fftpack::ifft(x, cp::axis<0>), fft::ifft(x, cp::axis<0>)));
  CHECK(same(cp::fftpack::fft2(x), fft::fft2(x)));
  CHECK(same(cp::fftpack::ifft2(x), fft::ifft2(x)));
  CHECK(same(cp::fftpack::fftn(x), fft::fftn(x)));
  CHECK(same(cp::fftpack::ifftn(x), fft::ifftn(x)));
}
// covers: cupyx.scipy.fftpack.rfft; cupyx.scipy.fftpack.irfft
TEST_CASE("fftpack's real transforms") {
  auto const compare = [](char const* name, auto const& f, auto const& x) {
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    expected<double> scipy(name);
    for (int axis = 0; axis < 3; ++axis)
      for (int const n : {1, 2, 4, 5, 8})
        scipy.compare_whole<result_of<double, T>>(f(x, fft::axes(axis), fft::n(n)),
                                                  shape_of(x, fft::axes(axis), {n}, false));
  };
  auto const forward = [](auto const& x, auto... option) { return cp::fftpack::rfft(x, option...); };
  auto const back = [](auto const& x, auto... option) { return cp::fftpack::irfft(x, option...); };
  layouts(operand<double>(), [&](auto const& x) {
    compare("fftpack_rfft_real", forward, x);
    compare("fftpack_irfft_real", back, x);
  });
  compare("fftpack_rfft_real", forward, operand<float>());
  compare("fftpack_irfft_real", back, operand<std::int8_t>());
}
