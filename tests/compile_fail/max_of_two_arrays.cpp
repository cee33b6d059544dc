// The larger of two arrays.
// expect-error: the larger of two is cp::maximum(x, y)
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto y = cp::max(x, x);
}
