// Joins of expressions of narrow numbers, and of lines.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

#include "expr/joined_parts.hpp"

TEST_CASE("joined expressions of narrow numbers") {
  tests::joins<std::int8_t, 0, 2>({{6, 9}}, {{6, 9}});
  tests::joins<std::int8_t, 0, 2>({{64, 100}}, {{64, 100}});
  tests::joins<cp::float16, 2, 3>({{3, 4, 32}}, {{3, 4, 32}});
}
TEST_CASE("joined lines") {
  tests::joins<float, 0, 1>({{40}}, {{40}});
  tests::joins<float, 0, 1>({{3}}, {{50}});
}
