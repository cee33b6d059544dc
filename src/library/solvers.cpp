// Linear systems, inverses, determinants and least squares, composed of what src/library/backend.hpp has.
#include <fuse/runtime/launch.hpp>
#include <new>

#include "operands.hpp"
#include "strided_copy.hpp"

namespace cp::library {

namespace {

/// Matrices and right-hand sides, packed. One matrix serves a batch of right-hand sides as more columns of one.
struct system {
  view matrices, right, solution;
  std::int64_t count, columns;  ///< of matrices; of each one's right-hand sides
  bool empty;                   ///< the batch: nothing is looked at

  system(array_ref const& a, array_ref const& b, array_ref const& x) : matrices(a), right(b), solution(x) {
    bool const vector = b.rank == 1;
    if (vector) right = as_columns(right), solution = as_columns(solution);
    std::int64_t const batch = batch_of(solution.shape, solution.rank);
    right = stretched(right, solution.shape, solution.rank);
    bool const one = batch_of(a.shape, a.rank) == 1;
    if (!one) matrices = stretched(matrices, solution.shape, solution.rank);
    count = one ? 1 : batch;
    columns = right.from_end(0) * (one ? batch : 1);
    empty = batch == 0;
  }
};

}  // namespace

void solve(char const* where, array_ref const& a, array_ref const& b, array_ref const& x) try {
  system const s(a, b, x);
  if (s.empty) return;
  decomposition const d(where, a, s.count);
  lying from, right_sides, to;
  bool const packed_result = lies_evenly(s.solution, to) && to.row == s.columns && to.column == 1 &&
                             (d.count == 1 || to.matrix == d.n * s.columns);
  // A matrix for each batch of right-hand sides.
  if (packed_result && d.count == batch_of(s.solution.shape, s.solution.rank) && lies_evenly(s.matrices, from) &&
      lies_evenly(s.right, right_sides) &&
      d.library.solve_lying(d.type, d.count, d.n, s.columns, from, right_sides, to, d.status()))
    return d.finish("is singular", {{x.data, d.type, d.n * s.columns}});
  scratch const matrices = d.packed(s.matrices), right = d.packed(s.right);
  d.library.solve(d.type, d.count, d.n, s.columns, matrices.data(), right.data(), d.status());
  d.finish("is singular", {{right.data(), d.type, d.n * s.columns}});
  d.store(s.solution, right.data());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void lu_solve(array_ref const& lu, array_ref const& pivots, array_ref const& b, array_ref const& x,
              transposition how) try {
  system const s(lu, b, x);
  if (s.empty) return;
  decomposition const d("cp::linalg::lu_solve", lu, s.count);
  scratch const matrices = d.packed(s.matrices), right = d.packed(s.right),
                rows(d.kind, dtype_id::int32, s.count * d.n);
  view p = as_columns(view(pivots)), to = p;
  if (s.count != 1) p = stretched(p, s.solution.shape, s.solution.rank), to = p;
  copy(packed_columns(to, rows.data()), p);
  d.loops.shift(s.count * d.n, rows.as<int>(), 1, rows.as<int>());
  d.library.solve_factored(d.type, d.count, d.n, s.columns, how, matrices.data(), rows.as<int>(), right.data());
  d.store(s.solution, right.data());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void solve_triangular(array_ref const& a, array_ref const& b, array_ref const& x, bool lower, transposition how,
                      bool unit_diagonal) try {
  system const s(a, b, x);
  if (s.empty) return;
  decomposition const d("cp::linalg::solve_triangular", a, s.count);
  scratch const matrices = d.packed(s.matrices), right = d.packed(s.right);
  d.library.solve_triangular(d.type, d.count, d.n, s.columns, !lower, how, unit_diagonal, matrices.data(), right.data(),
                             d.status());
  d.finish("is singular: there is a zero on its diagonal", {{right.data(), d.type, d.n * s.columns}});
  d.store(s.solution, right.data());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void cholesky_solve(array_ref const& factor, array_ref const& b, array_ref const& x, bool lower) try {
  system const s(factor, b, x);
  if (s.empty) return;
  decomposition const d("cp::linalg::cho_solve", factor, s.count);
  scratch const matrices = d.packed(s.matrices), right = d.packed(s.right);
  for (bool const first : {true, false}) {
    transposition const how = first == lower ? transposition::none : transposition::adjoint;
    d.library.solve_triangular(d.type, d.count, d.n, s.columns, !lower, how, false, matrices.data(), right.data(),
                               d.status());
  }
  d.finish("is singular: there is a zero on its diagonal", {{right.data(), d.type, d.n * s.columns}});
  d.store(s.solution, right.data());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void inverse(char const* where, array_ref const& a, array_ref const& x) try {
  decomposition const d(where, a);
  lying from, to;
  if (!lies_evenly(a, from) || !lies_evenly(x, to) ||
      !d.library.solve_lying(d.type, d.count, d.n, d.n, from, {}, to, d.status())) {
    copy(x, a);  // the transpose's inverse is the inverse' transpose
    d.library.invert(d.type, d.count, d.n, x.data, d.status());
  }
  d.finish("is singular", {{x.data, d.type, d.n * d.n}});
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

namespace {

void determinants(char const* where, array_ref const& a, void* det, void* sign, void* log) {
  decomposition const d(where, a);
  scratch const packed = d.packed(a), pivots(d.kind, dtype_id::int32, d.count * d.n);
  d.library.factor(d.type, d.count, d.n, d.n, packed.data(), pivots.as<int>(), d.status());
  d.loops.determinants(d.type, d.count, d.n, packed.data(), pivots.as<int>(), det, sign, log);
}

}  // namespace

void determinant(array_ref const& a, array_ref const& det) try {
  determinants("cp::linalg::det", a, det.data, nullptr, nullptr);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
void log_determinant(array_ref const& a, array_ref const& sign, array_ref const& log) try {
  determinants("cp::linalg::slogdet", a, nullptr, sign.data, log.data);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void least_squares(array_ref const& a, array_ref const& b, array_ref const& x, array_ref const& residuals,
                   array_ref const& rank, array_ref const& s, double cutoff) try {
  system const y(a, b, x);
  decomposition const d("cp::linalg::lstsq", a, y.count);
  std::int64_t const k = smaller(d.m, d.n), columns = y.columns;
  dtype_id const real = real_of(d.type);
  scratch const matrices = d.packed(y.matrices), right = d.packed(y.right), work = d.packed(y.matrices);
  scratch const u = d.room(d.count * d.m * k), vh = d.room(d.count * k * d.n),
                solution = d.room(d.count * d.n * columns);
  scratch const values(d.kind, real, d.count * k), ranks(d.kind, dtype_id::int64, d.count);
  d.find_not_finite(work.data(), d.m * d.n);
  d.library.svd(d.type, d.count, d.m, d.n, vectors::reduced, work.data(), values.data(), u.data(), vh.data(),
                d.status());
  scratch const factors(d.kind, real, d.count * k);
  d.loops.reciprocals(d.type, d.count, k, values.data(), factors.data(), cutoff, ranks.as<std::int64_t>());
  d.loops.scale_columns(d.type, d.count, d.m, k, u.data(), factors.data());
  scratch const projected = d.room(d.count * k * columns);
  constexpr transposition none = transposition::none, adjoint = transposition::adjoint;
  if (k > 0) {
    d.library.multiply(d.type, d.count, k, columns, d.m, adjoint, u.data(), none, right.data(), projected.data());
    d.library.multiply(d.type, d.count, d.n, columns, k, adjoint, vh.data(), none, projected.data(), solution.data());
  } else if (d.count * d.n * columns > 0) {
    runtime::set_bytes(solution.data(), d.kind, 0, d.count * d.n * columns * size_of_type(d.type));
  }
  // What is left of the right-hand sides.
  scratch const reached = d.room(d.count * d.m * columns);
  if (d.n > 0)
    d.library.multiply(d.type, d.count, d.m, columns, d.n, none, matrices.data(), none, solution.data(),
                       reached.data());
  else if (d.count * d.m * columns > 0)
    runtime::set_bytes(reached.data(), d.kind, 0, d.count * d.m * columns * size_of_type(d.type));
  d.loops.squared_distances(d.type, d.count * columns, d.m, right.data(), reached.data(), residuals.data);
  d.finish("did not converge to singular values", {{solution.data(), d.type, d.n * columns}, {values.data(), real, k}});
  d.store(y.solution, solution.data());
  // One matrix for a batch of right-hand sides has its values said for each.
  std::int64_t const copies = d.count == 0 ? 0 : batch_of(y.solution.shape, y.solution.rank) / d.count;
  auto const say = [&](array_ref const& to, void* from, dtype_id type_of_both, std::int64_t elements) {
    std::int64_t const shape[2] = {copies, elements}, to_strides[2] = {elements, 1}, from_strides[2] = {0, 1};
    copy({to.data, type_of_both, d.kind, 2, shape, to_strides}, {from, type_of_both, d.kind, 2, shape, from_strides});
  };
  say(s, values.data(), real, d.count * k);
  say(rank, ranks.data(), dtype_id::float64, d.count);  // of eight bytes too
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void pseudoinverse(array_ref const& a, array_ref const& x, double cutoff, bool hermitian) try {
  decomposition const d("cp::linalg::pinv", a);
  std::int64_t const k = smaller(d.m, d.n);
  dtype_id const real = real_of(d.type);
  scratch const packed = d.packed(a), u = d.room(d.count * d.m * k), vh = d.room(d.count * k * d.n);
  scratch const values(d.kind, real, d.count * k), product = d.room(d.count * d.n * d.m);
  if (hermitian) {
    scratch const w(d.kind, real, d.count * k);
    d.loops.mirror(d.type, d.count, d.n, packed.data(), false);
    d.find_not_finite(packed.data(), d.n * d.n);
    d.library.eigh(d.type, d.count, d.n, false, true, packed.data(), w.data(), d.status());
    d.loops.singular_from_eigen(d.type, d.count, d.n, w.data(), packed.data(), values.data(), u.data(), vh.data());
  } else {
    d.find_not_finite(packed.data(), d.m * d.n);
    d.library.svd(d.type, d.count, d.m, d.n, vectors::reduced, packed.data(), values.data(), u.data(), vh.data(),
                  d.status());
  }
  d.loops.reciprocals(d.type, d.count, k, values.data(), values.data(), cutoff, nullptr);
  d.loops.scale_columns(d.type, d.count, d.m, k, u.data(), values.data());
  if (k > 0)
    d.library.multiply(d.type, d.count, d.n, d.m, k, transposition::adjoint, vh.data(), transposition::adjoint,
                       u.data(), product.data());
  d.finish("did not converge to singular values", {{product.data(), d.type, d.m * d.n}});
  d.store(x, product.data());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::library
