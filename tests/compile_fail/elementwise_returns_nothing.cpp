// A scalar function that returns nothing.
// expect-error: cp::elementwise: the function must return a value
#include <fuse/fuse.hpp>

struct nothing {
  FUSE_HD void operator()(float) const {}
};

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::elementwise(nothing{})(a);
}
