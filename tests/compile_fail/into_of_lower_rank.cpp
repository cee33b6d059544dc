// A matrix written into a vector.
// expect-error: an expression of higher rank cannot be written to this array
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  cp::ndarray<float, 1> b;
  auto out = cp::evaluate(cp::into(b, a + 1));
}
