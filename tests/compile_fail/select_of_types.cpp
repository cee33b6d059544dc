// Conditions of two types in braces.
// expect-error: several types stand in tuples, cp::select(std::tuple(
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto y = cp::select({x < 0, x > 9}, {x, x}, 0);
}
