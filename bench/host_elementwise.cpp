// The elementwise workloads on the host: cp against a plain loop, Eigen, xtensor and NumPy, on one core; and cp on all
// cores.
#include "host_peers.hpp"

#include <span>
#include <tuple>

using bench::array, bench::matrix, bench::random;
#if FUSE_BENCH_EIGEN
using bench::eigen_matrix, bench::eigen_vector;
#endif
using cp::slice;

namespace {

// -- the loops that one would write by hand, with the C library's vector functions

__attribute__((noinline)) void loop_axpy(std::int64_t n, float const* x, float const* y, float* __restrict z) {
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) z[i] = 2.5f * x[i] + y[i];
}
__attribute__((noinline)) void loop_chain(std::int64_t n, float const* x, float* __restrict z) {
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i)
    z[i] = cp::scalar::tanh(x[i]) * cp::scalar::exp(-x[i] * x[i]) + cp::scalar::sqrt(cp::scalar::abs(x[i]) + 1);
}
__attribute__((noinline)) void loop_black_scholes(std::int64_t n, float const* s, float const* k, float const* t,
                                                  float* __restrict call, float* __restrict put) {
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) {
    float const root = 0.3f * cp::scalar::sqrt(t[i]);
    float const d1 = (cp::scalar::log(s[i] / k[i]) + 0.065f * t[i]) / root;
    float const n1 = 0.5f * cp::scalar::erfc(-0.70710678f * d1);
    float const n2 = 0.5f * cp::scalar::erfc(-0.70710678f * (d1 - root));
    float const discounted = k[i] * cp::scalar::exp(-0.02f * t[i]);
    call[i] = s[i] * n1 - discounted * n2;
    put[i] = discounted * (1 - n2) - s[i] * (1 - n1);
  }
}
__attribute__((noinline)) void loop_outer_diff(std::int64_t m, float const* x, float const* y, float* __restrict z) {
  for (std::int64_t i = 0; i < m; ++i) {
#pragma omp simd
    for (std::int64_t j = 0; j < m; ++j) z[i * m + j] = (x[i] - y[j]) * (x[i] - y[j]);
  }
}
__attribute__((noinline)) void loop_heat2d(std::int64_t m, float const* a, float* __restrict z) {
  for (std::int64_t i = 1; i < m - 1; ++i) {
    float const *const c = a + i * m, *const north = c - m, *const south = c + m;
    float* const to = z + (i - 1) * (m - 2) - 1;
#pragma omp simd
    for (std::int64_t j = 1; j < m - 1; ++j)
      to[j] = c[j] + 0.1f * (north[j] + south[j] + c[j - 1] + c[j + 1] - 4 * c[j]);
  }
}

// -- what they should come to

double chain_of(double x) { return std::tanh(x) * std::exp(-x * x) + std::sqrt(std::abs(x) + 1); }
std::pair<double, double> prices_of(double s, double k, double t) {
  double const root = 0.3 * std::sqrt(t), d1 = (std::log(s / k) + 0.065 * t) / root;
  double const n1 = 0.5 * std::erfc(-0.70710678118 * d1), n2 = 0.5 * std::erfc(-0.70710678118 * (d1 - root)),
               discounted = k * std::exp(-0.02 * t);
  return {s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1)};
}

constexpr auto f_axpy = cp::fuse([](auto u, auto v) { return 2.5f * u + v; }, "axpy");
constexpr auto f_chain =
    cp::fuse([](auto v) { return cp::tanh(v) * cp::exp(-v * v) + cp::sqrt(cp::abs(v) + 1); }, "chain");
constexpr auto f_prices = cp::fuse(
    [](auto s, auto k, auto t) {
      auto const root = 0.3f * cp::sqrt(t);
      auto const d1 = (cp::log(s / k) + 0.065f * t) / root;
      auto const n1 = 0.5f * cp::erfc(-0.70710678f * d1);
      auto const n2 = 0.5f * cp::erfc(-0.70710678f * (d1 - root));
      auto const discounted = k * cp::exp(-0.02f * t);
      return std::tuple(s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1));
    },
    "black_scholes");
constexpr auto f_outer = cp::fuse([](auto u, auto v) { return cp::square(u - v); }, "outer_diff");
constexpr auto f_heat = cp::fuse([](auto c, auto north, auto south, auto west,
                                    auto east) { return c + 0.1f * (north + south + west + east - 4 * c); },
                                 "heat2d");
