// A kernel's view of another rank than the array.
// expect-error: the kernel's cp::array_view has another rank or element type than the array
#include <fuse/fuse.hpp>

#if FUSE_NVCC
__global__ void kernel(cp::array_view<float, 1>) {}
#else
void kernel(cp::array_view<float, 1>) {}
#endif

int main() {
  cp::ndarray<float, 2, cp::cuda_space> a;
  cp::launch(kernel, cp::grid(1, 1), a);
}
