// Shapes and layouts that kernels do not come by easily: joined, padded and rolled rows that no vectors divide,
// many slices of one array alone and beside another, short rows of float64, long rows with gamma and beta. Against the
// copy bandwidth of the same run.
#include <fuse/fuse.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

constexpr std::int64_t n = std::int64_t{1} << 25;

template <class T>
void moves(bench::results& r, char const* dtype) {
  auto const x = cp::eval(cp::astype<T>(cp::arange<std::int64_t>(n) % 101));
  for (std::int64_t columns : {10, 33, 150, 650, 4096}) {
    std::int64_t const rows = n / columns, planes = rows / 35;
    auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    auto const b = cp::reshape(x(cp::slice(0, planes * 35 * columns)), {planes, 35, columns});
    double const bytes = sizeof(T) * static_cast<double>(rows * columns);
    std::string const size = bench::size_of(rows, columns);
    r.measure("concatenate", "axis 1 of 2", dtype, size, 3 * bytes,
              [=] { (void)cp::eval(cp::concatenate(a, a, cp::axis<1>)); });
    auto const made = bench::on_host(cp::eval(cp::concatenate(a, a, cp::axis<1>))(rows - 1)),
               from = bench::on_host(a(rows - 1));
    for (std::size_t i = 0; i < made.size(); ++i)
      bench::expect("concatenate", static_cast<double>(made[i]), static_cast<double>(from[i % from.size()]), 0);
    r.measure("concatenate", "axis 1 of 3", dtype, size, 3 * bytes,
              [=] { (void)cp::eval(cp::concatenate(b, b, cp::axis<1>)); });
    r.measure("stack", "last axis", dtype, size, 3 * bytes, [=] { (void)cp::eval(cp::stack({a, a}, 2)); });
    r.measure("pad", "three axes", dtype, size, 2 * bytes, [=] {
      (void)cp::eval(cp::pad(b, {{0, 2}, {3, 5}, {2, 2}}));
    });
    r.measure("roll", "x + roll(x, 5, 1)", dtype, size, 2 * bytes, [=] { (void)cp::eval(a + cp::roll(a, 5, 1)); });
    r.measure("tile", "2 along rows", dtype, size, 3 * bytes, [=] { (void)cp::eval(cp::tile(a, {1, 2})); });
  }
}

/// Two times the first of `Count`, plus three times the next, ...
template <class T, int Count, class At>
auto weighted(At const& at) {
  if constexpr (Count == 1)
    return at(0) * T(2);
  else
    return weighted<T, Count - 1>(at) + at(Count - 1) * T(Count + 1);
}

template <class T>
void slices(bench::results& r, char const* dtype) {
  auto const x = bench::random<T>(n, 1);
  double const bytes = sizeof(T) * static_cast<double>(n);
  auto const line = [=](int k) { return x(cp::slice(k, k + n - 20)); };
  r.measure("slices", "7 of a line", dtype, "2^25", 2 * bytes, [=] { (void)cp::eval(weighted<T, 7>(line)); });
  r.measure("slices", "12 of a line", dtype, "2^25", 2 * bytes, [=] { (void)cp::eval(weighted<T, 12>(line)); });
  r.measure("slices", "16 of a line", dtype, "2^25", 2 * bytes, [=] { (void)cp::eval(weighted<T, 16>(line)); });
  for (std::int64_t columns : {64, 523, 2048}) {
    std::int64_t const rows = n / columns;
    auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    auto const at = [=](int k) { return a(cp::slice(k / 3, k / 3 + rows - 2), cp::slice(k % 3, k % 3 + columns - 2)); };
    auto const w = cp::eval(at(4) * T(2));
    auto const g = cp::eval(w(3));
    std::string const size = bench::size_of(rows, columns);
    r.measure("slices", "3 x 3", dtype, size, 2 * bytes, [=] { (void)cp::eval(weighted<T, 9>(at)); });
    r.measure("slices", "3 x 3 times another array", dtype, size, 3 * bytes,
              [=] { (void)cp::eval(weighted<T, 9>(at) * w); });
    r.measure("slices", "3 x 3 times a row", dtype, size, 2 * bytes, [=] { (void)cp::eval(weighted<T, 9>(at) * g); });
  }
}

template <class T>
void rows_of(bench::results& r, char const* dtype) {
  auto const x = cp::eval(cp::astype<T>(bench::random<float>(n, 1)));
  double const bytes = 2.0 * sizeof(T) * n;
  auto const softmax = cp::fuse([](auto v) {
    auto const e = cp::exp(v - cp::max(v, cp::axis<1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<1>, cp::keepdims);
  });
  auto const affine = cp::fuse([](auto v, auto gamma, auto beta) {
    auto const d = v - cp::mean(v, cp::axis<1>, cp::keepdims);
    return d / cp::sqrt(cp::mean(d * d, cp::axis<1>, cp::keepdims) + 1e-5f) * gamma + beta;
  });
  for (std::int64_t columns : {4, 16, 32, 1000, 16384, 65536, 300000}) {
    std::int64_t const rows = n / columns;
    auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    auto const gamma = cp::eval(x(cp::slice(0, columns)) + T(1));
    auto const beta = cp::eval(gamma * T(2));
    r.measure("softmax", "rows", dtype, bench::size_of(rows, columns), bytes, [=] { (void)cp::eval(softmax(a)); });
    r.measure("layer_norm", "gamma and beta", dtype, bench::size_of(rows, columns), bytes,
              [=] { (void)cp::eval(affine(a, gamma, beta)); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  moves<float>(r, "float32");
  moves<std::uint8_t>(r, "uint8");
  slices<float>(r, "float32");
  slices<double>(r, "float64");
  rows_of<float>(r, "float32");
  rows_of<double>(r, "float64");
  rows_of<cp::float16>(r, "float16");
  bench::run();
}
