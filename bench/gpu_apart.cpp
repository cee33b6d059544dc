// Elements beside folds along axes that lie apart, or beside short axes that are kept; sums of short rows; sums of
// float32 weights by bins; roots of what is negative; rotations by quaternions; slices of bytes as float32. Against the
// copy bandwidth of the same run.
#include <cstdint>
#include <fuse/linalg.hpp>
#include <fuse/sorting.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

constexpr std::int64_t n = std::int64_t{1} << 25;

template <int Rank>
cp::ndarray<float, Rank> numbers(cp::shape_array<Rank> const& shape) {
  std::int64_t size = 1;
  for (std::int64_t const k : shape) size *= k;
  return cp::reshape(cp::eval(cp::astype<float>(cp::arange(size) % 1009) * 0.001f - 0.5f), shape);
}

void norms(bench::results& r) {
  for (auto const& shape : {cp::shape_array<4>{{64, 128, 56, 56}}, cp::shape_array<4>{{64, 128, 55, 57}},
                            cp::shape_array<4>{{32, 512, 28, 28}}, cp::shape_array<4>{{256, 2048, 7, 7}}}) {
    auto const x = numbers<4>(shape);
    auto const g = numbers<4>({{1, shape[1], 1, 1}});
    r.measure("batch norm", "axes 0, 2, 3", "float32", cp::to_string(cp::index_array<4>(shape)),
              8.0 * static_cast<double>(x.size()), [=] {
                auto const m = cp::mean(x, cp::axis<0, 2, 3>, cp::keepdims);
                auto const v = cp::var(x, cp::axis<0, 2, 3>, cp::keepdims);
                (void)cp::eval(cp::relu((x - m) * cp::rsqrt(v + 1e-5f) * g + g));
              });
  }
  auto const softmax = cp::fuse([](auto x) {
    auto const e = cp::exp(x - cp::max(x, cp::axis<1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<1>, cp::keepdims);
  });
  for (auto const& shape : {cp::shape_array<3>{{16384, 150, 18}}, cp::shape_array<3>{{65536, 40, 18}},
                            cp::shape_array<3>{{16384, 150, 32}}}) {
    auto const x = numbers<3>(shape);
    r.measure("softmax", "axis 1", "float32", cp::to_string(cp::index_array<3>(shape)),
              8.0 * static_cast<double>(x.size()), [=] { (void)cp::eval(softmax(x)); });
  }
}

template <class T>
void short_rows(bench::results& r, char const* dtype, std::int64_t elements) {
  for (std::int64_t columns : {2, 4, 8, 15, 16, 17, 20}) {
    std::int64_t const rows = elements / columns;
    auto const x = cp::eval(cp::astype<T>(numbers<2>({{rows, columns}})));
    auto const a = cp::eval(cp::astype<T>(numbers<1>({{columns}})));
    double const bytes = sizeof(T) * static_cast<double>(rows * columns);
    std::string const size = bench::size_of(rows, columns);
    r.measure("sum", "axis 1", dtype, size, bytes, [=] { (void)cp::eval(cp::sum(x, cp::axis<1>)); });
    r.measure("sum(x * a + a)", "axis 1", dtype, size, bytes, [=] { (void)cp::eval(cp::sum(x * a + a, cp::axis<1>)); });
  }
}

void others(bench::results& r) {
  auto const keys = cp::eval(cp::astype<std::int32_t>(cp::arange<std::int64_t>(n) * 7919 % 5000));
  auto const weights = numbers<1>({{n}});
  r.measure("bincount", "weights, 5000 bins", "float32", "2^25", 8.0 * static_cast<double>(n),
            [=] { (void)cp::bincount(keys, cp::weights(weights), 5000); });
  auto const negative = cp::eval(numbers<2>({{n / 64, 64}}) - 1.0f);
  r.measure("min(where(x > 0, x - sqrt(x), inf))", "axis 1", "float32", bench::size_of(n / 64, 64),
            4.0 * static_cast<double>(n), [=] {
              (void)cp::eval(cp::min(cp::where(negative > 0, negative - cp::sqrt(negative), cp::inf), cp::axis<1>));
            });
  auto const q = numbers<2>({{4000003, 3}}), p = cp::eval(q + 1.0f);
  auto const w = numbers<2>({{4000003, 1}});
  r.measure("rotate", "by quaternions", "float32", "4000003x3", 40.0 * 4000003, [=] {
    auto const t = 2.0f * cp::cross(q, p);
    (void)cp::eval(p + w * t + cp::cross(q, t));
  });
  auto const image =
      cp::eval(cp::astype<std::uint8_t>(cp::reshape(cp::arange<std::int64_t>(2 * n) % 251, {8192, 8192})));
  r.measure("three slices", "uint8 as float32", "float32", "8192^2", 10.0 * static_cast<double>(n), [=] {
    auto const part = [&](cp::slice const& s) { return cp::astype<float>(image(cp::all, s)); };
    (void)cp::eval(part(cp::slice(0, -2)) + part(cp::slice(1, -1)) + part(cp::slice(2, cp::end)));
  });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  norms(r);
  short_rows<cp::float16>(r, "float16", n);
  short_rows<float>(r, "float32", n / 2);
  others(r);
  bench::run();
}
