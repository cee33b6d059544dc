// How many parts of a result a thread merges at once.
#pragma once

#include <fuse/kernels/tuning.hpp>

namespace cp::kernels {

/// Parts of a result that a thread merges at once.
constexpr int merged_at_once(int state_bytes) {
  int n = tuning::fold_parts_at_once;
  while (n > 1 && n * state_bytes > tuning::fold_parts_bytes) n /= 2;
  return n;
}

}  // namespace cp::kernels
