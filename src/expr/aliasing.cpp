// Whether strided sets of elements overlap.
#include <fuse/expr/aliasing.hpp>

#include <cstdint>
#include <numeric>
#include <string>

namespace cp::expr {

namespace {

/// First and one-past-last byte of a set of elements, and the greatest common step in bytes.
struct bounds {
  std::int64_t low, high, step;
};

bounds bounds_of(void const* data, int rank, std::int64_t const* shape, std::int64_t const* strides, std::int64_t itemsize) noexcept {
  bounds b{reinterpret_cast<std::int64_t>(data), reinterpret_cast<std::int64_t>(data), 0};
  for (int i = 0; i < rank; ++i) {
    if (shape[i] == 0) return {0, 0, 0};
    if (shape[i] == 1) continue;
    std::int64_t const reach = strides[i] * (shape[i] - 1) * itemsize;
    (reach < 0 ? b.low : b.high) += reach;
    b.step = std::gcd(b.step, strides[i] * itemsize);
  }
  b.high += itemsize;
  return b;
}

}  // namespace

bool may_overlap(void const* a, int rank_a, std::int64_t const* shape_a, std::int64_t const* strides_a, std::int64_t itemsize_a, void const* b, int rank_b,
                 std::int64_t const* shape_b, std::int64_t const* strides_b, std::int64_t itemsize_b) noexcept {
  bounds const x = bounds_of(a, rank_a, shape_a, strides_a, itemsize_a), y = bounds_of(b, rank_b, shape_b, strides_b, itemsize_b);
  if (x.high <= y.low || y.high <= x.low) return false;
  // All elements of both lie on a lattice of this step; they are apart if their places within it are.
  std::int64_t const step = std::gcd(x.step, y.step);
  if (step > 0) {
    std::int64_t apart = (y.low - x.low) % step;
    if (apart < 0) apart += step;
    if (apart >= itemsize_a && apart + itemsize_b <= step) return false;
  }
  return true;
}

bool overlaps_itself(int rank, std::int64_t const* shape, std::int64_t const* strides) noexcept {
  // Sorted by step, each axis must step over everything that the smaller ones reach: sufficient for distinct places, and true of every view that
  // slicing, transposing and reshaping can make.
  bool used[32] = {};
  std::int64_t reach = 0;
  for (int i = 0; i < rank; ++i)
    if (shape[i] == 0) return false;
  for (int n = 0; n < rank; ++n) {
    int best = -1;
    std::int64_t smallest = 0;
    for (int i = 0; i < rank; ++i) {
      if (used[i]) continue;
      std::int64_t const s = strides[i] < 0 ? -strides[i] : strides[i];
      if (best < 0 || s < smallest) best = i, smallest = s;
    }
    used[best] = true;
    if (shape[best] == 1) continue;
    if (smallest <= reach) return true;
    reach += smallest * (shape[best] - 1);
  }
  return false;
}

void check_writable(int rank, std::int64_t const* shape, std::int64_t const* strides, char const* where) {
  if (overlaps_itself(rank, shape, strides))
    throw value_error(std::string(where) + ": a broadcast view of shape " + detail::shape_text(shape, rank) +
                      " cannot be written to: several of its elements are one; copy() it first");
}

}  // namespace cp::expr
