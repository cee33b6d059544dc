// Kernels, copies and fills on CUDA.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvtx3/nvToolsExt.h>

#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <fuse/core/error.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>

#include "cuda_check.hpp"
#include "cuda_status.hpp"
#include "host_copy.hpp"

namespace cp::runtime {

namespace {

/// Kernels that were told, on a device, how much dynamic shared memory they may be given (48 KB need no telling).
void raise_shared_limit(void const* kernel, unsigned bytes) {
  static auto& mutex = *new std::mutex;
  static auto& raised = *new std::map<std::pair<void const*, int>, unsigned>;
  std::lock_guard const lock(mutex);
  unsigned& limit = raised[{kernel, cuda::current_device()}];
  if (limit >= bytes) return;
  check("cudaFuncSetAttribute",
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
  limit = bytes;
}

[[noreturn]] void throw_launch(void const* kernel, launch_shape const& s, char const* name, cudaError_t status) {
  char const* symbol = nullptr;
  if (name == nullptr && cudaFuncGetName(&symbol, kernel) == cudaSuccess) name = symbol;
  bool const compiled = status != cudaErrorInvalidResourceHandle && status != cudaErrorInvalidDeviceFunction;
  throw_cuda((std::string("launch of kernel ") + (name != nullptr ? name : "?") + " (grid " + std::to_string(s.grid_x) +
              " x " + std::to_string(s.grid_y) + " x " + std::to_string(s.grid_z) + ", block " +
              std::to_string(s.block_x) + " x " + std::to_string(s.block_y) + " x " + std::to_string(s.block_z) + ", " +
              std::to_string(s.shared_bytes) + " shared bytes)" +
              (compiled ? ""
                        : ", which nvcc did not compile: its two passes took an expression for different types (numbers in a "
                          "cp::fuse lambda that captures nothing must be constexpr for both; capture others, as in "
                          "[k = std::sqrt(2.0f)]),"))
                 .c_str(),
             status);
}

void refuse_in_host_capture() {
  if (is_capturing() && !is_capturing_device())
    throw value_error(
        "cp::capture: work on device arrays cannot be captured into a host graph; do it outside, or capture a device "
        "graph");
}

bool is_device(memory_kind kind) { return kind == memory_kind::device || kind == memory_kind::managed; }

}  // namespace

void launch(void const* kernel, launch_shape const& s, void** arguments, char const* name) {
  refuse_in_host_capture();
  if (s.shared_bytes > 48 * 1024) raise_shared_limit(kernel, s.shared_bytes);
  if (name != nullptr) nvtxRangePushA(name);
  cudaError_t const status =
      cudaLaunchKernel(kernel, dim3(s.grid_x, s.grid_y, s.grid_z), dim3(s.block_x, s.block_y, s.block_z), arguments,
                       s.shared_bytes, static_cast<cudaStream_t>(current_stream().handle));
  if (name != nullptr) nvtxRangePop();
  if (status != cudaSuccess) throw_launch(kernel, s, name, status);
}

namespace {

/// A function of the driver, or null.
template <class F>
F driver_function(char const* name) {
  void* p = nullptr;
  cudaDriverEntryPointQueryResult found{};
  if (cudaGetDriverEntryPointByVersion(name, &p, 12000, cudaEnableDefault, &found) != cudaSuccess ||
      found != cudaDriverEntryPointSuccess) {
    cudaGetLastError();
    p = nullptr;
  }
  return reinterpret_cast<F>(p);
}
auto driver_launch() {
  static auto const f = driver_function<decltype(&cuLaunchKernel)>("cuLaunchKernel");
  return f;
}
auto driver_launch_with_attributes() {
  static auto const f = driver_function<decltype(&cuLaunchKernelEx)>("cuLaunchKernelEx");
  return f;
}

CUresult start(CUfunction kernel, launch_shape const& s, CUstream stream, void** arguments) {
  if (!s.early || driver_launch_with_attributes() == nullptr)
    return driver_launch()(kernel, s.grid_x, s.grid_y, s.grid_z, s.block_x, s.block_y, s.block_z, s.shared_bytes,
                           stream, arguments, nullptr);
  CUlaunchAttribute early{};
  early.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  early.value.programmaticStreamSerializationAllowed = 1;
  CUlaunchConfig const c{s.grid_x, s.grid_y,       s.grid_z, s.block_x, s.block_y,
                         s.block_z, s.shared_bytes, stream,   &early,    1};
  return driver_launch_with_attributes()(&c, kernel, arguments, nullptr);
}

/// The driver's handle on a kernel for the current device, or null: then the runtime's launch says what is wrong.
void* find_handle(kernel_function& kernel, int device) {
  cudaFunction_t f = nullptr;
  if (driver_launch() == nullptr || cudaGetFuncBySymbol(&f, kernel.symbol) != cudaSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  kernel.handle[device].store(f, std::memory_order_release);
  return f;
}

}  // namespace

void launch(kernel_function& kernel, launch_shape const& s, void** arguments, char const* name) {
  refuse_in_host_capture();
  int const device = cuda::current_device();
  void* handle = device < kernel_function::devices ? kernel.handle[device].load(std::memory_order_acquire) : nullptr;
  if (handle == nullptr && device < kernel_function::devices) handle = find_handle(kernel, device);
  if (handle == nullptr) return launch(kernel.symbol, s, arguments, name);
  if (s.shared_bytes > 48 * 1024) raise_shared_limit(kernel.symbol, s.shared_bytes);
  if (name != nullptr) nvtxRangePushA(name);
  CUresult const status =
      start(static_cast<CUfunction>(handle), s, static_cast<CUstream>(current_stream().handle), arguments);
  if (name != nullptr) nvtxRangePop();
  // The runtime makes the context of a thread that has none, and turns what is wrong into its own error.
  if (status != CUDA_SUCCESS) launch(kernel.symbol, s, arguments, name);
}

void copy_bytes(void* to, memory_kind to_kind, void const* from, memory_kind from_kind, std::int64_t bytes) {
  if (!is_device(to_kind) && !is_device(from_kind)) return host_copy(to, from, bytes);
  refuse_in_host_capture();
  if (bytes <= 0) return;
  bool const pageable = to_kind == memory_kind::host || from_kind == memory_kind::host;
  if (pageable && is_capturing_device())
    throw value_error(
        "cp: a copy between pageable host memory and the device cannot be captured into a graph; use pinned memory "
        "(cp::empty_pinned)");
  count_copy();
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  check("cudaMemcpyAsync", cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDefault, stream));
  // From pageable memory CUDA has copied the source when it returns; to it, it has waited. The runtime promises both
  // only for this:
  if (to_kind == memory_kind::host) {
    count_synchronization();
    check("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    throw_statuses(stream);
  }
}

void read_bytes(void* to, void const* from, memory_kind from_kind, std::int64_t bytes) {
  if (is_capturing())
    throw value_error(
        "cp: an element cannot be read while a graph is being captured: its value comes with the graph's launch");
  if (is_device(from_kind)) return copy_bytes(to, memory_kind::host, from, from_kind, bytes);
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

void set_bytes(void* to, memory_kind kind, int value, std::int64_t bytes) {
  if (!is_device(kind)) return host_set(to, value, bytes);
  refuse_in_host_capture();
  if (bytes <= 0) return;
  count_copy();
  check("cudaMemsetAsync", cudaMemsetAsync(to, value, static_cast<std::size_t>(bytes),
                                           static_cast<cudaStream_t>(current_stream().handle)));
}

void push_range(char const* name) noexcept { nvtxRangePushA(name); }
void pop_range() noexcept { nvtxRangePop(); }

}  // namespace cp::runtime
