// The passes around transforms on a device that there is not.
#include <fuse/core/error.hpp>

#include "passes.hpp"
#include "sliding.hpp"

namespace cp::fft::detail {

namespace {
[[noreturn]] void throw_no_cuda() {
  throw cuda_error("cp::fft: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}
}  // namespace

void run_device_pass(pass const&) { throw_no_cuda(); }
bool run_device_rows(pass const&, cp::library::fft_kind) { throw_no_cuda(); }
void run_device_cosine(cosine_job const&) { throw_no_cuda(); }
void slide_on_device(cp::library::sliding_sums const&) { throw_no_cuda(); }

}  // namespace cp::fft::detail
