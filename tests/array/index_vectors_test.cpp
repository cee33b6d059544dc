// Index arrays and masks as NumPy has them, read and written: patterns of tests/data/make_indexing.py (vectors).
#include <doctest.h>

#include "array/index_cases.hpp"

// covers: advanced indexing (int and bool arrays)
TEST_CASE("patterns of indices read and write what NumPy does: vectors") {
  tests::case_reader in("vectors");
#include "data/indexing/vectors.inc"
  CHECK(in.done());
}
