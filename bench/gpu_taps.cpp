// Slices that begin one element after the other (taps of a filter), scans of rows of narrow integers, frames around
// short rows, variances of rows of float64. Against the copy bandwidth of the same run.
#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>
#include <utility>

#include "gpu_bench.hpp"

namespace {

constexpr std::int64_t n = std::int64_t{1} << 25;

template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::shape_array<Rank> const& shape) {
  std::int64_t size = 1;
  for (std::int64_t const k : shape) size *= k;
  return cp::reshape(cp::eval(cp::astype<T>(cp::astype<float>(cp::arange(size) % 1009) * 0.0625f)), shape);
}

template <class X, int First, int... I>
auto filtered(X const& x, std::int64_t length, std::integer_sequence<int, First, I...>) {
  auto const tap = [&](int i) { return x(cp::all, cp::slice(i, i + length)) * (i % 7 + 1); };
  return (tap(First) + ... + tap(I));
}
template <class T, int Taps>
void taps(bench::results& r, char const* dtype) {
  for (std::int64_t const columns : {n, std::int64_t{1000}}) {
    std::int64_t const rows = n / columns;
    auto const x = numbers<T, 2>({{rows, columns}});
    r.measure("taps", std::to_string(Taps).c_str(), dtype, bench::size_of(rows, columns),
              2.0 * sizeof(T) * static_cast<double>(rows * columns),
              [=] { (void)cp::eval(filtered(x, columns - Taps + 1, std::make_integer_sequence<int, Taps>{})); });
  }
}

template <class T>
void scans(bench::results& r, char const* dtype) {
  for (std::int64_t const columns : {16, 128, 1000}) {
    auto const x = numbers<T, 2>({{n / columns, columns}});
    r.measure("cumsum", "axis 1", dtype, bench::size_of(n / columns, columns),
              (8.0 + sizeof(T)) * static_cast<double>(n), [=] { (void)cp::eval(cp::cumsum(x, 1)); });
  }
}

template <class Mode>
void frames(bench::results& r, char const* name, Mode mode) {
  auto const x = numbers<std::int64_t, 3>({{11, 32768, 69}});
  r.measure("pad", name, "int64", "11x32768x69", 16.0 * 11 * 32768 * 69, [=] {
    (void)cp::eval(cp::pad(x, {{3, 1}, {0, 1}, {4, 1}}, mode));
  });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  taps<float, 5>(r, "float32");
  taps<float, 7>(r, "float32");
  taps<float, 13>(r, "float32");
  taps<float, 20>(r, "float32");
  taps<std::int32_t, 9>(r, "int32");
  taps<double, 7>(r, "float64");
  taps<double, 19>(r, "float64");
  scans<std::int8_t>(r, "int8");
  scans<std::int16_t>(r, "int16");
  frames(r, "reflect", cp::padding::reflect{});
  frames(r, "wrap", cp::padding::wrap{});
  frames(r, "edge", cp::padding::edge{});
  frames(r, "constant", cp::padding::constant{0});
  for (std::int64_t const columns : {2, 32}) {
    auto const x = numbers<double, 2>({{n / columns, columns}});
    r.measure("var", "axis 1", "float64", bench::size_of(n / columns, columns), 8.0 * static_cast<double>(n),
              [=] { (void)cp::eval(cp::var(x, 1)); });
  }
  bench::run();
}
