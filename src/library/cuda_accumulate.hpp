// Sums of runs of equal keys on the device, which are compiled in a file of their own. On the current stream.
#pragma once

#include <cstdint>
#include <fuse/library/accumulate.hpp>

namespace cp::library::device {

/// Where blocks of elements lie: a key's, and the elements of a block.
struct keyed_target {
  void* to;
  strided_axes keyed, crossed;
};

/// What the runs of equal keys in an order add up to is added to (or subtracted from) the blocks that they name.
struct run_sums {
  index_order order;
  keyed_target target;
  void const* values;
  std::int64_t block;  ///< elements of an index's block
  bool subtract;
};
void add_runs(dtype_id dtype, run_sums const& r);

#ifdef __CUDACC__
/// Elements from the first one to number `i` of some axes.
__device__ __forceinline__ std::int64_t offset_of(strided_axes const& axes, std::int64_t i) {
  std::int64_t offset = 0;
  for (int k = axes.count; k-- > 1;) {
    std::int64_t const q = i / axes.extent[k];
    offset += (i - q * axes.extent[k]) * axes.stride[k];
    i = q;
  }
  return axes.count == 0 ? 0 : offset + i * axes.stride[0];
}
#endif

}  // namespace cp::library::device
