// Streams that are held up, so that what comes too early shows. Without CUDA there are none, and nothing is held up.
#pragma once

#include <doctest.h>

#include <chrono>
#include <fuse/core/config.hpp>
#include <fuse/runtime/stream.hpp>
#include <memory>
#include <thread>

#if FUSE_CUDA
#include <cuda_runtime_api.h>
#endif

namespace tests {

/// Keeps the current stream busy for a while.
inline void delay([[maybe_unused]] int ms = 50) {
#if FUSE_CUDA
  auto* const time = new int(ms);
  REQUIRE(cudaLaunchHostFunc(
              static_cast<cudaStream_t>(cp::current_stream().handle),
              [](void* p) {
                std::unique_ptr<int> const t(static_cast<int*>(p));
                std::this_thread::sleep_for(std::chrono::milliseconds(*t));
              },
              time) == cudaSuccess);
#endif
}

}  // namespace tests
