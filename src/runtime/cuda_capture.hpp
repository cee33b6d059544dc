// What this thread may do while its stream is being captured.
#pragma once

#include <cuda_runtime_api.h>

#include <mutex>

namespace cp::runtime {

/// A capture in some thread begins, and ends: meanwhile nobody may wait for a whole device.
void count_capture(int change) noexcept;
/// Keeps captures from beginning; holds nothing where one is going on.
std::unique_lock<std::mutex> without_captures();
/// Waits for the current device: for each of its streams and then, while no thread captures, for what streams of the
/// user's own did. Throws cuda_error.
void wait_for_current_device();

/// Lets calls that allocate and free (cudaMalloc, the making of plans and handles) run while a stream of this thread is
/// being captured: what they make belongs to no graph.
class relaxed_capture {
 public:
  relaxed_capture() noexcept { cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~relaxed_capture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  relaxed_capture(relaxed_capture const&) = delete;
  relaxed_capture& operator=(relaxed_capture const&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

}  // namespace cp::runtime
