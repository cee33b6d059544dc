// Two boundaries for one argument.
// expect-error: this argument has a boundary already
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> u;
  auto e = cp::fuse([](auto x) { return cp::at<1>(x); })(cp::wrap(cp::mirror(u)));
}
