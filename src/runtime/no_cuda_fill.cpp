// Filling device memory in a build without CUDA: there is none.
#include <cstdint>
#include <fuse/core/error.hpp>

#include "device_fill.hpp"

namespace cp::runtime {

void fill_device(void*, std::int64_t, void const*, std::int64_t) {
  throw cuda_error("cp: cuda_space: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

}  // namespace cp::runtime
