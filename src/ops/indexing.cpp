// The arithmetic of index arrays and masks that needs no types.
#include <fuse/core/error.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/ops/indexing.hpp>
#include <numeric>
#include <string>

namespace cp::detail {

void check_mask(std::int64_t const* mask, int mask_rank, std::int64_t const* shape, int rank, int axis) {
  for (int k = 0; k < mask_rank; ++k)
    if (mask[k] != shape[axis + k])
      throw index_error("cp::ndarray: a mask must have the extents of the axes that it picks from; that of shape " +
                        shape_text(mask, mask_rank) + " has " + std::to_string(mask[k]) + " where axis " +
                        std::to_string(axis + k) + " of shape " + shape_text(shape, rank) + " has " +
                        std::to_string(shape[axis + k]));
}

void throw_mask_values(std::int64_t values, std::int64_t places) {
  throw shape_error("cp::ndarray: assignment to a(mask): " + std::to_string(values) + " values came for the " +
                    std::to_string(places) + " elements where the mask is true");
}

void check_condition(std::int64_t condition, std::int64_t extent, char const* where) {
  if (condition > extent)
    throw index_error(std::string(where) + ": the condition has " + std::to_string(condition) +
                      " elements; what it chooses from has " + std::to_string(extent));
}

key_range common_step(int rank, std::int64_t const* extent, std::int64_t* stride) {
  key_range r{1, 0, 0};
  for (int k = 0; k < rank; ++k)
    if (extent[k] > 1) r.step = std::gcd(r.step, stride[k]);
  r.step = r.step == 0 ? 1 : r.step;
  for (int k = 0; k < rank; ++k) {
    if (extent[k] <= 1) stride[k] = 0;
    stride[k] /= r.step;
    std::int64_t const reach = stride[k] * (extent[k] - 1);
    r.span += reach < 0 ? -reach : reach;
    r.low += reach < 0 ? reach : 0;
  }
  return r;
}

bool one_step(int first, int count, std::int64_t const* shape, std::int64_t const* strides, std::int64_t& step) {
  bool begun = false;
  std::int64_t next = 0;  // the step that the axis before must have
  step = 0;
  for (int k = first + count; k-- > first;) {
    if (shape[k] == 1) continue;
    if (!begun)
      step = strides[k];
    else if (strides[k] != next)
      return false;
    begun = true;
    next = strides[k] * shape[k];
  }
  return true;
}

}  // namespace cp::detail
