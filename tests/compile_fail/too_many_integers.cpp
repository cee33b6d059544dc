// More integers than axes.
// expect-error: more indices than the array has axes
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto b = a(0, 0);
}
