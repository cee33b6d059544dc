// An expression of one space assigned to an array of the other.
// expect-error: lie in different spaces; copy with to<Space>() first
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1, cp::host_space> a;
  cp::ndarray<float, 1, cp::cuda_space> b;
  b = a + 1;
}
