// A shape asked for inside a fused lambda.
// expect-error: inside the lambda shapes are not known; views, differences and gathers of its arguments may be taken there
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  auto e = cp::fuse([](auto x) { return x + cp::zeros<float>(x.shape()); })(a);
}
