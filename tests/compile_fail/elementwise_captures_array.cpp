// A scalar function that captures an array.
// expect-error: what it captures must be trivially copyable (no arrays, no std::vector)
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto f = cp::elementwise([a](float x) { return x + a.size(); });
}
