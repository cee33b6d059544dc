// A number assigned to an array as a whole.
// expect-error: a number cannot replace an array; a(cp::all) = x or a.fill(x) sets each element
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  a = 1.0f;
}
