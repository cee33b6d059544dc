// A boundary on an operand of an operator.
// expect-error: belongs to an argument of cp::fuse
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1> u;
  auto e = cp::wrap(u) + 1;
}
