// A matrix joined with a vector.
// expect-error: cp::concatenate: the operands must have one rank
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto b = cp::concatenate(a, a(0));
}
