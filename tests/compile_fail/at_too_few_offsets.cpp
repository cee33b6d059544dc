// One offset for two axes.
// expect-error: one offset for each axis of the argument, the last axis last
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 2> u;
  auto e = cp::fuse([](auto x) { return cp::at<1>(x); })(cp::wrap(u));
}
