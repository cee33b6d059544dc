// Work on what threads hold: sorts of rows, the nearest of points, norms of float64 rows, slices of narrow elements
// that lie alike, numbers computed from positions. Against the copy bandwidth of the same run.
#include <fuse/fuse.hpp>
#include <fuse/sorting.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

constexpr std::int64_t n = std::int64_t{1} << 24;

template <class T>
void sorts(bench::results& r, char const* dtype) {
  auto const x = cp::eval(cp::astype<T>(bench::random<float>(n, 1) * 1e6f));
  for (std::int64_t columns : {50, 100, 200, 256, 300, 512, 800, 1024, 2048, 4096}) {
    std::int64_t const rows = n / columns;
    auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    double const bytes = static_cast<double>(rows * columns);
    std::string const size = bench::size_of(rows, columns);
    r.measure("sort", "rows", dtype, size, 2 * sizeof(T) * bytes, [=] { (void)cp::sort(a); });
    r.measure("argsort", "rows", dtype, size, (sizeof(T) + 8) * bytes, [=] { (void)cp::argsort(a); });
  }
}

template <class T>
void nearest(bench::results& r, char const* dtype) {
  for (std::int64_t d : {2, 3, 4, 6, 8, 16})
    for (std::int64_t m : {8, 64, 1024}) {
      std::int64_t const points = (std::int64_t{1} << 24) / m;
      auto const p = cp::eval(cp::reshape(cp::astype<T>(bench::random<float>(points * d, 1)), {points, d}));
      auto const q = cp::eval(cp::reshape(cp::astype<T>(bench::random<float>(m * d, 2)), {m, d}));
      auto const distances = [=] { return cp::sum(cp::square(p(cp::all, cp::newaxis) - q(cp::newaxis)), 2); };
      std::string const size = bench::size_of(points, m) + " in " + std::to_string(d);
      double const bytes = static_cast<double>(points * d) * sizeof(T);
      r.measure("nearest", "argmin", dtype, size, bytes, [=] { (void)cp::eval(cp::argmin(distances(), 1)); });
      r.measure("nearest", "min", dtype, size, bytes, [=] { (void)cp::eval(cp::min(distances(), 1)); });
    }
}

template <class T>
void norms(bench::results& r, char const* dtype) {
  auto const x = cp::eval(cp::astype<T>(bench::random<float>(n, 1)));
  for (std::int64_t columns : {8, 16, 32, 64, 181, 320, 1000, 4096, 16147, 16384, 65536}) {
    std::int64_t const rows = n / columns;
    auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    auto const gamma = cp::eval(x(cp::slice(0, columns)) + T(1));
    double const bytes = 2.0 * sizeof(T) * static_cast<double>(rows * columns);
    std::string const size = bench::size_of(rows, columns);
    r.measure("standardize", "rows", dtype, size, bytes, [=] {
      (void)cp::eval((a - cp::mean(a, cp::axis<1>, cp::keepdims)) / cp::std(a, cp::axis<1>, cp::keepdims));
    });
    r.measure("layer_norm", "gamma", dtype, size, bytes, [=] {
      (void)cp::eval((a - cp::mean(a, cp::axis<1>, cp::keepdims)) /
                     cp::sqrt(cp::var(a, cp::axis<1>, cp::keepdims) + 0.001) * gamma);
    });
  }
}

template <class T>
void slices(bench::results& r, char const* dtype) {
  auto const x = cp::eval(cp::astype<T>(cp::arange<std::int64_t>(2 * n) % 101));
  for (std::int64_t columns : {20, 34, 67, 150, 302, 1002, 4098}) {
    std::int64_t const rows = 2 * n / columns;
    auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    auto const s = [=](std::int64_t i, std::int64_t j) {
      return a(cp::slice(i, rows - 2 + i), cp::slice(j, columns - 2 + j));
    };
    double const bytes = 2.0 * sizeof(T) * static_cast<double>(rows * columns);
    std::string const size = bench::size_of(rows, columns);
    r.measure("largest", "four slices", dtype, size, bytes,
              [=] { (void)cp::eval(cp::maximum(cp::maximum(s(0, 1), s(2, 1)), cp::maximum(s(1, 0), s(1, 2)))); });
    r.measure("largest", "nine slices", dtype, size, bytes, [=] {
      (void)cp::eval(
          cp::maximum(cp::maximum(cp::maximum(s(0, 0), s(0, 1)), cp::maximum(s(0, 2), s(1, 0))),
                      cp::maximum(cp::maximum(cp::maximum(s(1, 1), s(1, 2)), cp::maximum(s(2, 0), s(2, 1))), s(2, 2))));
    });
  }
}

void positions(bench::results& r) {
  for (std::int64_t columns : {1001, 8192, 1327583}) {
    std::int64_t const rows = 2 * n / columns;
    auto const i = cp::index<0>({rows, columns}), j = cp::index<1>({rows, columns});
    auto const bits = [=](auto const& k, int by, std::int64_t mask) { return (k | (k << by)) & mask; };
    double const count = static_cast<double>(rows * columns);
    std::string const size = bench::size_of(rows, columns);
    r.measure("positions", "bits", "int32", size, 4 * count, [=] {
      (void)cp::eval(cp::astype<std::int32_t>(bits(bits(j, 8, 16711935), 4, 252645135) |
                                              (bits(bits(i, 8, 16711935), 4, 252645135) << 1)));
    });
    r.measure("positions", "wave", "float32", size, 4 * count,
              [=] { (void)cp::eval(cp::sin(i * 0.01f) + cp::cos(j * 0.02f)); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  sorts<float>(r, "float32");
  sorts<std::int64_t>(r, "int64");
  sorts<std::int16_t>(r, "int16");
  nearest<float>(r, "float32");
  norms<double>(r, "float64");
  norms<float>(r, "float32");
  slices<std::uint8_t>(r, "uint8");
  slices<cp::float16>(r, "float16");
  positions(r);
  bench::run();
}
