// Formulas that pick elements between computed places (bilinear and trilinear sampling): parts of one form and of other
// operands, indices that wrap, in one kernel.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <vector>

#include "array/values.hpp"
#include "running.hpp"

namespace {

std::int64_t wrapped(std::int64_t i, std::int64_t n) { return (i % n + n) % n; }

/// A float in [-1, 1) for each number.
double noise(std::int64_t k, int seed) {
  return static_cast<double>((k * 7919 + seed * 104729 + k * k % 31) % 2048) / 1024 - 1;
}
cp::ndarray<float, 2> field(std::int64_t n, std::int64_t m, int seed, double scale) {
  std::vector<float> v(static_cast<std::size_t>(n * m));
  for (std::int64_t k = 0; k < n * m; ++k) v[static_cast<std::size_t>(k)] = static_cast<float>(noise(k, seed) * scale);
  return cp::array<float>(v).reshape({n, m});
}

/// An array sampled at places moved by u and v, between four of its elements; `Around` it by remainders, or by indices
/// that wrap.
template <class I, bool Around>
void check_bilinear(std::int64_t n, std::int64_t m, double scale) {
  auto const q = field(n, m, 1, 1), u = field(n, m, 2, scale), v = field(n, m, 3, scale), to = cp::empty_like(q);
  auto const y = cp::astype<float>(cp::index<0>({n, m})) - v;
  auto const x = cp::astype<float>(cp::index<1>({n, m})) - u;
  auto const fy = cp::floor(y), fx = cp::floor(x);
  auto const wy = y - fy, wx = x - fx;
  auto const place = [](auto const& f, [[maybe_unused]] std::int64_t extent) {
    if constexpr (Around)
      return f % extent;
    else
      return f;
  };
  auto const i = place(cp::astype<I>(fy), n), j = place(cp::astype<I>(fx), m);
  auto const i1 = place(i + I(1), n), j1 = place(j + I(1), m);
  auto const sampled = (1 - wy) * ((1 - wx) * q(i, j) + wx * q(i, j1)) + wy * ((1 - wx) * q(i1, j) + wx * q(i1, j1));
  CHECK(tests::launches([&] { to(cp::ellipsis) = sampled; }) == 1);
  auto const found = tests::values(to), in = tests::values(q), by_u = tests::values(u), by_v = tests::values(v);
  auto const at = [&](std::int64_t a, std::int64_t b) {
    return static_cast<double>(in[static_cast<std::size_t>(wrapped(a, n) * m + wrapped(b, m))]);
  };
  double worst = 0;
  for (std::int64_t a = 0; a < n; ++a)
    for (std::int64_t b = 0; b < m; ++b) {
      auto const k = static_cast<std::size_t>(a * m + b);
      float const py = static_cast<float>(a) - by_v[k], px = static_cast<float>(b) - by_u[k];
      double const gy = std::floor(py), gx = std::floor(px), hy = py - gy, hx = px - gx;
      auto const c = static_cast<std::int64_t>(gy), d = static_cast<std::int64_t>(gx);
      double const wanted =
          (1 - hy) * ((1 - hx) * at(c, d) + hx * at(c, d + 1)) + hy * ((1 - hx) * at(c + 1, d) + hx * at(c + 1, d + 1));
      worst = std::fmax(worst, std::abs(found[k] - wanted));
    }
  CHECK(worst < 1e-5);
}

}  // namespace

TEST_CASE("bilinear sampling is one kernel, wherever places lie") {
  for (double const scale : {1., 3., 900.}) {  // at last places wrap many times
    check_bilinear<std::int64_t, false>(37, 53, scale);
    check_bilinear<std::int64_t, false>(1, 257, scale);
    check_bilinear<std::int32_t, true>(64, 128, scale);
    check_bilinear<std::int32_t, true>(20, 33, scale);
  }
}

