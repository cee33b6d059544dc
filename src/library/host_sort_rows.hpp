// Short rows, sorted side by side.
#pragma once

#include <cstdint>

#include "sort_keys.hpp"

namespace cp::library {

/// Up to this length rows are sorted by networks if there are several of them: every step compares the same two places
/// of as many rows as two vectors hold. (41000 rows of 32 int32 on two cores: 10.2 ms by std::sort, 1.25 so.)
constexpr std::int64_t short_rows = 512;
/// Fewer rows of so many bytes an element leave most of a block empty, whose size the work does not depend on: a
/// quarter of one at least. (Places are sorted with keys of 8 bytes, half a block at least.)
constexpr std::int64_t least_rows(int bytes) { return 32 / bytes; }
constexpr std::int64_t least_rows_with_places = 8;

/// Sorts `rows` rows of n elements, one behind the other. `to` may be `from`.
void sort_short_rows(key_rule const& rule, std::int64_t n, std::int64_t rows, void const* from, void* to);
/// The places that would sort each row, stably.
void argsort_short_rows(key_rule const& rule, std::int64_t n, std::int64_t rows, void const* from, std::int64_t* order);

}  // namespace cp::library
