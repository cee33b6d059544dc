// From a contraction to products of matrices: which axes are joined, which array is copied, what is left as a batch.
// (Long: one plan and what carries it out.)
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/library/blas.hpp>
#include <fuse/library/contraction.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <new>
#include <utility>

#include "integers.hpp"
#include "strided_copy.hpp"

namespace cp::library {

namespace {

constexpr int most = contraction::most_axes;

/// Axes of one role.
struct axis_group {
  int n = 0;
  axis at[most];

  axis_group() {}
  axis_group(axis_group const& other) { *this = other; }
  axis_group& operator=(axis_group const& other) {  // not what is unused
    n = other.n;
    std::copy_n(other.at, n, at);
    return *this;
  }
  std::int64_t size() const {
    std::int64_t s = 1;
    for (int i = 0; i < n; ++i) s *= at[i].extent;
    return s;
  }
};

enum class array { a, b, c };
std::int64_t stride_of(axis const& x, array which) { return which == array::a ? x.a : which == array::b ? x.b : x.c; }

/// Outermost first in the memory of one array.
void sort_by(axis_group& g, array which) {
  std::stable_sort(g.at, g.at + g.n, [which](axis const& x, axis const& y) {
    return std::abs(stride_of(x, which)) > std::abs(stride_of(y, which));
  });
}

/// Joins neighbours that every array crosses in one step.
void join(axis_group& g) {
  int kept = 0;
  for (int i = 1; i < g.n; ++i) {
    axis& outer = g.at[kept];
    axis const& inner = g.at[i];
    if (outer.a == inner.extent * inner.a && outer.b == inner.extent * inner.b && outer.c == inner.extent * inner.c) {
      std::int64_t const n = outer.extent;
      outer = inner;
      outer.extent *= n;
    } else {
      g.at[++kept] = inner;
    }
  }
  if (g.n > 0) g.n = kept + 1;
}

/// What axes are for one array: one axis, or not.
struct line {
  bool one = true;
  std::int64_t stride = 0;
};
line line_of(axis_group const& g, array which) {
  line l;
  for (int i = g.n - 1; i >= 0; --i) {
    if (i < g.n - 1 && stride_of(g.at[i], which) != g.at[i + 1].extent * stride_of(g.at[i + 1], which)) l.one = false;
  }
  if (g.n > 0) l.stride = stride_of(g.at[g.n - 1], which);
  return l;
}

enum class engine { host_blas, device_blas, host_integers, device_integers };

bool is_integer(dtype_id d) { return d < dtype_id::float16; }

/// The largest extent and leading dimension of a call of CBLAS, whose integers have 32 bits.
constexpr std::int64_t largest_int = (std::int64_t{1} << 31) - 1;

/// Whether rows x columns with these strides can be given to BLAS; fills in how.
bool as_matrix(engine by, std::int64_t rows, std::int64_t columns, std::int64_t row, std::int64_t column,
               bool conjugate, bool is_b, blas_matrix& m) {
  m.row = row, m.column = column, m.conjugated = conjugate;
  if (by == engine::device_integers) return true;
  if (by == engine::host_integers) return !is_b || column == 1 || columns == 1;
  std::int64_t const limit = by == engine::host_blas ? largest_int : INT64_MAX;
  if (!conjugate && (column == 1 || columns == 1)) {
    std::int64_t const least = std::max<std::int64_t>(1, columns), leading = rows == 1 ? least : row;
    if (leading >= least && leading <= limit) return m.leading = leading, m.transposed = false, true;
  }
  if (row == 1 || rows == 1) {
    std::int64_t const least = std::max<std::int64_t>(1, rows), leading = columns == 1 ? least : column;
    if (leading >= least && leading <= limit) return m.leading = leading, m.transposed = true, true;
  }
  return false;
}

/// One way to do it: the axes that are rows, columns and inner of one product; the others are a batch.
struct plan {
  axis_group rows, columns, inner, more;  ///< `more`: rows and columns that are left over
  bool copy_a = false, copy_b = false, copy_c = false, swapped = false;
  std::int64_t m, n, k;
  std::int64_t a_row, a_column, b_row, b_column, c_row, c_column;
  double cost;
};

struct problem {
  contraction const& what;
  engine by;
  axis_group batch = {}, rows = {}, columns = {}, inner = {};
};

/// By how much a product of few rows (or columns) takes longer than its multiplications would in a large one: the tiles
/// of the device's kernels are computed whole.
double loss(engine by, std::int64_t extent) {
  if (by != engine::device_blas) return 1 + 8 / static_cast<double>(extent);
  constexpr std::int64_t tile = 32;
  return static_cast<double>((extent + tile - 1) / tile * tile) / static_cast<double>(extent);
}

/// Decides what has to be copied, and about how long it takes (in copies of an element).
void judge(problem const& p, plan& x) {
  x.m = x.rows.size(), x.n = x.columns.size(), x.k = x.inner.size();
  line const ra = line_of(x.rows, array::a), rc = line_of(x.rows, array::c);
  line const cb = line_of(x.columns, array::b), cc = line_of(x.columns, array::c);
  line const ia = line_of(x.inner, array::a), ib = line_of(x.inner, array::b);
  x.a_row = ra.stride, x.a_column = ia.stride, x.b_row = ib.stride, x.b_column = cb.stride;
  x.c_row = rc.stride, x.c_column = cc.stride;
  x.copy_a = !ra.one || !ia.one;
  x.copy_b = !ib.one || !cb.one;
  blas_matrix m;
  bool const one_c = rc.one && cc.one;
  auto const fits = [](std::int64_t rows, std::int64_t columns, std::int64_t row, std::int64_t column) {
    return (column == 1 || columns == 1) && (rows == 1 || row >= columns) && (rows == 1 || row <= largest_int);
  };
  bool const straight = one_c && fits(x.m, x.n, x.c_row, x.c_column);
  bool const turned = one_c && fits(x.n, x.m, x.c_column, x.c_row);
  auto const copies = [&](bool swap) {
    // Of the transposed product, c^T = b^T a^T, the matrices are the transposed ones.
    bool a = x.copy_a, b = x.copy_b;
    if (!swap) {
      a = a || !as_matrix(p.by, x.m, x.k, x.a_row, x.a_column, p.what.conjugate_a, false, m);
      b = b || !as_matrix(p.by, x.k, x.n, x.b_row, x.b_column, p.what.conjugate_b, true, m);
    } else {
      a = a || !as_matrix(p.by, x.k, x.m, x.a_column, x.a_row, p.what.conjugate_a, true, m);
      b = b || !as_matrix(p.by, x.n, x.k, x.b_column, x.b_row, p.what.conjugate_b, false, m);
    }
    return int(a) + 2 * int(b);
  };
  std::int64_t batches = p.batch.size(), a_batches = 1, b_batches = 1;
  for (int i = 0; i < p.batch.n; ++i) {
    if (p.batch.at[i].a != 0) a_batches *= p.batch.at[i].extent;
    if (p.batch.at[i].b != 0) b_batches *= p.batch.at[i].extent;
  }
  for (int i = 0; i < x.more.n; ++i) {
    batches *= x.more.at[i].extent;
    (x.more.at[i].kind == role::rows ? a_batches : b_batches) *= x.more.at[i].extent;
  }
  double const a_size = static_cast<double>(x.m) * static_cast<double>(x.k) * static_cast<double>(a_batches);
  double const b_size = static_cast<double>(x.k) * static_cast<double>(x.n) * static_cast<double>(b_batches);
  double const c_size = static_cast<double>(x.m) * static_cast<double>(x.n) * static_cast<double>(batches);
  auto const copying = [&](int mask) { return ((mask & 1) != 0 ? a_size : 0) + ((mask & 2) != 0 ? b_size : 0); };
  int const one_way = copies(false), other_way = copies(true);
  x.copy_c = !straight && !turned;
  x.swapped = turned && (!straight || copying(other_way) < copying(one_way));
  int const mask = x.swapped ? other_way : one_way;
  x.copy_a = (mask & 1) != 0, x.copy_b = (mask & 2) != 0;
  double const narrow = loss(p.by, x.m) * loss(p.by, x.n);
  double const c_copies = !x.copy_c ? 0 : p.what.beta.is(0) ? 1 : 2;
  x.cost = 2 * (copying(mask) + c_copies * c_size) + 400.0 * static_cast<double>(batches) +
           c_size * static_cast<double>(x.k) / 64 * narrow;
}

/// Axis `i` of the group alone, or, for those beyond, all of it in the order of one of its arrays; what is left over.
void choose(axis_group const& from, int i, array first, array second, axis_group& chosen, axis_group& more) {
  if (i < from.n) {
    chosen.n = 1;
    chosen.at[0] = from.at[i];
    for (int k = 0; k < from.n; ++k)
      if (k != i) more.at[more.n++] = from.at[k];
  } else {
    chosen = from;
    sort_by(chosen, i == from.n ? first : second);
  }
}
int choices(axis_group const& g) { return g.n <= 1 ? 1 : g.n + 2; }

plan best_plan(problem const& p) {
  plan best;
  best.cost = HUGE_VAL;
  int const ways_inner = p.inner.n <= 1 ? 1 : 2;
  for (int i = 0; i < choices(p.rows); ++i)
    for (int j = 0; j < choices(p.columns); ++j)
      for (int k = 0; k < ways_inner; ++k) {
        plan x;
        choose(p.rows, i, array::c, array::a, x.rows, x.more);
        choose(p.columns, j, array::c, array::b, x.columns, x.more);
        x.inner = p.inner;
        sort_by(x.inner, k == 0 ? array::a : array::b);
        judge(p, x);
        if (x.cost < best.cost) best = x;
      }
  return best;
}

/// A copy of an array with the axes [batch..., rows..., columns...], contiguous; sets the strides of `which` in them.
void* packed(problem const& p, array which, void const* data, bool conjugate, axis_group& batch, axis_group& rows,
             axis_group& columns, storage_ptr& memory, bool copy_now) {
  strided_copy s;
  s.dtype = p.what.dtype;
  s.conjugate = conjugate;
  s.from = data;
  std::int64_t step = 1;
  auto const lay = [&](axis_group& g) {
    for (int i = g.n - 1; i >= 0; --i) {
      axis& x = g.at[i];
      std::int64_t& stride = which == array::a ? x.a : which == array::b ? x.b : x.c;
      if (stride == 0 && x.kind != role::inner && (&g == &batch)) continue;  // repeated matrices are copied once
      s.add(x.extent, stride, step);
      stride = step;
      step *= x.extent;
    }
  };
  lay(columns), lay(rows), lay(batch);
  std::reverse(s.extent, s.extent + s.axes);
  std::reverse(s.from_stride, s.from_stride + s.axes);
  std::reverse(s.to_stride, s.to_stride + s.axes);
  memory = storage_ptr(runtime::allocate(p.what.kind, step * itemsize_of(p.what.dtype)));
  runtime::count_temporary();
  s.to = memory->data;
  if (copy_now && step > 0) copy(p.what.kind, s);
  return memory->data;
}

/// Whether what follows the product (g.last) has been done too.
bool run_gemm(engine by, gemm const& g) {
  switch (by) {
    case engine::host_blas:
      host_gemm(g);
      break;
    case engine::device_blas:
      return device_gemm(g);
    case engine::host_integers:
      host_integer_gemm(g);
      break;
    case engine::device_integers:
      device_integer_gemm(g);
      break;
  }
  return g.last.none();
}

/// Carries a plan out; whether nothing is left to be done.
bool carry_out(problem const& p, plan& x) {
  contraction const& w = p.what;
  axis_group batch = p.batch;
  for (int i = 0; i < x.more.n; ++i) batch.at[batch.n++] = x.more.at[i];
  sort_by(batch, array::c);
  join(batch);

  storage_ptr a_memory, b_memory, c_memory;
  void const* a = w.a;
  void const* b = w.b;
  void* c = w.c;
  bool conjugate_a = w.conjugate_a, conjugate_b = w.conjugate_b;
  if (x.copy_a) {
    // As the second matrix of the transposed product it has contiguous columns.
    a = packed(p, array::a, a, conjugate_a, batch, x.swapped ? x.inner : x.rows, x.swapped ? x.rows : x.inner, a_memory,
               true);
    conjugate_a = false;
    x.a_row = x.swapped ? 1 : x.k, x.a_column = x.swapped ? x.m : 1;
  }
  if (x.copy_b) {
    b = packed(p, array::b, b, conjugate_b, batch, x.inner, x.columns, b_memory, true);
    conjugate_b = false;
    x.b_row = x.n, x.b_column = 1;
  }
  // c's own places, for the copy back.
  axis_group const c_batch = batch, c_rows = x.rows, c_columns = x.columns;
  if (x.copy_c) {
    c = packed(p, array::c, c, false, batch, x.rows, x.columns, c_memory, !w.beta.is(0));
    x.c_row = x.n, x.c_column = 1;
  }

  gemm g;
  bool fits;
  g.dtype = w.dtype;
  g.k = x.k;
  g.alpha = w.alpha, g.beta = w.beta;
  g.c = c;
  if (!x.swapped) {
    g.m = x.m, g.n = x.n;
    fits = as_matrix(p.by, x.m, x.k, x.a_row, x.a_column, conjugate_a, false, g.a) &&
           as_matrix(p.by, x.k, x.n, x.b_row, x.b_column, conjugate_b, true, g.b);
    g.a.data = a, g.b.data = b;
    g.c_leading = x.m == 1 ? std::max<std::int64_t>(1, x.n) : x.c_row;
  } else {
    g.m = x.n, g.n = x.m;
    fits = as_matrix(p.by, x.n, x.k, x.b_column, x.b_row, conjugate_b, false, g.a) &&
           as_matrix(p.by, x.k, x.m, x.a_column, x.a_row, conjugate_a, true, g.b);
    g.a.data = b, g.b.data = a;
    g.c_leading = x.n == 1 ? std::max<std::int64_t>(1, x.m) : x.c_column;
  }
  if ((x.k > 0 && !fits) || (p.by == engine::host_blas && g.c_leading > largest_int))
    throw value_error("cp: products of matrices in host memory have rows of at most 2^31 - 1 elements");
  g.axes = batch.n;
  for (int i = 0; i < batch.n; ++i) {
    axis const& y = batch.at[i];
    g.batch[i] = {y.extent, x.swapped ? y.b : y.a, x.swapped ? y.a : y.b, y.c};
  }
  // A row of g's result is one of c's last axis, if their length says so.
  if (!x.copy_c && (w.last.bias == nullptr || g.n == w.last.length)) g.last = w.last;
  bool const nothing_follows = w.last.none();
  bool const done = run_gemm(p.by, g) && (nothing_follows || !g.last.none());

  if (!x.copy_c) return done;
  strided_copy back;
  back.dtype = w.dtype;
  back.from = c, back.to = w.c;
  auto const add = [&](axis_group const& from, axis_group const& to) {
    for (int i = 0; i < from.n; ++i) back.add(from.at[i].extent, from.at[i].c, to.at[i].c);
  };
  add(batch, c_batch), add(x.rows, c_rows), add(x.columns, c_columns);
  copy(w.kind, back);
  return done;
}

/// Zeros in c.
void clear(contraction const& w) {
  storage_ptr const zero(runtime::allocate(w.kind, itemsize_of(w.dtype)));
  runtime::set_bytes(zero->data, w.kind, 0, itemsize_of(w.dtype));
  strided_copy s;
  s.dtype = w.dtype;
  s.from = zero->data, s.to = w.c;
  for (int i = 0; i < w.axes; ++i)
    if (w.axis[i].kind != role::inner) s.add(w.axis[i].extent, 0, w.axis[i].c);
  copy(w.kind, s);
}

bool contract_now(contraction const& w) {
  bool const host = w.kind == memory_kind::host;
  problem p{w, is_integer(w.dtype) ? (host ? engine::host_integers : engine::device_integers)
                                   : (host ? engine::host_blas : engine::device_blas)};
  bool nothing = false, no_terms = false;
  for (int i = 0; i < w.axes; ++i) {
    axis x = w.axis[i];
    if (x.extent == 0) (x.kind == role::inner ? no_terms : nothing) = true;
    // What one array repeats belongs to the other one.
    if (x.kind == role::batch && x.b == 0 && x.a != 0) x.kind = role::rows;
    if (x.kind == role::batch && x.a == 0 && x.b != 0) x.kind = role::columns;
    axis_group& g = x.kind == role::batch     ? p.batch
                    : x.kind == role::rows    ? p.rows
                    : x.kind == role::columns ? p.columns
                                              : p.inner;
    g.at[g.n++] = x;
  }
  if (nothing || (no_terms && w.beta.is(1))) return w.last.none();
  if (no_terms && w.beta.is(0)) return clear(w), w.last.none();
  if (no_terms) {
    p.inner.n = 1;
    p.inner.at[0] = {0, 1, 1, 0, role::inner};
  }
  for (auto [g, by] : {std::pair{&p.batch, array::c}, std::pair{&p.rows, array::c}, std::pair{&p.columns, array::c},
                       std::pair{&p.inner, array::a}}) {
    sort_by(*g, by);
    join(*g);
  }
  plan x = best_plan(p);
  return carry_out(p, x);
}

}  // namespace

bool contract(contraction const& what) try {
  if (what.kind == memory_kind::host && !is_integer(what.dtype)) expect_host_blas();
  if (what.kind == memory_kind::host && runtime::is_capturing()) {
    runtime::count_library_call();
    runtime::record(
        [](void const* arguments) {
          contraction w;
          std::memcpy(static_cast<void*>(&w), arguments, sizeof w);
          contract_now(w);
        },
        &what, sizeof what);
    return what.last.none();
  }
  runtime::count_library_call();
  return contract_now(what);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::library