TEST_CASE("pixels between pixels") {
  std::int64_t const h = 43, w = 77, oh = 29, ow = 50;
  cp::ndarray<std::uint8_t, 3> const picture =
      cp::astype<std::uint8_t>(cp::reshape(cp::arange(h * w * 3) * 7919 % 251, {h, w, 3}));
  auto const y = cp::clip((cp::arange<float>(oh) + 0.5f) * (float(h) / oh) - 0.5f, 0, h - 1);
  auto const x = cp::clip((cp::arange<float>(ow) + 0.5f) * (float(w) / ow) - 0.5f, 0, w - 1);
  auto const fy = cp::floor(y), fx = cp::floor(x);
  auto const y0 = cp::astype<int>(fy), x0 = cp::astype<int>(fx);
  auto const y1 = cp::minimum(y0 + 1, h - 1), x1 = cp::minimum(x0 + 1, w - 1);
  auto const wy = (y - fy)(cp::all, cp::newaxis, cp::newaxis);
  auto const wx = (x - fx)(cp::all, cp::newaxis);
  auto const at = [&](auto i, auto j) { return cp::astype<float>(picture(i(cp::all, cp::newaxis), j)); };
  cp::ndarray<float, 3> const to = cp::zeros<float>({oh, ow, 3});
  auto const sampled =
      (at(y0, x0) * (1 - wx) + at(y0, x1) * wx) * (1 - wy) + (at(y1, x0) * (1 - wx) + at(y1, x1) * wx) * wy;
  CHECK(tests::launches([&] { to(cp::ellipsis) = sampled; }) == 1);
  auto const found = tests::values(to);
  auto const pixel = [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    return static_cast<double>(((a * w + b) * 3 + c) * 7919 % 251);
  };
  double worst = 0;
  for (std::int64_t a = 0; a < oh; ++a)
    for (std::int64_t b = 0; b < ow; ++b)
      for (std::int64_t c = 0; c < 3; ++c) {
        double const py = std::fmin(std::fmax((static_cast<double>(a) + .5) * h / oh - .5, 0), h - 1),
                     px = std::fmin(std::fmax((static_cast<double>(b) + .5) * w / ow - .5, 0), w - 1);
        auto const i = static_cast<std::int64_t>(py), j = static_cast<std::int64_t>(px);
        auto const i1 = i + 1 < h ? i + 1 : h - 1, j1 = j + 1 < w ? j + 1 : w - 1;
        double const hy = py - static_cast<double>(i), hx = px - static_cast<double>(j);
        double const wanted = (pixel(i, j, c) * (1 - hx) + pixel(i, j1, c) * hx) * (1 - hy) +
                              (pixel(i1, j, c) * (1 - hx) + pixel(i1, j1, c) * hx) * hy;
        worst = std::fmax(worst, std::abs(found[static_cast<std::size_t>((a * ow + b) * 3 + c)] - wanted));
      }
  CHECK(worst < 2e-2);  // of 250, with places in float32
}

TEST_CASE_TEMPLATE("indices of any dtype wrap", I, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint32_t, std::uint64_t) {
  std::vector<I> places;
  for (std::int64_t k = 0; k < 500; ++k) places.push_back(static_cast<I>(k % 11 == 5 ? k * 7 : k % 9));
  places[3] = std::numeric_limits<I>::max(), places[4] = std::numeric_limits<I>::lowest();
  places[100] = static_cast<I>(-1), places[101] = static_cast<I>(-10), places[102] = static_cast<I>(-11);
  cp::ndarray<I, 1> const i = cp::array<I>(places);
  cp::ndarray<double, 1> const x = cp::arange<double>(10) * 3.0;
  auto const found = tests::values(cp::eval(x(i) + x(i) * x(i)));
  for (std::size_t k = 0; k < places.size(); ++k) {
    double const wanted = static_cast<double>(wrapped(static_cast<std::int64_t>(places[k]), 10)) * 3;
    CHECK(found[k] == wanted + wanted * wanted);
  }
}
