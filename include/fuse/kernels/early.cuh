// Kernels that begin before the one before them has ended, on GPUs of compute capability 9.0 on; on others no kernel
// does.
#pragma once

namespace cp::kernels::device {

/// Lets the next kernel of the stream begin, if it may (runtime::launch_shape::early).
__device__ __forceinline__ void let_next_kernel_begin() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}
/// Waits until the kernels before this one have ended and what they wrote can be read.
__device__ __forceinline__ void wait_for_kernels_before() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

}  // namespace cp::kernels::device
