// A neighbour of something computed inside a traced function.
// expect-error: takes a parameter of the lambda in cp::fuse itself
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> u;
  auto e = cp::fuse([](auto x) { return cp::at<1>(x * 2); })(cp::wrap(u));
}
