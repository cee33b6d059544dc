// Rows (softmax, layer norm, ...) of several lengths, against the copy bandwidth of the same run.
#include "gpu_bench.hpp"

namespace {

constexpr auto softmax = cp::fuse([](auto v) {
  auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
  return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
});
constexpr auto log_softmax = cp::fuse([](auto v) {
  auto const d = v - cp::max(v, cp::axis<-1>, cp::keepdims);
  return d - cp::log(cp::sum(cp::exp(d), cp::axis<-1>, cp::keepdims));
});
constexpr auto layer_norm = cp::fuse([](auto v) {
  auto const d = v - cp::mean(v, cp::axis<-1>, cp::keepdims);
  return d / cp::sqrt(cp::mean(d * d, cp::axis<-1>, cp::keepdims) + 1e-5f);
});
constexpr auto affine_layer_norm = cp::fuse([](auto v, auto gamma, auto beta) {
  auto const d = v - cp::mean(v, cp::axis<-1>, cp::keepdims);
  return d / cp::sqrt(cp::mean(d * d, cp::axis<-1>, cp::keepdims) + 1e-5f) * gamma + beta;
});
constexpr auto standardize = cp::fuse(
    [](auto v) { return (v - cp::mean(v, cp::axis<-1>, cp::keepdims)) / cp::std(v, cp::axis<-1>, cp::keepdims); });

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  std::int64_t const n = bench::n28;
  auto const x = bench::random<float>(n, 1);
  auto y = cp::empty<float>(n);
  double const bytes = 8.0 * n;
  for (std::int64_t columns : {128, 1024, 4096, 16384, 32768, 65536, 131072, 262144, 1 << 20}) {
    std::int64_t const rows = n / columns;
    auto const a = cp::reshape(x, {rows, columns});
    auto b = cp::reshape(y, {rows, columns});
    auto const gamma = bench::random<float>(columns, 2), beta = bench::random<float>(columns, 3);
    std::string const size = bench::size_of(rows, columns);
    r.measure("softmax", "fuse", "float32", size, bytes, [=] { b(cp::all) = softmax(a); });
    {
      auto const from = bench::on_host(a(rows - 1)), to = bench::on_host(b(rows - 1));
      double sum = 0;
      for (double v : from) sum += std::exp(v);
      for (std::size_t i = 0; i < from.size(); i += 97) bench::expect("softmax", to[i], std::exp(from[i]) / sum, 1e-5);
    }
    r.measure("log_softmax", "fuse", "float32", size, bytes, [=] { b(cp::all) = log_softmax(a); });
    r.measure("layer_norm", "fuse", "float32", size, bytes, [=] { b(cp::all) = layer_norm(a); });
    r.measure("layer_norm", "fuse, gamma and beta", "float32", size, bytes,
              [=] { b(cp::all) = affine_layer_norm(a, gamma, beta); });
    r.measure("standardize", "fuse", "float32", size, bytes, [=] { b(cp::all) = standardize(a); });
    {
      auto const from = bench::on_host(a(rows - 1)), to = bench::on_host(b(rows - 1));
      double const mean = bench::total(from) / static_cast<double>(columns);
      double spread = 0;
      for (double v : from) spread += (v - mean) * (v - mean) / static_cast<double>(columns);
      for (std::size_t i = 0; i < from.size(); i += 97)
        bench::expect("standardize", to[i], (from[i] - mean) / std::sqrt(spread), 1e-5, 1);
    }
  }
  for (std::int64_t columns : {1000, 1001, 5000, 20001}) {
    std::int64_t const rows = n / columns;
    auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    auto b = cp::reshape(y(cp::slice(0, rows * columns)), {rows, columns});
    r.measure("softmax", "odd rows", "float32", bench::size_of(rows, columns), 8.0 * rows * columns,
              [=] { b(cp::all) = softmax(a); });
  }
  auto const a = cp::reshape(x, {65536, 4096});
  auto b = cp::reshape(y, {65536, 4096});
  r.measure("softmax", "plain expression", "float32", "65536x4096", bytes, [=] {
    auto const e = cp::exp(a - cp::max(a, cp::axis<-1>, cp::keepdims));
    b(cp::all) = e / cp::sum(e, cp::axis<-1>, cp::keepdims);
  });
  r.measure("standardize", "axis 0", "float32", "65536x4096", 1.5 * bytes,
            [=] { b(cp::all) = (a - cp::mean(a, cp::axis<0>)) / cp::std(a, cp::axis<0>); });
  r.measure("scale", "x / sum(x)", "float32", "2^28", 1.5 * bytes, [=] { y(cp::all) = x / cp::sum(x); });
  bench::run();
}
