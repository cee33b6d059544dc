// Bringing equal keys together on a device that there is not.
#include <fuse/core/error.hpp>
#include <fuse/library/keys.hpp>

namespace cp::library {

void group_device_keys(std::uint32_t const*, std::int64_t, std::int64_t, void*, bool, std::int64_t*) {
  throw cuda_error(
      "cp::library::group_keys: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

}  // namespace cp::library
