// NumPy's name of a mode.
// expect-error: cp::pad: the mode is a type of cp::padding
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto y = cp::pad(x, 1, "edge");
}
