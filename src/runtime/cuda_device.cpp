// Devices, and the device memory that pools draw on.
#include <cuda_runtime_api.h>

#include <cstdlib>
#include <string>

#include <fuse/core/error.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/stream.hpp>

#include "cuda_capture.hpp"
#include "cuda_check.hpp"
#include "cuda_status.hpp"
#include "pool.hpp"
#include "stream_parts.hpp"

namespace cp::runtime {

void throw_cuda(char const* call, cudaError_t status) {
  cudaGetLastError();  // so that the next call does not report it again
  throw cuda_error(std::string("cp: ") + call + " failed: " + cudaGetErrorName(status) + " (" +
                       std::to_string(static_cast<int>(status)) + "): " + cudaGetErrorString(status),
                   static_cast<int>(status));
}

namespace {

void free_device(void* data) noexcept {
  relaxed_capture const relaxed;
  cudaFree(data);
  cudaGetLastError();
}

struct device_source : memory_source {
  void* take(std::int64_t bytes, int) noexcept override {
    relaxed_capture const relaxed;
    void* p = nullptr;
    if (cudaMalloc(&p, static_cast<std::size_t>(bytes)) == cudaSuccess) return p;
    cudaGetLastError();
    return nullptr;
  }
  void give(void* data, std::int64_t, int) noexcept override { free_device(data); }
};

struct managed_source : memory_source {
  void* take(std::int64_t bytes, int) noexcept override {
    relaxed_capture const relaxed;
    void* p = nullptr;
    if (cudaMallocManaged(&p, static_cast<std::size_t>(bytes)) == cudaSuccess) return p;
    cudaGetLastError();
    return nullptr;
  }
  void give(void* data, std::int64_t, int) noexcept override { free_device(data); }
};

/// On a stream of its own, waited for: the pool orders what it hands out, and expects memory that is ready.
struct async_source : memory_source {
  void* take(std::int64_t bytes, int device) noexcept override {
    relaxed_capture const relaxed;
    void* p = nullptr;
    cudaStream_t const s = stream_of(device);
    if (s != nullptr && cudaMallocAsync(&p, static_cast<std::size_t>(bytes), s) == cudaSuccess) {
      if (cudaStreamSynchronize(s) == cudaSuccess) return p;
      cudaFreeAsync(p, s);
    }
    cudaGetLastError();
    return nullptr;
  }
  void give(void* data, std::int64_t, int device) noexcept override {
    cudaStream_t const s = stream_of(device);
    if (cudaFreeAsync(data, s) == cudaSuccess) cudaStreamSynchronize(s);  // CUDA gives back at a synchronisation
    cudaGetLastError();
  }

 private:
  // Called under the pool's lock, and there is one pool a device.
  cudaStream_t stream_of(int device) noexcept {
    if (device >= most_devices) return nullptr;
    cudaStream_t& s = streams_[device];
    if (s == nullptr && cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) != cudaSuccess) s = nullptr;
    return s;
  }
  static constexpr int most_devices = 64;
  cudaStream_t streams_[most_devices] = {};
};

struct pinned_source : memory_source {
  void* take(std::int64_t bytes, int) noexcept override {
    if (cuda::device_count() == 0)
      return std::aligned_alloc(4096, static_cast<std::size_t>((bytes + 4095) / 4096 * 4096));
    relaxed_capture const relaxed;
    void* p = nullptr;
    if (cudaHostAlloc(&p, static_cast<std::size_t>(bytes), cudaHostAllocPortable) == cudaSuccess) return p;
    cudaGetLastError();
    return nullptr;
  }
  void give(void* data, std::int64_t, int) noexcept override {
    if (cuda::device_count() == 0) return std::free(data);
    relaxed_capture const relaxed;
    cudaFreeHost(data);
    cudaGetLastError();
  }
};

template <class Source>
memory_source* leaked() {
  static auto* const s = new Source;
  return s;
}

}  // namespace

memory_source* host_source();

memory_source* default_source(memory_kind kind) {
  if (kind == memory_kind::host) return host_source();
  if (kind == memory_kind::pinned) return leaked<pinned_source>();
  if (cuda::device_count() == 0)
    throw cuda_error("cp: no CUDA device was found: cuda_space arrays need one; use cp::host_space",
                     static_cast<int>(cudaErrorNoDevice));
  if (kind == memory_kind::managed) return leaked<managed_source>();
  return leaked<device_source>();
}

namespace {

/// Makes a device current in CUDA's eyes for a scope, ignoring errors.
class on_device {
 public:
  explicit on_device(int device) noexcept {
    if (cuda::device_count() < 2 || cudaGetDevice(&before_) != cudaSuccess || before_ == device) return;
    moved_ = cudaSetDevice(device) == cudaSuccess;
  }
  ~on_device() {
    if (moved_) cudaSetDevice(before_);
  }
  on_device(on_device const&) = delete;
  on_device& operator=(on_device const&) = delete;

