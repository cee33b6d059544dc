// A fused lambda whose parameter is not auto.
// expect-error: the lambda cannot be called with these arguments; it takes one auto parameter for each
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto f = cp::fuse([](float x) { return x + 1; });
  auto e = f(a);
}
