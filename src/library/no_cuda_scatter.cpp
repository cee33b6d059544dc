// Storing elements at places on a device that there is not.
#include <fuse/core/error.hpp>
#include <fuse/library/scatter.hpp>

namespace cp::library {

void scatter_on_device(scatter_job const&) {
  throw cuda_error("cp::library::scatter: this build of the library has no CUDA (configure it with the preset `cuda`)",
                   0);
}

}  // namespace cp::library
