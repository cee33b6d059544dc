// cuBLAS' and cuSOLVER's handles, their checks, and workspaces. After the first call on a stream nothing is created,
// and nothing is allocated but what a capture makes its graph's own.
#include "cuda_handles.hpp"

#include <fuse/core/error.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "runtime/cuda_capture.hpp"
#include "runtime/cuda_check.hpp"
#include "runtime/cuda_loss.hpp"
#include "runtime/fork.hpp"
#include "runtime/stream_parts.hpp"

namespace cp::library {

void check_solver(char const* call, cusolverStatus_t status) {
  if (status == CUSOLVER_STATUS_SUCCESS) return;
  runtime::throw_if_loses(call);
  throw cuda_error(
      std::string("cp: ") + call + " failed: cuSOLVER's status " + std::to_string(static_cast<int>(status)),
      static_cast<int>(status));
}
void check_blas(char const* call, cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  runtime::throw_if_loses(call);
  throw cuda_error(std::string("cp: ") + call + " failed: " + cublasGetStatusName(status) + " (" +
                       std::to_string(static_cast<int>(status)) + "): " + cublasGetStatusString(status),
                   static_cast<int>(status));
}

namespace {

/// All handles, of streams and of none. Never destroyed, as nothing of the runtime is.
struct handle_list {
  using owned = std::unique_ptr<library_handles>;
  std::mutex mutex;
  std::map<std::pair<int, runtime::stream_handle>, owned> of_streams;
  std::multimap<int, owned> idle;  // of a device
};
handle_list& all_handles() {
  static auto& list = []() -> handle_list& {
    auto& made = *new handle_list;
    runtime::lock_in_forks(made.mutex, runtime::lock_floor::handles);
    return made;
  }();
  return list;
}

}  // namespace

library_handles& library_handles::lock() {
  handle_list& list = all_handles();
  int const device = cuda::current_device();
  library_handles* found = nullptr;
  {
    std::lock_guard const lock(list.mutex);
    auto& place = list.of_streams[{device, current_stream().handle}];
    if (!place) {
      auto const idle = list.idle.find(device);
      if (idle == list.idle.end()) {
        place = std::make_unique<library_handles>();
      } else {
        place = std::move(idle->second);
        list.idle.erase(idle);
      }
    }
    found = place.get();
  }
  found->mutex_.lock();
  try {
    if (!found->ready_ || !found->workspace_) found->make_blas(device);
  } catch (...) {
    found->mutex_.unlock();
    throw;
  }
  return *found;
}

void library_handles::make_blas(int device) {
  ready_ = false;  // until all of it has succeeded
  stream_ = current_stream().handle;
  auto const stream = static_cast<cudaStream_t>(stream_);
  if (blas == nullptr) {
    runtime::relaxed_capture const relaxed;  // creating a handle allocates
    // NVIDIA's recommendation: 32 MiB from Hopper on, 4 MiB before.
    workspace_bytes_ = std::size_t{cuda::properties(device).compute_major >= 9 ? 32u : 4u} << 20;
    cublasHandle_t made = nullptr;
    check_blas("cublasCreate", cublasCreate(&made));
    // Sums of 16-bit floats are float32 throughout; TF32 and the like are asked for by the compute type alone.
    cublasStatus_t const status = cublasSetMathMode(
        made, static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION));
    if (status != CUBLAS_STATUS_SUCCESS) cublasDestroy(made);
    check_blas("cublasSetMathMode", status);
    blas = made;
  }
  workspace_ = storage_ptr(runtime::allocate(memory_kind::device, static_cast<std::int64_t>(workspace_bytes_)));
  check_blas("cublasSetStream", cublasSetStream(blas, stream));
  check_blas("cublasSetWorkspace", cublasSetWorkspace(blas, workspace_->data, workspace_bytes_));
  if (solver != nullptr) check_solver("cusolverDnSetStream", cusolverDnSetStream(solver, stream));
  ready_ = true;
}

void library_handles::make_solver() {
  if (jacobi != nullptr) return;
  if (solver == nullptr) check_solver("cusolverDnCreate", cusolverDnCreate(&solver));
  if (parameters == nullptr) check_solver("cusolverDnCreateParams", cusolverDnCreateParams(&parameters));
  check_solver("cusolverDnSetStream", cusolverDnSetStream(solver, static_cast<cudaStream_t>(stream_)));
  check_solver("cusolverDnCreateSyevjInfo", cusolverDnCreateSyevjInfo(&jacobi));
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
  room r{storage_ptr(runtime::allocate(memory_kind::pinned, static_cast<std::int64_t>(bytes))), bytes, nullptr};
  runtime::check("cudaEventCreateWithFlags", cudaEventCreateWithFlags(&r.done, cudaEventDisableTiming));
  rooms_.push_back(std::move(r));
  taken_ = &rooms_.back();
  return taken_->memory->data;
}

void library_handles::host_room_taken() {
  if (taken_ != nullptr)
    runtime::check("cudaEventRecord", cudaEventRecord(taken_->done, static_cast<cudaStream_t>(stream_)));
}

locked_blas::locked_blas() : handles_(library_handles::lock()) {}
locked_blas::~locked_blas() {
  if (runtime::is_capturing_device()) handles_.workspace_ = storage_ptr();  // given back to the capture's list
  handles_.mutex_.unlock();
}
locked_solver::locked_solver() { handles_.make_solver(); }

void drop_handles_of(runtime::stream_handle stream) noexcept {
  handle_list& list = all_handles();
  std::lock_guard const lock(list.mutex);
  for (auto i = list.of_streams.begin(); i != list.of_streams.end();) {
    if (i->first.second != stream) {
      ++i;
      continue;
    }
    library_handles& h = *i->second;
    h.workspace_ = storage_ptr();
    h.ready_ = false;
    list.idle.emplace(i->first.first, std::move(i->second));
    i = list.of_streams.erase(i);
  }
}

}  // namespace cp::library

void cp::runtime::drop_handles(stream_handle stream) noexcept { library::drop_handles_of(stream); }