constexpr auto f_at = cp::fuse(
    [](auto u) { return u + 0.1f * (cp::at<-1, 0>(u) + cp::at<1, 0>(u) + cp::at<0, -1>(u) + cp::at<0, 1>(u) - 4 * u); },
    "heat2d");

/// The rows of all sizes. They are measured in the innermost call, while the arrays of every size are there.
void measure(std::span<std::int64_t const> sizes, int threads) {
  if (sizes.empty()) {
    bench::run();
    return;
  }
  std::int64_t const n = sizes[0];
  auto const m = static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(n))));
  auto const count = static_cast<std::size_t>(n);
  array const x = random(n, 1), y = random(n, 2), t = random(n, 3);
  array z = cp::empty<float, cp::host_space>(n), z2 = cp::empty<float, cp::host_space>(n);
  array z1 = cp::empty<float, cp::host_space>(n);
  auto const of = [](auto const& a) { return [&a] { return std::vector<float const*>{a.data()}; }; };
  auto const of_two = [](auto const& a, auto const& b) {
    return [&a, &b] { return std::vector<float const*>{a.data(), b.data()}; };
  };
#if FUSE_BENCH_EIGEN
  bench::eigen_vector_view const ex(x.data(), n), ey(y.data(), n), et(t.data(), n);
  eigen_vector ez(n), ez2(n);
#endif
#if FUSE_BENCH_XTENSOR
  auto const tx = bench::tensor_view(x), ty = bench::tensor_view(y), tt = bench::tensor_view(t);
  xt::xtensor<float, 1> tz = bench::tensor_of(z), tz2 = bench::tensor_of(z);
