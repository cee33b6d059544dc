// Products and copies on a device that there is not.
#include <fuse/core/error.hpp>

#include "integers.hpp"
#include "strided_copy.hpp"

namespace cp::library {

namespace {
[[noreturn]] void no_device() {
  throw cuda_error("cp::library: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}
}  // namespace

void copy_on_device(strided_copy const&) { no_device(); }
void device_integer_gemm(gemm const&) { no_device(); }

}  // namespace cp::library
