// What frames around arrays are checked for.
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/ops/padding.hpp>

namespace cp::detail {

void find_frame(std::int64_t* shape, std::int64_t* before, std::int64_t* behind, int rank, pad_width const& width,
                bool invents) {
  if (width.count != 1 && width.count != rank)
    throw_value("cp::pad", "widths are one pair, or one for each axis, not", width.count);
  for (int i = 0; i < rank; ++i) {
    before[i] = width.of(i, 0), behind[i] = width.of(i, 1);
    if (before[i] < 0 || behind[i] < 0)
      throw_value("cp::pad", "widths cannot be negative, as", before[i] < 0 ? before[i] : behind[i]);
    if (!invents && shape[i] == 0 && (before[i] > 0 || behind[i] > 0))
      throw_value("cp::pad", "there are no elements for what goes around an empty axis, number", i);
    if (__builtin_add_overflow(shape[i], before[i], &shape[i]) ||
        __builtin_add_overflow(shape[i], behind[i], &shape[i]))
      shape[i] = INT64_MAX;
  }
  checked_size("cp::pad", shape, rank, 1);
}

void check_stat_lengths(pad_width const& length, int rank, bool of_none) {
  if (length.count != 1 && length.count != rank)
    throw_value("cp::pad", "stat_length is one pair, or one for each axis, not", length.count);
  for (int i = 0; i < rank; ++i)
    for (int side = 0; side < 2; ++side) {
      std::int64_t const n = length.of(i, side);
      if (n < 0) throw_value("cp::pad", "stat_length cannot be negative, as", n);
      if (n == 0 && !of_none) throw value_error("cp::pad: stat_length of 0 yields no value for padding");
    }
}

}  // namespace cp::detail
