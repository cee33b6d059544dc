// A decomposition asked for inside a fused lambda.
// expect-error: inside the lambda there are no elements yet
#include <fuse/fuse.hpp>
#include <fuse/linalg.hpp>

int main() {
  cp::ndarray<double, 2> m;
  auto e = cp::fuse([](auto a) { return cp::linalg::inv(a); })(m);
}
