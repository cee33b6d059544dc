// Handing work to the device or the host: the one place that kernels, copies and fills go through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/core/atomic.hpp>
#include <fuse/runtime/storage.hpp>
#include <type_traits>

namespace cp::runtime {

/// Grid, block and dynamic shared memory of a kernel.
struct launch_shape {
  unsigned grid_x = 1, grid_y = 1, grid_z = 1;
  unsigned block_x = 1, block_y = 1, block_z = 1;
  unsigned shared_bytes = 0;
  unsigned cluster_x = 1;  ///< blocks of a cluster, neighbours along x: see largest_cluster
  /// Whether the kernel may begin while the one before it on the stream still runs, for which it waits by itself
  /// (griddepcontrol.wait): a hint.
  bool early = false;
};

/// Starts the __global__ function `kernel` on the current device and stream. `name` (may be null) is shown by profilers
/// (NVTX). Raises the kernel's limit of dynamic shared memory where `shared_bytes` needs it. Counts nothing. Throws
/// cuda_error.
void launch(void const* kernel, launch_shape const& shape, void** arguments, char const* name);

/// A kernel with the driver's handles on it, an address a device, found at the first launch. The CUDA runtime looks a
/// kernel up by its name at every launch, which for names as long as expressions' costs as much as everything else that
/// a launch does on the host.
struct kernel_function {
  static constexpr int devices = 32;
  void const* symbol;  ///< the __global__ function
  detail::atomic<void*> handle[devices] = {};
  detail::atomic<unsigned> shared_bytes[devices] = {};  ///< dynamic ones that it is known to be allowed
  detail::atomic<signed char> cluster[devices] = {};    ///< what largest_cluster found; 0: nobody asked

  explicit kernel_function(void const* kernel) : symbol(kernel) {}
};
/// Blocks of a cluster at most that a whole GPU has room for, if it has clusters.
constexpr int most_cluster = 8;
/// The most blocks of this shape, a power of two up to `most_cluster`, that may be a cluster of a kernel on the current
/// device: 1 where the device, or the code that it has of the kernel, is of a compute capability below 9.0. The first
/// answer is kept, so that `shape` is the largest that the kernel is started with. Throws cuda_error.
int largest_cluster(kernel_function& kernel, launch_shape const& shape);
/// `launch` through the handle.
void launch(kernel_function& kernel, launch_shape const& shape, void** arguments, char const* name);

/// Copies bytes between or within spaces, ordered on the current stream. Copies between host and device memory do not
/// wait when the host side is pinned; otherwise they are done (for the host's side) when this returns. Counts one copy.
void copy_bytes(void* to, memory_kind to_kind, void const* from, memory_kind from_kind, std::int64_t bytes);
/// Copies bytes to the host and waits for them: what reading an element does. Throws value_error while a graph is being
/// captured, host graphs included.
void read_bytes(void* to, void const* from, memory_kind from_kind, std::int64_t bytes);
/// Sets bytes to `value`, ordered on the current stream.
void set_bytes(void* to, memory_kind kind, int value, std::int64_t bytes);

/// Profiler ranges (NVTX); nothing happens where no profiler listens.
void push_range(char const* name) noexcept;
void pop_range() noexcept;

/// Whether a graph is being captured in this thread, of host work or of a device's.
bool is_capturing() noexcept;
/// Whether the current stream is being captured into a CUDA graph.
bool is_capturing_device() noexcept;
/// Runs run(arguments); while a graph of host work is being captured it copies `bytes` bytes of arguments instead, and
/// the graph runs it at each launch. Throws value_error while a device's graph is being captured.
void record(void (*run)(void const* arguments), void const* arguments, std::size_t bytes);
/// The same of Run(job): the graph keeps a copy of the job.
template <auto Run, class Job>
void record(Job const& job) {
  static_assert(std::is_trivially_copyable_v<Job> && alignof(Job) <= 16);
  record([](void const* arguments) { Run(*static_cast<Job const*>(arguments)); }, &job, sizeof job);
}

}  // namespace cp::runtime
