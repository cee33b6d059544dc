// The arguments of the CUDA folding kernels.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>

#include "kernels/fold_axes.hpp"

namespace cp::kernels {

constexpr std::int64_t index_limit = (std::int64_t{1} << 31) - 1;

/// The smallest power of two that is not below n, but 2^most at most, as its exponent.
inline std::uint32_t log2_up_to(std::int64_t n, std::uint32_t most) {
  std::uint32_t p = 0;
  while (p < most && (std::int64_t{1} << p) < n) ++p;
  return p;
}

/// Whether so many steps along one of some axes need 64 bits.
inline bool has_long_steps(axis_set const& s, loop_view const& v, std::int64_t steps) {
  for (int k = 0; k < v.count; ++k)
    for (int a = 0; a < s.count; ++a)
      if (std::abs(s.stride[k][a]) > index_limit / steps) return true;
  return false;
}

/// Writes a plan, the axes (folded ones first) and the operands where a kernel expects them.
template <class Plan>
inline void write_arguments(unsigned char* bytes, fold_layout const& layout, int axes, Plan const& p,
                            axis_set const& folded, axis_set const& kept, loop_view const& v,
                            unsigned char const* scalars, int scalar_bytes) {
  std::memcpy(bytes, &p, sizeof p);
  auto const write = [&](axis_set const& s, int first) {
    for (int a = 0; a < s.count; ++a) {
      divider const d(s.extent[a] > 0 && s.extent[a] <= index_limit ? static_cast<std::uint32_t>(s.extent[a]) : 1);
      std::size_t const at = static_cast<std::size_t>(first + a);
      std::memcpy(bytes + layout.by + at * sizeof d, &d, sizeof d);
      std::memcpy(bytes + layout.extent + at * 8, &s.extent[a], 8);
      for (int c = 0; c < v.count; ++c)
        std::memcpy(bytes + layout.strides + 8 * (static_cast<std::size_t>(c * axes) + at), &s.stride[c][a], 8);
    }
  };
  write(folded, 0);
  write(kept, folded.count);
  std::memcpy(bytes + layout.data, v.data, 8 * static_cast<std::size_t>(v.count));
  std::memcpy(bytes + layout.scalars, scalars, static_cast<std::size_t>(scalar_bytes));
}

}  // namespace cp::kernels
