// A matrix written into a row.
// expect-error: an expression of higher rank cannot be assigned to this array
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  a(0) = a * 2;
}
