// Sorts, medians and searches in host memory: nanoseconds an element, in the fastest of five runs, of rows of many
// lengths and of 10^7 elements; searches are for a million elements among 1000. host_sorting_numpy.py runs it, and
// NumPy on the same numbers.
#include <fuse/fuse.hpp>
#include <fuse/sorting.hpp>
#include <fuse/stats.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>

namespace {

using clock_type = std::chrono::steady_clock;

template <class F>
void row(char const* what, char const* dtype, std::int64_t rows, std::int64_t length, F const& f) {
  double least = 1e30;
  for (int k = 0; k < 6; ++k) {
    auto const begin = clock_type::now();
    f();
    double const took = std::chrono::duration<double>(clock_type::now() - begin).count();
    if (k > 0) least = std::min(least, took);
  }
  std::printf("%s %s %lld %lld %.6g\n", what, dtype, static_cast<long long>(rows), static_cast<long long>(length),
              least / static_cast<double>(rows * length) * 1e9);
  std::fflush(stdout);
}

/// Numbers that host_sorting_numpy.py makes too.
template <class T>
cp::ndarray<T, 2> numbers(std::int64_t rows, std::int64_t length) {
  auto const h = cp::index<0>({rows * length}) * 2654435761 % 4294967296;
  auto const k = (h ^ (h >> 16)) * 668265263 % 4294967296 >> 8;
  return cp::reshape(cp::astype<T>(k - 8000000), {rows, length});
}

template <class T>
void rows_of(char const* dtype, std::int64_t total, std::int64_t length) {
  std::int64_t const rows = total / length;
  auto const x = numbers<T>(rows, length);
  auto sorted = cp::eval(x);
  auto order = cp::eval(cp::argsort(x, 1));
  row("sort", dtype, rows, length, [&] { sorted = cp::sort(x, 1); });
  row("argsort", dtype, rows, length, [&] { order = cp::argsort(x, 1); });
  if (rows > 1 && length > 30) row("median", dtype, rows, length, [&] { auto const m = cp::eval(cp::median(x, 1)); });
  if (rows == 1) row("unique", dtype, rows, length, [&] { auto const u = cp::unique(x); });
}
template <class T>
void all_lengths(char const* dtype) {
  for (std::int64_t const length : {10, 100, 300, 1000, 3000, 30000}) rows_of<T>(dtype, 3000000, length);
  rows_of<T>(dtype, 10000000, 10000000);
}

template <class T>
void searches(char const* dtype) {
  auto const x = cp::eval(cp::ravel(numbers<T>(1, 1000000)));
  auto const edges = cp::eval(cp::astype<T>((cp::arange<std::int64_t>(1000) - 477) * 16777));
  row("searchsorted", dtype, 1, x.size(), [&] { auto const i = cp::eval(cp::searchsorted(edges, x)); });
  row("digitize", dtype, 1, x.size(), [&] { auto const i = cp::eval(cp::digitize(x, edges)); });
  row("isin", dtype, 1, x.size(), [&] { auto const i = cp::eval(cp::isin(x, edges)); });
  row("interp", dtype, 1, x.size(), [&] { auto const y = cp::eval(cp::interp(x, edges, edges)); });
}

}  // namespace

int main() {
  all_lengths<float>("float32");
  all_lengths<double>("float64");
  all_lengths<std::int32_t>("int32");
  all_lengths<std::int64_t>("int64");
  all_lengths<std::int16_t>("int16");
  searches<float>("float32");
  searches<double>("float64");
  searches<std::int32_t>("int32");
}
