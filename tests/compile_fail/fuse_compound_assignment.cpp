// A sum that is added to in a fused lambda.
// expect-error: an expression cannot be assigned to: s + x has another type than s
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::fuse([](auto x) {
    auto s = x;
    s += x;
    return s;
  })(a);
}
