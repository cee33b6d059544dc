// Products of matrices: milliseconds, and the ratio to cuBLAS called by hand in the same run (1: nothing is lost).
#include <cublas_v2.h>

#include <fuse/linalg.hpp>

#include "gpu_bench.hpp"

namespace {

/// A row: what an expression takes, and the ratio to it of a call by hand, which is timed in turn with it.
template <class F, class G>
void product(char const* workload, char const* variant, char const* dtype, char const* size, double operations,
             F expression, G by_hand) {
  expression();
  bench::add(workload, variant, dtype, size, [=](benchmark::State& state) mutable {
    double hand = 0, ours = 0;
    bench::warm_up(by_hand);
    bench::warm_up(expression);
    while (state.KeepRunning()) {
      hand += bench::event_ms(by_hand);
      double const ms = bench::event_ms(expression);
      state.SetIterationTime(ms / 1000);
      ours += ms;
    }
    state.counters["ratio"] = hand / ours;
    state.counters["operations"] = benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate);
  })->UseManualTime();
}

struct handle {
  cublasHandle_t native = nullptr;
  handle() {
    cublasCreate(&native);
    cublasSetStream(native, static_cast<cudaStream_t>(cp::current_stream().handle));
  }
  ~handle() { cublasDestroy(native); }
};

using matrix = cp::ndarray<float, 2>;

matrix square(std::int64_t n, std::uint32_t seed) { return cp::reshape(bench::random<float>(n * n, seed), {n, n}); }

/// Ends the program where an element is not the sum that a plain loop makes.
void check(char const* what, matrix const& c, matrix const& a, matrix const& b, double factor, double added) {
  auto const row = bench::on_host(a(5)), column = bench::on_host(b(cp::all, 7));
  double sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) sum += row[i] * column[i];
  bench::expect(what, c.item(5, 7), factor * sum + added, 1e-4);
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  handle const owner;
  cublasHandle_t const blas = owner.native;
  float const one = 1, zero = 0;
  {
    constexpr int n = 8192;
    matrix const a = square(n, 1), b = square(n, 2);
    matrix c = cp::zeros<float>({n, n});
    auto const by_hand = [=] {
      cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b.data(), n, a.data(), n, &zero, c.data(), n);
    };
    double const operations = 2.0 * n * n * n;
    product(
        "matmul", "dot(a, b)", "float32", "8192^3", operations, [=] { c(cp::all) = cp::dot(a, b); }, by_hand);
    check("dot", c, a, b, 1, 0);
    product(
        "matmul", "dot(a.T(), b)", "float32", "8192^3", operations, [=] { c(cp::all) = cp::dot(a.T(), b); }, by_hand);
    c.fill(1.0f);
    product(
        "matmul", "2 * dot(a, b) + c", "float32", "8192^3", operations,
        [=] { c(cp::all) = 2 * cp::dot(a, b) + 0.5f * c; }, by_hand);
    product(
        "matmul", "tf32", "float32", "8192^3", operations,
        [=] {
          cp::linalg::precision const fast(cp::linalg::precision_kind::tf32);
          c(cp::all) = cp::dot(a, b);
        },
        by_hand);
    cp::ndarray<cp::bfloat16, 2> const p = cp::astype<cp::bfloat16>(a), q = cp::astype<cp::bfloat16>(b);
    cp::ndarray<cp::bfloat16, 2> half = cp::zeros<cp::bfloat16>({n, n});
    product(
        "matmul", "dot(a, b)", "bfloat16", "8192^3", operations, [=] { half(cp::all) = cp::dot(p, q); },
        [=] {
          cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, q.data(), CUDA_R_16BF, n, p.data(), CUDA_R_16BF,
                       n, &zero, half.data(), CUDA_R_16BF, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
        });
  }
  {
    constexpr int count = 4096, n = 64;
    auto const a = cp::reshape(bench::random<float>(count * n * n, 3), {count, n, n});
    auto const b = cp::reshape(bench::random<float>(count * n * n, 4), {count, n, n});
    auto c = cp::zeros<float>({count, n, n});
    auto const by_hand = [=] {
      cublasSgemmStridedBatched(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b.data(), n, n * n, a.data(), n, n * n,
                                &zero, c.data(), n, n * n, count);
    };
    double const operations = 2.0 * count * n * n * n;
    product(
        "batched matmul", "matmul(a, b)", "float32", "4096 x 64^3", operations, [=] { c(cp::all) = cp::matmul(a, b); },
        by_hand);
    check("matmul", c(77), a(77), b(77), 1, 0);
    product(
        "batched matmul", "einsum bij,bkj->bik", "float32", "4096 x 64^3", operations,
        [=] { c(cp::all) = cp::einsum<"bij,bkj->bik">(a, b); }, by_hand);
    product(
        "batched matmul", "addresses", "float32", "4096 x 64^3", operations,
        [=] {
          auto const u = cp::reshape(a, {64, 64, n, n}), v = cp::reshape(b, {64, 64, n, n});
          auto const w = cp::reshape(c, {64, 64, n, n});
          w(cp::all) = cp::matmul(cp::swapaxes(u, 0, 1), v);
        },
        by_hand);
  }
  {
    constexpr int n = 16384;
    matrix const a = square(n, 5);
    auto const x = bench::random<float>(n, 6);
    auto y = cp::zeros<float>(n);
    product(
        "matvec", "dot(a, x)", "float32", "16384^2", 2.0 * n * n, [=] { y(cp::all) = cp::dot(a, x); },
        [=] { cublasSgemv(blas, CUBLAS_OP_T, n, n, &one, a.data(), n, x.data(), 1, &zero, y.data(), 1); });
  }
  {
    constexpr int n = 2048;
    cp::ndarray<std::int32_t, 2> const a = cp::reshape(bench::random<std::int32_t>(n * n, 7), {n, n});
    cp::ndarray<std::int32_t, 2> c = cp::zeros<std::int32_t>({n, n});
    r.measure("matmul", "dot(a, a)", "int32", "2048^3", 0, [=] { c(cp::all) = cp::dot(a, a); });
  }
  bench::run();
}
