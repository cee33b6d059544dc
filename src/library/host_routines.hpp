// LAPACKE's and CBLAS' routines for the four dtypes, under one name each. Column-major, without LAPACKE's search for
// NaN.
#pragma once

#include FUSE_CBLAS_HEADER

#include <complex>
#include <cstddef>
#include <vector>
#undef lapack_complex_float
#undef lapack_complex_double
#define LAPACK_COMPLEX_CUSTOM
#define lapack_complex_float std::complex<float>
#define lapack_complex_double std::complex<double>
#include FUSE_LAPACKE_HEADER

namespace cp::library::routines {

using c64 = std::complex<float>;
using c128 = std::complex<double>;

// Routines that have the same arguments for all dtypes, then those that differ between real and complex numbers.
#define FUSE_LAPACK_ROUTINES(T, x)                                                                              \
  inline int potrf(char half, int n, T* a) { return LAPACKE_##x##potrf_work(LAPACK_COL_MAJOR, half, n, a, n); } \
  inline int getrf(int m, int n, T* a, int* pivots) {                                                           \
    return LAPACKE_##x##getrf_work(LAPACK_COL_MAJOR, m, n, a, m, pivots);                                       \
  }                                                                                                             \
  inline int getrs(char how, int n, int k, T const* lu, int const* pivots, T* b) {                              \
    return LAPACKE_##x##getrs_work(LAPACK_COL_MAJOR, how, n, k, lu, n, pivots, b, n);                           \
  }                                                                                                             \
  inline int getri(int n, T* a, int const* pivots, T* work, int size) {                                         \
    return LAPACKE_##x##getri_work(LAPACK_COL_MAJOR, n, a, n, pivots, work, size);                              \
  }                                                                                                             \
  inline int trtrs(char half, char how, char unit, int n, int k, T const* a, T* b) {                            \
    return LAPACKE_##x##trtrs_work(LAPACK_COL_MAJOR, half, how, unit, n, k, a, n, b, n);                        \
  }                                                                                                             \
  inline int geqrf(int m, int n, T* a, T* tau, T* work, int size) {                                             \
    return LAPACKE_##x##geqrf_work(LAPACK_COL_MAJOR, m, n, a, m, tau, work, size);                              \
  }
FUSE_LAPACK_ROUTINES(float, s)
FUSE_LAPACK_ROUTINES(double, d)
FUSE_LAPACK_ROUTINES(c64, c)
FUSE_LAPACK_ROUTINES(c128, z)
#undef FUSE_LAPACK_ROUTINES

#define FUSE_LAPACK_REAL(T, x)                                                                                     \
  inline int make_q(int m, int n, int k, T* a, T const* tau, T* work, int size) {                                  \
    return LAPACKE_##x##orgqr_work(LAPACK_COL_MAJOR, m, n, k, a, m, tau, work, size);                              \
  }                                                                                                                \
  inline int eigh(char job, char half, int n, T* a, T* w, T* work, int size, T*, int, int* integers,               \
                  int integer_size) {                                                                              \
    return LAPACKE_##x##syevd_work(LAPACK_COL_MAJOR, job, half, n, a, n, w, work, size, integers, integer_size);   \
  }                                                                                                                \
  inline int svd(char job, int m, int n, T* a, T* s, T* u, T* vh, int ld, T* work, int size, T*, int* integers) {  \
    return LAPACKE_##x##gesdd_work(LAPACK_COL_MAJOR, job, m, n, a, m, s, u, m, vh, ld, work, size, integers);      \
  }                                                                                                                \
  inline int eig(char job, int n, T* a, T* w, T* v, T* work, int size, T*) {                                       \
    return LAPACKE_##x##geev_work(LAPACK_COL_MAJOR, 'N', job, n, a, n, w, w + n, nullptr, 1, v, n, work, size);    \
  }                                                                                                                \
  inline void multiply(CBLAS_TRANSPOSE p, CBLAS_TRANSPOSE q, int m, int n, int k, T const* a, int lda, T const* b, \
                       int ldb, T* c) {                                                                            \
    cblas_##x##gemm(CblasColMajor, p, q, m, n, k, T(1), a, lda, b, ldb, T(0), c, m);                               \
  }
FUSE_LAPACK_REAL(float, s)
FUSE_LAPACK_REAL(double, d)
#undef FUSE_LAPACK_REAL

#define FUSE_LAPACK_COMPLEX(T, R, x)                                                                                 \
  inline int make_q(int m, int n, int k, T* a, T const* tau, T* work, int size) {                                    \
    return LAPACKE_##x##ungqr_work(LAPACK_COL_MAJOR, m, n, k, a, m, tau, work, size);                                \
  }                                                                                                                  \
  inline int eigh(char job, char half, int n, T* a, R* w, T* work, int size, R* reals, int real_size, int* integers, \
                  int integer_size) {                                                                                \
    return LAPACKE_##x##heevd_work(LAPACK_COL_MAJOR, job, half, n, a, n, w, work, size, reals, real_size, integers,  \
                                   integer_size);                                                                    \
  }                                                                                                                  \
  inline int svd(char job, int m, int n, T* a, R* s, T* u, T* vh, int ld, T* work, int size, R* reals,               \
                 int* integers) {                                                                                    \
    return LAPACKE_##x##gesdd_work(LAPACK_COL_MAJOR, job, m, n, a, m, s, u, m, vh, ld, work, size, reals, integers); \
  }                                                                                                                  \
  inline int eig(char job, int n, T* a, T* w, T* v, T* work, int size, R* reals) {                                   \
    return LAPACKE_##x##geev_work(LAPACK_COL_MAJOR, 'N', job, n, a, n, w, nullptr, 1, v, n, work, size, reals);      \
  }                                                                                                                  \
  inline void multiply(CBLAS_TRANSPOSE p, CBLAS_TRANSPOSE q, int m, int n, int k, T const* a, int lda, T const* b,   \
                       int ldb, T* c) {                                                                              \
    T const one = 1, zero = 0;                                                                                       \
    cblas_##x##gemm(CblasColMajor, p, q, m, n, k, &one, a, lda, b, ldb, &zero, c, m);                                \
  }
FUSE_LAPACK_COMPLEX(c64, float, c)
FUSE_LAPACK_COMPLEX(c128, double, z)
#undef FUSE_LAPACK_COMPLEX

}  // namespace cp::library::routines
