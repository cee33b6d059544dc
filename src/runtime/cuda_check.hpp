// Turning a failed call of the CUDA runtime into an exception.
#pragma once

#include <cuda_runtime_api.h>

namespace cp::runtime {

/// Throws cuda_error naming the call, its code and the driver's words; context_lost where that is what it means. The
/// runtime's last error is cleared.
[[noreturn]] void throw_cuda(char const* call, cudaError_t status);

/// Throws cuda_error unless the call succeeded.
inline void check(char const* call, cudaError_t status) {
  if (status != cudaSuccess) throw_cuda(call, status);
}

}  // namespace cp::runtime
