// A float as an index.
// expect-error: an index is an integer, cp::slice, cp::all, cp::newaxis, cp::ellipsis or an expression of integers
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto b = a(1.5);
}
