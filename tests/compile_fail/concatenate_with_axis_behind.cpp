// NumPy's place for the axis.
// expect-error: an axis is named while compiling, cp::concatenate(x, y
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto b = cp::concatenate(a, a, 1);
}
