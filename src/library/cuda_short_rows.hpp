// Matrices of short rows times a vector by a kernel of the library's own.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>

namespace cp::library {

/// y[r * step_y] = alpha * (row r of the matrix, `length` elements, times x) + beta * y[r * step_y].
struct rows_by_vector {
  dtype_id dtype;
  void const* matrix;
  std::int64_t leading, rows, length;
  void const* x;
  std::int64_t step_x;
  void* y;
  std::int64_t step_y;
  double alpha, beta;
};

/// Whether it is sooner done by this kernel than by cuBLAS (rows of 8 float32: an H100 0.4 of its copy's speed):
/// float32 and float64, many short rows.
bool are_short_rows(rows_by_vector const& v);
/// Does it on the current stream, in the matrix's dtype throughout. One launch, which is counted; no workspace.
void multiply_short_rows(rows_by_vector const& v);

}  // namespace cp::library
