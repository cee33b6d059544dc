// Sums of what indices bring to an element, on a device that there is not.
#include <fuse/core/error.hpp>
#include <fuse/library/accumulate.hpp>

namespace cp::library {

grouped_indices group_indices(index_lists const&) {
  throw cuda_error(
      "cp::library::group_indices: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

void add_by_keys(keyed_additions const&) {
  throw cuda_error(
      "cp::library::add_by_keys: this build of the library has no CUDA (configure it with the preset `cuda`)", 0);
}

}  // namespace cp::library
