// Small matrices, each worked on by a group of threads that share memory. A group G has `lane` and `size`, `sync()`,
// which makes what was written before visible to all, `largest(value, index)`, the index of the largest value (the
// smallest of several), `greatest(value)`, and `any(flag)`; all lanes call them together. Matrices are column-major
// with leading dimension `ld`. What is the same for all lanes is returned to all.
#pragma once

#include "loops.hpp"

namespace cp::library::small {

using loops::conjugate;
using loops::magnitude;
using loops::real;
using loops::real_part;
using loops::square;

template <class T>
FUSE_HD T quick_size(T x) {
  return x < 0 ? -x : x;
}
template <class T>
FUSE_HD T quick_size(complex<T> x) {
  return quick_size(x.re) + quick_size(x.im);
}
template <class T>
FUSE_HD real<T> rounding_unit() {
  return sizeof(real<T>) == 4 ? static_cast<real<T>>(1.1920928955078125e-07)
                              : static_cast<real<T>>(2.220446049250313e-16);
}

/// x / by.
template <class T>
FUSE_HD T scaled(T x, T by) {
  return x / by;
}
template <class T>
FUSE_HD complex<T> scaled(complex<T> x, T by) {
  return {x.re / by, x.im / by};
}

/// Calls f(i) for the lane's share of [first, n).
template <class G, class F>
FUSE_HD void share(G const& g, int first, int n, F const& f) {
  for (int i = first + g.lane; i < n; i += g.size) f(i);
}

/// P A = L U in place, rows exchanged with the largest below. Returns the place of the first pivot of 0, from 1 on, or
/// 0.
template <class T, class G>
FUSE_HD int factor(G const& g, int n, int ld, T* a, int* pivots) {
  int info = 0;
  for (int k = 0; k < n; ++k) {
    T* const column = a + k * ld;
    real<T> best = -1;
    int row = k;
    for (int i = k + g.lane; i < n; i += g.size)
      if (real<T> const size = quick_size(column[i]); size > best) best = size, row = i;
    row = g.largest(best, row);
    if (g.lane == 0) pivots[k] = row;
    if (row != k)
      share(g, 0, n, [&](int j) {
        T const x = a[j * ld + k];
        a[j * ld + k] = a[j * ld + row];
        a[j * ld + row] = x;
      });
    g.sync();
    T const pivot = column[k];
    if (pivot == T(0)) {
      if (info == 0) info = k + 1;
      continue;
    }
    for (int i = k + 1 + g.lane; i < n; i += g.size) {
      T const l = column[i] / pivot;
      column[i] = l;
      for (int j = k + 1; j < n; ++j) a[j * ld + i] = a[j * ld + i] - l * a[j * ld + k];
    }
    g.sync();
  }
  return info;
}

/// Rows of B exchanged as `factor` did.
template <class T, class G>
FUSE_HD void exchange_rows(G const& g, int n, int const* pivots, int columns, int ld, T* b) {
  share(g, 0, columns, [&](int j) {
    for (int k = 0; k < n; ++k) {
      int const row = pivots[k];
      T const x = b[j * ld + k];
      b[j * ld + k] = b[j * ld + row];
      b[j * ld + row] = x;
    }
  });
  g.sync();
}

/// op(A) X = B in place of B, A a triangle.
template <class T, class G>
FUSE_HD void substitute(G const& g, int n, int ld, T const* a, bool upper, transposition how, bool unit, int columns,
                        int ldb, T* b) {
  auto const element = [&](int i, int j) {
    return how == transposition::none        ? a[j * ld + i]
           : how == transposition::transpose ? a[i * ld + j]
                                             : conjugate(a[i * ld + j]);
  };
  bool const downwards = (how == transposition::none) != upper;
  for (int step = 0; step < n; ++step) {
    int const k = downwards ? step : n - 1 - step;
    if (!unit) {
      T const d = element(k, k);
      share(g, 0, columns, [&](int j) { b[j * ldb + k] = b[j * ldb + k] / d; });
      g.sync();
    }
    int const rows = n - 1 - step, first = downwards ? k + 1 : 0;
    for (int item = g.lane; item < rows * columns; item += g.size) {
      int const i = first + item % rows, j = item / rows;
      b[j * ldb + i] = b[j * ldb + i] - element(i, k) * b[j * ldb + k];
    }
    g.sync();
  }
}

/// A = L L^H in place of the lower triangle. Returns the order of the first minor that is not positive, or 0.
template <class T, class G>
FUSE_HD int cholesky(G const& g, int n, int ld, T* a) {
  for (int k = 0; k < n; ++k) {
    T* const column = a + k * ld;
    real<T> const d = real_part(column[k]);
    if (!(d > 0)) return k + 1;
    real<T> const root = scalar::sqrt(d);
    g.sync();
    share(g, k, n, [&](int i) { column[i] = i == k ? T(root) : column[i] * T(1 / root); });
    g.sync();
    share(g, k + 1, n, [&](int i) {
      T const l = column[i];
      for (int j = k + 1; j <= i; ++j) a[j * ld + i] = a[j * ld + i] - l * conjugate(column[j]);
    });
    g.sync();
  }
  return 0;
}

/// A rotation of two vectors x and y: x' = c x - conj(s) y, y' = s x + c y. `alpha` and `beta` are what becomes of the
/// diagonal's elements.
template <class T>
struct rotation {
  real<T> c = 1;
  T s = T(0);
  real<T> alpha = 0, beta = 0;
  bool turns = false;
};

/// The rotation of columns p and q that makes the Hermitian matrix [[alpha, gamma], [conj(gamma), beta]] diagonal.
template <class T>
FUSE_HD rotation<T> rotation_of(real<T> alpha, real<T> beta, T gamma, real<T> size) {
  using R = real<T>;
  R const tau = (beta - alpha) / (2 * size);
  R const t = (tau < 0 ? R(-1) : R(1)) / (magnitude(tau) + scalar::sqrt(1 + tau * tau));
  R const c = 1 / scalar::sqrt(1 + t * t);
  return {c, gamma * T(t * c / size), alpha - t * size, beta + t * size, true};
}

/// Pair `t` of round `r` of a tournament of n players (one pauses in each round where n is odd): all pairs in
/// `rounds(n)` rounds. Returns false for the one that pauses.
FUSE_HD int rounds(int n) { return n + n % 2 - 1; }
FUSE_HD int pairs(int n) { return (n + 1) / 2; }
FUSE_HD bool pair_of(int n, int r, int t, int& p, int& q) {
  int const m = rounds(n);
  p = t == 0 ? m : (r + t) % m;
  q = (r + m - t) % m;
  if (p > q) {
    int const x = p;
    p = q;
    q = x;
  }
  return q < n && p != q;
}

/// Rotates columns p and q of `rows` rows, for all pairs of a round.
template <class T, class G>
FUSE_HD void rotate_columns(G const& g, int n, int r, rotation<T> const* by, int rows, int ld, T* a) {
  for (int item = g.lane; item < pairs(n) * rows; item += g.size) {
    int const t = item / rows, i = item % rows;
    int p, q;
    if (!pair_of(n, r, t, p, q)) continue;
    rotation<T> const j = by[t];
    T const x = a[p * ld + i], y = a[q * ld + i];
    a[p * ld + i] = x * T(j.c) - conjugate(j.s) * y;
    a[q * ld + i] = j.s * x + y * T(j.c);
  }
}

inline constexpr int most_sweeps = 40;

/// Eigenvalues of a Hermitian matrix (both triangles hold it) by Jacobi's rotations: A becomes diagonal, V (unless
/// null) the eigenvectors as columns. Returns 1 where nothing converges.
///
/// source  G. H. Golub, C. F. Van Loan, "Matrix Computations", 8.5: parallel ordering
template <class T, class G>
FUSE_HD int eigh(G const& g, int n, int ld, T* a, T* v, rotation<T>* by) {
  using R = real<T>;
  R largest = 0;
  for (int item = g.lane; item < n * n; item += g.size) {
    R const size = quick_size(a[item / n * ld + item % n]);
    if (size > largest) largest = size;
    if (v != nullptr) v[item / n * ld + item % n] = item / n == item % n ? T(1) : T(0);
  }
  largest = g.greatest(largest);
  if (n < 2 || largest == 0) {
    g.sync();
    return 0;
  }
  R const enough = largest * rounding_unit<T>() / 2;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool rotated = false;
    for (int r = 0; r < rounds(n); ++r) {
      share(g, 0, pairs(n), [&](int t) {
        by[t] = {};
        int p, q;
        if (!pair_of(n, r, t, p, q)) return;
        T const gamma = a[q * ld + p];
        R const size = magnitude(gamma);
        if (!(size > enough / 8)) return;
        if (size > enough) rotated = true;
        by[t] = rotation_of<T>(real_part(a[p * ld + p]), real_part(a[q * ld + q]), gamma, size);
      });
      g.sync();
      rotate_columns(g, n, r, by, n, ld, a);
      if (v != nullptr) rotate_columns(g, n, r, by, n, ld, v);
      g.sync();
      for (int item = g.lane; item < pairs(n) * n; item += g.size) {
        int const t = item / n, j = item % n;
        int p, q;
        if (!pair_of(n, r, t, p, q)) continue;
        rotation<T> const z = by[t];
        T const x = a[j * ld + p], y = a[j * ld + q];
        a[j * ld + p] = x * T(z.c) - z.s * y;
        a[j * ld + q] = conjugate(z.s) * x + y * T(z.c);
      }
      g.sync();
      // What is known without rounding errors; they would keep equal eigenvalues turning.
      share(g, 0, pairs(n), [&](int t) {
        int p, q;
        if (!by[t].turns || !pair_of(n, r, t, p, q)) return;
        a[q * ld + p] = a[p * ld + q] = T(0);
        a[p * ld + p] = T(by[t].alpha);
        a[q * ld + q] = T(by[t].beta);
      });
      g.sync();
    }
    if (!g.any(rotated)) return 0;
  }
  return 1;
}

