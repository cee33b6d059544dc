// A number where cp::evaluate takes expressions.
// expect-error: cp::evaluate takes expressions
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto out = cp::evaluate(a + 1, 3);
}
