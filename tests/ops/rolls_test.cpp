// Rolls, tiles and repetitions, compared with NumPy's.
#include "joins.hpp"

// covers: cupy.roll; cupy.tile; cupy.repeat; cupy.ndarray.repeat
TEST_CASE("rolls, tiles and repetitions: as NumPy's") {
  namespace P = tests::P;
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
#include "../data/joins/rolls.inc"
}