/// Columns of A at right angles by rotations from the right, one-sided Jacobi: A = A' V^H. V may be null. Returns 1
/// where nothing converges.
///
/// source  M. R. Hestenes, "Inversion of matrices by biorthogonalization and related results" (1958)
template <class T, class G>
FUSE_HD int orthogonalize(G const& g, int m, int n, int ld, T* a, int ldv, T* v, rotation<T>* by) {
  using R = real<T>;
  if (v != nullptr)
    for (int item = g.lane; item < n * n; item += g.size)
      v[item / n * ldv + item % n] = item / n == item % n ? T(1) : T(0);
  g.sync();
  if (n < 2) return 0;
  R const angle = rounding_unit<T>() * (m < 4 ? 2 : static_cast<R>(m) / 2);
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool rotated = false;
    for (int r = 0; r < rounds(n); ++r) {
      share(g, 0, pairs(n), [&](int t) {
        by[t] = {};
        int p, q;
        if (!pair_of(n, r, t, p, q)) return;
        R alpha = 0, beta = 0;
        T gamma = T(0);
        for (int i = 0; i < m; ++i) {
          T const x = a[p * ld + i], y = a[q * ld + i];
          alpha += square(x);
          beta += square(y);
          gamma = gamma + conjugate(x) * y;
        }
        R const size = magnitude(gamma);
        if (!(size > angle * scalar::sqrt(alpha) * scalar::sqrt(beta)) || size == 0) return;
        rotated = true;
        by[t] = rotation_of<T>(alpha, beta, gamma, size);
      });
      g.sync();
      rotate_columns(g, n, r, by, m, ld, a);
      if (v != nullptr) rotate_columns(g, n, r, by, n, ldv, v);
      g.sync();
    }
    if (!g.any(rotated)) return 0;
  }
  return 1;
}

