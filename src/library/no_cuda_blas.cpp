// BLAS on a device that there is not.
#include <fuse/core/error.hpp>
#include <fuse/library/blas.hpp>

namespace cp::runtime {

bool device_gemm(gemm const&) {
  throw cuda_error(
      "cp::runtime::device_gemm: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

}  // namespace cp::runtime
