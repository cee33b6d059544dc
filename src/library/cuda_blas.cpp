// Products of matrices by cuBLAS, on the current stream's handle: after the first call nothing is allocated, and calls
// can be captured in graphs.
#include "cuda_blas.hpp"

#include <fuse/core/error.hpp>
#include <fuse/runtime/launch.hpp>

#include "cuda_batch.hpp"
#include "cuda_short_rows.hpp"
#include "cuda_small_products.hpp"
#include "precision.hpp"

namespace cp::library {

blas_types types_of(dtype_id dtype, precision_kind precision) {
  cublasComputeType_t single = CUBLAS_COMPUTE_32F, twice = CUBLAS_COMPUTE_64F;
  if (precision == precision_kind::tf32) single = CUBLAS_COMPUTE_32F_FAST_TF32;
#if CUBLAS_VERSION >= 120900
  if (precision == precision_kind::bfloat16x9) single = CUBLAS_COMPUTE_32F_EMULATED_16BFX9;
#endif
#if CUBLAS_VERSION >= 130000
  if (precision == precision_kind::float64_emulated) twice = CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT;
#endif
  switch (dtype) {
    case dtype_id::float16:
      return {CUDA_R_16F, CUBLAS_COMPUTE_32F, 2};
    case dtype_id::bfloat16:
      return {CUDA_R_16BF, CUBLAS_COMPUTE_32F, 2};
    case dtype_id::float32:
      return {CUDA_R_32F, single, 4};
    case dtype_id::float64:
      return {CUDA_R_64F, twice, 8};
    case dtype_id::complex64:
      return {CUDA_C_32F, single, 8};
    case dtype_id::complex128:
      return {CUDA_C_64F, twice, 16};
    default:
      throw_no_routine(dtype);
  }
}

namespace {

/// A matrix, as cuBLAS sees it: column by column, that is transposed.
struct matrix_times_vector {
  cublasOperation_t op;
  std::int64_t rows, columns;
  void const* matrix;
  std::int64_t leading;
  void const* x;
  std::int64_t step_x;
  void* y;
  std::int64_t step_y;
};

bool as_vector(gemm const& g, matrix_times_vector& v) {
  if (g.n == 1 && !g.a.conjugated && !g.b.conjugated) {
    v = {g.a.transposed ? CUBLAS_OP_N : CUBLAS_OP_T,
         g.a.transposed ? g.m : g.k,
         g.a.transposed ? g.k : g.m,
         g.a.data,
         g.a.leading,
         g.b.data,
         g.b.transposed ? 1 : g.b.leading,
         g.c,
         g.c_leading};
    return true;
  }
  if (g.m == 1 && !g.a.conjugated) {
    v = {operation(g.b),
         g.b.transposed ? g.k : g.n,
         g.b.transposed ? g.n : g.k,
         g.b.data,
         g.b.leading,
         g.a.data,
         g.a.transposed ? g.a.leading : 1,
         g.c,
         1};
    return true;
  }
  return false;
}

/// Whether there was a gemv for it.
bool vector_product(cublasHandle_t handle, gemm const& g, blas_number const& alpha, blas_number const& beta) {
  matrix_times_vector v;
  if (!as_vector(g, v)) return false;
  rows_by_vector const rows{g.dtype,  v.matrix, v.leading, v.columns,  v.rows,   v.x,
                            v.step_x, v.y,      v.step_y,  g.alpha.re, g.beta.re};
  if (v.op == CUBLAS_OP_T && are_short_rows(rows)) {
    multiply_short_rows(rows);
    return true;
  }
  switch (g.dtype) {
    case dtype_id::float32:
      check_blas("cublasSgemv",
                 cublasSgemv_64(handle, v.op, v.rows, v.columns, alpha.as<float>(), static_cast<float const*>(v.matrix),
                                v.leading, static_cast<float const*>(v.x), v.step_x, beta.as<float>(),
                                static_cast<float*>(v.y), v.step_y));
      return true;
    case dtype_id::float64:
      check_blas("cublasDgemv",
                 cublasDgemv_64(handle, v.op, v.rows, v.columns, alpha.as<double>(),
                                static_cast<double const*>(v.matrix), v.leading, static_cast<double const*>(v.x),
                                v.step_x, beta.as<double>(), static_cast<double*>(v.y), v.step_y));
      return true;
    case dtype_id::complex64:
      check_blas("cublasCgemv",
                 cublasCgemv_64(handle, v.op, v.rows, v.columns, alpha.as<cuComplex>(),
                                static_cast<cuComplex const*>(v.matrix), v.leading, static_cast<cuComplex const*>(v.x),
                                v.step_x, beta.as<cuComplex>(), static_cast<cuComplex*>(v.y), v.step_y));
      return true;
    case dtype_id::complex128:
      check_blas("cublasZgemv",
                 cublasZgemv_64(handle, v.op, v.rows, v.columns, alpha.as<cuDoubleComplex>(),
                                static_cast<cuDoubleComplex const*>(v.matrix), v.leading,
                                static_cast<cuDoubleComplex const*>(v.x), v.step_x, beta.as<cuDoubleComplex>(),
                                static_cast<cuDoubleComplex*>(v.y), v.step_y));
      return true;
    default:
      return false;
  }
}

/// Calls f(types) with the precision that the thread has chosen; in full where cuBLAS does not have that one here.
template <class F>
void with_precision(char const* call, dtype_id dtype, precision_kind precision, F const& f) {
  cublasStatus_t status = f(types_of(dtype, precision));
  if (precision != precision_kind::full &&
      (status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_ARCH_MISMATCH))
    status = f(types_of(dtype, precision_kind::full));
  check_blas(call, status);
}

}  // namespace

bool device_gemm(gemm const& g) {
  if (runtime::is_capturing() && !runtime::is_capturing_device())
    throw value_error(
        "cp::capture: work on device arrays cannot be captured into a host graph; do it outside, or capture a device "
        "graph");
  bool const nothing_left = g.last.none();
  if (g.m == 0 || g.n == 0) return nothing_left;
  precision_kind const precision = library::precision();
  bool const full = precision == precision_kind::full;
  if ((full || precision == precision_kind::float64_emulated) && is_small_product(g)) {
    small_product(g);
    return nothing_left;
  }
  locked_blas const h;
  if (!nothing_left && finished_product(*h, g, precision)) return true;
  blas_number const alpha(g.alpha, g.dtype), beta(g.beta, g.dtype);
  if (g.axes == 0 && g.k > 0 && full && vector_product(h->blas, g, alpha, beta)) return nothing_left;

  // Rows of ours are cuBLAS's columns: it computes the transposed product.
  cublasOperation_t const op_a = operation(g.a), op_b = operation(g.b);
  if (g.axes == 0) {
    with_precision("cublasGemmEx", g.dtype, precision, [&](blas_types const& t) {
      return cublasGemmEx_64(h->blas, op_b, op_a, g.n, g.m, g.k, alpha.bytes, g.b.data, t.data, g.b.leading, g.a.data,
                             t.data, g.a.leading, beta.bytes, g.c, t.data, g.c_leading, t.compute, CUBLAS_GEMM_DEFAULT);
    });
    return nothing_left;
  }
  gemm::batch_axis const& batch = g.batch[0];
  if (g.axes == 1 && batch.a >= 0 && batch.b >= 0 && batch.c >= 0) {
    with_precision("cublasGemmStridedBatchedEx", g.dtype, precision, [&](blas_types const& t) {
      return cublasGemmStridedBatchedEx_64(h->blas, op_b, op_a, g.n, g.m, g.k, alpha.bytes, g.b.data, t.data,
                                           g.b.leading, batch.b, g.a.data, t.data, g.a.leading, batch.a, beta.bytes,
                                           g.c, t.data, g.c_leading, batch.c, batch.extent, t.compute,
                                           CUBLAS_GEMM_DEFAULT);
    });
    return nothing_left;
  }
  // Several axes: lists of addresses of the last eight, a call for each place on those before.
  constexpr int listed = 8;
  int const outer = g.axes > listed ? g.axes - listed : 0;
  gemm part = g;
  part.axes = g.axes - outer;
  for (int i = 0; i < part.axes; ++i) part.batch[i] = g.batch[outer + i];
  std::int64_t const n = batch_size(part);
  storage_ptr const memory(runtime::allocate(memory_kind::device, 3 * n * static_cast<std::int64_t>(sizeof(void*))));
  auto* const lists = static_cast<void**>(memory->data);
  int const itemsize = types_of(g.dtype, precision).itemsize;
  for_each_matrix(g, outer, [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    part.a.data = static_cast<char const*>(g.a.data) + a * itemsize;
    part.b.data = static_cast<char const*>(g.b.data) + b * itemsize;
    part.c = static_cast<char*>(g.c) + c * itemsize;
    write_addresses(part, itemsize, lists);
    with_precision("cublasGemmBatchedEx", g.dtype, precision, [&](blas_types const& t) {
      return cublasGemmBatchedEx_64(h->blas, op_b, op_a, g.n, g.m, g.k, alpha.bytes,
                                    const_cast<void const* const*>(lists + n), t.data, g.b.leading,
                                    const_cast<void const* const*>(lists), t.data, g.a.leading, beta.bytes,
                                    lists + 2 * n, t.data, g.c_leading, n, t.compute, CUBLAS_GEMM_DEFAULT);
    });
  });
  return nothing_left;
}

}  // namespace cp::library
