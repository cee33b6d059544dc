// Kernels, copies and fills on CUDA.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvtx3/nvToolsExt.h>

#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "cuda_check.hpp"
#include "cuda_loss.hpp"
#include "cuda_status.hpp"
#include "host_copy.hpp"
#include "pool.hpp"

namespace cp::runtime {

namespace {

/// False for what is no kernel on the current device: its launch says what is wrong.
bool find_attributes(cudaFuncAttributes& found, void const* kernel) {
  cudaError_t const status = cudaFuncGetAttributes(&found, kernel);
  if (status == cudaErrorInvalidDeviceFunction || status == cudaErrorInvalidResourceHandle ||
      status == cudaErrorNoKernelImageForDevice)
    cudaGetLastError();
  else
    check("cudaFuncGetAttributes", status);
  return status == cudaSuccess;
}

/// Lets a kernel be given so many bytes of dynamic shared memory on the current device, and returns how many it may be
/// given. Untold, that is what its static shared memory leaves of 48 KB.
unsigned raise_shared_limit(void const* kernel, unsigned bytes) {
  static auto& mutex = *new std::mutex;
  static auto& limits = *new std::map<std::pair<void const*, int>, unsigned>;
  std::lock_guard const lock(mutex);
  std::pair const key{kernel, cuda::current_device()};
  auto at = limits.find(key);
  if (at == limits.end()) {
    cudaFuncAttributes found{};
    if (!find_attributes(found, kernel)) return 0;
    at = limits.emplace(key, static_cast<unsigned>(found.maxDynamicSharedSizeBytes)).first;
  }
  if (at->second < bytes) {
    check("cudaFuncSetAttribute",
          cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    at->second = bytes;
  }
  return at->second;
}

[[noreturn]] void throw_launch(void const* kernel, launch_shape const& s, char const* name, cudaError_t status) {
  if (is_lasting(status)) throw_cuda("a launch", status);  // it is not this kernel's fault
  if (name == nullptr) name = kernel_name(kernel);
  bool const compiled = status != cudaErrorInvalidResourceHandle && status != cudaErrorInvalidDeviceFunction;
  throw_cuda(
      (std::string("launch of kernel ") + (name != nullptr ? demangled(name) : "?") + " (grid " +
       std::to_string(s.grid_x) + " x " + std::to_string(s.grid_y) + " x " + std::to_string(s.grid_z) + ", block " +
       std::to_string(s.block_x) + " x " + std::to_string(s.block_y) + " x " + std::to_string(s.block_z) + ", " +
       std::to_string(s.shared_bytes) + " shared bytes" +
       (s.cluster_x > 1 ? ", clusters of " + std::to_string(s.cluster_x) : "") + ")" +
       (compiled ? ""
                 : ", which nvcc did not compile: its two passes took an expression for different types (numbers in a "
                   "cp::fuse lambda that captures nothing must be constexpr for both; capture others, as in "
                   "[k = std::sqrt(2.0f)]),"))
          .c_str(),
      status);
}

/// Before anything is given to the device.
void refuse_in_host_capture() {
  enter_device();
  if (is_capturing() && !is_capturing_device())
    throw value_error(
        "cp::capture: work on device arrays cannot be captured into a host graph; do it outside, or capture a device "
        "graph");
}

/// A launch's shape as the runtime wants it. `cluster` is its attribute, if it needs one.
cudaLaunchConfig_t configuration(launch_shape const& s, cudaLaunchAttribute& cluster) {
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {s.cluster_x, 1, 1};
  cudaLaunchConfig_t c{};
  c.gridDim = dim3(s.grid_x, s.grid_y, s.grid_z);
  c.blockDim = dim3(s.block_x, s.block_y, s.block_z);
  c.dynamicSmemBytes = s.shared_bytes;
  c.stream = static_cast<cudaStream_t>(current_stream().handle);
  c.attrs = &cluster;
  c.numAttrs = s.cluster_x > 1 ? 1 : 0;
  return c;
}

}  // namespace

void launch(void const* kernel, launch_shape const& s, void** arguments, char const* name) {
  refuse_in_host_capture();
  if (s.shared_bytes > 0) raise_shared_limit(kernel, s.shared_bytes);
  if (name != nullptr) nvtxRangePushA(name);
  cudaLaunchAttribute cluster{};
  cudaLaunchConfig_t const c = configuration(s, cluster);
  cudaError_t const status = cudaLaunchKernelExC(&c, kernel, arguments);
  if (name != nullptr) nvtxRangePop();
  if (status != cudaSuccess) throw_launch(kernel, s, name, status);
  note_launch(name != nullptr ? name : kernel_name(kernel), c.stream);
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
  bool const clusters = s.cluster_x > 1, has_attributes = driver_launch_with_attributes() != nullptr;
  if (clusters && !has_attributes) return CUDA_ERROR_NOT_SUPPORTED;
  if (!clusters && !(s.early && has_attributes))
    return driver_launch()(kernel, s.grid_x, s.grid_y, s.grid_z, s.block_x, s.block_y, s.block_z, s.shared_bytes,
                           stream, arguments, nullptr);
  CUlaunchAttribute attributes[2] = {};
  unsigned count = 0;
  if (s.early) {
    attributes[count].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    attributes[count++].value.programmaticStreamSerializationAllowed = 1;
  }
  if (clusters) {
    attributes[count].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attributes[count++].value.clusterDim = {s.cluster_x, 1, 1};
  }
  CUlaunchConfig const c{s.grid_x,  s.grid_y,       s.grid_z, s.block_x,  s.block_y,
                         s.block_z, s.shared_bytes, stream,   attributes, count};
  return driver_launch_with_attributes()(&c, kernel, arguments, nullptr);
}

/// The driver's handle on a kernel for the current device, or null: then the runtime's launch says what is wrong.
void* find_handle(kernel_function& kernel, int device) {
  cudaFunction_t f = nullptr;
  if (driver_launch() == nullptr || cudaGetFuncBySymbol(&f, kernel.symbol) != cudaSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  kernel.handle[device].store(f, detail::order::release);
  return f;
}

}  // namespace

int largest_cluster(kernel_function& kernel, launch_shape const& shape) {
  int const device = cuda::current_device();
  int size = device < kernel_function::devices ? kernel.cluster[device].load(detail::order::relaxed) : 0;
  if (size != 0) return size;
  cudaFuncAttributes found{};
  if (!find_attributes(found, kernel.symbol)) return 1;
  // Code for an older device than the current one does not know of clusters, though the device would give it some.
  size = found.ptxVersion >= 90 ? most_cluster : 1;
  if (size > 1) raise_shared_limit(kernel.symbol, shape.shared_bytes);
  for (; size > 1; size /= 2) {
    launch_shape one = shape;
    one.grid_x = one.cluster_x = static_cast<unsigned>(size);
    cudaLaunchAttribute cluster{};
    cudaLaunchConfig_t const c = configuration(one, cluster);
    int clusters = 0;
    cudaError_t const status = cudaOccupancyMaxActiveClusters(&clusters, kernel.symbol, &c);
    if (status != cudaErrorInvalidClusterSize) check("cudaOccupancyMaxActiveClusters", status);
    if (clusters > 0) break;
    cudaGetLastError();
  }
  if (device < kernel_function::devices)
    kernel.cluster[device].store(static_cast<signed char>(size), detail::order::relaxed);
  return size;
}

void launch(kernel_function& kernel, launch_shape const& s, void** arguments, char const* name) {
  refuse_in_host_capture();
  int const device = cuda::current_device();
  void* handle = device < kernel_function::devices ? kernel.handle[device].load(detail::order::acquire) : nullptr;
  if (handle == nullptr && device < kernel_function::devices) handle = find_handle(kernel, device);
  if (handle == nullptr) return launch(kernel.symbol, s, arguments, name);
  if (s.shared_bytes > kernel.shared_bytes[device].load(detail::order::relaxed))
    kernel.shared_bytes[device].store(raise_shared_limit(kernel.symbol, s.shared_bytes), detail::order::relaxed);
  if (name != nullptr) nvtxRangePushA(name);
  CUresult const status =
      start(static_cast<CUfunction>(handle), s, static_cast<CUstream>(current_stream().handle), arguments);
  if (name != nullptr) nvtxRangePop();
  // The runtime makes the context of a thread that has none, and turns what is wrong into its own error.
  if (status != CUDA_SUCCESS) return launch(kernel.symbol, s, arguments, name);
  note_launch(name, current_stream().handle);
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
    forget_launches(stream);
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
