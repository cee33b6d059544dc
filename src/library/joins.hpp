// Joins as host and device are given them.
#pragma once

#include <cstdint>

namespace cp::library {

/// Runs of bytes, one of each part in each row, and where they go. Steps lead from one row to the next, in bytes.
struct join_job {
  static constexpr int most_parts = 100;
  char const* where;  ///< what profilers show
  std::int64_t rows, to_step;
  int parts;
  unsigned char* to[most_parts];
  unsigned char const* from[most_parts];
  std::int64_t from_step[most_parts], bytes[most_parts];
};

/// The device's copies, on the current stream. Throws cuda_error.
void join_on_device(join_job const& job);

}  // namespace cp::library
