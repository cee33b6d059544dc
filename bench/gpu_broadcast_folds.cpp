// Folds of few elements a result, and of inputs that many results share: functions of pairs, distances of points,
// sums of short rows. Against the copy bandwidth of the same run.
#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

template <class T = float, int Rank>
cp::ndarray<T, Rank> numbers(cp::shape_array<Rank> const& shape) {
  std::int64_t size = 1;
  for (std::int64_t const k : shape) size *= k;
  return cp::reshape(cp::eval(cp::astype<T>(cp::astype<float>(cp::arange(size) % 1009) * 0.0625f)), shape);
}

/// Functions of all pairs of two lists, folded along either.
template <class T>
void outer(bench::results& r, char const* dtype, std::int64_t many, std::int64_t few) {
  auto const x = numbers<T, 1>({{many}}), y = numbers<T, 1>({{few}});
  std::string const size = bench::size_of(many, few);
  double const bytes = 2.0 * sizeof(T) * static_cast<double>(many);
  auto const pairs = [=](auto const& f) { return f(x(cp::all, cp::newaxis), y(cp::newaxis)); };
  auto const turned = [=](auto const& f) { return f(x(cp::newaxis), y(cp::all, cp::newaxis)); };
  r.measure("sum(tanh(x * y))", "axis 1", dtype, size, bytes, [=] {
    (void)cp::eval(cp::sum(pairs([](auto const& a, auto const& b) { return cp::tanh(a * b); }), cp::axis<1>));
  });
  r.measure("sum(tanh(x * y))", "axis 0", dtype, size, bytes, [=] {
    (void)cp::eval(cp::sum(turned([](auto const& a, auto const& b) { return cp::tanh(a * b); }), cp::axis<0>));
  });
  r.measure("sum(sqrt(x * y + 1))", "axis 0", dtype, size, bytes, [=] {
    (void)cp::eval(cp::sum(turned([](auto const& a, auto const& b) { return cp::sqrt(a * b + T(1)); }), cp::axis<0>));
  });
  r.measure("min(abs(x - y))", "axis 1", dtype, size, bytes, [=] {
    (void)cp::eval(cp::min(pairs([](auto const& a, auto const& b) { return cp::abs(a - b); }), cp::axis<1>));
  });
  r.measure("max(where(x > y, y, 0))", "axis 1", dtype, size, bytes, [=] {
    (void)cp::eval(cp::max(pairs([](auto const& a, auto const& b) { return cp::where(a > b, b, T(0)); }), cp::axis<1>));
  });
  r.measure("count_nonzero(x > y)", "axis 1", dtype, size, bytes, [=] {
    (void)cp::eval(cp::count_nonzero(pairs([](auto const& a, auto const& b) { return a > b; }), cp::axis<1>));
  });
}

/// Distances of all points of two lists.
void distances(bench::results& r, std::int64_t dimensions) {
  std::int64_t const many = 17000, few = 1000;
  auto const x = numbers<float, 2>({{many, dimensions}}), y = numbers<float, 2>({{few, dimensions}});
  std::string const size = bench::size_of(many, few) + "x" + std::to_string(dimensions);
  double const bytes = 4.0 * static_cast<double>(many * few);
  auto const apart = x(cp::all, cp::newaxis) - y(cp::newaxis);
  r.measure("exp(-sum(square(x - y)))", "axis 2", "float32", size, bytes,
            [=] { (void)cp::eval(cp::exp(-cp::sum(cp::square(apart), cp::axis<2>))); });
  r.measure("max(abs(x - y))", "axis 2", "float32", size, bytes,
            [=] { (void)cp::eval(cp::max(cp::abs(apart), cp::axis<2>)); });
}

/// Folds of rows of few elements.
template <class T>
void short_rows(bench::results& r, char const* dtype, std::int64_t bytes_of_all) {
  for (std::int64_t columns : {2, 3, 5, 7, 11}) {
    std::int64_t const rows = bytes_of_all / static_cast<std::int64_t>(sizeof(T)) / columns;
    auto const x = numbers<T, 2>({{rows, columns}}), y = cp::eval(x + T(1));
    auto const a = numbers<T, 1>({{columns}});
    double const bytes = static_cast<double>(sizeof(T)) * static_cast<double>(rows * columns);
    std::string const size = bench::size_of(rows, columns);
    r.measure("sum(x)", "axis 1", dtype, size, bytes, [=] { (void)cp::eval(cp::sum(x, cp::axis<1>)); });
    r.measure("max(x)", "axis 1", dtype, size, bytes, [=] { (void)cp::eval(cp::max(x, cp::axis<1>)); });
    r.measure("argmax(x)", "axis 1", dtype, size, bytes, [=] { (void)cp::eval(cp::argmax(x, cp::axis<1>)); });
    r.measure("sum(x * a)", "axis 1", dtype, size, bytes, [=] { (void)cp::eval(cp::sum(x * a, cp::axis<1>)); });
    r.measure("sum(x * y)", "axis 1", dtype, size, 2 * bytes, [=] { (void)cp::eval(cp::sum(x * y, cp::axis<1>)); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  outer<float>(r, "float32", 1586931, 21);
  outer<float>(r, "float32", 262144, 160);
  outer<double>(r, "float64", 262144, 160);
  for (std::int64_t const dimensions : {2, 3, 5, 8}) distances(r, dimensions);
  short_rows<float>(r, "float32", std::int64_t{1} << 27);
  short_rows<double>(r, "float64", std::int64_t{1} << 27);
  short_rows<std::uint8_t>(r, "uint8", std::int64_t{1} << 25);
  auto const x = numbers<float, 2>({{4096, 8192}}), w = numbers<float, 2>({{4096, 1}});
  r.measure("sum(x * w)", "axis 0", "float32", "4096x8192", 4.0 * 4096 * 8192,
            [=] { (void)cp::eval(cp::sum(x * w, cp::axis<0>)); });
  bench::run();
}
