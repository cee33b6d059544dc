// Frames around arrays, compared with NumPy's.
#include "joins.hpp"

#include <cmath>

// covers: cupy.pad
TEST_CASE("frames around arrays: as NumPy's") {
  namespace P = tests::P;
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
#include "../data/joins/frames.inc"
}
