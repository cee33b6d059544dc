// What this thread may do while its stream is being captured.
#pragma once

#include <cuda_runtime_api.h>

namespace cp::runtime {

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
