// What calls of cuBLAS and cuBLASLt for products have in common: types, factors, what is done to a matrix.
#pragma once

#include <cublas_v2.h>

#include <fuse/library/blas.hpp>

#include "cuda_handles.hpp"

namespace cp::library {

/// A product's dtype, what it is computed in, and bytes of an element.
struct blas_types {
  cudaDataType data;
  cublasComputeType_t compute;
  int itemsize;
};
blas_types types_of(dtype_id dtype, precision_kind precision);

/// alpha or beta in the type that is computed in.
struct blas_number {
  alignas(16) unsigned char bytes[16];

  blas_number(coefficient const& x, dtype_id dtype) {
    if (dtype == dtype_id::float64 || dtype == dtype_id::complex128)
      set(x.re, x.im);
    else
      set(static_cast<float>(x.re), static_cast<float>(x.im));
  }
  template <class T>
  T const* as() const {
    return reinterpret_cast<T const*>(bytes);
  }

 private:
  template <class T>
  void set(T re, T im) {
    auto* const p = reinterpret_cast<T*>(bytes);
    p[0] = re, p[1] = im;
  }
};

inline cublasOperation_t operation(blas_matrix const& m) {
  return !m.transposed ? CUBLAS_OP_N : m.conjugated ? CUBLAS_OP_C : CUBLAS_OP_T;
}

/// The product with its `last` by cuBLASLt, whose algorithm for the shape is looked up once. False, and nothing done,
/// where cuBLASLt has none.
bool finished_product(library_handles& h, gemm const& g, precision_kind precision);

}  // namespace cp::library
