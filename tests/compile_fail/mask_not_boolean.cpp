// A mask of floats.
// expect-error: a mask must be boolean
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::masked(a, a) = 0;
}
