// Reductions and rows on the host: cp against a plain loop, Eigen, xtensor and NumPy, on one core; and cp on all cores.
#include "host_peers.hpp"

#include <span>

#if FUSE_BENCH_XTENSOR
#include <xtensor/xsort.hpp>
#endif

using bench::array, bench::matrix, bench::random;

namespace {

// -- the loops that one would write by hand, with the C library's vector functions

__attribute__((noinline)) float loop_sum(std::int64_t n, float const* x) {
  float s = 0;
#pragma omp simd reduction(+ : s)
  for (std::int64_t i = 0; i < n; ++i) s += x[i];
  return s;
}
__attribute__((noinline)) float loop_sum_xy(std::int64_t n, float const* x, float const* y) {
  float s = 0;
#pragma omp simd reduction(+ : s)
  for (std::int64_t i = 0; i < n; ++i) s += x[i] * y[i];
  return s;
}
__attribute__((noinline)) void loop_sum_rows(std::int64_t rows, std::int64_t columns, float const* a,
                                             float* __restrict z) {
  for (std::int64_t r = 0; r < rows; ++r) z[r] = loop_sum(columns, a + r * columns);
}
__attribute__((noinline)) void loop_sum_cols(std::int64_t rows, std::int64_t columns, float const* a,
                                             float* __restrict z) {
  for (std::int64_t c = 0; c < columns; ++c) z[c] = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    float const* const from = a + r * columns;
#pragma omp simd
    for (std::int64_t c = 0; c < columns; ++c) z[c] += from[c];
  }
}
__attribute__((noinline)) void loop_softmax(std::int64_t rows, std::int64_t columns, float const* a,
                                            float* __restrict z) {
  for (std::int64_t r = 0; r < rows; ++r) {
    float const* const from = a + r * columns;
    float* const to = z + r * columns;
    float most = from[0], total = 0;
#pragma omp simd reduction(max : most)
    for (std::int64_t c = 0; c < columns; ++c) most = most < from[c] ? from[c] : most;
#pragma omp simd reduction(+ : total)
    for (std::int64_t c = 0; c < columns; ++c) {
      to[c] = cp::scalar::exp(from[c] - most);
      total += to[c];
    }
#pragma omp simd
    for (std::int64_t c = 0; c < columns; ++c) to[c] /= total;
  }
}
__attribute__((noinline)) void loop_var_rows(std::int64_t rows, std::int64_t columns, float const* a,
                                             float* __restrict z) {
  for (std::int64_t r = 0; r < rows; ++r) {
    float const* const from = a + r * columns;
    float const mean = loop_sum(columns, from) / static_cast<float>(columns);
    float squares = 0;
#pragma omp simd reduction(+ : squares)
    for (std::int64_t c = 0; c < columns; ++c) squares += (from[c] - mean) * (from[c] - mean);
    z[r] = squares / static_cast<float>(columns);
  }
}

constexpr auto softmax = cp::fuse([](auto v) {
  auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
  return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
});

