// Natural programs with reductions that no kernel was made for: short axes, mixed axes, 16-bit rows, pairs.
#include "gpu_bench.hpp"

namespace {

template <class T, class... N>
auto array_of(std::uint32_t seed, N... extents) {
  return cp::reshape(bench::random<T>((std::int64_t{extents} * ...), seed), {std::int64_t{extents}...});
}
constexpr auto softmax = cp::fuse([](auto v) {
  auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
  return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
});
constexpr auto layer_norm = cp::fuse([](auto v) {
  auto const d = v - cp::mean(v, cp::axis<-1>, cp::keepdims);
  return d / cp::sqrt(cp::mean(d * d, cp::axis<-1>, cp::keepdims) + 1e-5f);
});
constexpr auto rms_norm =
    cp::fuse([](auto v) { return v / cp::sqrt(cp::mean(v * v, cp::axis<-1>, cp::keepdims) + 1e-5f); });

/// One element of a result.
template <class A, class... I>
double at(A const& a, I... i) {
  return bench::on_host(a(cp::slice(i, i + 1)...))[0];
}

/// Axes of 2 to 16 elements.
void short_axes(bench::results& r) {
  constexpr std::int64_t points = 1 << 25;
  {
    auto const p = array_of<float>(1, points, 3);
    auto norms = cp::empty<float>(points);
    auto unit = cp::empty<float>({points, 3});
    auto where = cp::empty<cp::int64>(points);
    r.measure("norm of points", "axis -1", "float32", "2^25x3", 16.0 * points,
              [=] { norms(cp::all) = cp::sqrt(cp::sum(p * p, cp::axis<-1>)); });
    auto const last = bench::on_host(p(points - 1));
    double const norm = std::sqrt(last[0] * last[0] + last[1] * last[1] + last[2] * last[2]);
    bench::expect("norm", at(norms, points - 1), norm, 1e-6);
    r.measure("normalise", "p / norm", "float32", "2^25x3", 24.0 * points,
              [=] { unit(cp::all) = p / cp::sqrt(cp::sum(p * p, cp::axis<-1>, cp::keepdims)); });
    bench::expect("normalise", at(unit, points - 1, 1), last[1] / norm, 1e-6);
    r.measure("argmin", "axis -1", "float32", "2^25x3", 20.0 * points,
              [=] { where(cp::all) = cp::argmin(p, cp::axis<-1>); });
    bench::expect("argmin", at(where, points - 1),
                  static_cast<double>(std::min_element(last.begin(), last.end()) - last.begin()), 0);
  }
  for (std::int64_t n : {2, 5, 7, 8, 12, 16}) {
    std::int64_t const rows = (std::int64_t{1} << 27) / n;
    auto const x = array_of<float>(2, rows, n);
    auto sums = cp::empty<float>(rows);
    auto y = cp::empty<float>({rows, n});
    std::string const size = bench::size_of(rows, n);
    r.measure("sum", "axis -1", "float32", size, 4.0 * rows * (n + 1),
              [=] { sums(cp::all) = cp::sum(x, cp::axis<-1>); });
    bench::expect("sum", at(sums, rows - 1), bench::total(bench::on_host(x(rows - 1))), 1e-6);
    if (n == 5 || n == 16)
      r.measure("softmax", "fuse", "float32", size, 8.0 * rows * n, [=] { y(cp::all) = softmax(x); });
  }
  {
    auto const image = array_of<float>(3, 8192, 8192, 3);
    auto const weights = bench::random<float>(3, 4);
    auto grey = cp::empty<float>({8192, 8192});
    r.measure("grey", "sum(image * w, axis -1)", "float32", "8192x8192x3", 16.0 * (1 << 26),
              [=] { grey(cp::all) = cp::sum(image * weights, cp::axis<-1>); });
    auto const last = bench::on_host(image(8191, 8191)), w = bench::on_host(weights);
    bench::expect("grey", at(grey, 8191, 8191), last[0] * w[0] + last[1] * w[1] + last[2] * w[2], 1e-6);
    auto const bytes = array_of<cp::uint8>(3, 8192, 8192, 3);
    auto most = cp::empty<cp::uint8>({8192, 8192});
    r.measure("max", "axis -1", "uint8", "8192x8192x3", 4.0 * (1 << 26),
              [=] { most(cp::all) = cp::max(bytes, cp::axis<-1>); });
  }
  {
    auto const x = array_of<float>(5, 8192, 2, 8192, 2);
    auto y = cp::empty<float>({8192, 8192});
    r.measure("max pool", "2x2", "float32", "16384x16384", 20.0 * (1 << 26),
              [=] { y(cp::all) = cp::max(x, cp::axis<1, 3>); });
    auto const last = bench::on_host(x(8191, cp::all, 8191));
    bench::expect("max pool", at(y, 8191, 8191), *std::max_element(last.begin(), last.end()), 0);
    auto const x4 = cp::reshape(x, {4096, 4, 4096, 4});
    auto y4 = cp::empty<float>({4096, 4096});
    r.measure("mean pool", "4x4", "float32", "16384x16384", 68.0 * (1 << 24),
              [=] { y4(cp::all) = cp::mean(x4, cp::axis<1, 3>); });
  }
  for (std::int64_t d : {2, 3, 8}) {
    auto const x = array_of<float>(6, 8192, d), y = array_of<float>(7, 8192, d);
    auto to = cp::empty<float>({8192, 8192});
    r.measure("pairwise", "sum of squares", "float32", "8192x8192x" + std::to_string(d), 4.0 * (1 << 26), [=] {
      auto const diff = x(cp::all, cp::newaxis) - y(cp::newaxis);
      to(cp::all) = cp::sum(diff * diff, cp::axis<-1>);
    });
  }
}

/// Axes that are kept between axes that are folded, and columns.
void mixed_axes(bench::results& r) {
  auto const x = array_of<float>(8, 64, 256, 64, 64);
  auto y = cp::empty<float>({64, 256, 64, 64});
  r.measure("batch norm", "axis 0, 2, 3", "float32", "64x256x64x64", 12.0 * (1 << 26), [=] {
    auto const m = cp::mean(x, cp::axis<0, 2, 3>, cp::keepdims);
    auto const v = cp::var(x, cp::axis<0, 2, 3>, cp::keepdims);
    y(cp::all) = (x - m) / cp::sqrt(v + 1e-5f);
  });
  for (std::int64_t n : {64, 1024, 16384}) {
    auto const a = cp::reshape(x, {n, (1 << 26) / n});
    auto b = cp::reshape(y, {n, (1 << 26) / n});
    std::string const size = std::to_string(n) + "x" + std::to_string((1 << 26) / n);
    r.measure("softmax", "axis 0", "float32", size, 8.0 * (1 << 26), [=] {
      b(cp::all) = cp::fuse([](auto v) {
        auto const e = cp::exp(v - cp::max(v, cp::axis<0>, cp::keepdims));
        return e / cp::sum(e, cp::axis<0>, cp::keepdims);
      })(a);
    });
  }
  auto const a = cp::reshape(x, {16384, 4096});
  auto means = cp::empty<float>(16384);
  r.measure("masked mean", "where", "float32", "16384x4096", 4.0 * (1 << 26), [=] {
    means(cp::all) = cp::sum(cp::where(a > 0.5f, a, 0.0f), cp::axis<-1>) /
                     cp::maximum(cp::sum(cp::astype<float>(a > 0.5f), cp::axis<-1>), 1.0f);
  });
}

template <class T>
void narrow_rows(bench::results& r, char const* dtype) {
  auto const x = array_of<T>(9, 65536, 4096);
  auto y = cp::empty<T>({65536, 4096});
  auto most = cp::empty<T>(65536);
  auto where = cp::empty<cp::int64>(65536);
  double const bytes = 4.0 * (1 << 28);
  r.measure("layer norm", "fuse", dtype, "65536x4096", bytes, [=] { y(cp::all) = layer_norm(x); });
  r.measure("rms norm", "fuse", dtype, "65536x4096", bytes, [=] { y(cp::all) = rms_norm(x); });
  r.measure("softmax", "fuse", dtype, "65536x4096", bytes, [=] { y(cp::all) = softmax(x); });
  r.measure("max", "axis -1", dtype, "65536x4096", bytes / 2, [=] { most(cp::all) = cp::max(x, cp::axis<-1>); });
  r.measure("argmax", "axis -1", dtype, "65536x4096", bytes / 2, [=] { where(cp::all) = cp::argmax(x, cp::axis<-1>); });
}

/// Every element of one side with every one of the other.
void pairs(bench::results& r) {
  constexpr std::int64_t n = 16384;
  auto const x = array_of<float>(10, n, 3), y = array_of<float>(11, n, 3);
  auto nearest = cp::empty<cp::int64>(n);
  r.measure("nearest", "argmin of sum of squares", "float32", "16384x16384x3", 4.0 * n, [=] {
    auto const diff = x(cp::all, cp::newaxis) - y(cp::newaxis);
    nearest(cp::all) = cp::argmin(cp::sum(diff * diff, cp::axis<-1>), cp::axis<-1>);
  });
  auto least = cp::empty<float>(n);
  r.measure("nearest", "min of sum of squares", "float32", "16384x16384x3", 4.0 * n, [=] {
    least(cp::all) = cp::min(cp::sum(cp::square(x(cp::all, cp::newaxis) - y), cp::axis<-1>), cp::axis<-1>);
  });
  r.measure("kernel density", "sum of exp(-squares)", "float32", "16384x16384x3", 4.0 * n, [=] {
    least(cp::all) = cp::sum(cp::exp(-cp::sum(cp::square(x(cp::all, cp::newaxis) - y), cp::axis<-1>)), cp::axis<-1>);
  });
  auto const p = cp::copy(cp::transpose(x));
  auto force = cp::empty<float>(n);
  r.measure("n bodies", "expression", "float32", "16384x16384", 4.0 * n, [=] {
    auto const dx = p(0)(cp::newaxis) - p(0)(cp::all, cp::newaxis), dy = p(1)(cp::newaxis) - p(1)(cp::all, cp::newaxis),
               dz = p(2)(cp::newaxis) - p(2)(cp::all, cp::newaxis);
    auto const s = dx * dx + dy * dy + dz * dz + 1e-2f;
    force(cp::all) = cp::sum(dx / (s * cp::sqrt(s)), cp::axis<1>);
  });
  constexpr auto forces = cp::fuse([](auto xj, auto xi, auto yj, auto yi, auto zj, auto zi, auto m) {
    auto const dx = xj - xi;
    auto const dy = yj - yi;
    auto const dz = zj - zi;
    auto const inverse = cp::rsqrt(dx * dx + dy * dy + dz * dz + 1e-2f);
    auto const w = m * inverse * inverse * inverse;
    return std::tuple(cp::sum(w * dx, cp::axis<1>), cp::sum(w * dy, cp::axis<1>), cp::sum(w * dz, cp::axis<1>));
  });
  auto const mass = bench::random<float>(n, 12);
  auto fx = cp::empty<float>(n), fy = cp::empty<float>(n), fz = cp::empty<float>(n);
  auto const row = [=](int k) { return p(k)(cp::newaxis); };
  auto const column = [=](int k) { return p(k)(cp::all, cp::newaxis); };
  r.measure("n bodies", "fuse, three axes", "float32", "16384x16384", 12.0 * n,
            [=]() mutable { forces.into(fx, fy, fz)(row(0), column(0), row(1), column(1), row(2), column(2), mass); });
  auto const u = bench::random<float>(n, 13), v = bench::random<float>(n, 14);
  r.measure("kernel density", "sum(w exp(-(u - v)^2))", "float32", "16384x16384", 4.0 * n, [=] {
    force(cp::all) = cp::sum(cp::exp(-4.f * cp::square(u(cp::all, cp::newaxis) - v)) * mass, cp::axis<1>);
  });
  auto close_by = cp::empty<cp::int64>(n);
  r.measure("neighbours", "count of |u - v| < d", "float32", "16384x16384", 8.0 * n,
            [=] { close_by(cp::all) = cp::count_nonzero(cp::abs(u(cp::all, cp::newaxis) - v) < 0.01f, cp::axis<1>); });
}

void scans(bench::results& r) {
  auto const x = bench::random<cp::float16>(bench::n28, 12);
  auto y = cp::empty<cp::float16>(bench::n28);
  r.measure("cumsum", "all", "float16", "2^28", 4.0 * bench::n28, [=] { y(cp::all) = cp::cumsum(x); });
  auto const a = array_of<float>(13, 1000000, 100);
  auto b = cp::empty<float>({1000000, 100});
  r.measure("cumsum", "axis 0", "float32", "10^6x100", 8e8, [=] { b(cp::all) = cp::cumsum(a, cp::axis<0>); });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  short_axes(r);
  mixed_axes(r);
  narrow_rows<cp::bfloat16>(r, "bfloat16");
  narrow_rows<cp::float16>(r, "float16");
  pairs(r);
  scans(r);
  bench::run();
}
