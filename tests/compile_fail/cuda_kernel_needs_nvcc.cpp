// A new expression on cuda_space in a file that nvcc does not compile; under nvcc, another error of rank.
// expect-error: nvcc must compile this file (name it .cu or set its LANGUAGE to CUDA)
// expect-error: the array assigned to must have the expression's rank
#include <fuse/fuse.hpp>

int main() {
  cp::ndarray<float, 1, cp::cuda_space> a;
#if FUSE_NVCC
  cp::ndarray<float, 2, cp::cuda_space> b = a + 1;
#else
  cp::ndarray<float, 1, cp::cuda_space> b = a + 1;
#endif
}