/// order[k] = which of n numbers is the k-th, ascending or descending; equal ones by their places.
template <class R, class G>
FUSE_HD void sort(G const& g, int n, R const* w, bool ascending, int* order) {
  share(g, 0, n, [&](int i) {
    int before = 0;
    for (int j = 0; j < n; ++j)
      before += ascending ? w[j] < w[i] || (w[j] == w[i] && j < i) : w[j] > w[i] || (w[j] == w[i] && j < i);
    order[before] = i;
  });
  g.sync();
}

/// Column `j` of U (m rows) to one of length 1 at right angles to the columns before it. `work` has m numbers.
template <class T, class G>
FUSE_HD void complete(G const& g, int m, int ld, T* u, int j, T* work) {
  using R = real<T>;
  T* const column = u + j * ld;
  for (int unit = 0; unit < m; ++unit) {
    share(g, 0, m, [&](int i) { column[i] = i == unit ? T(1) : T(0); });
    g.sync();
    R length = 0;
    for (int pass = 0; pass < 2; ++pass) {  // twice is enough
      share(g, 0, j, [&](int k) {
        T sum = T(0);
        for (int i = 0; i < m; ++i) sum = sum + conjugate(u[k * ld + i]) * column[i];
        work[k] = sum;
      });
      g.sync();
      share(g, 0, m, [&](int i) {
        T x = column[i];
        for (int k = 0; k < j; ++k) x = x - u[k * ld + i] * work[k];
        column[i] = x;
      });
      g.sync();
    }
    for (int i = 0; i < m; ++i) length += square(column[i]);
    g.sync();
    // Some unit vector has this much that is not in the span of the others.
    if (2 * m * length < m - j) continue;
    R const factor = 1 / scalar::sqrt(length);
    share(g, 0, m, [&](int i) { column[i] = column[i] * T(factor); });
    g.sync();
    return;
  }
}

