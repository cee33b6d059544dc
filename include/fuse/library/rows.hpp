// Rows of bytes that integers pick, copied on the host.
#pragma once

#include <cstdint>

namespace cp::library {

/// Which rows go where. Strides are in bytes; those of the axes that rows lie along come after the index' own step.
struct rows_job {
  static constexpr int most_axes = 32;
  unsigned char* to;
  unsigned char const* from;
  unsigned char const* index;  ///< integers with a sign, of 4 or 8 bytes
  int index_bytes;
  std::int64_t extent, step;  ///< of the axis that is picked from: indices wrap around it
  std::int64_t row_bytes;
  int rank;  ///< axes that rows are crossed along
  std::int64_t shape[most_axes], to_stride[most_axes], from_stride[most_axes], index_stride[most_axes];
};

/// Copies, or records that, on the host's threads. Counts a launch.
void copy_rows(rows_job const& job);

}  // namespace cp::library
