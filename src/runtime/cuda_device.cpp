// Devices, and the device memory that pools draw on.
#include <cuda_runtime_api.h>

#include <cstdlib>
#include <fuse/core/error.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/stream.hpp>
#include <mutex>
#include <new>
#include <string>

#include "cuda_capture.hpp"
#include "cuda_check.hpp"
#include "cuda_loss.hpp"
#include "cuda_on_device.hpp"
#include "cuda_status.hpp"
#include "host_copy.hpp"
#include "pool.hpp"
#include "stream_parts.hpp"

namespace cp::runtime {

namespace {

void free_device(void* data) noexcept {
  relaxed_capture const relaxed;
  cudaFree(data);
  cudaGetLastError();
}

/// Whether a call gave memory. If the context is lost, that is remembered, so that nobody takes it for a lack of
/// memory.
bool had(char const* call, cudaError_t status) noexcept {
  if (status == cudaSuccess) return true;
  cudaGetLastError();
  try {
    note_if_lasting(call, status);
  } catch (std::bad_alloc const&) {  // a later call will say it
  }
  return false;
}

struct device_source : memory_source {
  void* take(std::int64_t bytes, int) noexcept override {
    relaxed_capture const relaxed;
    void* p = nullptr;
    return had("cudaMalloc", cudaMalloc(&p, static_cast<std::size_t>(bytes))) ? p : nullptr;
  }
  void give(void* data, std::int64_t, int) noexcept override { free_device(data); }
};

struct managed_source : memory_source {
  void* take(std::int64_t bytes, int) noexcept override {
    relaxed_capture const relaxed;
    void* p = nullptr;
    return had("cudaMallocManaged", cudaMallocManaged(&p, static_cast<std::size_t>(bytes))) ? p : nullptr;
  }
  void give(void* data, std::int64_t, int) noexcept override { free_device(data); }
};

/// On a stream of its own, waited for: the pool orders what it hands out, and expects memory that is ready.
struct async_source : memory_source {
  void* take(std::int64_t bytes, int device) noexcept override {
    relaxed_capture const relaxed;
    void* p = nullptr;
    cudaStream_t const s = stream_of(device);
    if (s != nullptr && had("cudaMallocAsync", cudaMallocAsync(&p, static_cast<std::size_t>(bytes), s))) {
      if (had("cudaStreamSynchronize", cudaStreamSynchronize(s))) return p;
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
    cudaError_t const status = cudaHostAlloc(&p, static_cast<std::size_t>(bytes), cudaHostAllocPortable);
    return had("cudaHostAlloc", status) ? p : nullptr;
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

memory_source* default_source(memory_kind kind) {
  if (kind == memory_kind::host) return host_source();
  if (kind == memory_kind::pinned) return leaked<pinned_source>();
  if (cuda::device_count() == 0)
    throw cuda_error("cp: no CUDA device was found: cuda_space arrays need one; use cp::host_space",
                     static_cast<int>(cudaErrorNoDevice));
  if (kind == memory_kind::managed) return leaked<managed_source>();
  return leaked<device_source>();
}

void device_memory(std::int64_t& free_bytes, std::int64_t& total_bytes) noexcept {
  std::size_t f = 0, t = 0;
  if (cuda::device_count() == 0 || cudaMemGetInfo(&f, &t) != cudaSuccess) return;
  free_bytes = static_cast<std::int64_t>(f);
  total_bytes = static_cast<std::int64_t>(t);
}

}  // namespace cp::runtime

namespace cp::runtime {

namespace {
struct capture_count {
  std::mutex mutex;
  int captures = 0;
};
capture_count& all_captures() {
  static auto& c = *new capture_count;
  return c;
}
}  // namespace

void count_capture(int change) noexcept {
  std::lock_guard const lock(all_captures().mutex);
  all_captures().captures += change;
}

std::unique_lock<std::mutex> without_captures() {
  std::unique_lock lock(all_captures().mutex);
  if (all_captures().captures > 0) lock.unlock();
  return lock.owns_lock() ? std::move(lock) : std::unique_lock<std::mutex>();
}

void wait_for_current_device() {
  enter_device();
  bool const fine = all_streams().wait_for_all(cuda::current_device());
  if (!fine) throw_if_loses("cudaEventSynchronize");
  if (auto const nobody_captures = without_captures()) {
    cudaError_t const status = cudaDeviceSynchronize();
    check("cudaDeviceSynchronize", status);
  }
}

}  // namespace cp::runtime

namespace cp::cuda {

int device_count() noexcept {
  static int const n = [] {
    int count = 0;
    cudaError_t const status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess) cudaGetLastError();
    runtime::watch_for_the_end();  // before CUDA's own, which it has registered by now
    if (status == cudaSuccess && count > 1) runtime::has_several_devices.store(true, detail::order::relaxed);
    return status == cudaSuccess ? count : 0;
  }();
  return n;
}

int current_device() noexcept {
  if (device_count() < 2) return 0;
  static thread_local int device = 0;  // the last one known, where CUDA is lost or has ended
  cudaGetDevice(&device);              // each time: programs and libraries call cudaSetDevice too
  return device;
}

void set_device(int device) {
  if (device < 0 || device >= device_count())
    throw index_error("cp::cuda::set_device: device " + std::to_string(device) + " is out of range: there are " +
                      std::to_string(device_count()));
  runtime::check("cudaSetDevice", cudaSetDevice(device));
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
  runtime::wait_for_current_device();
  runtime::forget_all_launches();
  runtime::throw_all_statuses();
}

device_guard::device_guard(int device) : previous_(current_device()) {
  if (device != previous_) set_device(device);
}
device_guard::~device_guard() {
  if (previous_ != current_device()) cudaSetDevice(previous_);
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
