// Fewer views than outputs.
// expect-error: into() takes one view for each output of the lambda
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> a;
  cp::fuse([](auto x) { return std::tuple(x, x); }).into(a)(a);
}
