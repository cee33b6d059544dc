// g++ folds std::sqrt(2.0f) and nvcc's own pass does not: they would disagree about the kernel.
// expect-error: make it constexpr, or capture it
#include <cmath>
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::ndarray<float, 1> b = cp::fuse([](auto x) { return x * std::sqrt(2.0f); })(a);
}
