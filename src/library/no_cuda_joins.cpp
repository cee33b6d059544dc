// Joins on a device that there is not.
#include <fuse/core/error.hpp>

#include "joins.hpp"

namespace cp::library {

void join_on_device(join_job const&) {
  throw cuda_error(
      "cp::library::join_on_device: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

}  // namespace cp::library
