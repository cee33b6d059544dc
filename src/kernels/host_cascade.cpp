// The order in which the host merges what a row's blocks come to.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "host_fold_rows.hpp"

namespace cp::kernels {

void row_cascade::fold(host_fold_rows const& r, std::int64_t row, void const* values) {
  for (std::int64_t i = 0; i < r.n;) {
    std::int64_t const begun = blocks_ % group, n = std::min((group - begun) * host_fold_block, r.n - i);
    level_.blocks(r, row, i, n, current_, values, begun == 0);
    blocks_ += (n + host_fold_block - 1) / host_fold_block;
    if (blocks_ % group == 0) complete_group();
    i += n;
  }
}
void row_cascade::complete_group() {
  std::int64_t const before = blocks_ / group - 1;
  std::size_t const bytes = static_cast<std::size_t>(level_.lanes_bytes);
  int depth = 0;
  for (; (before >> depth & 1) != 0; ++depth) {
    level_.merge_lanes(waiting(depth), current_);
    std::memcpy(current_, waiting(depth), bytes);
  }
  std::memcpy(waiting(depth), current_, bytes);
}
void const* row_cascade::total() {
  std::int64_t const groups = blocks_ / group;
  unsigned char* all = nullptr;
  auto const take = [&](unsigned char* later) {
    if (all != nullptr)
      level_.merge_lanes(all, later);
    else
      all = later;
  };
  for (int depth = std::bit_width(static_cast<std::uint64_t>(groups)); depth-- > 0;)
    if ((groups >> depth & 1) != 0) take(waiting(depth));
  if (blocks_ % group != 0) take(current_);
  if (all == nullptr)
    level_.clear(current_, 1);
  else
    level_.total(all, current_);
  return current_;
}

void fold_long_rows(host_fold_level const& level, host_fold_rows const& r, void* values, int value_bytes, unsigned char* memory) {
  for (std::int64_t row = 0; row < r.rows; ++row) {
    row_cascade cascade(level, memory);
    cascade.fold(r, row, values);
    level.finish(cascade.total(), 1, r.n, static_cast<unsigned char*>(values) + row * value_bytes);
  }
}

}  // namespace cp::kernels
