// CUDA devices: how many, which is current, and what they are. A build or machine without CUDA has none.
#pragma once

#include <cstdint>
#include <string>

namespace cp::cuda {

/// What a device is.
struct device_properties {
  /// The driver's name for it.
  std::string name;
  /// Compute capability, before the point.
  int compute_major = 0;
  /// Compute capability, behind the point.
  int compute_minor = 0;
  /// Number of multiprocessors.
  int multiprocessors = 0;
  /// Bytes of its memory.
  std::int64_t memory_bytes = 0;
  /// Bytes of its memory that are free now.
  std::int64_t free_bytes = 0;
  /// Bytes of its L2 cache.
  int l2_bytes = 0;
  int shared_bytes_per_block = 0;  ///< with the opt-in limit
};

/// Number of usable devices; 0 without CUDA, a driver or a GPU. Never throws.
int device_count() noexcept;
/// Whether work on `cuda_space` can run here.
inline bool is_available() noexcept { return device_count() > 0; }
/// The calling thread's current device, whoever made it current. 0 when there is none.
int current_device() noexcept;
/// Makes `device` current for the calling thread. Throws index_error if there is no such device, cuda_error in a build
/// without CUDA.
void set_device(int device);
/// What a device is. Throws index_error if there is no such device, cuda_error in a build without CUDA.
device_properties properties(int device = current_device());
/// Waits for everything on the current device; errors of earlier asynchronous work are thrown here. While another
/// thread captures a graph, which a wait for the device would break, only for streams that have been current in some
/// thread. Throws value_error while this thread captures.
void synchronize_device();

/// Makes a device current for a scope.
class device_guard {
 public:
  /// Makes `device` current. Throws as set_device does; never for the device that is current already.
  explicit device_guard(int device);
  ~device_guard();
  device_guard(device_guard const&) = delete;
  device_guard& operator=(device_guard const&) = delete;

 private:
  int previous_;
};

}  // namespace cp::cuda
