// A build without CUDA has no device to count on.
#include <fuse/core/error.hpp>
#include <fuse/library/count.hpp>

namespace cp::library {

void count_keys_on_device(std::uint32_t const*, std::int64_t, std::int64_t, std::int64_t*) {
  throw cuda_error(
      "cp::library::count_keys: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

}  // namespace cp::library
