// Bits of bytes, and angles without jumps, compared with NumPy's.
#include <fuse/functional.hpp>

#include "joins.hpp"

// covers: cupy.packbits; cupy.unpackbits; cupy.bitwise_count; cupy.unwrap
TEST_CASE("bits and angles: as NumPy's") {
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
#include "../data/joins/bits.inc"
#include "../data/joins/turns.inc"
  CHECK_THROWS_AS((void)cp::unpackbits(u, 0, -33), cp::value_error);
  CHECK_THROWS_AS((void)cp::packbits(x, 2), cp::index_error);
  CHECK_THROWS_AS((void)cp::unwrap(x, 2), cp::index_error);
}
