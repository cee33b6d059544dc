// An expression indexed by an array.
// expect-error: an expression is indexed by integers, cp::slice
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<std::int32_t, 1> i;
  auto b = cp::eval((a + 1)(i));
}
