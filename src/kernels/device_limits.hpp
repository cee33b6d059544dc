// What plans of CUDA kernels need to know of the current device.
#pragma once

#include <atomic>
#include <cstdint>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

struct device_limits {
  std::int64_t multiprocessors;
  std::int64_t shared_bytes;  ///< that a block may have
  std::int64_t l2_bytes;
};

/// Of the current device. Asks the driver once a device: its answer takes longer than a launch.
inline device_limits limits() {
  static std::atomic<int> known[runtime::kernel_function::devices] = {};
  static std::atomic<int> multiprocessors[runtime::kernel_function::devices], shared[runtime::kernel_function::devices],
      l2[runtime::kernel_function::devices];
  int const d = cuda::current_device();
  if (known[d].load(std::memory_order_acquire) == 0) {
    cuda::device_properties const p = cuda::properties(d);
    multiprocessors[d].store(p.multiprocessors, std::memory_order_relaxed);
    shared[d].store(p.shared_bytes_per_block, std::memory_order_relaxed);
    l2[d].store(p.l2_bytes, std::memory_order_relaxed);
    known[d].store(1, std::memory_order_release);
  }
  auto const of = [d](std::atomic<int> const* x) { return std::int64_t{x[d].load(std::memory_order_relaxed)}; };
  return {of(multiprocessors), of(shared), of(l2)};
}

}  // namespace cp::kernels
