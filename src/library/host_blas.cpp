// Products of matrices by CBLAS. 16-bit floats become float32 a block of rows at a time.
#include <algorithm>
#include <cstring>
#include <fuse/core/complex.hpp>
#include <fuse/core/error.hpp>
#include <fuse/core/half.hpp>
#include <fuse/library/blas.hpp>
#include <fuse/runtime/parallel.hpp>
#include <type_traits>

#include "host_blas.hpp"
#include "host_thin.hpp"
#include "no_routine.hpp"
#include "openblas.hpp"

#if FUSE_HAVE_CBLAS
#include FUSE_CBLAS_HEADER

namespace cp::library {

std::string host_blas() {
  if (openblas_get_config == nullptr || openblas_get_corename == nullptr) return "yes";
  std::string const config = openblas_get_config();  // "OpenBLAS 0.3.21" and its options
  std::size_t const name = config.find(' ');
  std::size_t const end = name == config.npos ? name : config.find(' ', name + 1);
  return config.substr(0, end) + ", kernels for " + openblas_get_corename();
}

namespace {

[[maybe_unused]] bool const chosen = choose_openblas_kernels();

/// One product as CBLAS takes it.
template <class T>
struct call {
  bool ta, tb, conjugate_a, conjugate_b;
  std::int64_t m, n, k;
  T alpha;
  T const* a;
  std::int64_t lda;
  T const* b;
  std::int64_t ldb;
  T beta;
  T* c;
  std::int64_t ldc;
};

CBLAS_TRANSPOSE operation(bool transposed, bool conjugated) {
  return !transposed ? CblasNoTrans : conjugated ? CblasConjTrans : CblasTrans;
}

int narrow(std::int64_t n) { return static_cast<int>(n); }

void gemm_of(call<float> const& x) {
  cblas_sgemm(CblasRowMajor, operation(x.ta, false), operation(x.tb, false), narrow(x.m), narrow(x.n), narrow(x.k),
              x.alpha, x.a, narrow(x.lda), x.b, narrow(x.ldb), x.beta, x.c, narrow(x.ldc));
}
void gemm_of(call<double> const& x) {
  cblas_dgemm(CblasRowMajor, operation(x.ta, false), operation(x.tb, false), narrow(x.m), narrow(x.n), narrow(x.k),
              x.alpha, x.a, narrow(x.lda), x.b, narrow(x.ldb), x.beta, x.c, narrow(x.ldc));
}
void gemm_of(call<complex<float>> const& x) {
  cblas_cgemm(CblasRowMajor, operation(x.ta, x.conjugate_a), operation(x.tb, x.conjugate_b), narrow(x.m), narrow(x.n),
              narrow(x.k), &x.alpha, x.a, narrow(x.lda), x.b, narrow(x.ldb), &x.beta, x.c, narrow(x.ldc));
}
void gemm_of(call<complex<double>> const& x) {
  cblas_zgemm(CblasRowMajor, operation(x.ta, x.conjugate_a), operation(x.tb, x.conjugate_b), narrow(x.m), narrow(x.n),
              narrow(x.k), &x.alpha, x.a, narrow(x.lda), x.b, narrow(x.ldb), &x.beta, x.c, narrow(x.ldc));
}

/// y = alpha op(a) x + beta y, where a is stored as rows x columns.
struct vector_steps {
  int x, y;
};
void gemv_of(CBLAS_TRANSPOSE op, int rows, int columns, float alpha, float const* a, int lda, float const* x,
             float beta, float* y, vector_steps s) {
  cblas_sgemv(CblasRowMajor, op, rows, columns, alpha, a, lda, x, s.x, beta, y, s.y);
}
void gemv_of(CBLAS_TRANSPOSE op, int rows, int columns, double alpha, double const* a, int lda, double const* x,
             double beta, double* y, vector_steps s) {
  cblas_dgemv(CblasRowMajor, op, rows, columns, alpha, a, lda, x, s.x, beta, y, s.y);
}
void gemv_of(CBLAS_TRANSPOSE op, int rows, int columns, complex<float> const& alpha, complex<float> const* a, int lda,
             complex<float> const* x, complex<float> const& beta, complex<float>* y, vector_steps s) {
  cblas_cgemv(CblasRowMajor, op, rows, columns, &alpha, a, lda, x, s.x, &beta, y, s.y);
}
void gemv_of(CBLAS_TRANSPOSE op, int rows, int columns, complex<double> const& alpha, complex<double> const* a, int lda,
             complex<double> const* x, complex<double> const& beta, complex<double>* y, vector_steps s) {
  cblas_zgemv(CblasRowMajor, op, rows, columns, &alpha, a, lda, x, s.x, &beta, y, s.y);
}

/// c = beta c without a product: whatever c held is gone where beta is 0.
template <class T>
void scale(call<T> const& x) {
  for (std::int64_t i = 0; i < x.m; ++i)
    for (std::int64_t j = 0; j < x.n; ++j) {
      T& y = x.c[i * x.ldc + j];
      y = x.beta == T(0) ? T(0) : x.beta * y;
    }
}

template <class T>
void product(call<T> x) {
  if (x.m == 0 || x.n == 0) return;
  if (x.k == 0) return scale(x);
  if constexpr (std::is_floating_point_v<T>)
    if (thin_product(x.ta, x.tb, x.m, x.n, x.k, x.alpha, x.a, x.lda, x.b, x.ldb, x.beta, x.c, x.ldc)) return;
  if (x.n == 1 && !(x.tb && x.conjugate_b)) {
    // A matrix and a column: b's elements are ldb apart, or, transposed, side by side.
    if (x.beta == T(0)) scale(x);  // what y held is not read
    gemv_of(operation(x.ta, x.conjugate_a), narrow(x.ta ? x.k : x.m), narrow(x.ta ? x.m : x.k), x.alpha, x.a,
            narrow(x.lda), x.b, x.beta, x.c, {x.tb ? 1 : narrow(x.ldb), narrow(x.ldc)});
  } else if (x.m == 1 && !(x.ta && x.conjugate_a) && !(x.tb && x.conjugate_b)) {
    if (x.beta == T(0)) scale(x);
    gemv_of(x.tb ? CblasNoTrans : CblasTrans, narrow(x.tb ? x.n : x.k), narrow(x.tb ? x.k : x.n), x.alpha, x.b,
            narrow(x.ldb), x.a, x.beta, x.c, {x.ta ? narrow(x.lda) : 1, 1});
  } else {
    gemm_of(x);
  }
}

/// CBLAS counts in 32 bits: longer products are done in parts.
template <class T>
void product_in_parts(call<T> x) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (x.m <= most && x.n <= most && x.k <= most) return product(x);
  for (std::int64_t i = 0; i < x.m; i += most)
    for (std::int64_t j = 0; j < x.n; j += most) {
      std::int64_t l = 0;
      do {
        call<T> y = x;
        y.m = std::min(most, x.m - i), y.n = std::min(most, x.n - j), y.k = std::min(most, x.k - l);
        y.a += x.ta ? l * x.lda + i : i * x.lda + l;
        y.b += x.tb ? j * x.ldb + l : l * x.ldb + j;
        y.c += i * x.ldc + j;
        if (l > 0) y.beta = T(1);
        product(y);
        l += most;
      } while (l < x.k);
    }
}

template <class T>
T factor(coefficient const& f) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(f.re);
  else
    return T(static_cast<decltype(T::re)>(f.re), static_cast<decltype(T::re)>(f.im));
}

