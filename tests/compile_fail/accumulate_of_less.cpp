// Truth values are not compared with numbers.
// expect-error: need an operation whose result has the dtype that it computes in
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto s = cp::less.accumulate(a);
}
