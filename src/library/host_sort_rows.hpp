// Short rows, sorted side by side.
#pragma once

#include <cstdint>

#include "sort_keys.hpp"

namespace cp::library {

/// Up to this length rows are sorted by networks if there are several of them: every step compares the same two places
/// of as many rows as two vectors hold. (41000 rows of 32 int32 on two cores: 10.2 ms by std::sort, 1.25 so.)
constexpr std::int64_t short_rows = 512;
/// Fewer rows than these do not fill vectors.
constexpr std::int64_t few_rows = 4;

/// Sorts `rows` rows of n elements, one behind the other. `to` may be `from`.
void sort_short_rows(key_rule const& rule, std::int64_t n, std::int64_t rows, void const* from, void* to);
/// The places that would sort each row, stably.
void argsort_short_rows(key_rule const& rule, std::int64_t n, std::int64_t rows, void const* from, std::int64_t* order);

}  // namespace cp::library
