// An offset beyond what kernels hold.
// expect-error: offsets go from -16 to 16
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> u;
  auto e = cp::fuse([](auto x) { return cp::at<17>(x); })(cp::wrap(u));
}
