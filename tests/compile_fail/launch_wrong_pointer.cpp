// A kernel's pointer to another element type.
// expect-error: the kernel's pointer parameter has another element type than the array
#include <fuse/fuse.hpp>

#if FUSE_NVCC
__global__ void kernel(float*) {}
#else
void kernel(float*) {}
#endif

int main() {
  cp::ndarray<double, 1, cp::cuda_space> a;
  cp::launch(kernel, cp::grid(1, 1), a);
}
