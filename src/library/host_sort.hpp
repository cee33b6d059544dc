// Sorting on the host.
#pragma once

#include <cstdint>
#include <fuse/library/sort.hpp>

namespace cp::library {

void sort_on_host(rows_of const& what, void const* from, void* to);
/// `from` and `to` lie apart.
void sort_places_on_host(rows_of const& what, std::int64_t first, std::int64_t last, void const* from, void* to);
void argsort_on_host(rows_of const& what, void const* keys, std::int64_t* order);

}  // namespace cp::library
