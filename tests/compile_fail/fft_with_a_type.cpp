// Types are those of cosine and sine transforms.
// expect-error: only cosine and sine transforms take a type
#include <fuse/fft.hpp>

int main() {
  cp::ndarray<cp::complex64, 1> const x{1, 2, 3};
  auto const y = cp::eval(cp::fft::fft(x, cp::fft::type<2>));
}
