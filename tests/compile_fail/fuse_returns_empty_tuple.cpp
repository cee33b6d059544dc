// A fused lambda that returns an empty tuple.
// expect-error: cp::fuse: the lambda returns an empty tuple
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::fuse([](auto) { return std::tuple(); })(a);
}
