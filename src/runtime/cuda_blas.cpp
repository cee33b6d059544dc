// Products of matrices by cuBLAS. A handle a thread and device, a workspace a stream, from the pool: after the first call
// nothing is allocated, and calls can be captured in graphs.
#include <cublas_v2.h>

#include <fuse/core/error.hpp>
#include <fuse/runtime/blas.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cuda_batch.hpp"
#include "precision.hpp"

namespace cp::runtime {

namespace {

void check_blas(char const* call, cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw cuda_error(std::string("cp: ") + call + " failed: " + cublasGetStatusName(status) + " (" +
                       std::to_string(static_cast<int>(status)) + "): " + cublasGetStatusString(status),
                   static_cast<int>(status));
}

constexpr int most_devices = 32;

/// A handle, and the stream and workspace that it has.
struct blas_handle {
  cublasHandle_t native = nullptr;
  stream_handle stream = nullptr;
  void* workspace = nullptr;
};

/// Handles that no thread has. Never destroyed, as nothing of the runtime is.
struct idle_handles {
  std::mutex mutex;
  std::vector<blas_handle> of[most_devices];
};
idle_handles& idle() {
  static auto& handles = *new idle_handles;
  return handles;
}

/// The calling thread's handles; they go back when it ends.
struct thread_handles {
  blas_handle of[most_devices];
  ~thread_handles() {
    for (int i = 0; i < most_devices; ++i)
      if (of[i].native != nullptr) {
        std::lock_guard const lock(idle().mutex);
        idle().of[i].push_back(of[i]);
      }
  }
};

blas_handle& handle_of(int device) {
  thread_local thread_handles mine;
  blas_handle& h = mine.of[device];
  if (h.native != nullptr) return h;
  {
    std::lock_guard const lock(idle().mutex);
    auto& free = idle().of[device];
    if (!free.empty()) {
      h = free.back();
      free.pop_back();
      return h;
    }
  }
  // Creating one allocates, which a capture of this thread's would not survive in its own mode.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cublasStatus_t const status = cublasCreate(&h.native);
  cudaThreadExchangeStreamCaptureMode(&mode);
  check_blas("cublasCreate", status);
  // Sums of 16-bit floats are float32 throughout; TF32 and the like are asked for by the compute type alone.
  check_blas("cublasSetMathMode",
             cublasSetMathMode(h.native, static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH |
                                                                   CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)));
  return h;
}

/// NVIDIA's recommendation: 32 MiB from Hopper on, 4 MiB before.
std::int64_t workspace_bytes(int device) {
  static std::int64_t bytes[most_devices] = {};
  static std::mutex mutex;
  std::lock_guard const lock(mutex);
  if (bytes[device] == 0) bytes[device] = std::int64_t{cuda::properties(device).compute_major >= 9 ? 32 : 4} << 20;
  return bytes[device];
}

/// A handle's workspace on a stream. Two handles may not share one: a call may be several kernels, between which those
/// of another thread's call could come.
void* workspace_of(cublasHandle_t handle, stream_handle stream, std::int64_t bytes) {
  static auto& mutex = *new std::mutex;
  static auto& of = *new std::map<std::pair<cublasHandle_t, stream_handle>, storage_ptr>;
  std::lock_guard const lock(mutex);
  storage_ptr& memory = of[{handle, stream}];
  if (!memory) memory = storage_ptr(allocate(memory_kind::device, bytes));
  return memory->data;
}

/// The calling thread's handle, ready for the current stream. `captured` keeps a workspace that belongs to a graph.
cublasHandle_t ready(storage_ptr& captured) {
  int const device = cuda::current_device();
  stream_handle const stream = current_stream().handle;
  blas_handle& h = handle_of(device);
  std::int64_t const bytes = workspace_bytes(device);
  void* workspace;
  if (is_capturing_device()) {
    captured = storage_ptr(allocate(memory_kind::device, bytes));
    workspace = captured->data;
  } else {
    workspace = workspace_of(h.native, stream, bytes);
  }
  if (h.workspace == workspace && h.stream == stream) return h.native;
  check_blas("cublasSetStream", cublasSetStream(h.native, static_cast<cudaStream_t>(stream)));
  check_blas("cublasSetWorkspace", cublasSetWorkspace(h.native, workspace, static_cast<std::size_t>(bytes)));
  h.stream = stream;
  h.workspace = captured ? nullptr : workspace;
  return h.native;
}

struct types {
  cudaDataType data;
  cublasComputeType_t compute;
  int itemsize;
};
types types_of(dtype_id dtype, products::precision_kind precision) {
  cublasComputeType_t single = CUBLAS_COMPUTE_32F, twice = CUBLAS_COMPUTE_64F;
  if (precision == products::precision_kind::tf32) single = CUBLAS_COMPUTE_32F_FAST_TF32;
#if CUBLAS_VERSION >= 120900
  if (precision == products::precision_kind::bfloat16x9) single = CUBLAS_COMPUTE_32F_EMULATED_16BFX9;
#endif
#if CUBLAS_VERSION >= 130000
  if (precision == products::precision_kind::float64_emulated) twice = CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT;
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
    default:
      return {CUDA_C_64F, twice, 16};
  }
}

