// A host loop in parts, for callables.
#pragma once

#include <cstdint>
#include <fuse/runtime/parallel.hpp>

namespace cp::kernels {

/// Calls run(begin, end) for parts of [0, n) as runtime::parallel_for does.
template <class F>
void in_parts(std::int64_t n, std::int64_t step, std::int64_t ns, F const& run) {
  runtime::parallel_for(
      n, step, ns, [](void* c, std::int64_t begin, std::int64_t end) { (*static_cast<F const*>(c))(begin, end); },
      const_cast<F*>(&run));
}

/// Whether a loop's operands come from memory: one input and the outputs are more than the last cache keeps. (Inputs
/// may be the same elements but for an offset; one stands for all.)
bool is_far(loop_view const& v);

}  // namespace cp::kernels