/// The rows of all sizes. They are measured in the innermost call, while the arrays of every size are there.
void measure(std::span<std::int64_t const> sizes, int threads) {
  if (sizes.empty()) {
    bench::run();
    return;
  }
  std::int64_t const n = sizes[0];
  std::int64_t const columns = 1000, rows = n / columns;
  array const x = random(n, 1), y = random(n, 2);
  matrix const a = cp::reshape(x, {rows, columns});
  cp::ndarray<float, 0, cp::host_space> t(0.0f);
  array zr = cp::empty<float, cp::host_space>(rows), zr2 = cp::empty<float, cp::host_space>(rows);
  array zc = cp::empty<float, cp::host_space>(columns), zc2 = cp::empty<float, cp::host_space>(columns);
  matrix q = cp::empty<float, cp::host_space>({rows, columns}), q2 = cp::empty<float, cp::host_space>({rows, columns});
  float by_loop = 0;
  float const* const p = x.data();
  auto const at = [&](std::int64_t row, std::int64_t column) { return double{p[row * columns + column]}; };
#if FUSE_BENCH_EIGEN
  using bench::eigen_vector, bench::eigen_matrix;
  bench::eigen_vector_view const ex(x.data(), n), ey(y.data(), n);
  bench::eigen_matrix_view const ea(p, rows, columns);
  eigen_matrix em(rows, columns);
  eigen_vector er(rows);
  Eigen::Array<float, 1, Eigen::Dynamic> ec(columns);
  float by_eigen = 0;
#endif
#if FUSE_BENCH_XTENSOR
  auto const tx = bench::tensor_view(x), ty = bench::tensor_view(y);
  auto const ta = bench::tensor_view(a);
  xt::xtensor<float, 2> tm = bench::tensor_of(a);
  xt::xtensor<float, 1> tr = bench::tensor_of(zr), tc = bench::tensor_of(zc);
  float by_xtensor = 0;
#endif

  // cp on one core, writing into an array that exists; then on all cores.
  auto const rows_of = [&](std::string const& workload, double bytes, std::vector<float> const& expected,
                           std::vector<bench::way> ways) {
    if (threads > 1) {
      bench::way all = ways[0];
      all.name = "cp, " + std::to_string(threads) + " cores";
      all.threads = threads;
      ways.insert(ways.begin() + 1, all);
    }
    // Sums one after the other, as some of the peers', lose digits as they grow.
    for (auto& w : ways)
      if (w.name.rfind("cp", 0) != 0) w.tolerance = 1e-2;
    bench::measure(workload, n, bytes, ways, {expected});
  };
  auto const of = [](auto const& to) { return [&to] { return std::vector<float const*>{to.data()}; }; };
  auto const one = [](float const& to) { return [&to] { return std::vector<float const*>{&to}; }; };

  {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += p[i];
    rows_of("sum", 4.0 * static_cast<double>(n), {static_cast<float>(sum)}, {
      {"cp", 1, [&] { t(cp::ellipsis) = cp::sum(x); }, of(t)},
          {"loop", 1, [&] { by_loop = loop_sum(n, p); }, one(by_loop)},
#if FUSE_BENCH_EIGEN
          {"Eigen", 1,
           [&] {
             by_eigen = ex.sum();
             bench::keep(&by_eigen);
           },
           one(by_eigen)},
#endif
#if FUSE_BENCH_XTENSOR
          {"xtensor", 1,
           [&] {
             by_xtensor = static_cast<float>(xt::sum(tx, xt::evaluation_strategy::immediate)());
             bench::keep(&by_xtensor);
           },
           one(by_xtensor)},
#endif
    });
  }
  {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += double{p[i]} * y.data()[i];
    rows_of("sum_xy", 8.0 * static_cast<double>(n), {static_cast<float>(sum)}, {
      {"cp", 1, [&] { t(cp::ellipsis) = cp::sum(x * y); }, of(t)},
          {"loop", 1, [&] { by_loop = loop_sum_xy(n, p, y.data()); }, one(by_loop)},
#if FUSE_BENCH_EIGEN
          {"Eigen", 1,
           [&] {
             by_eigen = (ex * ey).sum();
             bench::keep(&by_eigen);
           },
           one(by_eigen)},
#endif
#if FUSE_BENCH_XTENSOR
          {"xtensor", 1,
           [&] {
             by_xtensor = static_cast<float>(xt::sum(tx * ty, xt::evaluation_strategy::immediate)());
             bench::keep(&by_xtensor);
           },
           one(by_xtensor)},
#endif
    });
  }
  {
    std::vector<float> expected;
    for (std::int64_t i = 0; i < rows; ++i) {
      double sum = 0;
      for (std::int64_t j = 0; j < columns; ++j) sum += at(i, j);
      expected.push_back(static_cast<float>(sum));
    }
    rows_of("sum_rows", 4.0 * static_cast<double>(n + rows), expected, {
      {"cp", 1, [&] { zr(cp::all) = cp::sum(a, cp::axis<1>); }, of(zr)},
          {"loop", 1, [&] { loop_sum_rows(rows, columns, p, zr2.data()); }, of(zr2)},
#if FUSE_BENCH_EIGEN
          {"Eigen", 1, [&] { er = ea.rowwise().sum(); }, of(er)},
#endif
#if FUSE_BENCH_XTENSOR
          {"xtensor", 1, [&] { xt::noalias(tr) = xt::sum(ta, {1}, xt::evaluation_strategy::immediate); }, of(tr)},
#endif
    });
  }
  {
    std::vector<float> expected;
    for (std::int64_t j = 0; j < columns; ++j) {
      double sum = 0;
      for (std::int64_t i = 0; i < rows; ++i) sum += at(i, j);
      expected.push_back(static_cast<float>(sum));
    }
    rows_of("sum_cols", 4.0 * static_cast<double>(n + columns), expected, {
      {"cp", 1, [&] { zc(cp::all) = cp::sum(a, cp::axis<0>); }, of(zc)},
          {"loop", 1, [&] { loop_sum_cols(rows, columns, p, zc2.data()); }, of(zc2)},
#if FUSE_BENCH_EIGEN
          {"Eigen", 1, [&] { ec = ea.colwise().sum(); }, of(ec)},
#endif
#if FUSE_BENCH_XTENSOR
          {"xtensor", 1, [&] { xt::noalias(tc) = xt::sum(ta, {0}, xt::evaluation_strategy::immediate); }, of(tc)},
#endif
    });
  }
  {
    std::vector<float> expected;
    for (std::int64_t i = 0; i < rows; ++i) {
      double most = at(i, 0), total = 0;
      for (std::int64_t j = 0; j < columns; ++j) most = std::max(most, at(i, j));
      for (std::int64_t j = 0; j < columns; ++j) total += std::exp(at(i, j) - most);
      for (std::int64_t j = 0; j < columns; ++j)
        expected.push_back(static_cast<float>(std::exp(at(i, j) - most) / total));
    }
    rows_of("softmax", 8.0 * static_cast<double>(n), expected, {
      {"cp", 1, [&] { q(cp::all) = softmax(a); }, of(q)},
          {"loop", 1, [&] { loop_softmax(rows, columns, p, q2.data()); }, of(q2)},
#if FUSE_BENCH_EIGEN
          {"Eigen", 1,
           [&] {
             for (std::int64_t i = 0; i < rows; ++i) {
               em.row(i) = (ea.row(i) - ea.row(i).maxCoeff()).exp();
               em.row(i) /= em.row(i).sum();
             }
           },
           of(em)},
#endif
#if FUSE_BENCH_XTENSOR
          {"xtensor", 1,
           [&] {
             xt::xtensor<float, 2> const e =
                 xt::exp(ta - xt::amax(ta, {1}, xt::keep_dims | xt::evaluation_strategy::immediate));
             xt::noalias(tm) = e / xt::sum(e, {1}, xt::keep_dims | xt::evaluation_strategy::immediate);
           },
           of(tm)},
#endif
    });
  }
  {
    std::vector<float> expected;
    for (std::int64_t i = 0; i < rows; ++i) {
      double mean = 0, squares = 0;
      for (std::int64_t j = 0; j < columns; ++j) mean += at(i, j) / static_cast<double>(columns);
      for (std::int64_t j = 0; j < columns; ++j) squares += (at(i, j) - mean) * (at(i, j) - mean);
      expected.push_back(static_cast<float>(squares / static_cast<double>(columns)));
    }
    rows_of("var_rows", 4.0 * static_cast<double>(n + rows), expected, {
      {"cp", 1, [&] { zr(cp::all) = cp::var(a, cp::axis<1>); }, of(zr)},
          {"loop", 1, [&] { loop_var_rows(rows, columns, p, zr2.data()); }, of(zr2)},
#if FUSE_BENCH_EIGEN
          {"Eigen", 1,
           [&] {
             eigen_vector const mean = ea.rowwise().mean();
             er = (ea.colwise() - mean).square().rowwise().mean();
           },
           of(er)},
#endif
#if FUSE_BENCH_XTENSOR
          {"xtensor", 1, [&] { xt::noalias(tr) = xt::variance(ta, {std::size_t{1}}); }, of(tr)},
#endif
    });
  }

  measure(sizes.subspan(1), threads);
}

}  // namespace

int main(int argc, char** argv) {
  int const threads = cp::host_threads();
  bench::start(argc, argv);
  measure(std::vector<std::int64_t>{1000, 100000, 10000000}, threads);
}
