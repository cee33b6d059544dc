// Arrays joined along an axis that they do not have.
// expect-error: cp::concatenate: the axis is out of bounds
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto b = cp::concatenate<1>(a, a);
}
