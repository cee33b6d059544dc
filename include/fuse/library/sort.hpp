// Sorting rows of elements, and the stable order of their places.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// Rows that lie one behind the other, and their elements too.
struct rows_of {
  dtype_id dtype;
  std::int64_t rows, length;
};

/// Writes the elements of each row to `to` in ascending order, NaN last, complex numbers by their real parts and then
/// by their imaginary ones. `from` may be `to`, or memory apart from it, of the same kind. On the current stream; does
/// not wait. Throws dtype_error for a user's struct, out_of_memory, cuda_error.
///
/// source  the host's and, for rows that no block can hold, CUB's radix sort; CUB's merge sort of complex numbers
void sort(memory_kind kind, rows_of const& what, void const* from, void* to);

/// As sort, but of each row only the elements `first` to `last` and the last one need be where sorting puts them; what
/// stands elsewhere in `to` may be anything.
///
/// source  the host's is std::nth_element on the elements that have the first digits of those; the device counts digits
///         of one long row of real numbers for two neighbours, and sorts otherwise
void sort_places(memory_kind kind, rows_of const& what, std::int64_t first, std::int64_t last, void const* from,
                 void* to);

/// Writes the stable order of each row: places that bring its elements into ascending order, equal ones (-0 and 0, all
/// NaNs) as they lie. Otherwise as sort.
void argsort(memory_kind kind, rows_of const& what, void const* keys, std::int64_t* order);

/// The device's. Throw cuda_error.
void sort_on_device(rows_of const& what, void const* from, void* to);
void argsort_on_device(rows_of const& what, void const* keys, std::int64_t* order);
void sort_places_on_device(rows_of const& what, std::int64_t first, std::int64_t last, void const* from, void* to);

}  // namespace cp::library
