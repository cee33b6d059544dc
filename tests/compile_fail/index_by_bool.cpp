// A bool as an index: a mask in NumPy, not the number 1.
// expect-error: an index is an integer, cp::slice, cp::all
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto b = a(true);
}
