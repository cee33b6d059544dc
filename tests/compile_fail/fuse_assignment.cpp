// A variable of a fused lambda that is to hold an expression of another type.
// expect-error: an expression cannot be assigned to: s + x has another type than s
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::fuse([](auto x) {
    auto s = x * 2;
    s = s * x;
    return s;
  })(a);
}
