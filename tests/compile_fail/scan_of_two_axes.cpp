// A scan has one order.
// expect-error: cp: a scan runs along one axis
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto s = cp::cumsum(a, cp::axis<0, 1>);
}
