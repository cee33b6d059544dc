// Decompositions on a device that there is not.
#include <fuse/core/error.hpp>

#include "backend.hpp"

namespace cp::library {

lapack const& cuda_lapack() {
  throw cuda_error("cp::linalg: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

}  // namespace cp::library
