// Neighbours of an argument that does not say what lies beyond its edges.
// expect-error: this argument of cp::fuse has no boundary; say what lies beyond its edges
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> u;
  auto e = cp::fuse([](auto x) { return cp::at<1>(x) - x; })(u);
}
