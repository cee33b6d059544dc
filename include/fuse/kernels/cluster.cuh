// Blocks of a cluster, on GPUs of compute capability 9.0 on: neighbours that run at the same time and reach each
// other's shared memory. On others no kernel is given clusters (see runtime::largest_cluster).
#pragma once

namespace cp::kernels::device {

/// Begins to tell the blocks of the cluster that this thread is here, and that what it wrote before can be read; all
/// threads of the cluster do, and then wait.
__device__ __forceinline__ void arrive_in_cluster() {
#if __CUDA_ARCH__ >= 900
  __cluster_barrier_arrive();
#endif
}
/// Waits until all threads of the cluster have arrived.
__device__ __forceinline__ void wait_for_cluster() {
#if __CUDA_ARCH__ >= 900
  __cluster_barrier_wait();
#endif
}
/// Where a place of shared memory is in the cluster's block `block`.
template <class T>
__device__ __forceinline__ T* in_block(T* place, unsigned block) {
#if __CUDA_ARCH__ >= 900
  return static_cast<T*>(__cluster_map_shared_rank(place, block));
#else
  return place;
#endif
}

}  // namespace cp::kernels::device
