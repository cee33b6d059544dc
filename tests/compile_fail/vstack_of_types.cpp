// An array and an expression in braces.
// expect-error: braces hold operands of one type
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto y = cp::vstack({x, x + 1});
}
