// A complex expression assigned to a real array.
// expect-error: say so with cp::astype<T>(expr)
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<cp::complex64, 1> a;
  cp::ndarray<float, 1> b = a * 2;
}
