// Joins of expressions whose parts are of one size are one kernel with an output for each part; with others, and in
// what reads them otherwise, the same elements.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

#include "expr/joined_parts.hpp"

TEST_CASE("joined expressions") {
  tests::joins<float, 1, 2>({{6, 9}}, {{6, 9}});
  tests::joins<float, 1, 2>({{70, 1}}, {{70, 1}});
  tests::joins<float, 1, 2>({{5, 33}}, {{5, 31}});
  tests::joins<std::int64_t, 1, 3>({{3, 4, 5}}, {{3, 4, 5}});
  tests::joins<std::int64_t, 1, 3>({{3, 2, 8}}, {{3, 0, 8}});
}
