// A view written with an array of the other space.
// expect-error: lie in different spaces; copy with to<Space>() first
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1, cp::host_space> a;
  cp::ndarray<float, 1, cp::cuda_space> b;
  a(cp::all) = b;
}
