// A ufunc of two operands called with one.
// expect-error: wrong number of operands for this ufunc
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::add(a);
}
