// Decompositions on the device: cuSOLVER's 64-bit interface for large matrices, batched routines of cuSOLVER and cuBLAS
// for many, and kernels of ours for many small ones. Nothing here asks to wait (cuSOLVER's Xgeev, which works on the
// host too, may); cuSOLVER's workspaces come from the pool. (Long: one class, a member a routine.)
#include <algorithm>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/library/blas.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>

#include "cuda_call.hpp"
#include "cuda_kernels.hpp"
#include "cuda_routines.hpp"
#include "precision.hpp"
#include "strided_copy.hpp"

namespace cp::library {

namespace {

class cuda final : public lapack {
 public:
  explicit cuda(element_loops const& l) : lapack(l) {}

  void cholesky(dtype_id type, std::int64_t count, std::int64_t n, bool upper, void* a, int* info) const override {
    if (count == 0 || n == 0) return no_failure(count, info);
    if (small(n)) return device::small_cholesky(type, count, static_cast<int>(n), upper, a, info);
    locked_solver const h;
    if (side_by_side(count, n)) {
      pointers const matrices(a, type, n * n, count);
      with_native(type, [&](auto t) {
        check_solver("cusolverDnpotrfBatched", routines::potrf_batched(h->solver, fill_mode(upper), static_cast<int>(n),
                                                                       matrices.as(t), info, narrow(count)));
      });
    } else {
      // cuSOLVER is quicker with lower triangles (8192 x 8192 float32 on an H200: 7.7 ms, upper ones 12.9).
      bool const turned = upper && n >= batched_extent;
      scratch const room(memory_kind::device, type, turned ? n * n : 0);
      cublasFillMode_t const half = fill_mode(upper && !turned);
      solver_call c;
      check_solver("cusolverDnXpotrf_bufferSize",
                   cusolverDnXpotrf_bufferSize(h->solver, h->parameters, half, n, data_type(type), a, n,
                                               data_type(type), &c.device_bytes, &c.host_bytes));
      c.make_room(h);
      for (std::int64_t i = 0; i < count; ++i) {
        void* const matrix = offset(a, type, i * n * n);
        void* const worked_on = turned ? room.data() : matrix;
        if (turned) adjoint(type, n, matrix, worked_on);
        check_solver("cusolverDnXpotrf",
                     cusolverDnXpotrf(h->solver, h->parameters, half, n, data_type(type), worked_on, n, data_type(type),
                                      c.on_device(), c.device_bytes, c.on_host(), c.host_bytes, info + i));
        if (turned) adjoint(type, n, worked_on, matrix);
      }
      h->host_room_taken();
    }
    loops.keep_triangle(type, count, n, n, a, upper, false);
  }

  bool cholesky_lying(dtype_id type, std::int64_t count, std::int64_t n, bool upper, lying const& a,
                      lying const& factor, int* info) const override {
    if (count == 0 || n == 0 || n > device::rows_extent) return false;
    device::cholesky_by_rows(type, count, static_cast<int>(n), upper, a, factor, info);
    return true;
  }

  void factor(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, void* a, int* pivots,
              int* info) const override {
    std::int64_t const k = std::min(m, n);
    if (count == 0 || k == 0) return no_failure(count, info);
    if (m == n && small(n)) return device::small_factor(type, count, static_cast<int>(n), a, pivots, info);
    locked_solver const h;
    if (m == n && side_by_side(count, n)) {
      pointers const matrices(a, type, n * n, count);
      with_native(type, [&](auto t) {
        check_blas("cublasgetrfBatched",
                   routines::getrf_batched(h->blas, static_cast<int>(n), matrices.as(t), pivots, info, narrow(count)));
      });
      return;
    }
    scratch const wide(memory_kind::device, dtype_id::int64, count * k);
    solver_call c;
    check_solver("cusolverDnXgetrf_bufferSize",
                 cusolverDnXgetrf_bufferSize(h->solver, h->parameters, m, n, data_type(type), a, m, data_type(type),
                                             &c.device_bytes, &c.host_bytes));
    c.make_room(h);
    for (std::int64_t i = 0; i < count; ++i)
      check_solver("cusolverDnXgetrf",
                   cusolverDnXgetrf(h->solver, h->parameters, m, n, data_type(type), offset(a, type, i * m * n), m,
                                    wide.as<std::int64_t>() + i * k, data_type(type), c.on_device(), c.device_bytes,
                                    c.on_host(), c.host_bytes, info + i));
    h->host_room_taken();
    device::narrow(wide.as<std::int64_t>(), count * k, pivots);
  }

