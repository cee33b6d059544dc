// A view of an argument taken inside a fused lambda.
// expect-error: inside the lambda shapes are not known; take views of the arguments
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::fuse([](auto x) { return x(cp::slice(0, 2)); })(a);
}
