// A ufunc of one operand called with two.
// expect-error: wrong number of operands for this ufunc
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::exp(a, a);
}
