// The elementwise passes around transforms on the device.
#include "passes.hpp"

namespace cp::fft::detail {

void run_device_pass(pass const& p) { run_pass<cuda_space>(p); }

}  // namespace cp::fft::detail
