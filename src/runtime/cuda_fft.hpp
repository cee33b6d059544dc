// What the sources that call cuFFT share.
#pragma once

#include <cufftXt.h>

#include <fuse/runtime/fft.hpp>

#include "cuda_check.hpp"

namespace cp::runtime {

/// Throws library_error unless a call of cuFFT succeeded.
void check(char const* call, cufftResult status);

/// Lets this thread allocate and free while its stream is being captured: plans belong to no graph.
class outside_capture {
 public:
  outside_capture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~outside_capture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  outside_capture(outside_capture const&) = delete;
  outside_capture& operator=(outside_capture const&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/// Does a complex transform along one axis on all of `fft_devices()`; waits. False, and nothing is done, where its lines do
/// not lie one behind the other, or cuFFT does not part it. Throws value_error while a graph is captured.
bool execute_on_gpus(fft_call const& c);

}  // namespace cp::runtime
