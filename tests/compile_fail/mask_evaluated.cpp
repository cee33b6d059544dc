// The same by cp::eval.
// expect-error: reductions take a mask: cp::sum(a, cp::where(mask))
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto b = cp::eval(a[a > 0]);
}
