// A matrix broadcast to a vector.
// expect-error: the new shape has fewer axes than the array
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto b = cp::broadcast_to(a, {3});
}
