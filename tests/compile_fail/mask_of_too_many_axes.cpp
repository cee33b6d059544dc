// A mask of more axes than the array.
// expect-error: more indices than the array has axes
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<bool, 2> m;
  a(m) = 0;
}
