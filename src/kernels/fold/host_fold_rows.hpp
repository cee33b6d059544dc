// What the host's ways of folding share: how much is done at once, and rows that are folded where they lie.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/kernels/fold/host_fold.hpp>
#include <fuse/kernels/loop.hpp>

namespace cp::kernels {

constexpr std::int64_t run_length = host_fold_block;  // elements gathered at once
constexpr std::int64_t task_elements = 1 << 17;       // folded by one task, as far as extents decide it
constexpr std::int64_t narrow = 64;             // columns of a task at least, where there are fewer tasks than threads
constexpr std::int64_t narrow_elements = 2048;  // elements of its rows
constexpr std::int64_t steps_at_once =
    64;  // elements of a result folded one after the other if it is side by side with others; beyond, pairwise
constexpr std::int64_t short_steps =
    8;  // the same of rows that would not fill the lanes, where it loses as little as lanes do
constexpr std::int64_t few_columns =
    64;  // of short rows: results side by side are fewer than another axis is better for
constexpr std::int64_t level_elements = 1 << 10;   // of rows that several levels cross: they stay in the nearest cache
constexpr std::int64_t copied_elements = 1 << 11;  // of an operand that are copied to where they lie side by side
constexpr std::int64_t kept_bytes =
    1 << 18;  // of costly parts that levels share; of longer rows they are computed for each level
constexpr std::int64_t large_bytes = 1 << 20;  // what a core's own caches hold
constexpr int max_kept = 64;                   // costly parts that levels may share

inline std::int64_t kept_bytes_of(host_fold_kernel const& kernel) {
  std::int64_t bytes = 0;
  for (int k = 0; k < kernel.kept; ++k) bytes += kernel.kept_itemsize[k];
  return bytes;
}

/// Partial results of equal weight, merged in the order of a binary counter, so that error grows with the logarithm of
/// their number. Those that wait lie one behind the other, the earliest first, so that none is ever moved.
class counter_stack {
 public:
  /// The most partial results that lie there at once, of n.
  static int depth(std::int64_t n) { return 1 + std::bit_width(static_cast<std::uint64_t>(n)); }

  counter_stack(unsigned char* memory, std::int64_t bytes) : next_(memory), bytes_(bytes) {}

  /// Where the next one is to be written.
  unsigned char* next() const { return next_; }
  int waiting() const { return std::popcount(pushed_); }
  /// Takes what is written there. merge(earlier, later) leaves the two in `earlier`.
  template <class Merge>
  void push(Merge const& merge) {
    for (std::uint64_t n = pushed_++; (n & 1) != 0; n >>= 1) merge_last(merge);
    next_ += bytes_;
  }
  /// Merges all, the latest ones first, into the first; the next one too, if it is written. There is one at least. So
  /// what a row comes to does not depend on how it is parted, if parts are the same power of two long.
  template <class Merge>
  unsigned char* total(bool next_is_written, Merge const& merge) {
    int const count = waiting() + (next_is_written ? 1 : 0);
    unsigned char* const first = next_ - bytes_ * waiting();
    for (int k = count - 1; k > 0; --k) merge(first + bytes_ * (k - 1), first + bytes_ * k);
    return first;
  }

 private:
  template <class Merge>
  void merge_last(Merge const& merge) {
    next_ -= bytes_;
    merge(next_, next_ + bytes_);
  }

  unsigned char* next_;
  std::int64_t bytes_;
  std::uint64_t pushed_ = 0;
};

/// What a row's blocks have come to: those of a group one after the other, then groups.
class row_cascade {
 public:
  /// Memory for rows of n elements, aligned to 64 bytes.
  static std::int64_t bytes(host_fold_level const& level, std::int64_t n) {
    return level.lanes_bytes * counter_stack::depth(n / group_length);
  }

  row_cascade(host_fold_level const& level, unsigned char* memory)
      : level_(level), groups_(memory, level.lanes_bytes) {}

  /// Folds a row's next elements: whole blocks, unless they are the last.
  void fold(host_fold_rows const& r, std::int64_t row, void const* values);
  /// The whole as lanes, in the memory of the cascade, which ends with it.
  unsigned char* lanes();
  /// The whole as a state, there too.
  void const* total();

  static constexpr std::int64_t group = 16, group_length = group * host_fold_block;

 private:
  host_fold_level const& level_;
  counter_stack groups_;
  std::int64_t blocks_ = 0;
};

/// Folds a level of whole rows of more than a block, and writes what they have come to into their values.
void fold_long_rows(host_fold_level const& level, host_fold_rows const& r, void* values, int value_bytes,
                    unsigned char* cascade);
/// Memory for the cascade of any level of rows that are folded where they lie; none where they are a block at most.
inline std::int64_t cascade_bytes_of(host_fold_kernel const& kernel, std::int64_t n) {
  std::int64_t bytes = 0;
  for (int l = 0; l < kernel.levels && n > host_fold_block; ++l)
    bytes = std::max(bytes, row_cascade::bytes(kernel.level[l], n));
  return bytes;
}

/// Whole rows where they lie: all levels, and what is stored for their elements. Results of rows are left in `values`.
inline void run_rows(host_fold_kernel const& kernel, host_fold_rows const& r, void* values, unsigned char* cascade) {
  for (int l = 0; l < kernel.levels; ++l) {
    host_fold_level const& level = kernel.level[l];
    if (level.keep != nullptr) level.keep(r, values);
    if (r.n <= host_fold_block)
      level.rows(r, values);
    else
      fold_long_rows(level, r, values, kernel.value_bytes, cascade);
  }
  if (kernel.along != nullptr) kernel.along(r, values);
}

/// Computes what levels up to this one share.
inline void keep_parts(host_fold_kernel const& kernel, int level, bool across, host_fold_rows const& r,
                       void const* values) {
  for (int l = 0; l <= level && l < kernel.levels; ++l)
    if (auto const function = across ? kernel.level[l].keep_across : kernel.level[l].keep; function != nullptr)
      function(r, values);
}

/// Whether rows of n elements, so many that they are better folded side by side, are too short for a fold's lanes: two
/// vectors of 64 bytes of its numbers. States of several numbers, whose lanes take long to merge, have longer rows.
/// (2^20 elements in rows of 8, 16, 24, 32, 48 on two cores, one by one and side by side, ms: sums of squares of
/// float32 and what they divide -, .48, .58, .30, .24 and .38, .37, .38, .43, .51; layer norm 4.5, 2.8, 1.4, 1.1, .77
/// and 1.1, 1.0, 1.0, 1.0, 1.0.)
inline bool are_short(host_fold_kernel const& kernel, std::int64_t n, std::int64_t rows, bool to_rows) {
  bool const once = to_rows && kernel.levels == 1 && kernel.kept == 0;
  bool fill = n == 0 || rows < (once ? 16 : 64);
  for (int l = 0; l < kernel.levels; ++l) {
    std::int64_t const bytes = kernel.level[l].state_bytes;
    fill = fill || n >= (bytes > 8 ? 32 : 128 / std::max<std::int64_t>(bytes, 4));
  }
  return !fill;
}

/// Does small work on rows as they lie at once, without planning, in the order in which it would be done else. Whether
/// it was that.
bool fold_small(host_fold_kernel const& kernel, signature_info const& info, loop_builder const& loop,
                std::uint32_t folded, bool to_rows);
/// Folds where a few results, or a few elements of each, lie side by side. Whether it was that.
bool fold_bands(host_fold_kernel const& kernel, signature_info const& info, loop_builder const& loop,
                std::uint32_t folded, bool to_rows);

}  // namespace cp::kernels
