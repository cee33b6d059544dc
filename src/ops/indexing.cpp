// The arithmetic of index arrays and masks that needs no types.
#include <fuse/core/error.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/ops/index_makers.hpp>
#include <fuse/ops/stride_tricks.hpp>
#include <new>
#include <numeric>
#include <string>

namespace cp::detail {

void check_mask(std::int64_t const* mask, int mask_rank, std::int64_t const* shape, int rank, int axis) try {
  for (int k = 0; k < mask_rank; ++k)
    if (mask[k] != shape[axis + k])
      throw index_error("cp::ndarray: a mask must have the extents of the axes that it picks from; that of shape " +
                        shape_text(mask, mask_rank) + " has " + std::to_string(mask[k]) + " where axis " +
                        std::to_string(axis + k) + " of shape " + shape_text(shape, rank) + " has " +
                        std::to_string(shape[axis + k]));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_mask_values(std::int64_t values, std::int64_t places) try {
  throw shape_error("cp::ndarray: assignment to a(mask): " + std::to_string(values) + " values came for the " +
                    std::to_string(places) + " elements where the mask is true");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void check_condition(std::int64_t condition, std::int64_t extent, char const* where) try {
  if (condition > extent)
    throw index_error(std::string(where) + ": the condition has " + std::to_string(condition) +
                      " elements; what it chooses from has " + std::to_string(extent));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_no_values(char const* where) try {
  throw value_error(std::string(where) + ": there are no values");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void check_mask_size(std::int64_t mask, std::int64_t array, char const* where) try {
  if (mask != array)
    throw shape_error(std::string(where) + ": the mask must have as many elements as the array; they have " +
                      std::to_string(mask) + " and " + std::to_string(array));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void check_place(char const* where, std::int64_t place, std::int64_t size) try {
  if (place < 0 || place >= size)
    throw value_error(std::string(where) + ": place " + std::to_string(place) + " is out of bounds for an array of " +
                      std::to_string(size) + " elements");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

triangle make_triangle(char const* where, std::int64_t n, std::int64_t m, std::int64_t k, bool upper) {
  if (n < 0 || m < 0) throw_value(where, "extents cannot be negative, as", n < 0 ? n : m);
  std::int64_t const shape[] = {n, m};
  checked_size(where, shape, 2, 8);
  return {n, m, triangle::within(k, -n - 1, m + 1), upper};
}

void check_within(std::int64_t before, std::int64_t bytes, std::int64_t itemsize, int rank, std::int64_t const* shape,
                  std::int64_t const* strides) try {
  // Elements that the view reaches before and behind its first one; more than there can be where it overflows.
  std::int64_t low = 0, high = 1;
  bool fits = true;
  for (int k = 0; k < rank; ++k) {
    if (shape[k] == 0) return;
    std::int64_t reach = 0, &side = strides[k] < 0 ? low : high;
    fits = fits && !__builtin_mul_overflow(shape[k] - 1, strides[k], &reach) &&
           !__builtin_add_overflow(side, reach, &side);
  }
  if (!fits || low < -(before / itemsize) || high > (bytes - before) / itemsize)
    throw value_error("cp::lib::stride_tricks::as_strided: a view of shape " + shape_text(shape, rank) +
                      " with strides " + shape_text(strides, rank) + " reaches beyond the array's memory, which has " +
                      std::to_string(before / itemsize) + " elements before the first and " +
                      std::to_string((bytes - before) / itemsize) + " from it on");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void check_window(std::int64_t window, std::int64_t extent, int axis) try {
  if (window < 0 || window > extent)
    throw value_error("cp::lib::stride_tricks::sliding_window_view: a window of " + std::to_string(window) +
                      " does not fit axis " + std::to_string(axis) + ", whose extent is " + std::to_string(extent));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
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
