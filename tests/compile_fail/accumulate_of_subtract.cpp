// Differences are not associative.
// expect-error: cp: accumulate takes associative operations
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto s = cp::subtract.accumulate(a);
}