  void solve_factored(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, transposition how,
                      void const* lu, int const* pivots, void* b) const override {
    if (count == 0 || n == 0 || k == 0) return;
    locked_solver const h;
    if (side_by_side(count, n)) {
      pointers const matrices(lu, type, n * n, count), right(b, type, n * k, count);
      with_native(type, [&](auto t) {
        int status = 0;
        check_blas("cublasgetrsBatched",
                   routines::getrs_batched(h->blas, operation(how), static_cast<int>(n), narrow(k), matrices.as(t),
                                           pivots, right.as(t), &status, narrow(count)));
      });
      return;
    }
    scratch const wide(memory_kind::device, dtype_id::int64, count * n), status = integers(1);
    device::widen(pivots, count * n, wide.as<std::int64_t>());
    for (std::int64_t i = 0; i < count; ++i)
      check_solver("cusolverDnXgetrs",
                   cusolverDnXgetrs(h->solver, h->parameters, operation(how), n, k, data_type(type),
                                    offset(lu, type, i * n * n), n, wide.as<std::int64_t>() + i * n, data_type(type),
                                    offset(b, type, i * n * k), n, status.as<int>()));
  }

  void solve(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, void* a, void* b,
             int* info) const override {
    if (count == 0 || n == 0) return no_failure(count, info);
    if (small(n) && k <= small_columns(count)) {
      lying const right{b, n * k, 1, n};
      return device::small_solve(type, count, static_cast<int>(n), k, {a, n * n, 1, n}, right, right, info);
    }
    scratch const pivots = integers(count * n);
    factor(type, count, n, n, a, pivots.as<int>(), info);
    solve_factored(type, count, n, k, transposition::none, a, pivots.as<int>(), b);
  }

  bool solve_lying(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, lying const& a, lying const& b,
                   lying const& x, int* info) const override {
    if (count == 0 || n == 0 || k == 0 || !small(n) || k > small_columns(count)) return false;
    device::small_solve(type, count, static_cast<int>(n), k, a, b, x, info);
    return true;
  }

  void invert(dtype_id type, std::int64_t count, std::int64_t n, void* a, int* info) const override {
    if (count == 0 || n == 0) return no_failure(count, info);
    if (small(n)) {
      lying const matrices{a, n * n, 1, n};
      return device::small_solve(type, count, static_cast<int>(n), n, matrices, {}, matrices, info);
    }
    std::int64_t const elements = count * n * n;
    scratch const pivots = integers(count * n), inverse(memory_kind::device, type, elements);
    factor(type, count, n, n, a, pivots.as<int>(), info);
    if (side_by_side(count, n)) {
      locked_solver const h;
      scratch const status = integers(count);
      pointers const matrices(a, type, n * n, count), to(inverse.data(), type, n * n, count);
      with_native(type, [&](auto t) {
        check_blas("cublasgetriBatched",
                   routines::getri_batched(h->blas, static_cast<int>(n), matrices.as(t), pivots.as<int>(), to.as(t),
                                           status.as<int>(), narrow(count)));
      });
    } else {
      loops.identity(type, count, n, inverse.data());
      solve_factored(type, count, n, n, transposition::none, a, pivots.as<int>(), inverse.data());
    }
    runtime::copy_bytes(a, memory_kind::device, inverse.data(), memory_kind::device, elements * size_of_type(type));
  }

