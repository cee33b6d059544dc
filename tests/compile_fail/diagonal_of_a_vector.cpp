// The diagonal of a vector.
// expect-error: cp::diagonal needs at least two axes
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto d = cp::diagonal(a);
}
