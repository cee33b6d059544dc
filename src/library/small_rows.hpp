// Small systems with a row of the matrix in the registers of each lane of a group. A group G has `lane`,
// `largest(value, index)` as in small_systems.hpp, and `from(value, lane)`, the value that another lane holds; all
// lanes call them together. Arrays have N elements, of which the first `n` count; lanes from n on hold rows of nothing.
#pragma once

#include "small_systems.hpp"

// Elements of arrays that are to be registers have places known to the compiler.
#if defined(__CUDA_ARCH__)
#define FUSE_UNROLL _Pragma("unroll")
#else
#define FUSE_UNROLL
#endif

namespace cp::library::small {

/// LU factors with rows exchanged in name only: `pivot[k]` is the lane of the k-th pivot, `step` the k whose pivot is
/// the lane's own (-1 in lanes without a row). Of `a` the elements before `step` are L's, the others U's.
template <class T, int N>
struct factored_rows {
  T a[N];
  int pivot[N];
  int step;
};

/// Factors the matrix whose rows are the lanes' `f.a`. Returns the place of the first pivot of 0, from 1 on, or 0.
template <class T, int N, class G>
FUSE_HD int factor_rows(G const& g, int n, factored_rows<T, N>& f) {
  int info = 0;
  f.step = g.lane < n ? N : -1;
  FUSE_UNROLL
  for (int k = 0; k < N; ++k) {
    if (k >= n) continue;
    // NaN comes before nothing but rows that have had their turn.
    real<T> const size = quick_size(f.a[k]);
    int const lane = g.largest(f.step < N ? real<T>(-2) : size >= 0 ? size : real<T>(-1), g.lane);
    f.pivot[k] = lane;
    if (g.lane == lane) f.step = k;
    T const pivot = g.from(f.a[k], lane);
    bool const regular = !(pivot == T(0)), below = f.step > k;
    if (!regular && info == 0) info = k + 1;
    T const l = below && regular ? f.a[k] / pivot : T(0);
    if (below && regular) f.a[k] = l;
    FUSE_UNROLL
    for (int j = k + 1; j < N; ++j) {
      T const u = g.from(f.a[j], lane);
      if (below) f.a[j] = f.a[j] - l * u;
    }
  }
  return info;
}

/// A x = b: an element of b in each lane becomes one of x.
template <class T, int N, class G>
FUSE_HD T substitute_rows(G const& g, int n, factored_rows<T, N> const& f, T b) {
  FUSE_UNROLL
  for (int k = 0; k < N; ++k) {
    if (k >= n) continue;
    T const y = g.from(b, f.pivot[k]);
    if (f.step > k) b = b - f.a[k] * y;
  }
  T x = T(0);
  FUSE_UNROLL
  for (int k = N - 1; k >= 0; --k) {
    if (k >= n) continue;
    T const y = g.from(b / f.a[k], f.pivot[k]);
    if (f.step < k) b = b - f.a[k] * y;
    if (g.lane == k) x = y;
  }
  return x;
}

/// L U x = b of factors by rows, N apart, which all lanes read: each for a b of its own, in place.
template <class T, int N>
FUSE_HD void substitute_column(int n, T const* lu, T (&x)[N]) {
  FUSE_UNROLL
  for (int k = 1; k < N; ++k) {
    if (k >= n) continue;
    FUSE_UNROLL
    for (int j = 0; j < k; ++j) x[k] = x[k] - lu[k * N + j] * x[j];
  }
  FUSE_UNROLL
  for (int k = N - 1; k >= 0; --k) {
    if (k >= n) continue;
    FUSE_UNROLL
    for (int j = k + 1; j < N; ++j) x[k] = x[k] - lu[k * N + j] * x[j];
    x[k] = x[k] / lu[k * N + k];
  }
}

/// A = L L^H in place of the rows of the lower triangle. Returns the order of the first minor that is not positive, or
/// 0; L is right up to there.
template <class T, int N, class G>
FUSE_HD int cholesky_rows(G const& g, int n, T (&a)[N]) {
  int info = 0;
  FUSE_UNROLL
  for (int k = 0; k < N; ++k) {
    if (k >= n) continue;
    real<T> const d = real_part(g.from(a[k], k));
    if (!(d > 0) && info == 0) info = k + 1;
    real<T> const root = scalar::sqrt(d);
    a[k] = g.lane == k ? T(root) : a[k] * T(1 / root);
    FUSE_UNROLL
    for (int j = k + 1; j < N; ++j) {
      T const l = conjugate(g.from(a[k], j));
      a[j] = a[j] - a[k] * l;
    }
  }
  return info;
}

}  // namespace cp::library::small

#undef FUSE_UNROLL
