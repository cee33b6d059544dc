// cuSOLVER's and cuBLAS' handles, their checks, and workspaces.
#include "cuda_handles.hpp"

#include <fuse/core/error.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/stream.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "../runtime/cuda_check.hpp"

namespace cp::runtime {

void check_solver(char const* call, cusolverStatus_t status) {
  if (status != CUSOLVER_STATUS_SUCCESS)
    throw cuda_error(
        std::string("cp: ") + call + " failed: cuSOLVER's status " + std::to_string(static_cast<int>(status)),
        static_cast<int>(status));
}
void check_blas(char const* call, cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw cuda_error(std::string("cp: ") + call + " failed: " + cublasGetStatusString(status),
                     static_cast<int>(status));
}

library_handles& library_handles::lock() {
  static auto& mutex = *new std::mutex;
  static auto& all = *new std::map<std::pair<int, stream_handle>, std::unique_ptr<library_handles>>;
  stream_handle const stream = current_stream().handle;
  library_handles* found = nullptr;
  {
    std::lock_guard const lock(mutex);
    auto& place = all[{cuda::current_device(), stream}];
    if (!place) place = std::make_unique<library_handles>();
    found = place.get();
  }
  found->mutex_.lock();
  try {
    if (found->solver == nullptr) check_solver("cusolverDnCreate", cusolverDnCreate(&found->solver));
    if (found->blas == nullptr) check_blas("cublasCreate", cublasCreate(&found->blas));
    if (found->parameters == nullptr)
      check_solver("cusolverDnCreateParams", cusolverDnCreateParams(&found->parameters));
    if (found->jacobi == nullptr) check_solver("cusolverDnCreateSyevjInfo", cusolverDnCreateSyevjInfo(&found->jacobi));
    check_solver("cusolverDnSetStream", cusolverDnSetStream(found->solver, static_cast<cudaStream_t>(stream)));
    check_blas("cublasSetStream", cublasSetStream(found->blas, static_cast<cudaStream_t>(stream)));
  } catch (...) {
    found->mutex_.unlock();
    throw;
  }
  return *found;
}

void* library_handles::host_room(std::size_t bytes) {
  taken_ = nullptr;
  if (bytes == 0) return nullptr;
  for (room& r : rooms_)
    if (r.bytes >= bytes && cudaEventQuery(r.done) == cudaSuccess) {
      taken_ = &r;
      return r.memory->data;
    }
  cudaGetLastError();  // an event that has not passed
  room r{storage_ptr(allocate(memory_kind::pinned, static_cast<std::int64_t>(bytes))), bytes, nullptr};
  check("cudaEventCreateWithFlags", cudaEventCreateWithFlags(&r.done, cudaEventDisableTiming));
  rooms_.push_back(std::move(r));
  taken_ = &rooms_.back();
  return taken_->memory->data;
}

void library_handles::host_room_taken() {
  if (taken_ != nullptr)
    check("cudaEventRecord", cudaEventRecord(taken_->done, static_cast<cudaStream_t>(current_stream().handle)));
}

}  // namespace cp::runtime
