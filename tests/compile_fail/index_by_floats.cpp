// An index array of floats.
// expect-error: an index array must hold integers
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto b = a(a);
}
