// What decompositions do before and after the work: checks, packing of operands, statuses.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "backend.hpp"

namespace cp::library {

/// An array_ref that holds its shape and strides.
struct view {
  static constexpr int most = 34;
  void* data = nullptr;
  dtype_id type = dtype_id::float64;
  memory_kind kind = memory_kind::host;
  int rank = 0;
  std::int64_t shape[most] = {}, strides[most] = {};

  view() = default;
  view(array_ref const& a);
  operator array_ref() const { return {data, type, kind, rank, shape, strides}; }
  /// The axis that is `axis` before the last one.
  std::int64_t from_end(int axis) const { return shape[rank - 1 - axis]; }
};

/// Packed column-major matrices (with `vectors`: packed vectors) of `a`'s shape over memory.
view packed_columns(view const& a, void* data);
/// An array of rank 1 as a matrix of one column, or an array of vectors as matrices of one column.
view as_columns(view a);
/// Stretched to a batch: all but the last two axes of `shape`.
view stretched(view const& a, std::int64_t const* shape, int rank);
/// Whether one step leads from each matrix of a batch to the next; where they lie then.
bool lies_evenly(view const& a, lying& as);
/// The first rows and columns of packed matrices.
view top_left(view a, std::int64_t rows, std::int64_t columns);

/// One call of a decomposition: its operands' dtype, batch and place, and a status for each matrix.
class decomposition {
 public:
  /// Throws value_error while a graph is being captured. `count` matrices.
  decomposition(char const* where, array_ref const& a);
  decomposition(char const* where, array_ref const& a, std::int64_t count);

  char const* where;
  dtype_id type;
  memory_kind kind;
  lapack const& library;
  element_loops const& loops;
  std::int64_t count, m, n;  ///< matrices, and their extents
  scratch info;

  int* status() const { return info.as<int>(); }
  /// Memory for elements of the dtype.
  scratch room(std::int64_t elements) const { return {kind, type, elements}; }
  /// The matrices packed column-major in memory of their own.
  scratch packed(view const& a) const;
  /// Packed column-major matrices into an array.
  void store(array_ref const& to, void* data) const;
  void store(array_ref const& to, view const& from) const;
  /// Sets all statuses to 0, or not_finite.
  void find_not_finite(void const* a, std::int64_t elements) const {
    loops.find_not_finite(type, count, elements, a, status());
  }
  struct output {
    void* data;
    dtype_id type;
    std::int64_t elements;  ///< a matrix
  };
  /// What linalg::checks says of matrices that failed. Packed outputs (null ones are left out) become NaN, or a failure
  /// is thrown, now or later, of which `what` is the end of the sentence.
  void finish(char const* what, std::initializer_list<output> outputs) const;
};

inline std::int64_t batch_of(std::int64_t const* shape, int rank) {
  std::int64_t n = 1;
  for (int i = 0; i < rank - 2; ++i) n *= shape[i];
  return n;
}
inline std::int64_t smaller(std::int64_t a, std::int64_t b) { return a < b ? a : b; }

}  // namespace cp::library