#endif
  std::vector<float> expected(count), second(count);

  // cp on one core, writing into an array that exists, into the same name again, and through cp::fuse; then on all
  // cores.
  auto const rows = [&](std::string const& workload, double bytes, std::vector<std::vector<float>> const& right,
                        std::vector<bench::way> ways) {
    if (threads > 1) {
      bench::way all = ways[0];
      all.name = "cp, " + std::to_string(threads) + " cores";
      all.threads = threads;
      ways.insert(ways.begin() + 3, all);
    }
    bench::measure(workload, n, bytes, ways, right);
  };

  for (std::int64_t i = 0; i < n; ++i)
    expected[static_cast<std::size_t>(i)] = static_cast<float>(2.5 * x.data()[i] + y.data()[i]);
  rows("axpy", 12.0 * static_cast<double>(n), {expected}, {
    {"cp", 1, [&] { z(cp::all) = 2.5f * x + y; }, of(z)}, {"cp, z =", 1, [&] { z1 = 2.5f * x + y; }, of(z1)},
        {"cp::fuse", 1, [&] { z(cp::all) = f_axpy(x, y); }, of(z)},
        {"loop", 1, [&] { loop_axpy(n, x.data(), y.data(), z2.data()); }, of(z2)},
#if FUSE_BENCH_EIGEN
        {"Eigen", 1, [&] { ez = 2.5f * ex + ey; }, of(ez)},
#endif
#if FUSE_BENCH_XTENSOR
        {"xtensor", 1, [&] { xt::noalias(tz) = 2.5f * tx + ty; }, of(tz)},
#endif
  });

  for (std::int64_t i = 0; i < n; ++i)
    expected[static_cast<std::size_t>(i)] = static_cast<float>(chain_of(x.data()[i]));
  rows("chain", 8.0 * static_cast<double>(n), {expected}, {
    {"cp", 1, [&] { z(cp::all) = cp::tanh(x) * cp::exp(-x * x) + cp::sqrt(cp::abs(x) + 1); }, of(z)},
        {"cp, z =", 1, [&] { z1 = cp::tanh(x) * cp::exp(-x * x) + cp::sqrt(cp::abs(x) + 1); }, of(z1)},
        {"cp::fuse", 1, [&] { z(cp::all) = f_chain(x); }, of(z)},
        {"loop", 1, [&] { loop_chain(n, x.data(), z2.data()); }, of(z2)},
#if FUSE_BENCH_EIGEN
        {"Eigen", 1, [&] { ez = ex.tanh() * (-ex * ex).exp() + (ex.abs() + 1).sqrt(); }, of(ez)},
#endif
#if FUSE_BENCH_XTENSOR
        {"xtensor", 1, [&] { xt::noalias(tz) = xt::tanh(tx) * xt::exp(-tx * tx) + xt::sqrt(xt::abs(tx) + 1); }, of(tz)},
#endif
  });

  for (std::int64_t i = 0; i < n; ++i) {
    auto const [call, put] = prices_of(x.data()[i], y.data()[i], t.data()[i]);
    expected[static_cast<std::size_t>(i)] = static_cast<float>(call);
    second[static_cast<std::size_t>(i)] = static_cast<float>(put);
  }
  auto const prices_into = f_prices.into(z, z2);
  array call, put, loop_call = cp::empty<float, cp::host_space>(n), loop_put = cp::empty<float, cp::host_space>(n);
  auto const by_hand = [&] {
    auto const root = 0.3f * cp::sqrt(t);
    auto const d1 = (cp::log(x / y) + 0.065f * t) / root;
    auto const n1 = 0.5f * cp::erfc(-0.70710678f * d1);
    auto const n2 = 0.5f * cp::erfc(-0.70710678f * (d1 - root));
    auto const discounted = y * cp::exp(-0.02f * t);
    (void)cp::evaluate(cp::into(z, x * n1 - discounted * n2), cp::into(z2, discounted * (1 - n2) - x * (1 - n1)));
  };
  rows("black_scholes", 20.0 * static_cast<double>(n), {expected, second}, {
    {"cp", 1, by_hand, of_two(z, z2)},
        {"cp, z =", 1, [&] { std::tie(call, put) = f_prices(x, y, t); }, of_two(call, put)},
        {"cp::fuse", 1, [&] { prices_into(x, y, t); }, of_two(z, z2)},
        {"loop", 1, [&] { loop_black_scholes(n, x.data(), y.data(), t.data(), loop_call.data(), loop_put.data()); },
         of_two(loop_call, loop_put)},
#if FUSE_BENCH_EIGEN
        {"Eigen", 1,
         [&] {
           eigen_vector const root = 0.3f * et.sqrt();
           eigen_vector const d1 = ((ex / ey).log() + 0.065f * et) / root;
           eigen_vector const n1 = 0.5f * (-0.70710678f * d1).erfc(), n2 = 0.5f * (-0.70710678f * (d1 - root)).erfc();
           eigen_vector const discounted = ey * (-0.02f * et).exp();
           ez = ex * n1 - discounted * n2;
           ez2 = discounted * (1 - n2) - ex * (1 - n1);
         },
         of_two(ez, ez2)},
#endif
#if FUSE_BENCH_XTENSOR
        {"xtensor", 1,
         [&] {
           xt::xtensor<float, 1> const root = 0.3f * xt::sqrt(tt);
           xt::xtensor<float, 1> const d1 = (xt::log(tx / ty) + 0.065f * tt) / root;
           xt::xtensor<float, 1> const n1 = 0.5f * xt::erfc(-0.70710678f * d1),
                                       n2 = 0.5f * xt::erfc(-0.70710678f * (d1 - root));
           xt::xtensor<float, 1> const discounted = ty * xt::exp(-0.02f * tt);
           xt::noalias(tz) = tx * n1 - discounted * n2;
           xt::noalias(tz2) = discounted * (1 - n2) - tx * (1 - n1);
         },
         of_two(tz, tz2)},
#endif
  });

  expected.assign(static_cast<std::size_t>(m * m), 0);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < m; ++j)
      expected[static_cast<std::size_t>(i * m + j)] =
          static_cast<float>(std::pow(double{x.data()[i]} - y.data()[j], 2));
  array const row = x(slice(0, m)), column = y(slice(0, m));
  matrix q = cp::empty<float, cp::host_space>({m, m}), q1 = cp::empty<float, cp::host_space>({m, m}),
         q2 = cp::empty<float, cp::host_space>({m, m});
#if FUSE_BENCH_EIGEN
  eigen_vector const er = ex.head(m);
  Eigen::Array<float, 1, Eigen::Dynamic> const ec = ey.head(m).transpose();
  eigen_matrix em(m, m);
#endif
#if FUSE_BENCH_XTENSOR
  xt::xtensor<float, 1> const tr = xt::view(tx, xt::range(0, m)), tc = xt::view(ty, xt::range(0, m));
  xt::xtensor<float, 2> tm =
      xt::xtensor<float, 2>::from_shape({static_cast<std::size_t>(m), static_cast<std::size_t>(m)});
