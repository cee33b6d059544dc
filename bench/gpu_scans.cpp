// Running sums of whole arrays, rows and columns, and differences, against the copy bandwidth of the same run.
#include "gpu_bench.hpp"

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  std::int64_t const n = bench::n28, rows = 65536, columns = 4096;
  auto x = bench::random<float>(n, 1), y = cp::empty<float>(n);
  auto a = cp::reshape(x, {rows, columns}), b = cp::reshape(y, {rows, columns});
  double const bytes = 8.0 * n;

  r.measure("cumsum", "all", "float32", "2^28", bytes, [=] { y(cp::all) = cp::cumsum(x); });
  {
    auto const from = bench::on_host(x), to = bench::on_host(y);
    double sum = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      sum += from[i];
      if (i % 100003 == 0 || i + 1 == from.size()) bench::expect("cumsum", to[i], sum, 1e-5);
    }
  }
  r.measure("cumsum", "x * x", "float32", "2^28", bytes, [=] { y(cp::all) = cp::cumsum(x * x, cp::axis<0>); });
  r.measure("cummax", "all", "float32", "2^28", bytes, [=] { y(cp::all) = cp::cummax(x); });
  r.measure("cumsum", "misaligned", "float32", "2^28-1", bytes,
            [=] { y(cp::slice(1, cp::end)) = cp::cumsum(x(cp::slice(1, cp::end))); });
  r.measure("cumsum", "axis<1>", "float32", "65536x4096", bytes, [=] { b(cp::all) = cp::cumsum(a, cp::axis<1>); });
  r.measure("cumsum", "axis<0>", "float32", "65536x4096", bytes, [=] { b(cp::all) = cp::cumsum(a, cp::axis<0>); });
  r.measure("unwrap", "axis 1", "float32", "65536x4096", bytes, [=] { b(cp::all) = cp::unwrap(a, 1); });
  r.measure("unwrap", "axis 0", "float32", "65536x4096", bytes, [=] { b(cp::all) = cp::unwrap(a, 0); });
  r.measure("exp(cumsum)", "axis 1", "float32", "65536x4096", bytes,
            [=] { b(cp::all) = cp::exp(cp::sin(cp::cumsum(a, 1))); });
  auto const view = [](auto const& v, std::int64_t i, std::int64_t j) {
    return cp::reshape(v(cp::slice(0, i * j)), {i, j});
  };
  for (auto const& [i, j, name] : {std::tuple{std::int64_t{1000000}, std::int64_t{100}, "10^6x100"},
                                   std::tuple{std::int64_t{100}, std::int64_t{1000000}, "100x10^6"},
                                   std::tuple{std::int64_t{2097152}, std::int64_t{32}, "2^21x32"},
                                   std::tuple{std::int64_t{65536}, std::int64_t{1024}, "65536x1024"}}) {
    auto const from = view(x, i, j), to = view(y, i, j);
    double const moved = 8.0 * static_cast<double>(i * j);
    r.measure("cumsum", "axis 0", "float32", name, moved, [=] { to(cp::all) = cp::cumsum(from, 0); });
    r.measure("cumsum", "axis 1", "float32", name, moved, [=] { to(cp::all) = cp::cumsum(from, 1); });
  }
  auto d = bench::random<double>(n / 2, 1), e = cp::empty<double>(n / 2);
  r.measure("cumsum", "all", "float64", "2^27", bytes, [=] { e(cp::all) = cp::cumsum(d); });
  auto h = bench::random<cp::float16>(n, 1), k = cp::empty<cp::float16>(n);
  r.measure("cumsum", "all", "float16", "2^28", bytes / 2, [=] { k(cp::all) = cp::cumsum(h); });
  auto i8 = bench::random<cp::int8>(n / 2, 1);
  auto i64 = cp::empty<std::int64_t>(n / 2);
  r.measure("cumsum", "all", "int8", "2^27", 9.0 * n / 2, [=] { i64(cp::all) = cp::cumsum(i8); });
  r.measure("diff", "axis<1>", "float32", "65536x4096", bytes,
            [=] { b(cp::all, cp::slice(1, cp::end)) = cp::diff(a); });
  r.measure("gradient", "axis<1>", "float32", "65536x4096", bytes,
            [=] { b(cp::all) = cp::gradient(a, 0.5, cp::axis<1>); });
  auto area = cp::empty<float>(rows);
  r.measure("trapezoid", "axis<1>", "float32", "65536x4096", bytes / 2, [=] { area(cp::all) = cp::trapezoid(a, 0.5); });
  auto small = x(cp::slice(0, 1024)), small_sums = y(cp::slice(0, 1024));
  r.measure("cumsum", "small", "float32", "1024", 8192, [=] { small_sums(cp::all) = cp::cumsum(small); });
  bench::run();
}
