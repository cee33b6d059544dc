// A number could be a length or an axis.
// expect-error: say what a number is
#include <fuse/fft.hpp>

int main() {
  cp::ndarray<cp::complex64, 1> const x{1, 2, 3};
  auto const y = cp::eval(cp::fft::fft(x, 8));
}
