// Fourier transforms on a device that there is not.
#include <fuse/core/error.hpp>
#include <fuse/library/fft.hpp>

namespace cp::library {

namespace {
[[noreturn]] void throw_no_cuda() {
  throw cuda_error("cp::fft: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}
}  // namespace

int count_device_fft_calls(fft_call const&) { throw_no_cuda(); }
void execute_device_fft(fft_call const&) { throw_no_cuda(); }
bool prepare_device_fft(fft_call const&, fft_plan_set&, bool) { throw_no_cuda(); }
void zero_device_rows(void*, std::int64_t, std::int64_t, std::int64_t) { throw_no_cuda(); }

}  // namespace cp::library
