// An array where the kernel takes a number.
// expect-error: an array can be passed to a pointer or to a cp::array_view<T, Rank> parameter
#include <fuse/fuse.hpp>

#if FUSE_NVCC
__global__ void kernel(float) {}
#else
void kernel(float) {}
#endif

int main() {
  cp::ndarray<float, 1, cp::cuda_space> a;
  cp::launch(kernel, cp::grid(1, 1), a);
}
