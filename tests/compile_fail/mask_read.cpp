// The elements where a mask is true, read.
// expect-error: a(mask) cannot be read yet, as its size is known only afterwards
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<float, 1> b = a(a > 0);
}
