// A transpose that names fewer axes than there are.
// expect-error: cp::transpose: name each axis of the array once
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 3> a;
  auto t = cp::transpose(a, {1, 0});
}
