// Folds of few elements for each of many results: side by side, apart, of several inputs; work on rows that lie side by
// side (softmax along axis 0); odd rows of 16-bit floats; a mask by squares of positions that need 64 bits. Against the
// copy bandwidth of the same run.
#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::shape_array<Rank> const& shape) {
  std::int64_t size = 1;
  for (std::int64_t const k : shape) size *= k;
  return cp::eval(cp::reshape(cp::astype<T>(cp::astype<float>(cp::arange(size) % 101) * 0.125f), shape));
}

/// Of 2^27 bytes.
template <class T>
void folds(bench::results& r, char const* dtype) {
  std::int64_t const total = (std::int64_t{1} << 27) / sizeof(T);
  double const bytes = double{1 << 27};
  for (std::int64_t const n : {2, 3, 5, 10, 16, 40}) {
    std::int64_t const results = total / n;
    auto const x = numbers<T, 2>({{n, results / 4 * 4}}), rows = numbers<T, 2>({{results, n}});
    auto const w = numbers<T, 2>({{n, 1}});
    auto const beside = numbers<T, 1>({{n}});
    std::string const of = std::to_string(n);
    r.measure("sum", "axis 0", dtype, of, bytes, [=] { (void)cp::eval(cp::sum(x, 0)); });
    r.measure("sum(x * w)", "axis 0", dtype, of, bytes, [=] { (void)cp::eval(cp::sum(x * w, 0)); });
    if (sizeof(T) == 4) {
      r.measure("var", "axis 0", dtype, of, bytes, [=] { (void)cp::eval(cp::var(x, 0)); });
      r.measure("argmax", "axis 0", dtype, of, bytes, [=] { (void)cp::eval(cp::argmax(x, 0)); });
    }
    if (n > 10) continue;
    r.measure("sum", "axis 1", dtype, of, bytes, [=] { (void)cp::eval(cp::sum(rows, 1)); });
    r.measure("max", "axis 1", dtype, of, bytes, [=] { (void)cp::eval(cp::max(rows, 1)); });
    r.measure("sum(x * w)", "axis 1", dtype, of, bytes, [=] { (void)cp::eval(cp::sum(rows * beside, 1)); });
    if (n > 5) continue;
    auto const pooled = numbers<T, 4>({{total / (n * n * 64), n, 64, n}});
    r.measure("sum", "axes 1, 3", dtype, of, bytes, [=] { (void)cp::eval(cp::sum(pooled, cp::axis<1, 3>)); });
  }
}

template <class T>
void columns(bench::results& r, char const* dtype) {
  auto const softmax = cp::fuse([](auto x) {
    auto const e = cp::exp(x - cp::max(x, cp::axis<0>, cp::keepdims));
    return e / cp::sum(e, cp::axis<0>, cp::keepdims);
  });
  for (std::int64_t const rows : {4, 12, 40, 89, 300}) {
    std::int64_t const count = (std::int64_t{1} << 27) / rows / std::int64_t{sizeof(T)} / 64 * 64;
    auto const x = numbers<T, 2>({{rows, count}}), across = numbers<T, 2>({{1, count}}),
               down = numbers<T, 2>({{rows, 1}});
    double const bytes = 2.0 * sizeof(T) * static_cast<double>(rows * count);
    std::string const of = bench::size_of(rows, count);
    r.measure("softmax", "axis 0", dtype, of, bytes, [=] { (void)cp::eval(softmax(x)); });
    r.measure("standardized", "axis 0", dtype, of, bytes, [=] {
      auto const m = cp::mean(x, cp::axis<0>, cp::keepdims);
      auto const s = cp::std(x, cp::axis<0>, cp::keepdims);
      (void)cp::eval((x - m) / (s + T(0.5f)) * across);
    });
    r.measure("x - mean * h", "axis 0", dtype, of, bytes,
              [=] { (void)cp::eval(x - cp::mean(x, cp::axis<0>, cp::keepdims) * down); });
  }
}

template <class T>
void odd_rows(bench::results& r, char const* dtype) {
  for (std::int64_t const n : {17, 151, 770, 1735}) {
    std::int64_t const rows = (std::int64_t{1} << 26) / n / std::int64_t{sizeof(T)};
    auto const x = numbers<T, 2>({{rows, n}}), g = numbers<T, 2>({{1, n}}), h = numbers<T, 2>({{1, n}});
    r.measure("layer norm", "axis 1", dtype, bench::size_of(rows, n), 2.0 * sizeof(T) * static_cast<double>(rows * n),
              [=] {
                auto const m = cp::mean(x, cp::axis<1>, cp::keepdims);
                auto const v = cp::var(x, cp::axis<1>, cp::keepdims);
                (void)cp::eval((x - m) / cp::sqrt(v + T(0.001f)) * g + h);
              });
  }
}

void positions(bench::results& r) {
  cp::shape_array<3> const shape{{11, 12, 270000}};
  auto const x = numbers<float, 3>(shape);
  r.measure("where((i * i + j * j) % 7 < 3, x, c)", "positions", "float32", "11x12x270000",
            8.0 * static_cast<double>(x.size()), [=] {
              auto const i = cp::index<1>({11, 12, 270000}), j = cp::index<2>({11, 12, 270000});
              (void)cp::eval(cp::where((i * i + j * j) % 7 < 3, x, -1000.0f));
            });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  folds<float>(r, "float32");
  folds<std::uint8_t>(r, "uint8");
  folds<double>(r, "float64");
  folds<cp::float16>(r, "float16");
  columns<float>(r, "float32");
  columns<double>(r, "float64");
  columns<cp::float16>(r, "float16");
  odd_rows<cp::float16>(r, "float16");
  odd_rows<cp::bfloat16>(r, "bfloat16");
  positions(r);
  bench::run();
}
