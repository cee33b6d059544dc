// A kernel on an array of the host.
// expect-error: a CUDA kernel takes arrays in cuda_space
#include <fuse/fuse.hpp>

#if FUSE_NVCC
__global__ void kernel(float*) {}
#else
void kernel(float*) {}
#endif

int main() {
  cp::ndarray<float, 1, cp::host_space> a;
  cp::launch(kernel, cp::grid(1, 1), a);
}
