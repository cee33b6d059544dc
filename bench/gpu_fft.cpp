// Fourier transforms, and convolutions by them, against the copy bandwidth of the same run: each transform is taken to
// read its operand and write its result once.
#include <fuse/fft.hpp>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "gpu_bench.hpp"

namespace {

using cp::complex64;

/// Some terms of a line's spectrum beside plain sums.
template <class X, class Y>
void expect_spectrum(char const* what, X const& line, Y const& spectrum, double bound = 1e-4) {
  auto const x = line.to_host();
  auto const y = spectrum.to_host();
  std::int64_t const n = x.size();
  double size = 0;
  for (std::int64_t j = 0; j < n; ++j) size += std::norm(std::complex<double>(std::complex<float>(complex64(x(j)))));
  for (std::int64_t const k : {std::int64_t{0}, std::int64_t{1}, n / 3, n / 2}) {
    std::complex<double> sum = 0;
    for (std::int64_t j = 0; j < n; ++j)
      sum += std::complex<double>(std::complex<float>(complex64(x(j)))) *
             std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k % n) / static_cast<double>(n));
    bench::expect(what, y(k).re, sum.real(), bound, std::sqrt(size));
    bench::expect(what, y(k).im, sum.imag(), bound, std::sqrt(size));
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  std::int64_t const rows = 65536, columns = 1024, n = rows * columns;
  auto const x = bench::random<float>(n, 1);
  auto const y = bench::random<float>(n, 2);
  cp::ndarray<complex64, 2> const a = cp::reshape(x + complex64(0, 1) * y, {rows, columns});
  cp::ndarray<complex64, 2> b = cp::empty<complex64>({rows, columns});
  cp::ndarray<complex64, 1> const h = cp::fft::fft(bench::random<float>(columns, 3));
  double const c2c = 2.0 * 8 * static_cast<double>(n), r2c = (4.0 + 4.0) * static_cast<double>(n);
  char const* const size = "65536x1024";

  r.measure("fft", "", "complex64", size, c2c, [=] { b(cp::all) = cp::fft::fft(a); });
  expect_spectrum("fft", a(rows / 2), b(rows / 2));
  r.measure("fft", "ifft", "complex64", size, c2c, [=] { b(cp::all) = cp::fft::ifft(a); });
  r.measure("fft", "axis<0>", "complex64", size, c2c, [=] { b(cp::all) = cp::fft::fft(a, cp::axis<0>); });
  expect_spectrum("fft, axis<0>", a(cp::all, 7), b(cp::all, 7));
  r.measure("fft", "of a * h", "complex64", size, c2c, [=] { b(cp::all) = cp::fft::fft(a * h); });
  r.measure("fft", "fft2", "complex64", "8192x8192", 2 * c2c, [=] {
    cp::reshape(b, {8192, 8192})(cp::all) = cp::fft::fft2(cp::reshape(a, {8192, 8192}));
  });
  r.measure("fft", "prime", "complex64", "65536x1021", 2.0 * 8 * 65536 * 1021,
            [=] { b(cp::all, cp::slice(0, 1021)) = cp::fft::fft(a(cp::all, cp::slice(0, 1021))); });

  {
    using half = cp::complex<cp::float16>;
    cp::ndarray<half, 2> const narrow = cp::astype<half>(a);
    auto const plan = cp::fft::get_fft_plan(narrow);
    auto const result = plan.get_output_array(narrow);
    r.measure("fft", "half", "complex<float16>", size, c2c / 2, [=] { plan.fft(narrow, result); });
    expect_spectrum("fft, half", a(rows / 2), cp::eval(cp::astype<complex64>(result(rows / 2))), 2e-2);
  }

  // Rows are read and written once.
  r.measure("fft_conv", "", "complex64", size, c2c, [=] { b(cp::all) = cp::fft::ifft(cp::fft::fft(a) * h); });
  {
    auto const line = a(rows / 3).to_host(), filter = h.to_host(), result = b(rows / 3).to_host();
    cp::ndarray<complex64, 1, cp::host_space> const kernel = cp::eval(cp::fft::ifft(h)).to_host();
    for (std::int64_t const k : {0, 1, 500, 1023}) {
      std::complex<double> sum = 0;
      for (std::int64_t j = 0; j < columns; ++j)
        sum += std::complex<double>(std::complex<float>(line(j))) *
               std::complex<double>(std::complex<float>(kernel((k - j + columns) % columns)));
      bench::expect("fft_conv", result(k).re, sum.real(), 1e-3, 100);
    }
  }
  {
    cp::ndarray<complex64, 1> half = cp::empty<complex64>(n / 2 + 1);
    r.measure("rfft", "", "float32", "2^26", r2c, [=] { half(cp::all) = cp::fft::rfft(x); });
    cp::ndarray<float, 1> z = cp::empty<float>(n);
    r.measure("rfft", "irfft", "float32", "2^26", 2 * r2c, [=] { z(cp::all) = cp::fft::irfft(half); });
    bench::expect("irfft", cp::max(cp::abs(z - x)).item(), 0, 1, 1e-5);
    auto const lines = cp::reshape(x, {rows, columns});
    cp::ndarray<complex64, 2> spectra = cp::empty<complex64>({rows, columns / 2 + 1});
    r.measure("rfft", "lines", "float32", size, r2c, [=] { spectra(cp::all) = cp::fft::rfft(lines); });
    expect_spectrum("rfft", lines(5), spectra(5));
    cp::ndarray<float, 2> w = cp::empty<float>({rows, columns});
    r.measure("dct", "", "float32", size, 2 * 3 * 4.0 * static_cast<double>(n),
              [=] { w(cp::all) = cp::fft::dct(lines); });
  }
  auto const small = a(0), small_result = b(0);
  r.measure("fft", "small", "complex64", "1024", 2.0 * 8 * columns,
            [=] { small_result(cp::all) = cp::fft::fft(small); });
  bench::run();
}
