// Sums of segments by offsets and by keys, even and skewed, additions to elements that indices name, and reductions of
// the user's own, against the copy bandwidth of the same run.
#include "gpu_bench.hpp"

#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr std::int64_t n = std::int64_t{1} << 26;

cp::ndarray<std::int64_t, 1> device(std::vector<std::int64_t> const& v) {
  auto h = cp::empty<std::int64_t, cp::host_space>(cp::shape_array<1>{static_cast<std::int64_t>(v.size())});
  std::memcpy(h.data(), v.data(), v.size() * sizeof(std::int64_t));
  return h.to<cp::cuda_space>();
}

/// Offsets of segments of equal length.
std::vector<std::int64_t> even(std::int64_t segments) {
  std::vector<std::int64_t> o(static_cast<std::size_t>(segments) + 1);
  for (std::int64_t i = 0; i <= segments; ++i) o[static_cast<std::size_t>(i)] = n / segments * i;
  return o;
}
/// A quarter of all elements in one segment, a quarter in 64, the rest even.
std::vector<std::int64_t> skewed(std::int64_t segments) {
  std::vector<std::int64_t> o{0};
  std::int64_t const rest = segments - 65, length = n / 2 / rest;
  for (std::int64_t i = 0; i + 1 < segments; ++i) {
    std::int64_t const large = i == segments / 2 ? n / 4 : i % (segments / 64) == 1 ? n / 4 / 64 : length;
    o.push_back(std::min(n, o.back() + large));
  }
  o.push_back(n);
  return o;
}