 private:
  int before_ = 0;
  bool moved_ = false;
};

int device_of(cudaStream_t stream, int otherwise) noexcept {
  int d = otherwise;
#if CUDART_VERSION >= 12080
  if (stream != nullptr && cuda::device_count() > 1 && cudaStreamGetDevice(stream, &d) != cudaSuccess) d = otherwise;
#else
  static_cast<void>(stream);
#endif
  return d;
}

}  // namespace

void order_after(int device, stream_handle stream, stream_handle user) noexcept {
  if (cuda::device_count() == 0) return;
  auto const u = static_cast<cudaStream_t>(user);
  bool ordered = false;
  {
    on_device const there(device_of(u, device));  // an event is recorded by its own device's streams
    cudaEvent_t e = nullptr;
    if (cudaEventCreateWithFlags(&e, cudaEventDisableTiming) == cudaSuccess) {
      if (cudaEventRecord(e, u) == cudaSuccess) {
        on_device const here(device);
        ordered = cudaStreamWaitEvent(static_cast<cudaStream_t>(stream), e, 0) == cudaSuccess;
      }
      cudaEventDestroy(e);
    }
    if (!ordered) cudaStreamSynchronize(u);  // rather wait than reuse memory that is in use
  }
  cudaGetLastError();
}

void wait_for_device(int device) noexcept {
  if (cuda::device_count() == 0) return;
  on_device const there(device);
  cudaDeviceSynchronize();
  cudaGetLastError();
}

void device_memory(std::int64_t& free_bytes, std::int64_t& total_bytes) noexcept {
  std::size_t f = 0, t = 0;
  if (cuda::device_count() == 0 || cudaMemGetInfo(&f, &t) != cudaSuccess) return;
  free_bytes = static_cast<std::int64_t>(f);
  total_bytes = static_cast<std::int64_t>(t);
}

}  // namespace cp::runtime

namespace cp::cuda {

namespace {
thread_local int current = -1;
}

int device_count() noexcept {
  static int const n = [] {
    int count = 0;
    if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
    cudaGetLastError();
    return 0;
  }();
  return n;
}

int current_device() noexcept {
  if (current < 0) {
    int d = 0;
    if (device_count() > 0) cudaGetDevice(&d);
    current = d;
  }
  return current;
}

void set_device(int device) {
  if (device < 0 || device >= device_count())
    throw index_error("cp::cuda::set_device: device " + std::to_string(device) + " is out of range: there are " +
                      std::to_string(device_count()));
  runtime::check("cudaSetDevice", cudaSetDevice(device));
  current = device;
}

device_properties properties(int device) {
  if (device < 0 || device >= device_count())
    throw index_error("cp::cuda::properties: device " + std::to_string(device) + " is out of range: there are " +
                      std::to_string(device_count()));
  cudaDeviceProp p;
  runtime::check("cudaGetDeviceProperties", cudaGetDeviceProperties(&p, device));
  device_properties r;
  r.name = p.name;
  r.compute_major = p.major;
  r.compute_minor = p.minor;
  r.multiprocessors = p.multiProcessorCount;
  r.memory_bytes = static_cast<std::int64_t>(p.totalGlobalMem);
  r.l2_bytes = p.l2CacheSize;
  r.shared_bytes_per_block = static_cast<int>(p.sharedMemPerBlockOptin);
  device_guard const guard(device);
  std::int64_t total = 0;
  runtime::device_memory(r.free_bytes, total);
  return r;
}

void synchronize_device() {
  runtime::refuse_while_capturing("cp::cuda::synchronize_device");
  if (device_count() == 0) return;
  runtime::count_synchronization();
  runtime::check("cudaDeviceSynchronize", cudaDeviceSynchronize());
  runtime::throw_all_statuses();
}

device_guard::device_guard(int device) : previous_(current_device()) {
  if (device != previous_) set_device(device);
}
device_guard::~device_guard() {
  if (previous_ != current) {
    cudaSetDevice(previous_);
    current = previous_;
  }
}

}  // namespace cp::cuda

namespace cp {

void set_device_allocator(device_allocator which) {
  using namespace runtime;
  pool& p = pool_of(memory_kind::device, cuda::current_device());
  if (is_capturing_device())
    throw value_error("cp::set_device_allocator: the host cannot wait for the device while a graph is being captured");
  switch (which) {
    case device_allocator::cuda_malloc:
      return p.set_source(nullptr);
    case device_allocator::managed:
      return p.set_source(leaked<managed_source>());
    case device_allocator::cuda_malloc_async: {
      int supported = 0;
      check("cudaDeviceGetAttribute",
            cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, cuda::current_device()));
      if (supported == 0)
        throw cuda_error("cp::set_device_allocator: this device has no cudaMallocAsync",
                         static_cast<int>(cudaErrorNotSupported));
      return p.set_source(leaked<async_source>());
    }
  }
}

}  // namespace cp
