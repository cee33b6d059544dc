// Linear systems and decompositions: one large matrix, and many small ones. The bytes are those of operands and
// results, so that the ratio says how far from a copy the work is; bench/gpu_solve_peers.py times the same in CuPy and
// torch.
#include <fuse/linalg.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

namespace la = cp::linalg;

/// Numbers that make positive definite matrices: 0.1 to 1.1 off the diagonal, both triangles the same, n + 1 more on
/// it.
template <class T>
cp::ndarray<T, 3> positive(std::int64_t count, std::int64_t n) {
  cp::ndarray<T, 3> const x = cp::reshape(bench::random<T>(count * n * n, 1), {count, n, n});
  return (x + cp::swapaxes(x, 1, 2)) * T(0.5) + cp::eye<T>(n) * T(n + 1);
}

/// Ends the program unless a x = b for one of the matrices.
template <class T>
void expect_solution(char const* what, cp::ndarray<T, 3> const& a, cp::ndarray<T, 3> const& b,
                     cp::ndarray<T, 3> const& x, std::int64_t matrix) {
  auto const p = bench::on_host(a(matrix)), q = bench::on_host(b(matrix)), y = bench::on_host(x(matrix));
  std::size_t const n = static_cast<std::size_t>(a.shape(1)), k = static_cast<std::size_t>(b.shape(2));
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += p[i * n + j] * y[j * k];
    bench::expect(what, sum, q[i * k], sizeof(T) == 4 ? 1e-3 : 1e-10, 1);
  }
}

template <class T>
void measure(bench::results& r, std::string const& dtype) {
  double const size = sizeof(T);
  {
    std::int64_t const n = 8192;
    auto const a = positive<T>(1, n);
    cp::ndarray<T, 3> const b = cp::reshape(bench::random<T>(n, 2), {1, n, 1});
    expect_solution("solve", a, b, la::solve(a, b), 0);
    double const bytes = size * static_cast<double>(n * n + 2 * n);
    r.measure("solve", "1 right-hand side", dtype, "8192", bytes, [=] { (void)la::solve(a, b); });
    r.measure("cholesky", "", dtype, "8192", 2 * size * static_cast<double>(n * n), [=] { (void)la::cholesky(a); });
  }
  {
    std::int64_t const count = 10000, n = 8;
    auto const a = positive<T>(count, n);
    cp::ndarray<T, 3> const b = cp::reshape(bench::random<T>(count * n, 2), {count, n, 1});
    expect_solution("solve", a, b, la::solve(a, b), count - 1);
    double const elements = static_cast<double>(count * n * n);
    r.measure("solve", "batch", dtype, "10000x8x8", size * (elements + 2.0 * count * n),
              [=] { (void)la::solve(a, b); });
    r.measure("cholesky", "batch", dtype, "10000x8x8", 2 * size * elements, [=] { (void)la::cholesky(a); });
    r.measure("inv", "batch", dtype, "10000x8x8", 2 * size * elements, [=] { (void)la::inv(a); });
    r.measure("det", "batch", dtype, "10000x8x8", size * elements, [=] { (void)la::det(a); });
  }
  {
    std::int64_t const count = 4096, n = 16;
    auto const a = positive<T>(count, n);
    double const elements = static_cast<double>(count * n * n);
    auto const f = la::eigh(a);
    cp::ndarray<T, 3> const left = cp::expand_dims(f.eigenvectors(count - 1), 0),
                            values = cp::expand_dims(f.eigenvectors(count - 1) * f.eigenvalues(count - 1), 0);
    expect_solution<T>("eigh", cp::eval(cp::expand_dims(a(count - 1), 0)), values, left, 0);
    auto const s = la::svdvals(a);
    bench::expect("svd", s.item(count - 1, 0), f.eigenvalues.item(count - 1, n - 1), sizeof(T) == 4 ? 1e-4 : 1e-11);
    r.measure("eigh", "batch", dtype, "4096x16x16", 2 * size * elements, [=] { (void)la::eigh(a); });
    r.measure("eigvalsh", "batch", dtype, "4096x16x16", size * elements, [=] { (void)la::eigvalsh(a); });
    r.measure("svd", "batch", dtype, "4096x16x16", 3 * size * elements, [=] { (void)la::svd(a); });
    r.measure("svdvals", "batch", dtype, "4096x16x16", size * elements, [=] { (void)la::svdvals(a); });
    r.measure("qr", "batch", dtype, "4096x16x16", 3 * size * elements, [=] { (void)la::qr(a); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  measure<float>(r, "float32");
  measure<double>(r, "float64");
  bench::run();
  cp::synchronize();  // a failure would be thrown here
}
