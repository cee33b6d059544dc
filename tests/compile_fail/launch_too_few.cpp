// A kernel with an argument too few.
// expect-error: one argument for each parameter of the kernel
#include <fuse/fuse.hpp>

#if FUSE_NVCC
__global__ void kernel(float*, int) {}
#else
void kernel(float*, int) {}
#endif

int main() {
  cp::ndarray<float, 1, cp::cuda_space> a;
  cp::launch(kernel, cp::grid(1, 1), a);
}
