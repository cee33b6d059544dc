// An axis that is not there.
// expect-error: cp::squeeze: an axis is out of bounds
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto s = cp::squeeze<2>(a);
}