  void solve_triangular(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, bool upper,
                        transposition how, bool unit, void const* a, void* b, int* info) const override {
    if (count == 0 || n == 0) return no_failure(count, info);
    if (unit)
      no_failure(count, info);
    else
      device::find_zero_on_diagonal(type, count, n, a, info);
    if (k == 0) return;
    if (small(n) && count > 1)
      return device::small_triangular(type, count, static_cast<int>(n), k, upper, how, unit, a, b);
    locked_solver const h;
    cublasDiagType_t const diagonal = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    with_native(type, [&](auto t) {
      using T = decltype(t);
      if (side_by_side(count, n)) {
        pointers const matrices(a, type, n * n, count), right(b, type, n * k, count);
        check_blas("cublastrsmBatched", routines::trsm_batched(h->blas, fill_mode(upper), operation(how), diagonal, n,
                                                               k, number.of(t), matrices.as(t), right.as(t), count));
      } else {
        for (std::int64_t i = 0; i < count; ++i)
          check_blas("cublastrsm",
                     routines::trsm(h->blas, fill_mode(upper), operation(how), diagonal, n, k, number.of(t),
                                    static_cast<T const*>(a) + i * n * n, static_cast<T*>(b) + i * n * k));
      }
    });
  }

  void factor_qr(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, void* a, void* tau) const override {
    std::int64_t const k = std::min(m, n);
    if (count == 0 || k == 0) return;
    locked_solver const h;
    if (side_by_side(count, std::max(m, n))) {
      pointers const matrices(a, type, m * n, count), factors(tau, type, k, count);
      with_native(type, [&](auto t) {
        int status = 0;
        check_blas("cublasgeqrfBatched",
                   routines::geqrf_batched(h->blas, static_cast<int>(m), static_cast<int>(n), matrices.as(t),
                                           factors.as(t), &status, narrow(count)));
      });
      return;
    }
    scratch const status = integers(1);
    solver_call c;
    check_solver("cusolverDnXgeqrf_bufferSize",
                 cusolverDnXgeqrf_bufferSize(h->solver, h->parameters, m, n, data_type(type), a, m, data_type(type),
                                             tau, data_type(type), &c.device_bytes, &c.host_bytes));
    c.make_room(h);
    for (std::int64_t i = 0; i < count; ++i)
      check_solver("cusolverDnXgeqrf",
                   cusolverDnXgeqrf(h->solver, h->parameters, m, n, data_type(type), offset(a, type, i * m * n), m,
                                    data_type(type), offset(tau, type, i * k), data_type(type), c.on_device(),
                                    c.device_bytes, c.on_host(), c.host_bytes, status.as<int>()));
    h->host_room_taken();
  }

  void make_q(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t columns, std::int64_t reflectors, void* a,
              void const* tau) const override {
    if (count == 0 || m == 0 || columns == 0) return;
    if (reflectors == 0 || side_by_side(count, m)) return device::make_q(type, count, m, columns, reflectors, a, tau);
    locked_solver const h;
    int const rows = narrow(m), n = narrow(columns), k = narrow(reflectors);
    scratch const status = integers(1);
    with_native(type, [&](auto t) {
      using T = decltype(t);
      T* const matrices = static_cast<T*>(a);
      T const* const factors = static_cast<T const*>(tau);
      int size = 0;
      check_solver("cusolverDnorgqr_bufferSize",
                   routines::make_q_size(h->solver, rows, n, k, matrices, factors, &size));
      scratch const work(memory_kind::device, type, size);
      for (std::int64_t i = 0; i < count; ++i)
        check_solver("cusolverDnorgqr",
                     routines::make_q(h->solver, rows, n, k, matrices + i * m * columns, factors + i * reflectors,
                                      work.as<T>(), size, status.as<int>()));
    });
  }

