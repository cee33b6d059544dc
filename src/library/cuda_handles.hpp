// cuBLAS' and cuSOLVER's handles, their checks, and workspaces: one set for each stream of a device.
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

#include "no_routine.hpp"

namespace cp::library {

/// Throws cuda_error unless the call succeeded.
void check_solver(char const* call, cusolverStatus_t status);
void check_blas(char const* call, cublasStatus_t status);

/// Handles for work on one stream of one device. Held while a call gives work to the stream; those of a stream that is
/// destroyed wait for another one, since to destroy them would wait for the device.
class library_handles {
 public:
  cublasHandle_t blas = nullptr;
  cusolverDnHandle_t solver = nullptr;  ///< this and what follows: of locked_solver
  cusolverDnParams_t parameters = nullptr;
  syevjInfo_t jacobi = nullptr;

  /// The stream that they are on.
  runtime::stream_handle stream() const { return stream_; }
  /// cuBLAS' workspace, which cublasLt may use as well. While a graph is captured it is the graph's.
  void* workspace() const { return workspace_->data; }
  std::size_t workspace_bytes() const { return workspace_bytes_; }

  /// Host memory that the stream's work may use until `host_room_taken` has passed on it.
  void* host_room(std::size_t bytes);
  void host_room_taken();

 private:
  friend class locked_blas;
  friend class locked_solver;
  friend void drop_handles_of(runtime::stream_handle stream) noexcept;

  struct room {
    storage_ptr memory;
    std::size_t bytes;
    cudaEvent_t done;
  };

  static library_handles& lock();
  void make_blas(int device);
  void make_solver();

  std::mutex mutex_;
  storage_ptr workspace_;
  std::size_t workspace_bytes_ = 0;
  runtime::stream_handle stream_ = nullptr;
  bool ready_ = false;  // the handles are on their stream, and cuBLAS has its workspace
  std::vector<room> rooms_;
  room* taken_ = nullptr;
};

/// The current device's and stream's handles for the time of a call: cuBLAS' alone.
class locked_blas {
 public:
  locked_blas();
  ~locked_blas();
  locked_blas(locked_blas const&) = delete;
  locked_blas& operator=(locked_blas const&) = delete;
  library_handles* operator->() const { return &handles_; }
  library_handles& operator*() const { return handles_; }

 protected:
  library_handles& handles_;
};
/// cuSOLVER's as well.
class locked_solver : public locked_blas {
 public:
  locked_solver();
};

inline cudaDataType data_type(dtype_id type) {
  switch (type) {
    case dtype_id::float16:
      return CUDA_R_16F;
    case dtype_id::bfloat16:
      return CUDA_R_16BF;
    case dtype_id::float32:
      return CUDA_R_32F;
    case dtype_id::complex64:
      return CUDA_C_32F;
    case dtype_id::complex128:
      return CUDA_C_64F;
    case dtype_id::float64:
      return CUDA_R_64F;
    default:
      throw_no_routine(type);
  }
}

}  // namespace cp::library
