// Kernels, copies and fills on CUDA.
#include <cuda_runtime_api.h>
#include <nvtx3/nvToolsExt.h>

#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>

#include <fuse/core/error.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>

#include "cuda_check.hpp"
#include "host_copy.hpp"

namespace cp::runtime {

namespace {

/// Kernels that were told how much dynamic shared memory they may be given (48 KB need no telling).
void raise_shared_limit(void const* kernel, unsigned bytes) {
  static std::mutex mutex;
  static auto& raised = *new std::unordered_map<void const*, unsigned>;
  std::lock_guard const lock(mutex);
  unsigned& limit = raised[kernel];
  if (limit >= bytes) return;
  check("cudaFuncSetAttribute", cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
  limit = bytes;
}

[[noreturn]] void throw_launch(void const* kernel, launch_shape const& s, char const* name, cudaError_t status) {
  char const* symbol = nullptr;
  if (name == nullptr && cudaFuncGetName(&symbol, kernel) == cudaSuccess) name = symbol;
  throw_cuda((std::string("launch of kernel ") + (name != nullptr ? name : "?") + " (grid " + std::to_string(s.grid_x) + " x " + std::to_string(s.grid_y) + " x " +
              std::to_string(s.grid_z) + ", block " + std::to_string(s.block_x) + " x " + std::to_string(s.block_y) + " x " + std::to_string(s.block_z) + ", " +
              std::to_string(s.shared_bytes) + " shared bytes)")
                 .c_str(),
             status);
}

bool is_device(memory_kind kind) { return kind == memory_kind::device || kind == memory_kind::managed; }

}  // namespace

void launch(void const* kernel, launch_shape const& s, void** arguments, char const* name) {
  if (s.shared_bytes > 48 * 1024) raise_shared_limit(kernel, s.shared_bytes);
  if (name != nullptr) nvtxRangePushA(name);
  cudaError_t const status = cudaLaunchKernel(kernel, dim3(s.grid_x, s.grid_y, s.grid_z), dim3(s.block_x, s.block_y, s.block_z), arguments, s.shared_bytes,
                                              static_cast<cudaStream_t>(current_stream().handle));
  if (name != nullptr) nvtxRangePop();
  if (status != cudaSuccess) throw_launch(kernel, s, name, status);
}

void copy_bytes(void* to, memory_kind to_kind, void const* from, memory_kind from_kind, std::int64_t bytes) {
  if (!is_device(to_kind) && !is_device(from_kind)) return host_copy(to, from, bytes);
  count_copy();
  bool const pageable = to_kind == memory_kind::host || from_kind == memory_kind::host;
  if (pageable && is_capturing_device())
    throw value_error("cp: a copy between pageable host memory and the device cannot be captured into a graph; use pinned memory (cp::empty_pinned)");
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  check("cudaMemcpyAsync", cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDefault, stream));
  // From pageable memory CUDA has copied the source when it returns; to it, it has waited. The runtime promises both only for this:
  if (to_kind == memory_kind::host) check("cudaStreamSynchronize", cudaStreamSynchronize(stream));
}

void set_bytes(void* to, memory_kind kind, int value, std::int64_t bytes) {
  if (!is_device(kind)) return host_set(to, value, bytes);
  count_copy();
  check("cudaMemsetAsync", cudaMemsetAsync(to, value, static_cast<std::size_t>(bytes), static_cast<cudaStream_t>(current_stream().handle)));
}

void push_range(char const* name) noexcept { nvtxRangePushA(name); }
void pop_range() noexcept { nvtxRangePop(); }

}  // namespace cp::runtime
