// The arguments of the CUDA kernels that fold or scan some axes.
#pragma once

#include <cstdint>
#include <fuse/kernels/divider.hpp>

namespace cp::kernels::device {

/// Axes are innermost first, those that are folded or scanned before those that stay.
template <class Plan, int Count, int Axes, int Bytes>
struct axes_arguments {
  Plan plan;
  divider by[Axes];
  std::int64_t extent[Axes];
  void* data[Count];
  std::int64_t strides[Count][Axes];
  alignas(16) unsigned char scalars[Bytes];
};

}  // namespace cp::kernels::device
