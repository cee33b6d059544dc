// How long the rows are that a program folds where it uses them.
#pragma once

#include <cstdint>

namespace cp::program {

/// Elements of the shortest row and of the longest.
struct row_lengths {
  std::int64_t fewest = INT64_MAX, most = 0;
};

}  // namespace cp::program
