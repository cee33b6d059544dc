// Joins, blocks and grids, compared with NumPy's.
#include "joins.hpp"

// covers: cupy.concatenate; cupy.stack; cupy.vstack; cupy.hstack; cupy.dstack; cupy.column_stack; cupy.row_stack; cupy.concat; cupy.meshgrid; cupy.mgrid; cupy.ogrid
TEST_CASE("joins, blocks and grids: as NumPy's") {
  namespace P = tests::P;
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
#include "../data/joins/joins.inc"
}
