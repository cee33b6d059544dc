// Records on a device that there is not.
#include <fuse/core/error.hpp>
#include <fuse/library/records.hpp>

namespace cp::library {

void permute_records(records_job const&) {
  throw cuda_error(
      "cp::library::permute_records: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

}  // namespace cp::library
