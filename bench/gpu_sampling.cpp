// Formulas that pick elements between computed places, and slices of one array beside positions.
#include "gpu_bench.hpp"

using cp::slice;

namespace {

template <class T, class... N>
auto array_of(std::uint32_t seed, N... extents) {
  return cp::reshape(bench::random<T>((std::int64_t{extents} * ...), seed), {std::int64_t{extents}...});
}
template <class A, class... I>
double at(A const& a, I... i) {
  return bench::on_host(a(slice(i, i + 1)...))[0];
}

/// What a flow has carried to each place, between four elements: a semi-Lagrangian step.
void advection(bench::results& r) {
  constexpr std::int64_t n = 4096;
  auto const q = array_of<float>(1, n, n), u = cp::eval(array_of<float>(2, n, n) * 8.0f - 4.0f),
             v = cp::eval(array_of<float>(3, n, n) * 8.0f - 4.0f), z = cp::empty<float>({n, n});
  auto const step = [=] {
    auto const y = cp::astype<float>(cp::index<0>({n, n})) - v, x = cp::astype<float>(cp::index<1>({n, n})) - u;
    auto const fy = cp::floor(y), fx = cp::floor(x);
    auto const wy = y - fy, wx = x - fx;
    auto const i0 = cp::astype<int>(fy) % n, j0 = cp::astype<int>(fx) % n;
    auto const i1 = (i0 + 1) % n, j1 = (j0 + 1) % n;
    z(cp::all) = (1 - wy) * ((1 - wx) * q(i0, j0) + wx * q(i0, j1)) + wy * ((1 - wx) * q(i1, j0) + wx * q(i1, j1));
  };
  r.measure("advection", "bilinear", "float32", "4096^2", 16.0 * n * n, step);
  double const y = 77 - at(v, 77, 99), x = 99 - at(u, 77, 99), wy = y - std::floor(y), wx = x - std::floor(x);
  auto const i = static_cast<std::int64_t>(std::floor(y)), j = static_cast<std::int64_t>(std::floor(x));
  bench::expect("advection", at(z, 77, 99),
                (1 - wy) * ((1 - wx) * at(q, i, j) + wx * at(q, i, j + 1)) +
                    wy * ((1 - wx) * at(q, i + 1, j) + wx * at(q, i + 1, j + 1)),
                1e-4);
}

/// A picture of bytes in another size.
void resize(bench::results& r) {
  constexpr std::int64_t h = 4320, w = 7680, oh = 2003, ow = 4091;
  auto const picture = cp::eval(cp::astype<std::uint8_t>(array_of<float>(1, h, w, 3) * 255.0f));
  auto const z = cp::empty<std::uint8_t>({oh, ow, 3});
  r.measure("resize", "bilinear", "uint8", "4320x7680x3 to 2003x4091", 3.0 * (h * w + oh * ow), [=] {
    auto const y = cp::clip((cp::arange<float>(oh) + 0.5f) * (float(h) / oh) - 0.5f, 0, h - 1);
    auto const x = cp::clip((cp::arange<float>(ow) + 0.5f) * (float(w) / ow) - 0.5f, 0, w - 1);
    auto const fy = cp::floor(y), fx = cp::floor(x);
    auto const y0 = cp::astype<int>(fy), x0 = cp::astype<int>(fx);
    auto const y1 = cp::minimum(y0 + 1, h - 1), x1 = cp::minimum(x0 + 1, w - 1);
    auto const wy = (y - fy)(cp::all, cp::newaxis, cp::newaxis);
    auto const wx = (x - fx)(cp::all, cp::newaxis);
    auto const pixel = [&](auto const& i, auto const& j) {
      return cp::astype<float>(picture(i(cp::all, cp::newaxis), j));
    };
    auto const top = pixel(y0, x0) * (1 - wx) + pixel(y0, x1) * wx;
    auto const bottom = pixel(y1, x0) * (1 - wx) + pixel(y1, x1) * wx;
    z(cp::all) = cp::astype<std::uint8_t>(top * (1 - wy) + bottom * wy + 0.5f);
  });
}

/// Neighbours as slices where a mask of places says so.
template <class T>
void masked_slices(bench::results& r, char const* dtype) {
  for (std::int64_t n : {100, 4096}) {
    std::int64_t const m = (std::int64_t{1} << 24) / n;
    auto const a = cp::eval(cp::astype<T>(array_of<float>(1, m + 2, n + 2) * 20.0f)), z = cp::empty<T>({m, n});
    auto const s = [=](std::int64_t i, std::int64_t j) { return a(slice(i, i + m), slice(j, j + n)); };
    std::string const size = bench::size_of(m, n);
    double const bytes = 2.0 * sizeof(T) * m * n;
    r.measure("nine slices", "checkerboard", dtype, size, bytes, [=] {
      z(cp::all) = cp::where((cp::index<0>({m, n}) + cp::index<1>({m, n})) % 2 == 0,
                             s(0, 0) + s(0, 1) + s(0, 2) + s(1, 0) + s(1, 2) + s(2, 0) + s(2, 1) + s(2, 2), s(1, 1));
    });
    double sum = 0;
    for (int k = 0; k < 9; ++k) sum += k == 4 ? 0 : at(a, 50 + k / 3, 60 + k % 3);
    bench::expect("nine slices", at(z, 50, 60), sum, 1e-6);
    bench::expect("nine slices", at(z, 50, 61), at(a, 51, 62), 1e-6);
    r.measure("five slices", "half", dtype, size, bytes, [=] {
      z(cp::all) = cp::where(cp::index<1>({m, n}) < n / 2, s(0, 1) + s(1, 0) + s(1, 2) + s(2, 1), s(1, 1));
    });
  }
}
/// Half a sweep of the Ising model.
void ising(bench::results& r) {
  constexpr std::int64_t n = 8192;
  auto const s = cp::eval(cp::where(array_of<float>(1, n, n) < 0.5f, cp::int8(1), cp::int8(-1)));
  auto const random = array_of<float>(2, n, n);
  auto const z = cp::empty<cp::int8>({n, n});
  r.measure("ising", "half sweep", "int8", "8192^2", 6.0 * n * n, [=] {
    auto const around = cp::roll(s, 1, 0) + cp::roll(s, -1, 0) + cp::roll(s, 1, 1) + cp::roll(s, -1, 1);
    auto const black = (cp::index<0>({n, n}) + cp::index<1>({n, n})) % 2 == 0;
    z(cp::all) = cp::where(black & (random < cp::exp(-0.88f * cp::astype<float>(s * around))), -s, s);
  });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  advection(r);
  resize(r);
  masked_slices<std::uint8_t>(r, "uint8");
  masked_slices<float>(r, "float32");
  masked_slices<double>(r, "float64");
  ising(r);
  bench::run();
}
