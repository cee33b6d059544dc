// Sorting, searching, counting and choosing, against the copy bandwidth of the same run. gpu_sorting_peers.py times
// CuPy and torch on the same work.
#include <fuse/sorting.hpp>

#include <string>

#include "gpu_bench.hpp"

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  std::int64_t const n = std::int64_t{1} << 26;
  auto const x = bench::random<float>(n, 1);
  double const bytes = 4.0 * n;
  auto const row = [&](char const* name, char const* variant, std::string const& size, double moved, auto f) {
    r.measure(name, variant, "float32", size, moved, f);
  };
  {
    auto const sorted = bench::on_host(cp::sort(x)(cp::slice(cp::end, cp::end, n / 1024)));
    for (std::size_t i = 1; i < sorted.size(); ++i) bench::expect("sort", sorted[i] >= sorted[i - 1], 1, 0);
    auto const chosen = cp::compact(x, x > 0.6f).count;
    bench::expect("compact", static_cast<double>(chosen.item()),
                  static_cast<double>(cp::count_nonzero(x > 0.6f).item()), 0);
  }
  auto const large = bench::random<float>(2 * n, 2);
  row("sort", "all", "2^27", 4 * bytes, [=] { (void)cp::sort(large); });
  row("sort", "all", "2^26", 2 * bytes, [=] { (void)cp::sort(x); });
  row("argsort", "all", "2^26", 3 * bytes, [=] { (void)cp::argsort(x); });
  row("median", "all", "2^26", bytes, [=] { (void)cp::median(x); });
  auto const rows = x.reshape(16384, 4096);
  row("sort", "rows", "16384x4096", 2 * bytes, [=] { (void)cp::sort(rows); });
  auto const more_rows = large.reshape(32768, 4096);
  row("sort", "rows", "32768x4096", 4 * bytes, [=] { (void)cp::sort(more_rows); });
  auto const short_rows = x.reshape(65536, 1024);
  row("sort", "rows", "65536x1024", 2 * bytes, [=] { (void)cp::sort(short_rows); });
  for (std::int64_t columns : {4, 15, 32, 100}) {
    std::int64_t const count = n / 4 / columns;
    auto const part = cp::reshape(x(cp::slice(0, count * columns)), {count, columns});
    row("sort", "short rows", std::to_string(count) + "x" + std::to_string(columns), bytes / 2,
        [=] { (void)cp::sort(part); });
  }
  auto const whole = cp::eval(cp::arange<std::int64_t>(15 * 524288) * 7919 % 1000003);
  for (std::int64_t columns : {2, 5, 15, 32, 40, 100}) {
    std::int64_t const count = whole.size() / columns;
    auto const part = cp::reshape(whole(cp::slice(0, count * columns)), {count, columns});
    r.measure("sort", "short rows", "int64", std::to_string(count) + "x" + std::to_string(columns), 16.0 * whole.size(),
              [=] { (void)cp::sort(part); });
  }
  auto const tall = cp::reshape(whole, {15, 524288});
  r.measure("sort", "axis 0", "int64", "15x524288", 16.0 * whole.size(), [=] { (void)cp::sort(tall, 0); });
  row("histogram", "256 bins", "2^26", bytes, [=] { (void)cp::histogram(x, 256); });
  cp::ndarray<std::int32_t, 1> const few = cp::astype<std::int32_t>(x * 1024.f),
                                     many = cp::astype<std::int32_t>(x * 65536.f);
  row("bincount", "2^10", "2^26", bytes, [=] { (void)cp::bincount(few); });
  row("bincount", "2^16", "2^26", bytes, [=] { (void)cp::bincount(many); });
  row("unique", "2^16 values", "2^26", bytes, [=] { (void)cp::unique(many); });
  auto const table = cp::sort(bench::random<float>(1 << 20, 3));
  row("searchsorted", "in 2^20", "2^26", 3 * bytes, [=] { (void)cp::searchsorted(table, x); });
  auto const larger = bench::random<float>(4 * n, 4);
  row("compact", "x > 0.6", "2^28", 1.4 * 4 * bytes, [=] { (void)cp::compact(larger, larger > 0.6f); });
  row("x(mask)", "x > 0.6", "2^28", 1.4 * 4 * bytes, [=] { (void)cp::eval(larger(larger > 0.6f)); });
  row("compact", "x > 0.6", "2^26", 1.4 * bytes, [=] { (void)cp::compact(x, x > 0.6f); });
  auto const cell = many(cp::slice(n / 4)).copy();
  auto const a = x(cp::slice(n / 4)).copy(), b = a.copy(), c = a.copy(), d = a.copy(), e = a.copy(), f = a.copy();
  row("sort_by_key", "6 floats", "2^24", 14 * bytes / 4, [=] { (void)cp::sort_by_key(cell, a, b, c, d, e, f); });
  bench::run();
}
