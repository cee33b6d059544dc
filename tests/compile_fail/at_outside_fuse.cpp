// A neighbour of an array outside a traced function.
// expect-error: takes a parameter of the lambda in cp::fuse itself
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> u;
  auto e = cp::at<1>(u);
}
