// The axes of a loop over segments: the one that segments part, and those that stay.
#pragma once

#include <cstdint>

#include "kernels/fold_axes.hpp"

namespace cp::kernels {

/// The axis that segments part, of any extent; operand 0 stands still along it.
inline void take_axis(axis_set& s, loop_view const& v, int axis) {
  s.count = 1;
  s.extent[0] = v.shape[axis];
  for (int k = 0; k < v.count; ++k) s.stride[k][0] = v.stride(k, axis);
}

}  // namespace cp::kernels
