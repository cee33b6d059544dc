// cuSOLVER's and cuBLAS' handles, their checks, and workspaces.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cusolverDn.h>

#include <cstddef>
#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/runtime/storage.hpp>
#include <mutex>
#include <vector>

namespace cp::runtime {

/// Throws cuda_error unless the call succeeded.
void check_solver(char const* call, cusolverStatus_t status);
void check_blas(char const* call, cublasStatus_t status);

/// Handles for work on one stream of one device. Held while a call gives work to the stream; never destroyed, since work
/// may be on its way at any time.
class library_handles {
 public:
  /// The current device's and stream's, for the caller alone until `unlock`.
  static library_handles& lock();
  void unlock() { mutex_.unlock(); }

  cusolverDnHandle_t solver = nullptr;
  cublasHandle_t blas = nullptr;
  cusolverDnParams_t parameters = nullptr;
  syevjInfo_t jacobi = nullptr;

  /// Host memory that the stream's work may use until `host_room_taken` has passed on it.
  void* host_room(std::size_t bytes);
  void host_room_taken();

 private:
  struct room {
    storage_ptr memory;
    std::size_t bytes;
    cudaEvent_t done;
  };
  std::mutex mutex_;
  std::vector<room> rooms_;
  room* taken_ = nullptr;
};

/// The handles for the time of a call.
class locked_handles {
 public:
  locked_handles() : handles_(library_handles::lock()) {}
  ~locked_handles() { handles_.unlock(); }
  locked_handles(locked_handles const&) = delete;
  locked_handles& operator=(locked_handles const&) = delete;
  library_handles* operator->() const { return &handles_; }

 private:
  library_handles& handles_;
};

inline cudaDataType data_type(dtype_id type) {
  switch (type) {
    case dtype_id::float32:
      return CUDA_R_32F;
    case dtype_id::complex64:
      return CUDA_C_32F;
    case dtype_id::complex128:
      return CUDA_C_64F;
    default:
      return CUDA_R_64F;
  }
}

}  // namespace cp::runtime
