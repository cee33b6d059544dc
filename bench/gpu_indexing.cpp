// Reading and writing through index arrays and masks, against the copy bandwidth of the same run.
#include "gpu_bench.hpp"

namespace {

constexpr std::int64_t n = std::int64_t{1} << 26;

/// 0 to count - 1 in an order that jumps about.
template <class T>
cp::ndarray<T, 1> scattered(std::int64_t count, std::int64_t among) {
  return cp::astype<T>(cp::arange<std::int64_t>(count) * 2654435761 % among);
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  auto const x = bench::random<float>(n, 1);
  auto const y = bench::random<float>(n, 2);
  auto const wide = scattered<std::int64_t>(n, n);
  auto const narrow = scattered<std::int32_t>(n, n);
  auto const near = cp::eval(cp::floor_divide(cp::arange<std::int64_t>(n), 2) * 2);
  r.measure("y = x(i)", "scattered int64", "float32", "2^26", 16.0 * n, [=] { y(cp::all) = x(wide); });
  r.measure("y = x(i)", "scattered int32", "float32", "2^26", 12.0 * n, [=] { y(cp::all) = x(narrow); });
  r.measure("y = x(i)", "neighbours int64", "float32", "2^26", 16.0 * n, [=] { y(cp::all) = x(near); });
  r.measure("y(i) = x", "scattered int64", "float32", "2^26", 16.0 * n, [=] { y(wide) = x; });
  r.measure("y(i) = x", "neighbours int64", "float32", "2^26", 16.0 * n, [=] { y(near) = x; });
  r.measure("y(i) += 1", "scattered int64", "float32", "2^26", 16.0 * n, [=] { y(wide) += 1; });

  for (std::int64_t columns : {32, 256}) {
    auto const table = cp::reshape(x, {n / columns, columns}), to = cp::reshape(y, {n / columns, columns});
    auto const rows = scattered<std::int64_t>(n / columns, n / columns);
    auto const some = scattered<std::int64_t>(columns, columns);
    std::string const size = "2^26 in rows of " + std::to_string(columns);
    r.measure("y = x(i)", "rows", "float32", size.c_str(), 8.0 * n, [=] { to(cp::all) = table(rows); });
    r.measure("y(i) = x", "rows", "float32", size.c_str(), 8.0 * n, [=] { to(rows) = table; });
    r.measure("y = x(:, i)", "columns", "float32", size.c_str(), 8.0 * n, [=] { to(cp::all) = table(cp::all, some); });
    r.measure("y(:, i) = x", "columns", "float32", size.c_str(), 8.0 * n, [=] { to(cp::all, some) = table; });
  }

  auto const mask = cp::eval(x > 0.5f);
  auto const chosen = cp::eval(x(mask));
  double const half = 4.0 * static_cast<double>(chosen.size());
  r.measure("x(mask)", "half", "float32", "2^26", n + 4.0 * n + half, [=] { (void)cp::eval(x(mask)); });
  r.measure("y(mask) = v", "half", "float32", "2^26", n + 2 * half, [=] { y(mask) = chosen; });
  r.measure("y(mask) = 0", "half", "float32", "2^26", n + 8.0 * n, [=] { y(mask) = 0; });
  r.measure("nonzero(mask)", "half", "int64", "2^26", n + 2 * half, [=] { (void)cp::flatnonzero(mask); });
  auto const table = cp::reshape(x, {n / 256, 256}), to = cp::reshape(y, {n / 256, 256});
  auto const places = cp::eval(cp::reshape(cp::astype<std::int64_t>(scattered<std::int32_t>(n, 256)), {n / 256, 256}));
  r.measure("take_along_axis", "last", "float32", "2^18x256", 16.0 * n,
            [=] { to(cp::all) = cp::take_along_axis(table, places, 1); });
  r.measure("put_along_axis", "last", "float32", "2^18x256", 16.0 * n,
            [=] { cp::put_along_axis(to, places, table, 1); });
  for (std::int64_t few : {1, 1000}) {
    auto const i = scattered<std::int64_t>(few, few);
    auto const v = bench::random<float>(few, 3);
    std::string const size = std::to_string(few);
    r.measure("y(i) = v", "few", "float32", size.c_str(), 0, [=] { y(i) = v; });
    r.measure("z = y(i)", "few", "float32", size.c_str(), 0, [=] { v(cp::all) = y(i); });
  }
  bench::run();
}
