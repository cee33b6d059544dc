// The same work in other dtypes, sizes and layouts: every form of the kernels at its limit.
#include "gpu_bench.hpp"

using cp::slice;

template <class T>
void axpy(bench::results& r, char const* dtype) {
  std::int64_t const n = (std::int64_t{1} << 30) / static_cast<std::int64_t>(sizeof(T));
  auto x = bench::random<T>(n, 1), y = bench::random<T>(n, 2), z = cp::empty<T>(n);
  r.measure("axpy", "dtype", dtype, "1 GiB", 3.0 * sizeof(T) * static_cast<double>(n), [=] { z(cp::all) = 2 * x + y; });
}

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  axpy<double>(r, "float64");
  axpy<cp::float16>(r, "float16");
  axpy<cp::bfloat16>(r, "bfloat16");
  axpy<std::int8_t>(r, "int8");
  axpy<cp::complex64>(r, "complex64");

  std::int64_t const n = bench::n28;
  auto x = bench::random<float>(n + 8, 1), y = bench::random<float>(n + 8, 2), z = cp::empty<float>(n + 8);
  auto const all = slice(0, n);
  auto const odd = slice(0, n + 3);
  r.measure("axpy", "odd size", "float32", "2^28+3", 12.0 * n, [=] { z(odd) = 2.5f * x(odd) + y(odd); });
  auto const shifted = slice(1, n + 1);
  r.measure("axpy", "x[1:] misaligned", "float32", "2^28", 12.0 * n, [=] { z(all) = 2.5f * x(shifted) + y(all); });
  r.measure("axpy", "all misaligned", "float32", "2^28", 12.0 * n,
            [=] { z(shifted) = 2.5f * x(shifted) + y(shifted); });
  auto const reversed = slice(n - 1, cp::end, -1);
  r.measure("axpy", "x[::-1]", "float32", "2^28", 12.0 * n, [=] { z(all) = 2.5f * x(reversed) + y(all); });
  auto const even = slice(0, n, 2);
  r.measure("axpy", "x[::2], lines moved", "float32", "2^27", 4.0 * n + 4.0 * n,
            [=] { z(slice(0, n / 2)) = 2.5f * x(even) + y(slice(0, n / 2)); });
  r.measure("cast", "float32 to float64", "mixed", "2^27", 12.0 * (n / 2), [=] {
    static auto wide = cp::empty<double>(n / 2);
    wide(cp::all) = cp::astype<double>(x(slice(0, n / 2)));
  });
  r.measure("greater", "to bool", "mixed", "2^28", 9.0 * n, [=] {
    static auto mask = cp::empty<bool>(n);
    mask(cp::all) = x(all) > y(all);
  });

  std::int64_t const m = 16384;
  auto a = cp::reshape(x(all), {m, m}), b = cp::reshape(y(all), {m, m}), c = cp::reshape(z(all), {m, m});
  r.measure("axpy", "broadcast row", "float32", "16384^2", 8.0 * n, [=] { c(cp::all) = 2.5f * a + b(0, cp::all); });
  r.measure("axpy", "broadcast column", "float32", "16384^2", 8.0 * n,
            [=] { c(cp::all) = 2.5f * a + b(cp::all, slice(0, 1)); });
  auto const inner = slice(1, -1);
  r.measure("axpy", "interior view", "float32", "16382^2", 12.0 * n,
            [=] { c(inner, inner) = 2.5f * a(inner, inner) + b(inner, inner); });
  r.measure("axpy", "rows of 1000", "float32", "16384x1000", 12.0 * m * 1000,
            [=] { c(cp::all, slice(0, 1000)) = 2.5f * a(cp::all, slice(0, 1000)) + b(cp::all, slice(0, 1000)); });
  r.measure("copy", "transposed", "float32", "16384^2", 8.0 * n, [=] { c(cp::all) = a.T(); });
  r.measure("axpy", "both transposed", "float32", "16384^2", 12.0 * n, [=] { c(cp::all) = 2.5f * a.T() + b.T(); });

  auto p = cp::reshape(x(all), {64, 32, 128, 32, 32}), q = cp::reshape(y(all), {32, 64, 32, 32, 128}),
       o = cp::reshape(z(all), {64, 32, 128, 32, 32});
  r.measure("axpy", "5-D permuted (1,0,4,2,3)", "float32", "2^28", 12.0 * n, [=] {
    o(cp::all) = 2.5f * p + cp::transpose(q, {1, 0, 4, 2, 3});
  });
  auto q2 = cp::reshape(y(all), {128, 32, 32, 64, 32});
  r.measure("axpy", "5-D permuted (3,4,0,1,2)", "float32", "2^28", 12.0 * n, [=] {
    o(cp::all) = 2.5f * p + cp::transpose(q2, {3, 4, 0, 1, 2});
  });
  auto thin = cp::reshape(x(all), {n / 4, 4});
  r.measure("axpy", "inner axis of 3", "float32", "2^26x3", 8.0 * 3 * (n / 4) + 4.0 * (n / 4), [=] {
    cp::reshape(z(all), {n / 4, 4})(cp::all, slice(0, 3)) =
        2.5f * thin(cp::all, slice(0, 3)) + thin(cp::all, slice(3, 4));
  });
  r.measure(
      "fill", "full", "float32", "2^28", 4.0 * n, [=] { z(all) = 1.5f; }, true);
  auto const i = cp::index<0>({m, m}), j = cp::index<1>({m, m});
  r.measure(
      "index_grid", "i * j", "float32", "16384^2", 4.0 * n,
      [=] { c(cp::all) = cp::astype<float>(i) * cp::astype<float>(j); }, true);
  bench::run();
}
