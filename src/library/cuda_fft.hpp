// What the sources that call cuFFT share.
#pragma once

#include <cufftXt.h>

#include <fuse/library/fft.hpp>

#include "runtime/cuda_capture.hpp"
#include "runtime/cuda_check.hpp"

namespace cp::library {

/// Throws library_error unless a call of cuFFT succeeded.
void check(char const* call, cufftResult status);

/// Does a complex transform along one axis on all of `fft_devices()`; waits. False, and nothing is done, where its
/// lines do not lie one behind the other, or cuFFT does not part it. Throws value_error while a graph is captured.
bool execute_on_gpus(fft_call const& c);

}  // namespace cp::library
