// Complex numbers rounded down.
// expect-error: an operand's dtype is outside this ufunc's domain
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<cp::complex128, 1> a;
  auto e = cp::floor(a);
}
