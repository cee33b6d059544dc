// A tuple of outputs of different ranks.
// expect-error: the outputs must have one rank (one shape) to become one kernel
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> a;
  cp::ndarray<float, 1> b;
  auto e = cp::fuse([](auto x, auto y) { return std::tuple(x + y, y); })(a, b);
}