template <class T>
call<T> call_of(gemm const& g) {
  return {g.a.transposed,
          g.b.transposed,
          g.a.conjugated,
          g.b.conjugated,
          g.m,
          g.n,
          g.k,
          factor<T>(g.alpha),
          static_cast<T const*>(g.a.data),
          g.a.leading,
          static_cast<T const*>(g.b.data),
          g.b.leading,
          factor<T>(g.beta),
          static_cast<T*>(g.c),
          g.c_leading};
}

/// Elements of a matrix as float32, as they are stored: `rows` lines of `columns`.
template <class H>
void widen(H const* from, std::int64_t leading, std::int64_t rows, std::int64_t columns, float* to) {
  for (std::int64_t i = 0; i < rows; ++i) {
    H const* const line = from + i * leading;
    float* const out = to + i * columns;
    for (std::int64_t j = 0; j < columns; ++j) out[j] = static_cast<float>(line[j]);
  }
}

/// A product of 16-bit floats in float32, rounded once.
template <class H>
void product_of_halves(call<H> const& x, float alpha, float beta, float* room, std::int64_t block) {
  float* const b = room;
  float* const a = b + x.k * x.n;
  float* const c = a + block * x.k;
  widen(x.b, x.ldb, x.tb ? x.n : x.k, x.tb ? x.k : x.n, b);
  for (std::int64_t i = 0; i < x.m; i += block) {
    std::int64_t const rows = std::min(block, x.m - i);
    if (x.ta)
      widen(x.a + i, x.lda, x.k, rows, a);
    else
      widen(x.a + i * x.lda, x.lda, rows, x.k, a);
    std::int64_t const lda = std::max<std::int64_t>(1, x.ta ? rows : x.k);
    std::int64_t const ldb = std::max<std::int64_t>(1, x.tb ? x.k : x.n);
    product_in_parts<float>({x.ta, x.tb, false, false, rows, x.n, x.k, alpha, a, lda, b, ldb, 0, c, x.n});
    for (std::int64_t r = 0; r < rows; ++r) {
      H* const out = x.c + (i + r) * x.ldc;
      float const* const sum = c + r * x.n;
      if (beta == 0)
        for (std::int64_t j = 0; j < x.n; ++j) out[j] = H(sum[j]);
      else
        for (std::int64_t j = 0; j < x.n; ++j) out[j] = H(sum[j] + beta * static_cast<float>(out[j]));
    }
  }
}

