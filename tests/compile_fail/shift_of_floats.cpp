// Shifted floats.
// expect-error: an operand's dtype is outside this ufunc's domain
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = a << 2;
}
