// An axis that is not there.
// expect-error: cp: the axis is out of bounds
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto s = cp::cumsum(a, cp::axis<2>);
}
