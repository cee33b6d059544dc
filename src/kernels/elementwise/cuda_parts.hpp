// Loops that are started in parts, by the CUDA forms that follow strides.
#pragma once

#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/loop.hpp>

namespace cp::kernels {

/// Starts a loop in parts of less than 2^31 elements, which run beside each other where the GPU can; `beside`: the
/// first one too, beside what this function has started just before, which it shares no memory with but what both read.
/// Changes the view. Does not count.
void start_parts(cuda_kernels& kernels, signature_info const& info, loop_view& view, unsigned char const* scalars,
                 char const* name, bool beside);

/// Starts a loop whose rolls are slices in most of it: that part with plain kernels, the frame around it as it is.
/// Whether it did; else nothing has happened. Does not count.
bool start_turned(cuda_kernels& kernels, signature_info const& info, loop_builder const& loop, char const* name);

}  // namespace cp::kernels
