// An expression assigned to an array of another rank.
// expect-error: the array assigned to must have the expression's rank
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  cp::ndarray<float, 1> b = a + a;
}