#endif
  rows("outer_diff", 4.0 * static_cast<double>(m * m), {expected}, {
    {"cp", 1, [&] { q(cp::all) = cp::square(row(cp::all, cp::newaxis) - column(cp::newaxis, cp::all)); }, of(q)},
        {"cp, z =", 1, [&] { q1 = cp::square(row(cp::all, cp::newaxis) - column(cp::newaxis, cp::all)); }, of(q1)},
        {"cp::fuse", 1, [&] { q(cp::all) = f_outer(row(cp::all, cp::newaxis), column(cp::newaxis, cp::all)); }, of(q)},
        {"loop", 1, [&] { loop_outer_diff(m, row.data(), column.data(), q2.data()); }, of(q2)},
#if FUSE_BENCH_EIGEN
        {"Eigen", 1, [&] { em = (er.replicate(1, m) - ec.replicate(m, 1)).square(); }, of(em)},
#endif
#if FUSE_BENCH_XTENSOR
        {"xtensor", 1, [&] { xt::noalias(tm) = xt::square(xt::view(tr, xt::all(), xt::newaxis()) - tc); }, of(tm)},
#endif
  });

  array const flat = random(m * m, 1);
  matrix const a = cp::reshape(flat, {m, m});
  std::int64_t const w = m - 2;
  float const* const p = a.data();
  expected.assign(static_cast<std::size_t>(w * w), 0);
  for (std::int64_t i = 0; i < w; ++i) {
    for (std::int64_t j = 0; j < w; ++j) {
      float const* const c = p + (i + 1) * m + j + 1;
      expected[static_cast<std::size_t>(i * w + j)] =
          static_cast<float>(c[0] + 0.1 * (double{c[-m]} + c[m] + c[-1] + c[1] - 4.0 * c[0]));
    }
  }
  matrix h = cp::empty<float, cp::host_space>({w, w}), h1 = cp::empty<float, cp::host_space>({w, w}),
         h2 = cp::empty<float, cp::host_space>({w, w});
  matrix const whole = cp::empty<float, cp::host_space>({m, m});
  matrix inner;
  auto const in = slice(1, -1), up = slice(0, -2), down = slice(2, cp::end);
#if FUSE_BENCH_EIGEN
  bench::eigen_matrix_view const ea(p, m, m);
  eigen_matrix eh(w, w);
#endif
#if FUSE_BENCH_XTENSOR
  auto const edge = static_cast<std::size_t>(m);
  auto const ta = bench::tensor_view(a);
  xt::xtensor<float, 2> th = xt::xtensor<float, 2>::from_shape({edge - 2, edge - 2});
#endif
  rows("heat2d", 8.0 * static_cast<double>(m * m), {expected}, {
    {"cp", 1,
     [&] { h(cp::all) = a(in, in) + 0.1f * (a(up, in) + a(down, in) + a(in, up) + a(in, down) - 4 * a(in, in)); },
     of(h)},
        {"cp, z =", 1,
         [&] { h1 = a(in, in) + 0.1f * (a(up, in) + a(down, in) + a(in, up) + a(in, down) - 4 * a(in, in)); }, of(h1)},
        {"cp::fuse", 1, [&] { h(cp::all) = f_heat(a(in, in), a(up, in), a(down, in), a(in, up), a(in, down)); }, of(h)},
        {"at", 1, [&] { h(cp::all) = f_at(cp::valid(a)); }, of(h)},
        {"at, nearest", 1, [&] { whole(cp::all) = f_at(cp::nearest(a)); },
         [&] {
           inner = whole(in, in).copy();
           return std::vector<float const*>{inner.data()};
         }},
        {"loop", 1, [&] { loop_heat2d(m, p, h2.data()); }, of(h2)},
#if FUSE_BENCH_EIGEN
        {"Eigen", 1,
         [&] {
           auto const c = ea.block(1, 1, w, w);
           eh = c + 0.1f * (ea.block(0, 1, w, w) + ea.block(2, 1, w, w) + ea.block(1, 0, w, w) + ea.block(1, 2, w, w) -
                            4 * c);
         },
         of(eh)},
#endif
#if FUSE_BENCH_XTENSOR
        {"xtensor", 1,
         [&] {
           using xt::range, xt::view;
           auto const c = view(ta, range(1, m - 1), range(1, m - 1));
           xt::noalias(th) =
               c +
               0.1f * (view(ta, range(0, m - 2), range(1, m - 1)) + view(ta, range(2, m), range(1, m - 1)) +
                       view(ta, range(1, m - 1), range(0, m - 2)) + view(ta, range(1, m - 1), range(2, m)) - 4.0f * c);
         },
         of(th)},
#endif
  });

  measure(sizes.subspan(1), threads);
}

}  // namespace

int main(int argc, char** argv) {
  int const threads = cp::host_threads();
  bench::start(argc, argv);
  measure(std::vector<std::int64_t>{1000, 100000, 10000000}, threads);
}
