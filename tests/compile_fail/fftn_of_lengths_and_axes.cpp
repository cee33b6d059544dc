// Each axis has one length.
// expect-error: lengths and axes differ in number
#include <fuse/fft.hpp>

int main() {
  cp::ndarray<cp::complex64, 2> const x = cp::zeros<cp::complex64>({4, 4});
  auto const y = cp::eval(cp::fft::fftn(x, cp::fft::s(4, 4), cp::axis<0>));
}