/// Additions of `count` values (or rows) to elements that indices name, by default and in any order: indices that are
/// scattered evenly.
template <class T, int Rank>
void measure_at(bench::results& r, cp::ndarray<T, Rank> const& values, int cells_log2, std::string const& size) {
  std::int64_t const count = values.shape()[0], cells = std::int64_t{1} << cells_log2, block = values.size() / count;
  cp::ndarray<std::int64_t, 1> const index = cp::arange<std::int64_t>(count) * 40503 % cells;
  auto shape = values.shape();
  shape[0] = cells;
  cp::ndarray<T, Rank> const sums = cp::zeros<T>(shape), in_any_order = cp::zeros<T>(shape);
  cp::add.at(sums, index, values);
  cp::add.at(in_any_order, index, values, cp::in_any_order);
  double const all = cp::sum<double>(values).item();
  bench::expect("add.at", cp::sum<double>(sums).item(), all, 1e-6);
  bench::expect("add.at in any order", cp::sum<double>(in_any_order).item(), all, 1e-3);
  auto const itemsize = static_cast<double>(sizeof(T));
  double const bytes = static_cast<double>(count) * 8 + itemsize * static_cast<double>(values.size()) +
                       2 * itemsize * static_cast<double>(std::min(cells, count) * block);
  char const* const dtype = cp::dtype_traits<T>::name;
  r.measure("add.at", "default", dtype, size, bytes, [=] { cp::add.at(sums, index, values); });
  r.measure("add.at", "in any order", dtype, size, bytes,
            [=] { cp::add.at(in_any_order, index, values, cp::in_any_order); });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  auto const x = bench::random<float>(n, 1);
  auto const rows = cp::reshape(x, {n / 32, 32});
  for (int log2 : {16, 22}) {
    std::int64_t const segments = std::int64_t{1} << log2;
    std::string const size = "2^26 in 2^" + std::to_string(log2);
    double const bytes = 4.0 * n + 12.0 * static_cast<double>(segments);
    auto const same = device(even(segments)), different = device(skewed(segments));
    r.measure("segment_sum", "even", "float32", size.c_str(), bytes,
              [=] { (void)cp::segment_sum(x, cp::offsets(same)); });
    r.measure("segment_sum", "skewed", "float32", size.c_str(), bytes,
              [=] { (void)cp::segment_sum(x, cp::offsets(different)); });
    r.measure("segment_sum(x * x + 1)", "even", "float32", size.c_str(), bytes,
              [=] { (void)cp::segment_sum(x * x + 1, cp::offsets(same)); });
    r.measure("add.reduceat", "even", "float32", size.c_str(), bytes,
              [=] { (void)cp::add.reduceat(x, same(cp::slice(0, -1))); });
  }
  for (int log2 : {10, 16, 17, 22}) {
    std::int64_t const keys = std::int64_t{1} << log2;
    std::string const size = "2^26 in 2^" + std::to_string(log2);
    double const bytes = 8.0 * n + 4.0 * static_cast<double>(keys);
    auto const scattered = cp::eval(cp::astype<std::int32_t>(cp::arange<std::int64_t>(n) * 40503 % keys));
    auto const sums = bench::on_host(cp::segment_sum(x, scattered, keys));
    double all = 0;
    for (float sum : sums) all += sum;
    bench::expect("segment_sum by keys", all, cp::sum<double>(x).item(), 1e-6);
    r.measure("segment_sum", "keys", "float32", size.c_str(), bytes,
              [=] { (void)cp::segment_sum(x, scattered, keys); });
    // Of each eight elements one has the same key.
    auto const uneven = cp::eval(cp::where(cp::arange<std::int64_t>(n) % 8 == 0, 7, scattered));
    r.measure("segment_sum", "uneven keys", "float32", size.c_str(), bytes,
              [=] { (void)cp::segment_sum(x, uneven, keys); });
    r.measure("segment_sum", "sorted keys", "float32", size.c_str(), bytes,
              [=, in_order = cp::eval(cp::astype<std::int32_t>(cp::arange<std::int64_t>(n) / (n / keys)))] {
                (void)cp::segment_sum(x, in_order, keys);
              });
    auto const whole = cp::eval(cp::astype<std::int32_t>(x * 1000));
    r.measure("segment_sum", "keys", "int32", size.c_str(), bytes,
              [=] { (void)cp::segment_sum(whole, scattered, keys); });
  }
  auto const wide = cp::eval(cp::astype<double>(x));
  auto const among = cp::eval(cp::astype<std::int32_t>(cp::arange<std::int64_t>(n) * 40503 % 65536));
  r.measure("segment_sum", "keys", "float64", "2^26 in 2^16", 12.0 * n,
            [=] { (void)cp::segment_sum(wide, among, 65536); });
  std::int64_t const parts = 4096;
  std::vector<std::int64_t> of_rows(parts + 1);
  for (std::int64_t i = 0; i <= parts; ++i) of_rows[static_cast<std::size_t>(i)] = n / 32 / parts * i;
  auto const by_rows = device(of_rows);
  r.measure("segment_sum", "rows of 32", "float32", "2^21x32 in 2^12", 4.0 * n,
            [=] { (void)cp::segment_sum(rows, cp::offsets(by_rows)); });

  for (int log2 : {10, 16, 20, 24}) {
    std::string const size = "2^26 in 2^" + std::to_string(log2);
    measure_at(r, x, log2, size);
    measure_at(r, wide, log2, size);
  }
  measure_at(r, bench::random<float>(1 << 24, 3), 0, "2^24 in one");
  measure_at(r, bench::random<float>(1 << 16, 3), 28, "2^16 in 2^28");
  measure_at(r, cp::ndarray<float, 2>(cp::reshape(x, {n / 64, 64})), 12, "2^20x64 in 2^12");
  auto const factors = cp::eval(cp::where(cp::arange<std::int64_t>(n) % 2 == 0, 2.0f, 0.5f));
  cp::ndarray<std::int64_t, 1> const factor_index = cp::arange<std::int64_t>(n) * 40503 % (std::int64_t{1} << 20);
  cp::ndarray<float, 1> const products = cp::ones<float>({1 << 20});
  r.measure("multiply.at", "default", "float32", "2^26 in 2^20", 12.0 * n,
            [=] { cp::multiply.at(products, factor_index, factors); });

  auto const value = cp::reduction(
      0.0f, CP_LAMBDA(float v) { return v * v; }, CP_LAMBDA(float a, float b) { return a + b; });
  auto const function = cp::reduction(
      CP_LAMBDA() { return 0.0f; }, CP_LAMBDA(float v) { return v * v; },
      CP_LAMBDA(float a, float b) { return a + b; });
  cp::ndarray<float, 0> total = cp::empty<float>(cp::shape_array<0>{});
  r.measure("reduction", "identity by value", "float32", "2^26", 4.0 * n, [=] { total(cp::ellipsis) = value(x); });
  r.measure("reduction", "identity by function", "float32", "2^26", 4.0 * n,
            [=] { total(cp::ellipsis) = function(x); });
  r.measure("sum(x * x)", "all", "float32", "2^26", 4.0 * n, [=] { total(cp::ellipsis) = cp::sum(x * x); });
  bench::run();
}
