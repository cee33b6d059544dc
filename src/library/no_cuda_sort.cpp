// A build without CUDA has no device to sort on.
#include <fuse/core/error.hpp>
#include <fuse/library/sort.hpp>

namespace cp::library {

namespace {
[[noreturn]] void refuse() {
  throw cuda_error("cp::library::sort: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}
}  // namespace

void sort_on_device(rows_of const&, void const*, void*) { refuse(); }
void argsort_on_device(rows_of const&, void const*, std::int64_t*) { refuse(); }
void sort_places_on_device(rows_of const&, std::int64_t, std::int64_t, void const*, void*) { refuse(); }

}  // namespace cp::library
