// Half spectra are of real numbers.
// expect-error: this transform takes real numbers
#include <fuse/fft.hpp>

int main() {
  cp::ndarray<cp::complex64, 1> const x{1, 2, 3};
  auto const y = cp::eval(cp::fft::rfft(x));
}
