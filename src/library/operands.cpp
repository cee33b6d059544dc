// Checks, packing of operands, statuses.
#include "operands.hpp"

#include <fuse/core/error.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>
#include <string>

#include "no_routine.hpp"
#include "strided_copy.hpp"

namespace cp {

namespace {
thread_local linalg::checks checks_now = linalg::checks::later;
}

namespace linalg {

check_guard::check_guard(checks when) noexcept : previous_(checks_now) { checks_now = when; }
check_guard::~check_guard() { checks_now = previous_; }
checks current_checks() noexcept { return checks_now; }

}  // namespace linalg

namespace library {

bool is_complex(dtype_id type) { return type == dtype_id::complex64 || type == dtype_id::complex128; }
dtype_id real_of(dtype_id type) {
  return type == dtype_id::complex64 ? dtype_id::float32 : type == dtype_id::complex128 ? dtype_id::float64 : type;
}
dtype_id complex_of(dtype_id type) {
  return type == dtype_id::float32 ? dtype_id::complex64 : type == dtype_id::float64 ? dtype_id::complex128 : type;
}

void throw_no_routine(dtype_id dtype) {
  throw dtype_error(std::string("cp::linalg: no library computes with elements of dtype ") +
                    detail::row_of(dtype).name);
}

void expect_square(char const* where, std::int64_t const* shape, int rank) {
  if (shape[rank - 1] != shape[rank - 2])
    throw shape_error(std::string(where) + ": the matrices must be square, the operand has shape " +
                      detail::shape_text(shape, rank));
}

void solution_shape(char const* where, std::int64_t const* a, int rank_a, std::int64_t const* b, int rank_b,
                    std::int64_t* x) {
  bool const vector = rank_b == 1;
  if (b[vector ? 0 : rank_b - 2] != a[rank_a - 2])
    throw shape_error(std::string(where) +
                      ": the right-hand side must have as many rows as the matrices; their shapes are " +
                      detail::shape_text(b, rank_b) + " and " + detail::shape_text(a, rank_a));
  int const batch_a = rank_a - 2, batch_b = vector ? 0 : rank_b - 2, batch = batch_a > batch_b ? batch_a : batch_b;
  for (int i = 0; i < batch; ++i) {
    std::int64_t const from_a = i < batch - batch_a ? 1 : a[i - batch + batch_a];
    std::int64_t const from_b = i < batch - batch_b ? 1 : b[i - batch + batch_b];
    if (from_a != from_b && from_a != 1 && from_b != 1)
      throw shape_error(std::string(where) + ": cannot broadcast the batches of matrices of shape " +
                        detail::shape_text(a, rank_a) + " and right-hand sides of shape " +
                        detail::shape_text(b, rank_b));
    x[i] = from_a == 1 ? from_b : from_a;
  }
  x[batch] = a[rank_a - 1];
  if (!vector) x[batch + 1] = b[rank_b - 1];
}

std::int64_t tensor_square(char const* where, std::int64_t const* shape, int rank, int left) {
  std::int64_t rows = 1, columns = 1;
  for (int i = 0; i < rank; ++i) (i < left ? rows : columns) *= shape[i];
  if (rows != columns)
    throw shape_error(std::string(where) + ": the first " + std::to_string(left) +
                      " extents of the tensor must have the product of the others, its shape is " +
                      detail::shape_text(shape, rank));
  return rows;
}

view::view(array_ref const& a) : data(a.data), type(a.type), kind(a.kind), rank(a.rank) {
  for (int i = 0; i < rank; ++i) shape[i] = a.shape[i], strides[i] = a.strides[i];
}

view packed_columns(view const& a, void* data) {
  view p = a;
  p.data = data;
  std::int64_t step = a.from_end(0) * a.from_end(1);
  p.strides[p.rank - 2] = 1;
  p.strides[p.rank - 1] = a.from_end(1);
  for (int i = p.rank - 3; i >= 0; --i) {
    p.strides[i] = step;
    step *= p.shape[i];
  }
  return p;
}

view as_columns(view a) {
  a.shape[a.rank] = 1;
  a.strides[a.rank++] = 1;
  return a;
}

view stretched(view const& a, std::int64_t const* shape, int rank) {
  view s = a;
  s.rank = rank;
  for (int i = 0; i < rank; ++i) {
    int const from = a.rank - rank + i;
    bool const matrix = i >= rank - 2;
    s.shape[i] = matrix ? a.shape[from] : shape[i];
    s.strides[i] = from < 0 || (!matrix && a.shape[from] == 1) ? 0 : a.strides[from];
  }
  return s;
}

bool lies_evenly(view const& a, lying& as) {
  as = {a.data, 0, a.strides[a.rank - 2], a.strides[a.rank - 1]};
  std::int64_t matrices = 1;
  for (int i = a.rank - 3; i >= 0; --i) {
    if (a.shape[i] == 1) continue;
    if (matrices == 1)
      as.matrix = a.strides[i];
    else if (a.strides[i] != as.matrix * matrices)
      return false;
    matrices *= a.shape[i];
  }
  return true;
}

view top_left(view a, std::int64_t rows, std::int64_t columns) {
  a.shape[a.rank - 2] = rows;
  a.shape[a.rank - 1] = columns;
  return a;
}

namespace {
char const* checked(char const* where) {
  if (runtime::is_capturing())
    throw value_error(std::string(where) + ": a decomposition cannot be captured into a graph; do it outside");
  runtime::count_library_call();
  return where;
}
}  // namespace

decomposition::decomposition(char const* w, array_ref const& a, std::int64_t matrices)
    : where(checked(w)),
      type(a.type),
      kind(a.kind),
      library(lapack_of(w, a.kind)),
      loops(library.loops),
      count(matrices),
      m(a.shape[a.rank - 2]),
      n(a.shape[a.rank - 1]),
      info(a.kind, dtype_id::int32, matrices) {}
decomposition::decomposition(char const* w, array_ref const& a) : decomposition(w, a, batch_of(a.shape, a.rank)) {}

scratch decomposition::packed(view const& a) const {
  scratch memory = room(batch_of(a.shape, a.rank) * a.from_end(0) * a.from_end(1));
  copy(packed_columns(a, memory.data()), a);
  return memory;
}
void decomposition::store(array_ref const& to, void* data) const { copy(to, packed_columns(to, data)); }
void decomposition::store(array_ref const& to, view const& from) const { copy(to, from); }
void decomposition::finish(char const* what, std::initializer_list<output> outputs) const {
  if (checks_now == linalg::checks::never) {
    for (output const& o : outputs)
      if (o.data != nullptr) loops.poison(o.type, count, o.elements, o.data, status());
    return;
  }
  if (count > 0) library.report(where, what, count, status());
  if (checks_now == linalg::checks::now && kind != memory_kind::host) synchronize();
}

}  // namespace library

}  // namespace cp