  void eigh(dtype_id type, std::int64_t count, std::int64_t n, bool upper, bool want, void* a, void* w,
            int* info) const override {
    if (count == 0 || n == 0) return;
    if (small(n) && (count == 1 || n <= device::jacobi_extent))
      return device::small_eigh(type, count, static_cast<int>(n), want, a, w, info);
    locked_solver const h;
    cusolverEigMode_t const job = want ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    cudaDataType const real = data_type(real_of(type));
    scratch const status = integers(count);
    solver_call c;
    if (small(n)) {
      with_native(type, [&](auto t) {
        auto* const matrices = static_cast<decltype(t)*>(a);
        auto* const values = static_cast<routines::real_of<decltype(t)>*>(w);
        int size = 0;
        check_solver("cusolverDnsyevjBatched_bufferSize",
                     routines::jacobi_size(h->solver, job, fill_mode(upper), narrow(n), matrices, values, &size,
                                           h->jacobi, narrow(count)));
        scratch const work(memory_kind::device, type, size);
        check_solver("cusolverDnsyevjBatched",
                     routines::jacobi(h->solver, job, fill_mode(upper), narrow(n), matrices, values,
                                      work.as<decltype(t)>(), size, status.as<int>(), h->jacobi, narrow(count)));
      });
    } else if (side_by_side(count, n)) {
      check_solver(
          "cusolverDnXsyevBatched_bufferSize",
          cusolverDnXsyevBatched_bufferSize(h->solver, h->parameters, job, fill_mode(upper), n, data_type(type), a, n,
                                            real, w, data_type(type), &c.device_bytes, &c.host_bytes, count));
      c.make_room(h);
      check_solver("cusolverDnXsyevBatched",
                   cusolverDnXsyevBatched(h->solver, h->parameters, job, fill_mode(upper), n, data_type(type), a, n,
                                          real, w, data_type(type), c.on_device(), c.device_bytes, c.on_host(),
                                          c.host_bytes, status.as<int>(), count));
    } else {
      check_solver("cusolverDnXsyevd_bufferSize",
                   cusolverDnXsyevd_bufferSize(h->solver, h->parameters, job, fill_mode(upper), n, data_type(type), a,
                                               n, real, w, data_type(type), &c.device_bytes, &c.host_bytes));
      c.make_room(h);
      for (std::int64_t i = 0; i < count; ++i)
        check_solver(
            "cusolverDnXsyevd",
            cusolverDnXsyevd(h->solver, h->parameters, job, fill_mode(upper), n, data_type(type),
                             offset(a, type, i * n * n), n, real, offset(w, real_of(type), i * n), data_type(type),
                             c.on_device(), c.device_bytes, c.on_host(), c.host_bytes, status.as<int>() + i));
    }
    h->host_room_taken();
    device::merge_status(status.as<int>(), count, info);
  }

  void svd(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, vectors want, void* a, void* s, void* u,
           void* vh, int* info) const override {
    std::int64_t const k = std::min(m, n);
    if (count == 0 || k == 0) return;
    if (m < n) return svd_of_transposes(type, count, m, n, want, a, s, u, vh, info);
    if (small(m))
      return device::small_svd(type, count, static_cast<int>(m), static_cast<int>(n), want, a, s, u, vh, info);
    locked_solver const h;
    signed char const job = want == vectors::none ? 'N' : want == vectors::reduced ? 'S' : 'A';
    cudaDataType const real = data_type(real_of(type)), dtype = data_type(type);
    std::int64_t const u_elements = m * (want == vectors::full ? m : n);
    scratch const status = integers(count);
    solver_call c;
    check_solver("cusolverDnXgesvd_bufferSize",
                 cusolverDnXgesvd_bufferSize(h->solver, h->parameters, job, job, m, n, dtype, a, m, real, s, dtype, u,
                                             m, dtype, vh, n, dtype, &c.device_bytes, &c.host_bytes));
    c.make_empty_room(h);
    for (std::int64_t i = 0; i < count; ++i)
      check_solver("cusolverDnXgesvd",
                   cusolverDnXgesvd(h->solver, h->parameters, job, job, m, n, dtype, offset(a, type, i * m * n), m,
                                    real, offset(s, real_of(type), i * n), dtype,
                                    u == nullptr ? nullptr : offset(u, type, i * u_elements), m, dtype,
                                    vh == nullptr ? nullptr : offset(vh, type, i * n * n), n, dtype, c.on_device(),
                                    c.device_bytes, c.on_host(), c.host_bytes, status.as<int>() + i));
    h->host_room_taken();
    device::merge_status(status.as<int>(), count, info);
  }

