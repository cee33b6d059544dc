// Arrays of two types in braces.
// expect-error: braces hold operands of one type
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  cp::ndarray<double, 1> y;
  auto z = cp::concatenate({x, y}, 0);
}
