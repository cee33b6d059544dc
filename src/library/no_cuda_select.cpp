// A build without CUDA has no device to select on.
#include <fuse/core/error.hpp>
#include <fuse/library/select.hpp>

namespace cp::library {

void select_on_device(selection const&, void*, std::int64_t*) {
  throw cuda_error("cp::library::select: this build of the library has no CUDA (configure it with the preset `cuda`)",
                   0);
}

}  // namespace cp::library