/// Calls one(a, b, c) for each matrix of the batch. Small ones, for which libraries start no threads, are shared by
/// ours.
template <class F>
void for_each_product(gemm const& g, F const& one) {
  std::int64_t const n = batch_size(g);
  double const work = static_cast<double>(g.m) * static_cast<double>(g.n) * static_cast<double>(g.k);
  if (n < 2 || work > 262144) return for_each_matrix(g, g.axes, one);
  struct job {
    gemm const& g;
    F const& one;
  } j{g, one};
  runtime::parallel_for(
      n, 1, static_cast<std::int64_t>(static_cast<double>(n) * (work + 100) / 20),
      [](void* context, std::int64_t begin, std::int64_t end) {
        job const& me = *static_cast<job*>(context);
        for (std::int64_t i = begin; i < end; ++i) {
          std::int64_t rest = i, a = 0, b = 0, c = 0;
          for (int axis = me.g.axes - 1; axis >= 0; --axis) {
            auto const& x = me.g.batch[axis];
            std::int64_t const at = rest % x.extent;
            rest /= x.extent;
            a += at * x.a, b += at * x.b, c += at * x.c;
          }
          me.one(a, b, c);
        }
      },
      &j);
}

template <class T>
void by_blas(gemm const& g) {
  call<T> const first = call_of<T>(g);
  for_each_product(g, [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    call<T> x = first;
    x.a += a, x.b += b, x.c += c;
    product_in_parts(x);
  });
}

template <class H>
void by_float(gemm const& g) {
  call<H> const first{g.a.transposed,
                      g.b.transposed,
                      false,
                      false,
                      g.m,
                      g.n,
                      g.k,
                      H(0.0f),
                      static_cast<H const*>(g.a.data),
                      g.a.leading,
                      static_cast<H const*>(g.b.data),
                      g.b.leading,
                      H(0.0f),
                      static_cast<H*>(g.c),
                      g.c_leading};
  std::int64_t const block = std::clamp<std::int64_t>((std::int64_t{1} << 20) / std::max<std::int64_t>(1, g.k + g.n),
                                                      16, std::max<std::int64_t>(16, g.m));
  std::int64_t const floats = g.k * g.n + block * (g.k + g.n);
  storage_ptr const memory(runtime::allocate(memory_kind::host, floats * 4));
  for_each_matrix(g, g.axes, [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    call<H> x = first;
    x.a += a, x.b += b, x.c += c;
    product_of_halves(x, static_cast<float>(g.alpha.re), static_cast<float>(g.beta.re),
                      static_cast<float*>(memory->data), block);
  });
}

}  // namespace

bool host_has_blas() { return true; }
void expect_host_blas() {}

void host_gemm(gemm const& g) {
  switch (g.dtype) {
    case dtype_id::float32:
      return by_blas<float>(g);
    case dtype_id::float64:
      return by_blas<double>(g);
    case dtype_id::complex64:
      return by_blas<complex<float>>(g);
    case dtype_id::complex128:
      return by_blas<complex<double>>(g);
    case dtype_id::float16:
      return by_float<float16>(g);
    case dtype_id::bfloat16:
      return by_float<bfloat16>(g);
    default:
      throw_no_routine(g.dtype);
  }
}

}  // namespace cp::library

#else

namespace cp::library {

std::string host_blas() { return "no"; }
bool host_has_blas() { return false; }
void expect_host_blas() {
  throw value_error(
      "cp: this build has no products of floating-point matrices in host memory: no BLAS with cblas.h was found "
      "(configure where one is installed; libopenblas-dev on Debian and Ubuntu)");
}
void host_gemm(gemm const&) { expect_host_blas(); }

}  // namespace cp::library

#endif