  void eig(dtype_id type, std::int64_t count, std::int64_t n, void* a, void* w, void* v, int* info) const override {
    if (count == 0 || n == 0) return;
    locked_solver const h;
    dtype_id const wide = complex_of(type);
    bool const want = v != nullptr, packed = want && !is_complex(type);
    scratch const real_vectors(memory_kind::device, type, packed ? count * n * n : 0), status = integers(count);
    void* const right = packed ? real_vectors.data() : v;
    cudaDataType const dtype = data_type(type);
    cusolverEigMode_t const job = want ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    solver_call c;
    check_solver("cusolverDnXgeev_bufferSize",
                 cusolverDnXgeev_bufferSize(h->solver, h->parameters, CUSOLVER_EIG_MODE_NOVECTOR, job, n, dtype, a, n,
                                            data_type(wide), w, dtype, nullptr, n, dtype, right, n, dtype,
                                            &c.device_bytes, &c.host_bytes));
    c.make_empty_room(h);
    for (std::int64_t i = 0; i < count; ++i)
      check_solver("cusolverDnXgeev",
                   cusolverDnXgeev(h->solver, h->parameters, CUSOLVER_EIG_MODE_NOVECTOR, job, n, dtype,
                                   offset(a, type, i * n * n), n, data_type(wide), offset(w, wide, i * n), dtype,
                                   nullptr, n, dtype, want ? offset(right, type, i * n * n) : nullptr, n, dtype,
                                   c.on_device(), c.device_bytes, c.on_host(), c.host_bytes, status.as<int>() + i));
    h->host_room_taken();
    device::merge_status(status.as<int>(), count, info);
    if (packed) device::unpack_vectors(type, count, n, w, right, v);
  }

  void multiply(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, std::int64_t k, transposition how_a,
                void const* a, transposition how_b, void const* b, void* c) const override {
    if (count == 0 || m == 0 || n == 0) return;
    if (k == 0) return runtime::set_bytes(c, memory_kind::device, 0, count * m * n * size_of_type(type));
    // By rows, C^T = B^T A^T.
    gemm g;
    g.dtype = type;
    g.m = n, g.n = m, g.k = k;
    g.a = {
        b, 0, 0, how_b == transposition::none ? k : n, how_b != transposition::none, how_b == transposition::adjoint};
    g.b = {
        a, 0, 0, how_a == transposition::none ? m : k, how_a != transposition::none, how_a == transposition::adjoint};
    g.c = c, g.c_leading = m;
    if (count > 1) g.batch[g.axes++] = {count, k * n, m * k, m * n};
    full_precision const full;
    device_gemm(g);
  }

  void report(char const* where, char const* what, std::int64_t count, int const* info) const override {
    runtime::status_word* const word = runtime::post_status(where, what, count);
    try {
      device::collect_status(info, count, word);
    } catch (...) {
      runtime::withdraw_status(word);
      throw;
    }
  }

 private:
  /// cuSOLVER takes matrices that are not wider than tall. The transpose has the vectors exchanged.
  void svd_of_transposes(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, vectors want, void* a,
                         void* s, void* u, void* vh, int* info) const {
    scratch const turned(memory_kind::device, type, count * m * n);
    transpose(type, count, m, n, a, turned.data());
    if (want == vectors::none) return svd(type, count, n, m, want, turned.data(), s, nullptr, nullptr, info);
    std::int64_t const columns = want == vectors::full ? n : m;  // of the transpose's left vectors
    scratch const left(memory_kind::device, type, count * n * columns), right(memory_kind::device, type, count * m * m);
    svd(type, count, n, m, want, turned.data(), s, left.data(), right.data(), info);
    transpose(type, count, m, m, right.data(), u);
    transpose(type, count, n, columns, left.data(), vh);
  }

  /// An n x n matrix, transposed and conjugated.
  static void adjoint(dtype_id type, std::int64_t n, void const* from, void* to) {
    strided_copy s;
    s.dtype = type;
    s.conjugate = is_complex(type);
    s.from = from, s.to = to;
    s.add(n, 1, n), s.add(n, n, 1);
    copy(memory_kind::device, s);
  }

  /// m x n matrices to n x m ones.
  void transpose(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, void* from, void* to) const {
    std::int64_t const shape[3] = {count, m, n}, from_strides[3] = {m * n, 1, m}, to_strides[3] = {m * n, n, 1};
    copy({to, type, memory_kind::device, 3, shape, to_strides},
         {from, type, memory_kind::device, 3, shape, from_strides});
  }
};

}  // namespace

lapack const& cuda_lapack() {
  if (!cp::cuda::is_available())
    throw cuda_error("cp::linalg: no CUDA device was found", static_cast<int>(cudaErrorNoDevice));
  static cuda const library(device::loops());
  return library;
}

}  // namespace cp::library
