// Expressions of different ranks in one kernel.
// expect-error: the expressions must have one rank (one shape) to become one kernel
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  auto out = cp::evaluate(a + 1, a(0) + 1);
}
