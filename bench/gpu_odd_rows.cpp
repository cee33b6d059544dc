// Rows that no vectors divide: softmax, logsumexp, entropy and layer norm as plain expressions, and slices of narrow
// elements. Against the copy bandwidth of the same run.
#include <fuse/fuse.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

constexpr std::int64_t n = std::int64_t{1} << 25;

template <class T>
void plain_rows(bench::results& r, char const* dtype) {
  auto const x = cp::eval(cp::astype<T>(bench::random<float>(n, 1)));
  double const bytes = static_cast<double>(sizeof(T)) * n;
  for (std::int64_t columns : {14, 33, 50, 65, 150, 591, 1000, 3001, 16147, 262144}) {
    if (sizeof(T) == 2 && columns > 65504) continue;  // sums of exponentials that float16 does not have
    std::int64_t const rows = n / columns;
    auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    auto const gamma = cp::eval(x(cp::slice(0, columns)) + T(1));
    auto const beta = cp::eval(gamma * T(2));
    auto const e = [=] { return cp::exp(a - cp::max(a, cp::axis<1>, cp::keepdims)); };
    auto const p = [=] { return e() / cp::sum(e(), cp::axis<1>, cp::keepdims); };
    std::string const size = bench::size_of(rows, columns);
    bench::expect("softmax", static_cast<double>(cp::sum(cp::eval(p())(rows - 1)).item()), 1, 0.02);
    r.measure("softmax", "rows", dtype, size, 2 * bytes, [=] { (void)cp::eval(p()); });
    r.measure("logsumexp", "rows", dtype, size, bytes, [=] { (void)cp::eval(cp::log(cp::sum(e(), 1))); });
    r.measure("entropy", "rows", dtype, size, bytes, [=] { (void)cp::eval(-cp::sum(p() * cp::log(p() + 0.001), 1)); });
    r.measure("layer_norm", "gamma and beta", dtype, size, 2 * bytes, [=] {
      (void)cp::eval((a - cp::mean(a, cp::axis<1>, cp::keepdims)) /
                         cp::sqrt(cp::var(a, cp::axis<1>, cp::keepdims) + 0.001) * gamma +
                     beta);
    });
  }
}

template <class T>
void narrow_slices(bench::results& r, char const* dtype) {
  auto const x = cp::eval(cp::astype<T>(cp::arange<std::int64_t>(n) % 101));
  for (std::int64_t columns : {18, 34, 67, 129, 330, 1001, 4097}) {
    std::int64_t const rows = n / columns;
    auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    auto const part = [=](std::int64_t from) { return a(cp::all, cp::slice(from, from + columns - 2)); };
    double const bytes = 2.0 * sizeof(T) * static_cast<double>(rows * columns);
    std::string const size = bench::size_of(rows, columns);
    r.measure("slices", "one", dtype, size, bytes, [=] { (void)cp::eval(part(1) * T(2)); });
    r.measure("slices", "two", dtype, size, bytes, [=] { (void)cp::eval(part(2) * part(1)); });
    r.measure("slices", "three", dtype, size, bytes, [=] { (void)cp::eval(part(2) + part(1) * T(2) + part(0)); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  plain_rows<float>(r, "float32");
  plain_rows<cp::float16>(r, "float16");
  narrow_slices<std::uint8_t>(r, "uint8");
  narrow_slices<cp::float16>(r, "float16");
  bench::run();
}
