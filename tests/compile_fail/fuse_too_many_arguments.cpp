// A fused lambda called with more arguments than it takes.
// expect-error: the lambda cannot be called with these arguments
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto f = cp::fuse([](auto x) { return x + 1; });
  auto e = f(a, a);
}
