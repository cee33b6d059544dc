// Arrays of two spaces in one expression.
// expect-error: mixes arrays of host_space and cuda_space; copy one with to<Space>() first
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1, cp::host_space> a;
  cp::ndarray<float, 1, cp::cuda_space> b;
  auto e = a + b;
}
