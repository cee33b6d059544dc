// Folds of rows and rows themselves beside weights that all have in common, on vectors' boundaries and off them; narrow
// elements moved by a few places; quotients of narrow integers; formulas that name parts, or one array, several times.
// Against the copy bandwidth of the same run.
#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

constexpr std::int64_t elements = std::int64_t{1} << 25;

template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::shape_array<Rank> const& shape) {
  std::int64_t size = 1;
  for (std::int64_t const k : shape) size *= k;
  return cp::reshape(cp::eval(cp::astype<T>(cp::astype<float>(cp::arange(size) % 251) * 0.0625f + 1.0f)), shape);
}

template <class T>
void folds(bench::results& r, char const* dtype, std::int64_t columns) {
  std::int64_t const n = elements / columns;
  auto const x = numbers<T, 2>({{n, columns}});
  auto const w = numbers<T, 1>({{columns}}), b = numbers<T, 1>({{columns}});
  double const bytes = sizeof(T) * static_cast<double>(n * columns);
  std::string const size = bench::size_of(n, columns);
  r.measure("sum(x * w + b)", "axis 1", dtype, size, bytes, [=] { (void)cp::eval(cp::sum(x * w + b, cp::axis<1>)); });
  r.measure("max(x - w)", "axis 1", dtype, size, bytes, [=] { (void)cp::eval(cp::max(x - w, cp::axis<1>)); });
}
template <class T>
void rows(bench::results& r, char const* dtype, std::int64_t columns) {
  std::int64_t const n = elements / columns;
  auto const x = numbers<T, 2>({{n, columns}});
  auto const w = numbers<T, 1>({{columns}}), b = numbers<T, 1>({{columns}});
  r.measure("rms norm", "with weights", dtype, bench::size_of(n, columns),
            2.0 * sizeof(T) * static_cast<double>(n * columns),
            [=] { (void)cp::eval(x / cp::sqrt(cp::mean(cp::square(x), cp::axis<1>, cp::keepdims)) * w - b); });
}

template <class T>
void moves(bench::results& r, char const* dtype) {
  auto const x = numbers<T, 1>({{2 * elements + 1}});
  double const bytes = 2.0 * sizeof(T) * static_cast<double>(x.size());
  std::string const size = std::to_string(x.size());
  r.measure("pad", "reflect", dtype, size, bytes, [=] {
    (void)cp::eval(cp::pad(x, {{3, 2}}, cp::padding::reflect{}));
  });
  r.measure("roll", "1", dtype, size, bytes, [=] { (void)cp::eval(cp::roll(x, 1)); });
}

template <class T>
void quotients(bench::results& r, char const* dtype) {
  auto const x = numbers<T, 1>({{elements}}), y = cp::eval(cp::flip(numbers<T, 1>({{elements}}), 0));
  r.measure("x % y + x // y", "integers", dtype, std::to_string(elements), 3.0 * sizeof(T) * elements,
            [=] { (void)cp::eval(x % y + cp::floor_divide(x, y)); });
}

void formulas(bench::results& r) {
  auto const x = numbers<double, 1>({{elements}});
  r.measure("series", "x + x^3 + x^5 / 2 + x^7 / 4 + x^9 / 8", "float64", std::to_string(elements), 16.0 * elements,
            [=] {
              (void)cp::eval(x + x * x * x + x * x * x * x * x * 0.5 + x * x * x * x * x * x * x * 0.25 +
                             x * x * x * x * x * x * x * x * x * 0.125);
            });
  auto const a = numbers<float, 1>({{elements}}), b = cp::eval(cp::flip(a, 0) * 0.1f);
  r.measure("gated", "t = tanh(a) / (tanh(b)^2 + 1/2), s = 1 / (1 + e^-t), s > b ? s - b : s^2", "float32",
            std::to_string(elements), 12.0 * elements, [=] {
              auto const t = cp::tanh(a) / (cp::square(cp::tanh(b)) + 0.5f);
              auto const s = 1.0f / (1.0f + cp::exp(-t));
              (void)cp::eval(cp::where(s > b, s - b, cp::square(s)));
            });
  auto const h = numbers<cp::float16, 2>({{4096, 3759}}), g = cp::eval(cp::flip(h, 0) * cp::float16(0.1f));
  auto const c = numbers<cp::float16, 2>({{4096, 1}});
  r.measure("gated", "t = h g^2 / (c^2 + 1/2), tanh(log(1 + |h|)) + (t > 1/2 ? t : t / 8)", "float16", "4096x3759",
            6.0 * 4096 * 3759, [=] {
              auto const t = h * cp::square(g) * cp::log(1 + cp::abs(c)) / (cp::square(c) + 0.5f);
              (void)cp::eval(cp::tanh(cp::log(1 + cp::abs(h))) * cp::exp(-g) + cp::where(t > 0.5f, t, t * 0.125f));
            });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  for (std::int64_t const n : {64, 512, 1024, 4096, 16384, 33, 171, 1119, 17329}) folds<float>(r, "float32", n);
  for (std::int64_t const n : {512, 4096, 171, 1119, 17329}) folds<cp::float16>(r, "float16", n);
  for (std::int64_t const n : {512, 4096, 171, 1119}) folds<double>(r, "float64", n);
  for (std::int64_t const n : {110, 213, 1001}) rows<float>(r, "float32", n);
  for (std::int64_t const n : {110, 250, 1001, 4093}) rows<cp::float16>(r, "float16", n);
  for (std::int64_t const n : {213, 1001, 4093}) rows<double>(r, "float64", n);
  moves<cp::float16>(r, "float16");
  moves<float>(r, "float32");
  quotients<std::uint8_t>(r, "uint8");
  quotients<std::int16_t>(r, "int16");
  formulas(r);
  bench::run();
}
