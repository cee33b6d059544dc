// How a loop's operands lie in memory, as the CUDA forms that follow strides ask.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fuse/kernels/loop.hpp>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels {

/// Whether rows can go as vectors of narrow elements that begin anywhere: elements lie side by side or stand still.
inline bool shifts(loop_view const& v) {
  if (v.rank == 0 || v.shape[0] < tuning::shifted_inner) return false;
  for (int k = 0; k < v.count; ++k)
    if (v.kind[k] == access::element && v.stride(k, 0) != 1 && (k < v.outputs || v.stride(k, 0) != 0)) return false;
  return true;
}

/// The same where inputs lie alike: all elements lie side by side.
inline bool lie_along(loop_view const& v) {
  for (int k = 0; k < v.count; ++k)
    if (v.kind[k] == access::element && v.stride(k, 0) != 1) return false;
  return v.rank > 0 && v.shape[0] >= tuning::shifted_inner;
}

/// Whether inputs are slices of one array that begin one element after the other.
inline bool are_consecutive(loop_view const& v) {
  auto const* const first = static_cast<char const*>(v.data[v.outputs]);
  for (int k = v.outputs; k < v.count; ++k)
    if (v.kind[k] != access::element || v.data[k] != first + std::int64_t{k - v.outputs} * v.itemsize[k]) return false;
  return true;
}

/// Whether operand `k` is one run over all rows, whose vectors lie on their boundaries.
inline bool is_run(loop_view const& v, int k, int width) {
  std::int64_t step = 1;
  for (int a = 0; a < v.rank; ++a) {
    if (v.stride(k, a) != step) return false;
    step *= v.shape[a];
  }
  auto const bytes = static_cast<std::uintptr_t>(std::min<std::int64_t>(16, std::int64_t{width} * v.itemsize[k]));
  return reinterpret_cast<std::uintptr_t>(v.data[k]) % bytes == 0;
}
/// Whether all rows begin `pitch` elements apart, whatever of that they have: threads that are `pitch` apart then read
/// whole lines of memory.
inline bool are_padded(loop_view const& v, std::int64_t pitch) {
  for (int k = 0; k < v.count; ++k)
    if (v.kind[k] == access::element && v.stride(k, 0) != 0 && v.stride(k, 1) != pitch) return false;
  return true;
}

}  // namespace cp::kernels
