// BLAS on a device that there is not.
#include <fuse/core/error.hpp>
#include <fuse/library/blas.hpp>

namespace cp::library {

bool device_gemm(gemm const&) {
  throw cuda_error(
      "cp::library::device_gemm: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

}  // namespace cp::library