/// Singular values of an m x n matrix, m >= n, in descending order, to `s`; with `columns` above 0 that many left
/// vectors to U, and V's columns in the order of `order` are the right ones. A is overwritten; `u` has `columns`
/// columns. `s` and `lengths` have n numbers, `work` m. Returns 1 where nothing converges.
template <class T, class G>
FUSE_HD int svd(G const& g, int m, int n, int ld, T* a, int ldv, T* v, int columns, T* u, rotation<T>* by, real<T>* s,
                real<T>* lengths, int* order, T* work) {
  using R = real<T>;
  // Squares neither overflow nor underflow.
  R largest = 0;
  for (int item = g.lane; item < m * n; item += g.size)
    if (R const size = quick_size(a[item / m * ld + item % m]); size > largest) largest = size;
  largest = g.greatest(largest);
  if (largest > 0)
    for (int item = g.lane; item < m * n; item += g.size) {
      T& x = a[item / m * ld + item % m];
      x = scaled(x, largest);
    }
  g.sync();
  int const info = orthogonalize(g, m, n, ld, a, ldv, v, by);
  share(g, 0, n, [&](int j) {
    R sum = 0;
    for (int i = 0; i < m; ++i) sum += square(a[j * ld + i]);
    lengths[j] = scalar::sqrt(sum);
  });
  g.sync();
  sort(g, n, lengths, false, order);
  share(g, 0, n, [&](int k) { s[k] = lengths[order[k]] * largest; });
  R const least = lengths[order[0]] * rounding_unit<T>() * rounding_unit<T>();
  for (int k = 0; k < columns; ++k) {
    int const from = k < n ? order[k] : 0;
    R const length = k < n ? lengths[from] : R(0);
    if (length > least)
      share(g, 0, m, [&](int i) { u[k * ld + i] = scaled(a[from * ld + i], length); });
    else
      complete(g, m, ld, u, k, work);
    g.sync();
  }
  g.sync();
  return info;
}

}  // namespace cp::library::small
