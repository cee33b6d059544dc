// Storing elements at places on a device that there is not.
#include <fuse/core/error.hpp>
#include <fuse/library/scatter.hpp>

namespace cp::library {

namespace {
[[noreturn]] void refuse(char const* name) {
  throw cuda_error(std::string(name) + ": this build of the library has no CUDA (configure it with the preset `cuda`)",
                   0);
}
}  // namespace

void scatter_on_device(scatter_job const&) { refuse("cp::library::scatter"); }
void select_places_on_device(bool const*, std::int64_t, std::int64_t*) { refuse("cp::library::select_places"); }

}  // namespace cp::library
