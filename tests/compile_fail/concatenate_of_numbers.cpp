// A number in the first place.
// expect-error: cp::asarray(2.5) makes an array of a number
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto b = cp::concatenate(1.0f, x);
}
