// Formulas of slices of tables, running sums of lines that lie side by side, functions of short rows of two lists, rows
// beside what they have in common, axes turned round. Against the copy bandwidth of the same run.
#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>

#include "gpu_bench.hpp"

namespace {

template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::shape_array<Rank> const& shape) {
  std::int64_t size = 1;
  for (std::int64_t const k : shape) size *= k;
  return cp::reshape(cp::eval(cp::astype<T>(cp::astype<float>(cp::arange(size) % 1009) * 0.0625f)), shape);
}

/// Element (i - 1, j - 1) of those around each element of a table that has such.
template <class X>
auto around(X const& x, int i, int j) {
  auto const along = [&](int k, int axis) { return cp::slice(k, x.shape(axis) - 2 + k); };
  return x(along(i, 0), along(j, 1));
}
template <class T>
void tables(bench::results& r, char const* dtype, std::int64_t rows, std::int64_t columns) {
  auto const x = numbers<T, 2>({{rows, columns}});
  std::string const size = bench::size_of(rows, columns);
  double const bytes = 2.0 * sizeof(T) * static_cast<double>(rows * columns);
  auto const at = [=](int i, int j) { return around(x, i, j); };
  auto const eight = [=] {
    return at(0, 0) + at(0, 1) + at(0, 2) + at(1, 0) + at(1, 2) + at(2, 0) + at(2, 1) + at(2, 2);
  };
  r.measure("life", "slices", dtype, size, bytes,
            [=] { (void)cp::eval(cp::astype<T>((eight() == 3) | ((at(1, 1) == 1) & (eight() == 2)))); });
  r.measure("box blur", "slices", dtype, size, bytes, [=] { (void)cp::eval((eight() + at(1, 1)) * T(0.25)); });
  r.measure("sobel", "slices", dtype, size, bytes, [=] {
    (void)cp::eval(cp::abs(at(0, 2) + at(1, 2) * 2 + at(2, 2) - at(0, 0) - at(1, 0) * 2 - at(2, 0)) +
                   cp::abs(at(2, 0) + at(2, 1) * 2 + at(2, 2) - at(0, 0) - at(0, 1) * 2 - at(0, 2)));
  });
}
template <class T>
void volume(bench::results& r, char const* dtype, std::int64_t n) {
  auto const x = numbers<T, 3>({{n, n, n}});
  auto const at = [=](int i, int j, int k) {
    return x(cp::slice(1 + i, n - 1 + i), cp::slice(1 + j, n - 1 + j), cp::slice(1 + k, n - 1 + k));
  };
  r.measure("laplacian", "slices", dtype, std::to_string(n) + "^3", 2.0 * sizeof(T) * static_cast<double>(n * n * n),
            [=] {
              (void)cp::eval(at(-1, 0, 0) + at(1, 0, 0) + at(0, -1, 0) + at(0, 1, 0) + at(0, 0, -1) + at(0, 0, 1) -
                             at(0, 0, 0) * 6);
            });
}

template <class T>
void scans(bench::results& r, char const* dtype, std::int64_t rows, std::int64_t columns) {
  auto const x = numbers<T, 2>({{rows, columns}});
  double const elements = static_cast<double>(rows * columns),
               bytes = static_cast<double>(sizeof(T) + (cp::integral<T> ? 8 : sizeof(T))) * elements;
  std::string const size = bench::size_of(rows, columns);
  r.measure("cumsum", "axis 0", dtype, size, bytes, [=] { (void)cp::eval(cp::cumsum(x, 0)); });
  r.measure("running mean", "axis 0", dtype, size, (8.0 + sizeof(T)) * elements, [=] {
    (void)cp::eval(cp::cumsum(x, 0) / (cp::index<0>({rows, columns}) + 1));
  });
}

void lists(bench::results& r, std::int64_t many, std::int64_t few, std::int64_t dimensions) {
  auto const x = numbers<float, 2>({{many, dimensions}}), y = numbers<float, 2>({{few, dimensions}});
  std::string const size = bench::size_of(many, few) + "x" + std::to_string(dimensions);
  double const bytes = 4.0 * static_cast<double>(many * few);
  r.measure("sum(square(x - y))", "axis 2", "float32", size, bytes,
            [=] { (void)cp::eval(cp::sum(cp::square(x(cp::all, cp::newaxis) - y(cp::newaxis)), cp::axis<2>)); });
}
void densities(bench::results& r, std::int64_t few, std::int64_t many, std::int64_t dimensions) {
  auto const x = numbers<float, 2>({{few, dimensions}}), y = numbers<float, 2>({{many, dimensions}});
  r.measure("sum(exp(-sum(abs(x - y))))", "axes 2, 1", "float32",
            bench::size_of(few, many) + "x" + std::to_string(dimensions), 4.0 * static_cast<double>(many * dimensions),
            [=] {
              auto const apart = cp::sum(cp::abs(x(cp::all, cp::newaxis) - y(cp::newaxis)), cp::axis<2>);
              (void)cp::eval(cp::sum(cp::exp(-apart), cp::axis<1>));
            });
}

/// Rows beside what all have in common.
template <class T>
void rows(bench::results& r, char const* dtype, std::int64_t n, std::int64_t columns) {
  auto const x = numbers<T, 2>({{n, columns}});
  auto const w = numbers<T, 1>({{columns}}), b = numbers<T, 1>({{columns}});
  r.measure("sum(x * w + b)", "axis 1", dtype, bench::size_of(n, columns), sizeof(T) * static_cast<double>(n * columns),
            [=] { (void)cp::eval(cp::sum(x * w + b, cp::axis<1>)); });
}

template <class T>
void turned(bench::results& r, char const* dtype, std::int64_t a, std::int64_t b, std::int64_t c) {
  auto const x = numbers<T, 3>({{a, b, c}});
  r.measure("x.T * 2 + 1", "axes 2, 1, 0", dtype, bench::size_of(a, b) + "x" + std::to_string(c),
            2.0 * sizeof(T) * static_cast<double>(a * b * c), [=] {
              (void)cp::eval(cp::transpose(x, {2, 1, 0}) * 2 + 1);
            });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  tables<float>(r, "float32", 32768, 1024);
  tables<float>(r, "float32", 8192, 4096);
  tables<double>(r, "float64", 512, 65536);
  tables<std::int32_t>(r, "int32", 43000, 781);
  volume<float>(r, "float32", 320);
  volume<double>(r, "float64", 320);
  scans<double>(r, "float64", 781, 42927);
  scans<double>(r, "float64", 64, 640000);
  scans<float>(r, "float32", 100, 335544);
  scans<float>(r, "float32", 1000, 33554);
  scans<std::int32_t>(r, "int32", 128, 262144);
  scans<std::int8_t>(r, "int8", 128, 262144);
  lists(r, 262144, 39, 4);
  lists(r, 39, 262144, 4);
  lists(r, 8813, 1024, 5);
  lists(r, 17000, 1000, 8);
  densities(r, 64, 262144, 3);
  densities(r, 7, 2000000, 2);
  rows<float>(r, "float32", 40000, 1024);
  rows<float>(r, "float32", 33000, 1000);
  rows<cp::float16>(r, "float16", 32768, 1024);
  turned<std::int64_t>(r, "int64", 31, 33, 32768);
  turned<float>(r, "float32", 40, 20, 40000);
  bench::run();
}
