// Whether a launch computes integers of positions in 32 bits.
#pragma once

#include <fuse/kernels/limits.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/program/narrow.hpp>

namespace cp::expr {

/// Whether a launch computes integers of positions in 32 bits: its program has some, and there they fit.
template <class Signature>
bool goes_narrow([[maybe_unused]] kernels::loop_builder const& loop) {
  if constexpr (program::narrows<Signature>) {
    program::range places[kernels::max_operands];
    for (int k = loop.view.outputs; k < loop.view.count; ++k) {
      auto const [low, high] = kernels::bounds_of_places(loop.view, k);
      places[k - loop.view.outputs] = {low, high};
    }
    return program::narrowed_signature<Signature>::fits(places, loop.scalars);
  }
  return false;
}

}  // namespace cp::expr
