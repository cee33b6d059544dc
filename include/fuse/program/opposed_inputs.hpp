// The inputs of a program that stand against each other.
#pragma once

#include <cstdint>

namespace cp::program {

/// Whether an operation's two operands are mostly two of a kind, as those of a difference are.
template <class Op>
constexpr bool opposes = false;
/// Whether an operation takes a difference for a distance: both signs alike.
template <class Op>
constexpr bool takes_distance = false;

/// Inputs that stand alone on the left and on the right side of an operation that opposes them, a bit each.
struct opposed_inputs {
  std::uint64_t left = 0, right = 0;

  constexpr opposed_inputs operator|(opposed_inputs const& other) const {
    return {left | other.left, right | other.right};
  }
  /// Without those that stand on either side.
  constexpr opposed_inputs decided() const {
    std::uint64_t const both = left & right;
    return {left & ~both, right & ~both};
  }
};

}  // namespace cp::program
