// NumPy's squeeze of all axes.
// expect-error: cp::squeeze: its axes are named, cp::squeeze(x, cp::axis<0>)
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> x;
  auto y = cp::squeeze(x);
}
