// Counts without braces.
// expect-error: a shape of several axes stands in braces
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto y = cp::tile(x, 2, 3);
}
