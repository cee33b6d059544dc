// Short rows, sorted side by side.
#pragma once

#include <cstdint>

#include "sort_keys.hpp"

namespace cp::library {

/// Up to this length rows are sorted by networks if there are several of them: every step compares the same two places
/// of as many rows as two vectors hold. (41000 rows of 32 int32 on two cores: 10.2 ms by std::sort, 1.25 so.)
constexpr std::int64_t short_rows = 512;
/// Where longer ones are sorted in vectors, for keys of 4 bytes and more alone. (10000 rows of 300 on two cores, ns an
/// element by vectors and so: int16 1.7 and 1.0, int64 3.2 and 2.4, argsort of int32 4.8 and 3.1; of 1000 float32 1.6
/// by vectors and 6.5 by digits.)
constexpr std::int64_t short_rows_beside_vectors = 384;
/// Of fewer rows most of a block may be empty, whose size the work does not depend on, and std::sort is quick on rows
/// of which the processor has learnt the branches (32 rows of 512 float32, the same ones again and again: 60 us, and 59
/// by a network; 64 rows 374 and 117).
constexpr std::int64_t few_rows = 32;

/// Sorts `rows` rows of n elements, one behind the other. `to` may be `from`.
void sort_short_rows(key_rule const& rule, std::int64_t n, std::int64_t rows, void const* from, void* to);
/// The places that would sort each row, stably.
void argsort_short_rows(key_rule const& rule, std::int64_t n, std::int64_t rows, void const* from, std::int64_t* order);

}  // namespace cp::library
