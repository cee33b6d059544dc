// Arrays of two spaces written by one kernel.
// expect-error: cannot be written by one kernel
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1, cp::host_space> a;
  cp::ndarray<float, 1, cp::cuda_space> b;
  auto out = cp::evaluate(a + 1, b + 1);
}
