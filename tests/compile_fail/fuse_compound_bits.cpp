// Bits that are set in a variable of a fused lambda.
// expect-error: an expression cannot be assigned to: s + x has another type than s
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<int, 1> k;
  auto e = cp::fuse([](auto a) {
    a |= 3;
    return a;
  })(k);
}
