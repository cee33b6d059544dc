// Another device for a moment, in CUDA's eyes only.
#pragma once

#include <cuda_runtime_api.h>

#include <fuse/runtime/device.hpp>

namespace cp::runtime {

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

}  // namespace cp::runtime