/// alpha or beta in the type that is computed in.
struct number {
  alignas(16) unsigned char bytes[16];

  number(products::coefficient const& x, dtype_id dtype) {
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

cublasOperation_t operation(blas_matrix const& m) {
  return !m.transposed ? CUBLAS_OP_N : m.conjugated ? CUBLAS_OP_C : CUBLAS_OP_T;
}

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
bool vector_product(cublasHandle_t handle, gemm const& g, number const& alpha, number const& beta) {
  matrix_times_vector v;
  if (!as_vector(g, v)) return false;
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

}  // namespace

namespace {

/// Calls f(types) with the precision that the thread has chosen; in full where cuBLAS does not have that one here.
template <class F>
void with_precision(char const* call, dtype_id dtype, products::precision_kind precision, F const& f) {
  cublasStatus_t status = f(types_of(dtype, precision));
  if (precision != products::precision_kind::full &&
      (status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_ARCH_MISMATCH))
    status = f(types_of(dtype, products::precision_kind::full));
  check_blas(call, status);
}

}  // namespace

void device_gemm(gemm const& g) {
  if (is_capturing() && !is_capturing_device())
    throw value_error(
        "cp::capture: work on device arrays cannot be captured into a host graph; do it outside, or capture a device "
        "graph");
  if (g.m == 0 || g.n == 0) return;
  storage_ptr captured;
  cublasHandle_t const handle = ready(captured);
  products::precision_kind const precision = products::precision();
  number const alpha(g.alpha, g.dtype), beta(g.beta, g.dtype);
  if (g.axes == 0 && g.k > 0 && precision == products::precision_kind::full && vector_product(handle, g, alpha, beta))
    return;

  // Rows of ours are cuBLAS's columns: it computes the transposed product.
  cublasOperation_t const op_a = operation(g.a), op_b = operation(g.b);
  if (g.axes == 0)
    return with_precision("cublasGemmEx", g.dtype, precision, [&](types const& t) {
      return cublasGemmEx_64(handle, op_b, op_a, g.n, g.m, g.k, alpha.bytes, g.b.data, t.data, g.b.leading, g.a.data,
                             t.data, g.a.leading, beta.bytes, g.c, t.data, g.c_leading, t.compute, CUBLAS_GEMM_DEFAULT);
    });
  gemm::batch_axis const& batch = g.batch[0];
  if (g.axes == 1 && batch.a >= 0 && batch.b >= 0 && batch.c >= 0)
    return with_precision("cublasGemmStridedBatchedEx", g.dtype, precision, [&](types const& t) {
      return cublasGemmStridedBatchedEx_64(handle, op_b, op_a, g.n, g.m, g.k, alpha.bytes, g.b.data, t.data,
                                           g.b.leading, batch.b, g.a.data, t.data, g.a.leading, batch.a, beta.bytes,
                                           g.c, t.data, g.c_leading, batch.c, batch.extent, t.compute,
                                           CUBLAS_GEMM_DEFAULT);
    });
  // Several axes: lists of addresses of the last eight, a call for each place on those before.
  constexpr int listed = 8;
  int const outer = g.axes > listed ? g.axes - listed : 0;
  gemm part = g;
  part.axes = g.axes - outer;
  for (int i = 0; i < part.axes; ++i) part.batch[i] = g.batch[outer + i];
  std::int64_t const n = batch_size(part);
  storage_ptr const memory(allocate(memory_kind::device, 3 * n * static_cast<std::int64_t>(sizeof(void*))));
  auto* const lists = static_cast<void**>(memory->data);
  int const itemsize = types_of(g.dtype, precision).itemsize;
  for_each_matrix(g, outer, [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    part.a.data = static_cast<char const*>(g.a.data) + a * itemsize;
    part.b.data = static_cast<char const*>(g.b.data) + b * itemsize;
    part.c = static_cast<char*>(g.c) + c * itemsize;
    write_addresses(part, itemsize, lists);
    with_precision("cublasGemmBatchedEx", g.dtype, precision, [&](types const& t) {
      return cublasGemmBatchedEx_64(handle, op_b, op_a, g.n, g.m, g.k, alpha.bytes,
                                    const_cast<void const* const*>(lists + n), t.data, g.b.leading,
                                    const_cast<void const* const*>(lists), t.data, g.a.leading, beta.bytes,
                                    lists + 2 * n, t.data, g.c_leading, n, t.compute, CUBLAS_GEMM_DEFAULT);
    });
  });
}

}  // namespace cp::runtime
