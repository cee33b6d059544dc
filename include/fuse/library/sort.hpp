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

/// Writes the stable order of each row: places that bring its elements into ascending order, equal ones (-0 and 0, all
/// NaNs) as they lie. Otherwise as sort.
void argsort(memory_kind kind, rows_of const& what, void const* keys, std::int64_t* order);

/// Writes of what sort would write of one row of real numbers the elements at `place`, behind it (where there is one)
/// and at the end; the rest of `to`, which is apart from `from`, is not specified. Of long rows digits are counted, and
/// nothing is moved. Otherwise as sort.
void sort_places(memory_kind kind, rows_of const& what, void const* from, void* to, std::int64_t place);

/// The device's. Throw cuda_error.
void sort_on_device(rows_of const& what, void const* from, void* to);
void argsort_on_device(rows_of const& what, void const* keys, std::int64_t* order);
void sort_places_on_device(rows_of const& what, void const* from, void* to, std::int64_t place);

}  // namespace cp::library
