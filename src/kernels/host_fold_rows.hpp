// What the host's ways of folding share: how much is done at once, and rows that are folded where they lie.
#pragma once

#include <cstdint>

#include <fuse/kernels/host_fold.hpp>
#include <fuse/kernels/loop.hpp>

namespace cp::kernels {

constexpr std::int64_t run_length = host_fold_block;  // elements gathered at once
constexpr std::int64_t part_length = 1 << 17;         // elements folded by one task
constexpr std::int64_t steps_at_once = 64;            // elements of a result folded one after the other if it is side by side with others; beyond, pairwise
constexpr std::int64_t level_elements = 1 << 10;      // of rows that several levels cross: they stay in the nearest cache
constexpr std::int64_t kept_bytes = 1 << 18;          // of costly parts that levels share; of longer rows they are computed for each level
constexpr int max_kept = 64;                          // costly parts that levels may share

inline std::int64_t kept_bytes_of(host_fold_kernel const& kernel) {
  std::int64_t bytes = 0;
  for (int k = 0; k < kernel.kept; ++k) bytes += kernel.kept_itemsize[k];
  return bytes;
}

/// Whole rows where they lie: all levels, and what is stored for their elements. Results of rows are left in `values`.
inline void run_rows(host_fold_kernel const& kernel, host_fold_rows const& r, void* values) {
  for (int l = 0; l < kernel.levels; ++l) {
    host_fold_level const& level = kernel.level[l];
    if (level.keep != nullptr) level.keep(r, values);
    level.rows(r, values);
  }
  if (kernel.along != nullptr) kernel.along(r, values);
}

/// Does small work on rows as they lie at once, without planning, in the order in which it would be done else. Whether it was that.
bool fold_small(host_fold_kernel const& kernel, signature_info const& info, loop_builder const& loop, std::uint32_t folded, bool to_rows);

}  // namespace cp::kernels
