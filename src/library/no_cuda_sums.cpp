// Sums in bins on a device that there is not.
#include <fuse/core/error.hpp>
#include <fuse/library/sums.hpp>

namespace cp::library {

bool fits_in_device_bins(dtype_id, std::int64_t, std::int64_t) noexcept { return true; }

void sum_in_device_bins(keyed_sums const&) {
  throw cuda_error(
      "cp::library::sum_in_device_bins: this build of the library has no CUDA (configure it with the preset `cuda`)",
      0);
}

}  // namespace cp::library
