// cuBLAS' and cuSOLVER's routines that have a name for each dtype, under one name each.
#pragma once

#include <type_traits>

#include "cuda_handles.hpp"

namespace cp::library::routines {

#define FUSE_CUDA_ROUTINES(T, X)                                                                                    \
  inline cublasStatus_t getrf_batched(cublasHandle_t h, int n, T** a, int* pivots, int* info, int count) {          \
    return cublas##X##getrfBatched(h, n, a, n, pivots, info, count);                                                \
  }                                                                                                                 \
  inline cublasStatus_t getrs_batched(cublasHandle_t h, cublasOperation_t how, int n, int k, T** lu,                \
                                      int const* pivots, T** b, int* status, int count) {                           \
    return cublas##X##getrsBatched(h, how, n, k, lu, n, pivots, b, n, status, count);                               \
  }                                                                                                                 \
  inline cublasStatus_t getri_batched(cublasHandle_t h, int n, T** lu, int const* pivots, T** to, int* info,        \
                                      int count) {                                                                  \
    return cublas##X##getriBatched(h, n, lu, n, pivots, to, n, info, count);                                        \
  }                                                                                                                 \
  inline cublasStatus_t geqrf_batched(cublasHandle_t h, int m, int n, T** a, T** tau, int* status, int count) {     \
    return cublas##X##geqrfBatched(h, m, n, a, m, tau, status, count);                                              \
  }                                                                                                                 \
  inline cublasStatus_t trsm(cublasHandle_t h, cublasFillMode_t half, cublasOperation_t how, cublasDiagType_t unit, \
                             std::int64_t n, std::int64_t k, T const* one, T const* a, T* b) {                      \
    return cublas##X##trsm_64(h, CUBLAS_SIDE_LEFT, half, how, unit, n, k, one, a, n, b, n);                         \
  }                                                                                                                 \
  inline cublasStatus_t trsm_batched(cublasHandle_t h, cublasFillMode_t half, cublasOperation_t how,                \
                                     cublasDiagType_t unit, std::int64_t n, std::int64_t k, T const* one, T** a,    \
                                     T** b, std::int64_t count) {                                                   \
    return cublas##X##trsmBatched_64(h, CUBLAS_SIDE_LEFT, half, how, unit, n, k, one, a, n, b, n, count);           \
  }                                                                                                                 \
  inline cusolverStatus_t potrf_batched(cusolverDnHandle_t h, cublasFillMode_t half, int n, T** a, int* info,       \
                                        int count) {                                                                \
    return cusolverDn##X##potrfBatched(h, half, n, a, n, info, count);                                              \
  }
FUSE_CUDA_ROUTINES(float, S)
FUSE_CUDA_ROUTINES(double, D)
FUSE_CUDA_ROUTINES(cuComplex, C)
FUSE_CUDA_ROUTINES(cuDoubleComplex, Z)
#undef FUSE_CUDA_ROUTINES

#define FUSE_CUDA_MAKE_Q(T, name)                                                                                  \
  inline cusolverStatus_t make_q_size(cusolverDnHandle_t h, int m, int n, int k, T const* a, T const* tau,         \
                                      int* size) {                                                                 \
    return cusolverDn##name##_bufferSize(h, m, n, k, a, m, tau, size);                                             \
  }                                                                                                                \
  inline cusolverStatus_t make_q(cusolverDnHandle_t h, int m, int n, int k, T* a, T const* tau, T* work, int size, \
                                 int* info) {                                                                      \
    return cusolverDn##name(h, m, n, k, a, m, tau, work, size, info);                                              \
  }
FUSE_CUDA_MAKE_Q(float, Sorgqr)
FUSE_CUDA_MAKE_Q(double, Dorgqr)
FUSE_CUDA_MAKE_Q(cuComplex, Cungqr)
FUSE_CUDA_MAKE_Q(cuDoubleComplex, Zungqr)
#undef FUSE_CUDA_MAKE_Q

template <class T>
using real_of = std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, cuComplex>, float, double>;

#define FUSE_CUDA_JACOBI(T, R, name)                                                                              \
  inline cusolverStatus_t jacobi_size(cusolverDnHandle_t h, cusolverEigMode_t job, cublasFillMode_t half, int n,  \
                                      T const* a, R const* w, int* size, syevjInfo_t how, int count) {            \
    return cusolverDn##name##_bufferSize(h, job, half, n, a, n, w, size, how, count);                             \
  }                                                                                                               \
  inline cusolverStatus_t jacobi(cusolverDnHandle_t h, cusolverEigMode_t job, cublasFillMode_t half, int n, T* a, \
                                 R* w, T* work, int size, int* info, syevjInfo_t how, int count) {                \
    return cusolverDn##name(h, job, half, n, a, n, w, work, size, info, how, count);                              \
  }
FUSE_CUDA_JACOBI(float, float, SsyevjBatched)
FUSE_CUDA_JACOBI(double, double, DsyevjBatched)
FUSE_CUDA_JACOBI(cuComplex, float, CheevjBatched)
FUSE_CUDA_JACOBI(cuDoubleComplex, double, ZheevjBatched)
#undef FUSE_CUDA_JACOBI

}  // namespace cp::library::routines
