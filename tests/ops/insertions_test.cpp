// Insertions, deletions, arrays made longer, compared with NumPy's.
#include "joins.hpp"

// covers: cupy.delete; cupy.append; cupy.resize
TEST_CASE("insertions, deletions, arrays made longer: as NumPy's") {
  namespace P = tests::P;
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
#include "../data/joins/insertions.inc"
}
