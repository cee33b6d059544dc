// Elementwise programs that nothing was tuned for: index arithmetic, short inner axes, slices as stencils, operands
// named many times, narrow dtypes.
#include "gpu_bench.hpp"

using cp::slice;

namespace {

constexpr std::int64_t m = 8192, n = m * m;

/// Ends the program if the elements of `got` that lie `apart` are not what `right` says of their places.
template <class A, class Right>
void expect_elements(char const* what, A const& got, Right const& right, double tolerance = 1e-6) {
  auto const flat = cp::ravel(got);
  std::int64_t const apart = got.size() / 97 + 1;
  auto const some = bench::on_host(flat(slice(0, cp::end, apart)));
  for (std::size_t i = 0; i < some.size(); ++i)
    bench::expect(what, some[i], static_cast<double>(right(static_cast<std::int64_t>(i) * apart)), tolerance, 1);
}
std::int64_t floor_mod(std::int64_t x, std::int64_t y) { return (x % y + y) % y; }

void index_arithmetic(bench::results& r) {
  auto const i = cp::index<0>({m, m}), j = cp::index<1>({m, m});
  auto const z = cp::empty<float>({m, m});
  r.measure(
      "checkerboard", "index", "float32", "8192^2", 4.0 * n, [=] { z(cp::all) = cp::astype<float>((i + j) % 2); },
      true);
  expect_elements("checkerboard", z, [](auto k) { return (k / m + k % m) % 2; });
  r.measure(
      "tiles", "index", "float32", "8192^2", 4.0 * n,
      [=] { z(cp::all) = cp::astype<float>((cp::floor_divide(i, 24) + cp::floor_divide(j, 40)) % 3); }, true);
  expect_elements("tiles", z, [](auto k) { return (k / m / 24 + k % m / 40) % 3; });
  r.measure(
      "pattern", "index", "float32", "8192^2", 4.0 * n,
      [=] { z(cp::all) = cp::astype<float>((i * 31 - j * 17) % 256) * 0.25f; }, true);
  expect_elements("pattern", z, [](auto k) { return 0.25 * floor_mod(k / m * 31 - k % m * 17, 256); });
  auto const u = cp::empty<std::uint32_t>({m, m});
  r.measure(
      "morton", "index", "uint32", "8192^2", 4.0 * n,
      [=] {
        auto const spread = [](auto const& x) {
          auto const a = (x | (x << 8)) & 0x00ff00ff;
          auto const b = (a | (a << 4)) & 0x0f0f0f0f;
          auto const c = (b | (b << 2)) & 0x33333333;
          return (c | (c << 1)) & 0x55555555;
        };
        u(cp::all) = cp::astype<std::uint32_t>(spread(j) | (spread(i) << 1));
      },
      true);
  expect_elements("morton", u, [](auto k) {
    std::uint32_t code = 0;
    for (int b = 0; b < 16; ++b) code |= (k % m >> b & 1) << (2 * b) | (k / m >> b & 1) << (2 * b + 1);
    return code;
  });
  auto const a = cp::reshape(bench::random<float>(n, 1), {m, m});
  auto const at = bench::on_host(a(slice(0, cp::end, 64), cp::all));
  r.measure("causal_mask", "index", "float32", "8192^2", 8.0 * n, [=] { z(cp::all) = cp::where(j <= i, a, -1e9f); });
  auto const k = cp::index<0>({n});
  auto const flat = cp::ravel(a), flat_z = cp::ravel(z);
  r.measure("roll", "gather, %", "float32", "2^26", 8.0 * n, [=] { flat_z(cp::all) = flat((k + 12345) % n); });
  expect_elements("roll", z(cp::all, 0), [&](auto q) { return flat((q * m + 12345) % n).item(); });
  r.measure("roll2d", "gather, %", "float32", "8192^2", 8.0 * n, [=] { z(cp::all) = a((i + 3) % m, (j - 5) % m); });
  expect_elements("roll2d", z(0, cp::all), [&](auto q) { return a(3, floor_mod(q - 5, m)).item(); });

  auto const x = cp::eval(cp::astype<std::int64_t>(bench::random<float>(n, 2) * 2e9f) - 1000000000);
  auto const y = cp::eval(cp::astype<std::int64_t>(bench::random<float>(n, 3) * 1e4f));
  auto const w = cp::empty<std::int64_t>(n);
  auto const x_host = bench::on_host(x(slice(0, cp::end, n / 97 + 1)));
  auto const y_host = bench::on_host(y(slice(0, cp::end, n / 97 + 1)));
  auto const part = [](auto q) { return static_cast<std::size_t>(q / (n / 97 + 1)); };
  r.measure("modulo", "scalar", "int64", "2^26", 16.0 * n, [=] { w(cp::all) = x % 1009; });
  expect_elements("modulo", w, [&](auto q) { return floor_mod(static_cast<std::int64_t>(x_host[part(q)]), 1009); });
  r.measure("modulo", "array", "int64", "2^26", 24.0 * n, [=] { w(cp::all) = x % y; });
  expect_elements("modulo", w, [&](auto q) {
    return floor_mod(static_cast<std::int64_t>(x_host[part(q)]), static_cast<std::int64_t>(y_host[part(q)]));
  });
  auto const x32 = cp::eval(cp::astype<std::int32_t>(x)), w32 = cp::empty<std::int32_t>(n);
  r.measure("modulo", "scalar", "int32", "2^26", 8.0 * n, [=] { w32(cp::all) = x32 % 1009; });
  expect_elements("modulo", w32, [&](auto q) { return floor_mod(static_cast<std::int64_t>(x_host[part(q)]), 1009); });
}

void short_axes(bench::results& r) {
  std::int64_t const p = n / 4;
  auto const x = cp::reshape(bench::random<float>(3 * p, 1), {64, p / 64, 3});
  auto const z = cp::empty<float>({64, 3, p / 64});
  auto const rgb = cp::reshape(x, {p, 3});
  auto const x_host = bench::on_host(rgb(slice(0, cp::end, p / 97 + 1), cp::all));
  r.measure("nhwc_to_nchw", "transpose", "float32", "64x3x2^18", 24.0 * p, [=] {
    z(cp::all) = cp::transpose(x, {0, 2, 1});
  });
  expect_elements("nhwc_to_nchw", z, [&](auto q) {
    auto const w = p / 64;
    return rgb(q / (3 * w) * w + q % w, q / w % 3).item();
  });
  auto const back = cp::empty<float>({64, p / 64, 3});
  r.measure("nchw_to_nhwc", "transpose", "float32", "64x2^18x3", 24.0 * p, [=] {
    back(cp::all) = cp::transpose(z, {0, 2, 1});
  });
  auto const grey = cp::empty<float>({p});
  r.measure("grey", "x(cp::all, 0)", "float32", "2^24x3", 16.0 * p,
            [=] { grey(cp::all) = 0.299f * rgb(cp::all, 0) + 0.587f * rgb(cp::all, 1) + 0.114f * rgb(cp::all, 2); });
  expect_elements(
      "grey", grey,
      [&](auto q) {
        auto const c = static_cast<std::size_t>(q / (p / 97 + 1)) * 3;
        return 0.299 * x_host[c] + 0.587 * x_host[c + 1] + 0.114 * x_host[c + 2];
      },
      1e-5);
  auto const flipped = cp::empty<float>({p, 3});
  r.measure("bgr", "x(cp::all, ::-1)", "float32", "2^24x3", 24.0 * p,
            [=] { flipped(cp::all) = rgb(cp::all, slice(cp::end, cp::end, -1)); });
  auto const scale = bench::random<float>(3, 4);
  r.measure("normalize", "(n, 3) * (3)", "float32", "2^24x3", 24.0 * p,
            [=] { flipped(cp::all) = (rgb - 0.5f) * scale; });
  auto const b = cp::reshape(bench::random<std::uint8_t>(n, 5), {16, n / 64, 4});
  auto const bz = cp::empty<std::uint8_t>({16, 4, n / 64});
  r.measure("nhwc_to_nchw", "transpose", "uint8", "16x4x2^20", 2.0 * n, [=] {
    bz(cp::all) = cp::transpose(b, {0, 2, 1});
  });
  auto const b4 = cp::reshape(bench::random<std::uint8_t>(n, 5), {64, 32, 256, 128});
  auto const bz4 = cp::empty<std::uint8_t>({256, 64, 128, 32});
  r.measure("permuted", "(2, 0, 3, 1)", "uint8", "2^26", 2.0 * n, [=] {
    bz4(cp::all) = cp::transpose(b4, {2, 0, 3, 1});
  });
}

template <class T>
void slices(bench::results& r, char const* dtype) {
  auto const in = slice(1, -1), before = slice(0, -2), after = slice(2, cp::end);
  double const size = sizeof(T);
  auto const a = cp::reshape(bench::random<T>(n, 1), {m, m});
  auto const z = cp::empty<T>({m, m});
  auto const p = [=](std::int64_t q, std::int64_t di, std::int64_t dj) {
    return static_cast<double>(a(q / (m - 2) + 1 + di, q % (m - 2) + 1 + dj).item());
  };
  r.measure("box_blur", "slices", dtype, "8192^2", 2 * size * n, [=] {
    auto const sum = a(before, before) + a(before, in) + a(before, after) + a(in, before) + a(in, in) + a(in, after) +
                     a(after, before) + a(after, in) + a(after, after);
    if constexpr (cp::integral<T>)
      z(in, in) = cp::floor_divide(sum, T{9});
    else
      z(in, in) = sum * T(1.0 / 9);
  });
  if constexpr (!cp::integral<T>)
    expect_elements(
        "box_blur", z(in, in),
        [&](auto q) {
          double sum = 0;
          for (int i = -1; i < 2; ++i)
            for (int j = -1; j < 2; ++j) sum += p(q, i, j);
          return sum / 9;
        },
        1e-5);
  if constexpr (cp::integral<T>) {
    r.measure("life", "slices", dtype, "8192^2", 2 * size * n, [=] {
      auto const near = a(before, before) + a(before, in) + a(before, after) + a(in, before) + a(in, after) +
                        a(after, before) + a(after, in) + a(after, after);
      z(in, in) = cp::astype<T>((near == T{3}) | ((a(in, in) == T{1}) & (near == T{2})));
    });
    auto const fresh = cp::empty<T>({m - 2, m - 2});
    r.measure("maximum", "slices, new rows", dtype, "8192^2", 2 * size * n, [=] {
      fresh(cp::all) = cp::maximum(cp::maximum(a(before, in), a(after, in)), cp::maximum(a(in, before), a(in, after)));
    });
    expect_elements("maximum", fresh, [&](auto q) {
      return std::max({p(q, -1, 0), p(q, 1, 0), p(q, 0, -1), p(q, 0, 1)});
    });
  } else {
    r.measure("sobel", "slices", dtype, "8192^2", 2 * size * n, [=] {
      auto const gx = (a(before, after) + T{2} * a(in, after) + a(after, after)) -
                      (a(before, before) + T{2} * a(in, before) + a(after, before));
      auto const gy = (a(after, before) + T{2} * a(after, in) + a(after, after)) -
                      (a(before, before) + T{2} * a(before, in) + a(before, after));
      z(in, in) = cp::sqrt(gx * gx + gy * gy);
    });
    auto const c = cp::reshape(bench::random<T>(n, 2), {m, m}), d = cp::reshape(bench::random<T>(n, 3), {m, m});
    r.measure("jacobi", "slices", dtype, "8192^2", 4 * size * n, [=] {
      z(in, in) = (c(before, in) * a(before, in) + c(after, in) * a(after, in) + d(in, before) * a(in, before) +
                   d(in, after) * a(in, after)) /
                  (c(before, in) + c(after, in) + d(in, before) + d(in, after));
    });
    r.measure("upwind", "slices", dtype, "8192^2", 4 * size * n, [=] {
      auto const u = c(in, in) - T(0.5), v = d(in, in) - T(0.5);
      z(in, in) =
          a(in, in) - T(0.1) * (cp::where(u > T{0}, u * (a(in, in) - a(before, in)), u * (a(after, in) - a(in, in))) +
                                cp::where(v > T{0}, v * (a(in, in) - a(in, before)), v * (a(in, after) - a(in, in))));
    });
  }
  if constexpr (sizeof(T) >= 4) {
    std::int64_t const k = 384;
    auto const f = cp::reshape(cp::ravel(a)(slice(0, k * k * k)), {k, k, k}), g = cp::empty<T>({k, k, k});
    r.measure("laplacian3d", "slices", dtype, "384^3", 2 * size * k * k * k, [=] {
      g(in, in, in) = f(before, in, in) + f(after, in, in) + f(in, before, in) + f(in, after, in) + f(in, in, before) +
                      f(in, in, after) - T{6} * f(in, in, in);
    });
  }
}

void many_names(bench::results& r) {
  auto const x = bench::random<float>(n, 1), y = bench::random<float>(n, 2), t = bench::random<float>(n, 3);
  auto const z = cp::empty<float>(n);
  r.measure("sine_series", "expression", "float32", "2^26", 8.0 * n, [=] {
    z(cp::all) =
        x - x * x * x * 0.16666667f + x * x * x * x * x * 0.0083333333f - x * x * x * x * x * x * x * 1.984127e-4f;
  });
  r.measure("black_scholes", "expression", "float32", "2^26", 16.0 * n, [=] {
    auto const root = cp::sqrt(t) * 0.3f;
    auto const d1 = (cp::log(x / y) + (0.02f + 0.045f) * t) / root;
    auto const d2 = d1 - root;
    auto const normal = [](auto const& d) { return 0.5f + 0.5f * cp::erf(0.70710678f * d); };
    z(cp::all) = x * normal(d1) - y * cp::exp(-0.02f * t) * normal(d2);
  });
  r.measure("heun", "expression", "float32", "2^26", 12.0 * n, [=] {
    auto const f = [](auto const& u) { return u * (1 - u); };
    auto const k1 = f(x);
    auto const k2 = f(x + 0.01f * k1);
    auto const k3 = f(x + 0.005f * k2);
    z(cp::all) = x + 0.001f * (k1 + 2 * k2 + 2 * k3) * y;
  });
}

template <class T>
void narrow(bench::results& r, char const* dtype) {
  std::int64_t const k = 4 * n;
  auto const x = bench::random<T>(k + 8, 1), y = bench::random<T>(k + 8, 2), z = cp::empty<T>(k + 8);
  double const bytes = 3.0 * sizeof(T) * static_cast<double>(k);
  auto const first = slice(0, k), shifted = slice(1, k + 1), third = slice(3, k + 3);
  r.measure("add", "x[1:]", dtype, "2^28", bytes, [=] { z(first) = x(shifted) + y(first); });
  r.measure("add", "all misaligned", dtype, "2^28", bytes, [=] { z(third) = x(shifted) + y(first); });
  auto const rows = [&](auto const& v) { return cp::reshape(v(first), {k / 4096, 4096})(cp::all, slice(5, 4001)); };
  r.measure("add", "rows of 3996", dtype, "2^16x3996", bytes / 4096 * 3996,
            [zr = rows(z), xr = rows(x), yr = rows(y)] { zr(cp::all) = xr + yr; });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  index_arithmetic(r);
  short_axes(r);
  slices<float>(r, "float32");
  slices<double>(r, "float64");
  slices<std::uint8_t>(r, "uint8");
  many_names(r);
  narrow<std::int8_t>(r, "int8");
  narrow<cp::float16>(r, "float16");
  bench::run();
}
