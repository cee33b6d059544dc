// Cholesky, QR, LU, eigenvalues and singular values, composed of what src/library/backend.hpp has.
#include <fuse/runtime/launch.hpp>
#include <new>

#include "operands.hpp"
#include "strided_copy.hpp"

namespace cp::library {

namespace {

/// A C-contiguous copy, which is the packed transpose to LAPACK.
void copy_rows(view const& a, void* to) {
  view rows = a;
  rows.data = to;
  std::int64_t step = 1;
  for (int i = rows.rank - 1; i >= 0; --i) {
    rows.strides[i] = step;
    step *= rows.shape[i];
  }
  copy(rows, a);
}

}  // namespace

void cholesky(array_ref const& a, array_ref const& factor, bool upper) try {
  decomposition const d("cp::linalg::cholesky", a);
  lying from, to;
  if (!lies_evenly(a, from) || !lies_evenly(factor, to) ||
      !d.library.cholesky_lying(d.type, d.count, d.n, upper, from, to, d.status())) {
    copy(factor, a);  // read by columns it is the conjugate, whose other factor is wanted
    d.library.cholesky(d.type, d.count, d.n, !upper, factor.data, d.status());
  }
  d.finish("is not positive definite", {{factor.data, d.type, d.n * d.n}});
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void qr(array_ref const& a, array_ref const& q, array_ref const& r) try {
  decomposition const d("cp::linalg::qr", a);
  std::int64_t const k = smaller(d.m, d.n), rows = r.shape[r.rank - 2];
  scratch const packed = d.packed(a), tau = d.room(d.count * k);
  d.library.factor_qr(d.type, d.count, d.m, d.n, packed.data(), tau.data());
  view const factors = packed_columns(a, packed.data());
  d.store(r, top_left(factors, rows, d.n));
  d.loops.keep_triangle(d.type, d.count, d.n, rows, r.data, false, false);  // r by columns is its transpose
  if (q.data == nullptr) return;
  std::int64_t const columns = q.shape[q.rank - 1];
  scratch const vectors = d.room(d.count * d.m * columns);
  view const whole = packed_columns(top_left(a, d.m, columns), vectors.data());
  copy(top_left(whole, d.m, k), top_left(factors, d.m, k));
  d.library.make_q(d.type, d.count, d.m, columns, k, vectors.data(), tau.data());
  d.store(q, vectors.data());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void qr_raw(array_ref const& a, array_ref const& h, array_ref const& tau) try {
  decomposition const d("cp::linalg::qr", a);
  copy(packed_columns(a, h.data), a);
  d.library.factor_qr(d.type, d.count, d.m, d.n, h.data, tau.data);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void svd(array_ref const& a, array_ref const& u, array_ref const& s, array_ref const& vh, bool hermitian) try {
  decomposition const d(u.data == nullptr ? "cp::linalg::svdvals" : "cp::linalg::svd", a);
  std::int64_t const k = smaller(d.m, d.n), values = d.count * k;
  dtype_id const real = real_of(d.type);
  if (hermitian) {
    scratch const v = d.packed(a), w(d.kind, real, values), left = d.room(values * d.n), right = d.room(values * d.n);
    d.loops.mirror(d.type, d.count, d.n, v.data(), false);
    d.find_not_finite(v.data(), d.n * d.n);
    bool const want = u.data != nullptr;
    d.library.eigh(d.type, d.count, d.n, false, want, v.data(), w.data(), d.status());
    d.loops.singular_from_eigen(d.type, d.count, d.n, w.data(), v.data(), s.data, want ? left.data() : nullptr,
                                want ? right.data() : nullptr);
    if (want) {
      d.store(u, left.data());
      d.store(vh, right.data());
    }
  } else {
    scratch const rows = d.room(d.count * d.m * d.n);
    copy_rows(a, rows.data());
    d.find_not_finite(rows.data(), d.m * d.n);
    vectors const want = u.data == nullptr                                        ? vectors::none
                         : u.shape[u.rank - 1] == k && vh.shape[vh.rank - 2] == k ? vectors::reduced
                                                                                  : vectors::full;
    // The transpose's vectors by columns are these by rows.
    d.library.svd(d.type, d.count, d.n, d.m, want, rows.data(), s.data, vh.data, u.data, d.status());
    if (k == 0 && want != vectors::none) {
      d.loops.identity(d.type, d.count, u.shape[u.rank - 1] == d.m ? d.m : 0, u.data);
      d.loops.identity(d.type, d.count, vh.shape[vh.rank - 2] == d.n ? d.n : 0, vh.data);
    }
  }
  std::int64_t const u_elements = u.data != nullptr ? d.m * u.shape[u.rank - 1] : 0;
  std::int64_t const vh_elements = u.data != nullptr ? d.n * vh.shape[vh.rank - 2] : 0;
  d.finish("did not converge to singular values",
           {{s.data, real, k}, {u.data, d.type, u_elements}, {vh.data, d.type, vh_elements}});
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void eigh(char const* where, array_ref const& a, array_ref const& w, array_ref const& v, bool upper) try {
  decomposition const d(where, a);
  scratch const packed = d.packed(a);
  d.loops.mirror(d.type, d.count, d.n, packed.data(), upper);
  d.find_not_finite(packed.data(), d.n * d.n);
  bool const want = v.data != nullptr;
  d.library.eigh(d.type, d.count, d.n, upper, want, packed.data(), w.data, d.status());
  if (want) d.store(v, packed.data());
  d.finish("did not converge to eigenvalues",
           {{w.data, real_of(d.type), d.n}, {want ? v.data : nullptr, d.type, d.n * d.n}});
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void eig(char const* where, array_ref const& a, array_ref const& w, array_ref const& v) try {
  decomposition const d(where, a);
  dtype_id const type = complex_of(d.type);
  bool const want = v.data != nullptr;
  scratch const packed = d.packed(a), vectors(d.kind, type, want ? d.count * d.n * d.n : 0);
  d.find_not_finite(packed.data(), d.n * d.n);
  d.library.eig(d.type, d.count, d.n, packed.data(), w.data, want ? vectors.data() : nullptr, d.status());
  if (want) d.store(v, vectors.data());
  d.finish("did not converge to eigenvalues", {{w.data, type, d.n}, {want ? v.data : nullptr, type, d.n * d.n}});
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void lu_factor(array_ref const& a, array_ref const& lu, array_ref const& pivots) try {
  decomposition const d("cp::linalg::lu_factor", a);
  scratch const packed = d.packed(a);
  int* const p = static_cast<int*>(pivots.data);
  d.library.factor(d.type, d.count, d.m, d.n, packed.data(), p, d.status());
  d.loops.shift(d.count * smaller(d.m, d.n), p, -1, p);
  d.store(lu, packed.data());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void lu(array_ref const& a, array_ref const& p, array_ref const& l, array_ref const& u, bool permute_l) try {
  decomposition const d("cp::linalg::lu", a);
  std::int64_t const k = smaller(d.m, d.n);
  scratch const packed = d.packed(a), pivots(d.kind, dtype_id::int32, d.count * k);
  scratch const rows(d.kind, dtype_id::int32, d.count * d.m), lower = d.room(d.count * d.m * k);
  d.library.factor(d.type, d.count, d.m, d.n, packed.data(), pivots.as<int>(), d.status());
  view const factors = packed_columns(a, packed.data());
  d.loops.permutations(d.count, d.m, k, pivots.as<int>(), rows.as<int>());
  d.store(u, top_left(factors, k, d.n));
  d.loops.keep_triangle(d.type, d.count, d.n, k, u.data, false, false);  // u by columns is its transpose
  copy(packed_columns(top_left(a, d.m, k), lower.data()), top_left(factors, d.m, k));
  d.loops.keep_triangle(d.type, d.count, d.m, k, lower.data(), false, true);
  if (permute_l) {
    scratch const permuted = d.room(d.count * d.m * k);
    d.loops.permute(d.type, d.count, d.m, k, rows.as<int>(), lower.data(), permuted.data());
    d.store(l, permuted.data());
  } else {
    scratch const matrix(d.kind, p.type, d.count * d.m * d.m);
    d.loops.permute(p.type, d.count, d.m, d.m, rows.as<int>(), nullptr, matrix.data());
    d.store(p, matrix.data());
    d.store(l, lower.data());
  }
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::library
