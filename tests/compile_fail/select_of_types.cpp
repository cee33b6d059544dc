// Conditions of two types in braces.
// expect-error: several types stand in tuples, cp::select(std::tuple(
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> x;
  auto const low = x < 0;
  auto const high = x > 9;
  auto y = cp::select({low, high}, {x, x}, 0);
}
