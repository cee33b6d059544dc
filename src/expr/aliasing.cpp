// Whether strided sets of elements overlap.
#include <algorithm>
#include <cstdint>
#include <fuse/expr/aliasing.hpp>
#include <new>
#include <numeric>
#include <string>

namespace cp::expr {

namespace {

/// Whether numbers x with 0 <= x[k] <= most[k] exist whose sum of step[k] * x[k] is a given one: two sets of elements
/// meet if such a sum bridges the distance between them. The search takes the largest step first, so that views which
/// slicing makes are decided in a few trials.
class sums {
 public:
  void add(std::int64_t step, std::int64_t most) {
    if (step == 0 || most <= 0) return;
    int at = 0;
    while (at < n_ && step_[at] > step) ++at;
    if (at < n_ && step_[at] == step) {
      most_[at] += most;
      return;
    }
    for (int k = n_++; k > at; --k) step_[k] = step_[k - 1], most_[k] = most_[k - 1];
    step_[at] = step, most_[at] = most;
  }
  /// True too where the search would take too long.
  bool reach(std::int64_t target) {
    reach_[n_] = common_[n_] = 0;
    for (int k = n_ - 1; k >= 0; --k) {
      common_[k] = std::gcd(common_[k + 1], step_[k]);
      if (__builtin_mul_overflow(step_[k], most_[k], &reach_[k]) ||
          __builtin_add_overflow(reach_[k], reach_[k + 1], &reach_[k]))
        return true;
    }
    trials_ = 10000;
    return search(0, target);
  }

 private:
  bool search(int k, std::int64_t target) {
    if (target < 0 || target > reach_[k]) return false;
    if (target == 0) return true;
    if (target % common_[k] != 0) return false;
    std::int64_t const rest = target - reach_[k + 1];
    std::int64_t const last = std::min(target / step_[k], most_[k]);
    for (std::int64_t x = rest > 0 ? (rest - 1) / step_[k] + 1 : 0; x <= last; ++x)
      if (--trials_ < 0 || search(k + 1, target - x * step_[k])) return true;
    return false;
  }

  int n_ = 0, trials_ = 0;
  std::int64_t step_[70], most_[70], reach_[71], common_[71];
};

/// First and one-past-last byte of a set of elements; no byte for an empty one.
struct bounds {
  std::int64_t low, high;
};

bounds bounds_of(void const* data, int rank, std::int64_t const* shape, std::int64_t const* strides,
                 std::int64_t itemsize) noexcept {
  bounds b{reinterpret_cast<std::int64_t>(data), reinterpret_cast<std::int64_t>(data)};
  for (int i = 0; i < rank; ++i) {
    if (shape[i] == 0) return {0, 0};
    std::int64_t const reach = strides[i] * (shape[i] - 1) * itemsize;
    (reach < 0 ? b.low : b.high) += reach;
  }
  b.high += itemsize;
  return b;
}

std::int64_t magnitude(std::int64_t x) { return x < 0 ? -x : x; }

}  // namespace

bool may_overlap(void const* a, int rank_a, std::int64_t const* shape_a, std::int64_t const* strides_a,
                 std::int64_t itemsize_a, void const* b, int rank_b, std::int64_t const* shape_b,
                 std::int64_t const* strides_b, std::int64_t itemsize_b) noexcept {
  bounds const x = bounds_of(a, rank_a, shape_a, strides_a, itemsize_a),
               y = bounds_of(b, rank_b, shape_b, strides_b, itemsize_b);
  if (x.high <= y.low || y.high <= x.low) return false;
  // Byte p of an element of a is byte q of one of b: x.low + steps of a + p = y.high - 1 - steps of b - (itemsize_b - 1
  // - q).
  sums s;
  for (int i = 0; i < rank_a; ++i) s.add(magnitude(strides_a[i]) * itemsize_a, shape_a[i] - 1);
  for (int i = 0; i < rank_b; ++i) s.add(magnitude(strides_b[i]) * itemsize_b, shape_b[i] - 1);
  s.add(1, itemsize_a - 1);
  s.add(1, itemsize_b - 1);
  return s.reach(y.high - 1 - x.low);
}

bool overlaps_itself(int rank, std::int64_t const* shape, std::int64_t const* strides) noexcept {
  int order[32];  // axes of more than one element, by falling step
  int n = 0;
  for (int i = 0; i < rank; ++i) {
    if (shape[i] == 0) return false;
    if (shape[i] == 1) continue;
    int at = n++;
    for (; at > 0 && magnitude(strides[order[at - 1]]) < magnitude(strides[i]); --at) order[at] = order[at - 1];
    order[at] = i;
  }
  // If each axis steps over all that the smaller ones reach, elements are apart: so it is in every view that slices and
  // transposes make.
  std::int64_t reach = 0;
  bool apart = true;
  for (int k = n - 1; k >= 0; --k) {
    std::int64_t const step = magnitude(strides[order[k]]);
    if (step == 0) return true;
    apart = apart && step > reach;
    reach += step * (shape[order[k]] - 1);
  }
  if (apart) return false;
  // Otherwise: is there a difference of two places, d > 0 along axis k and anything along the axes of smaller steps,
  // that leads nowhere?
  for (int k = 0; k < n; ++k) {
    sums s;
    std::int64_t const step = magnitude(strides[order[k]]);
    s.add(step, shape[order[k]] - 2);
    std::int64_t target = -step;
    for (int j = k + 1; j < n; ++j) {
      std::int64_t const smaller = magnitude(strides[order[j]]);
      s.add(smaller, 2 * (shape[order[j]] - 1));
      target += smaller * (shape[order[j]] - 1);
    }
    if (target >= 0 && s.reach(target)) return true;
  }
  return false;
}

void check_writable(int rank, std::int64_t const* shape, std::int64_t const* strides, char const* where) try {
  if (overlaps_itself(rank, shape, strides))
    throw value_error(std::string(where) + ": a broadcast view of shape " + detail::shape_text(shape, rank) +
                      " cannot be written to: several of its elements are one; copy() it first");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void memory_reads::note(void const* data, int rank, std::int64_t const* shape, std::int64_t const* strides,
                        std::int64_t itemsize, bool elsewhere) noexcept {
  if (conflict_) return;
  bool same = !elsewhere && data == data_ && rank == rank_ && itemsize == itemsize_;
  for (int i = 0; same && i < rank; ++i) same = shape[i] == shape_[i] && strides[i] == strides_[i];
  conflict_ = !same && may_overlap(data_, rank_, shape_, strides_, itemsize_, data, rank, shape, strides, itemsize);
}

}  // namespace cp::expr
