// The angle between complex numbers.
// expect-error: an operand's dtype is outside this ufunc's domain
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<cp::complex64, 1> a;
  auto e = cp::arctan2(a, a);
}
