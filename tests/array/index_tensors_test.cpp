// Index arrays and masks as NumPy has them, read and written: patterns of tests/data/make_indexing.py (tensors).
#include <doctest.h>

#include "array/index_cases.hpp"

// covers: advanced indexing (int and bool arrays)
TEST_CASE("patterns of indices read and write what NumPy does: tensors") {
  tests::case_reader in("tensors");
#include "data/indexing/tensors.inc"
  CHECK(in.done());
}
