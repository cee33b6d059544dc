// The order in which the host merges what a row's blocks come to.
#include <cstdint>

#include "host_fold_rows.hpp"

namespace cp::kernels {

void row_cascade::fold(host_fold_rows const& r, std::int64_t row, void const* values) {
  for (std::int64_t i = 0; i < r.n;) {
    std::int64_t const begun = blocks_ % group, n = std::min((group - begun) * host_fold_block, r.n - i);
    level_.blocks(r, row, i, n, groups_.next(), values, begun == 0);
    blocks_ += (n + host_fold_block - 1) / host_fold_block;
    if (blocks_ % group == 0) groups_.push(level_.merge_lanes);
    i += n;
  }
}
unsigned char* row_cascade::lanes() { return groups_.total(blocks_ % group != 0, level_.merge_lanes); }
void const* row_cascade::total() {
  if (blocks_ == 0) {
    level_.clear(groups_.next(), 1);
    return groups_.next();
  }
  unsigned char* const all = lanes();
  level_.total(all, all);
  return all;
}

void fold_long_rows(host_fold_level const& level, host_fold_rows const& r, void* values, int value_bytes,
                    unsigned char* memory) {
  for (std::int64_t row = 0; row < r.rows; ++row) {
    row_cascade cascade(level, memory);
    cascade.fold(r, row, values);
    level.finish(cascade.total(), 1, r.n, static_cast<unsigned char*>(values) + row * value_bytes);
  }
}

}  // namespace cp::kernels
