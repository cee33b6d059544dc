// Parts of an expression that have fewer axes than its loop: arrays before the kernel where that is worth it, with the
// same values.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>
#include <vector>

#include "array/values.hpp"
#include "running.hpp"

using tests::launches;
using tests::values;

namespace {

using place = std::int64_t;
std::size_t at(place i) { return static_cast<std::size_t>(i); }

/// Compares elements of a matrix, some hundred of them, with f(i, j).
template <class T, class F>
void check(cp::ndarray<T, 2> const& y, double tolerance, F const& f) {
  auto const all = values(y);
  place const n = y.shape(0), m = y.shape(1);
  for (place k = 0; k < 500; ++k) {
    place const i = k * 7919 % n, j = k * 104729 % m;
    auto const found = static_cast<double>(all[at(i * m + j)]), expected = static_cast<double>(f(i, j));
    CAPTURE(i);
    CAPTURE(j);
    CHECK(std::abs(found - expected) <= tolerance * (1 + std::abs(expected)));
  }
}

auto spread(auto const& i) {
  auto const a = (i | (i << 8)) & 16711935;
  auto const b = (a | (a << 4)) & 252645135;
  auto const c = (b | (b << 2)) & 858993459;
  return (c | (c << 1)) & 1431655765;
}

}  // namespace

TEST_CASE("parts of fewer axes: positions") {
  place const n = 700, m = 900;
  auto const i = cp::index<0>({n, m}), j = cp::index<1>({n, m});
  auto const waves = [](auto const& x, auto const& y) {
    return cp::sin(cp::astype<double>(x) * 0.01) * cp::exp(cp::cos(cp::astype<double>(y) * 0.02));
  };
  cp::ndarray<double, 2> y;
  CHECK(launches([&] { y = waves(i, j); }) == 3);
  check(y, 1e-12, [](place a, place b) {
    return std::sin(static_cast<double>(a) * 0.01) * std::exp(std::cos(static_cast<double>(b) * 0.02));
  });
  auto const says = [](auto const& e) { return cp::explain(e).find("fewer axes") != std::string::npos; };
  CHECK(says(waves(i, j)));
  CHECK(!says(waves(cp::index<0>({70, 90}), cp::index<1>({70, 90}))));
  // A small loop, and a part that has all axes, are one kernel.
  cp::ndarray<double, 2> small;
  CHECK(launches([&] { small = waves(cp::index<0>({70, 90}), cp::index<1>({70, 90})); }) == 1);
  check(small, 1e-12, [](place a, place b) {
    return std::sin(static_cast<double>(a) * 0.01) * std::exp(std::cos(static_cast<double>(b) * 0.02));
  });
  CHECK(launches([&] { y = cp::sin(cp::exp(cp::cos(cp::astype<double>(i) * 0.01 + cp::astype<double>(j) * 0.02))); }) ==
        1);
  check(y, 1e-12, [](place a, place b) {
    return std::sin(std::exp(std::cos(static_cast<double>(a) * 0.01 + static_cast<double>(b) * 0.02)));
  });
  // Views of positions: other starts and steps.
  auto const part = cp::index<0>({2 * n, m})(cp::slice(3, 3 + n)),
             last = cp::index<1>({n, m})(cp::all, cp::slice(cp::end, cp::end, -1));
  CHECK(launches([&] { y = waves(part, last); }) == 3);
  check(y, 1e-12, [&](place a, place b) {
    return std::sin(static_cast<double>(a + 3) * 0.01) * std::exp(std::cos(static_cast<double>(m - 1 - b) * 0.02));
  });
  // What does not cost enough stays.
  CHECK(launches([&] {
          auto const s = cp::exp(cp::sin(cp::exp(cp::sin(cp::astype<double>(i) * 0.01))));
          y = cp::astype<double>(j) * 2.0 + s;
        }) == 2);
  check(y, 1e-12, [](place a, place b) {
    return std::exp(std::sin(std::exp(std::sin(static_cast<double>(a) * 0.01)))) + static_cast<double>(b) * 2;
  });
}

TEST_CASE("parts of fewer axes: integers, all three axes") {
  place const n = 600, m = 512;
  auto const i = cp::index<0>({n, m}), j = cp::index<1>({n, m});
  cp::ndarray<std::int32_t, 2> z;
  CHECK(launches([&] { z = cp::astype<std::int32_t>(spread(j) | (spread(i) << 1)); }) == 3);
  check(z, 0, [](place a, place b) {
    place code = 0;
    for (int k = 0; k < 12; ++k) code |= (b >> k & 1) << (2 * k) | (a >> k & 1) << (2 * k + 1);
    return code;
  });
  // Two axes of three.
  place const p = 64, q = 80, r = 96;
  auto const x = cp::index<0>({p, q, r}), y = cp::index<1>({p, q, r}), w = cp::index<2>({p, q, r});
  cp::ndarray<double, 3> t;
  auto const wave = [](auto const& a) { return cp::sin(cp::sqrt(cp::astype<double>(a) + 1)); };
  CHECK(launches([&] { t = cp::exp(wave(x) * wave(y)) + cp::astype<double>(w); }) >= 1);
  auto const all = values(t);
  for (place k = 0; k < 500; ++k) {
    place const a = k * 31 % p, b = k * 37 % q, c = k * 41 % r;
    auto const f = [](place v) { return std::sin(std::sqrt(static_cast<double>(v) + 1)); };
    CHECK(std::abs(all[at((a * q + b) * r + c)] - (std::exp(f(a) * f(b)) + static_cast<double>(c))) < 1e-11);
  }
}

TEST_CASE("parts of fewer axes: arrays of lower rank") {
  place const n = 700, m = 900;
  std::vector<double> row, whole;
  for (place k = 0; k < m; ++k) row.push_back(static_cast<double>(k % 17) / 8 - 1);
  for (place k = 0; k < n * m; ++k) whole.push_back(static_cast<double>(k % 29) / 16 - 1);
  auto const b = cp::array<double>(row);
  auto const a = cp::eval(cp::reshape(cp::array<double>(whole), {n, m}));
  cp::ndarray<double, 2> y;
  CHECK(launches([&] { y = a * cp::exp(cp::sin(b)) + cp::tanh(cp::exp(b)); }) >= 2);
  auto const expected = [&](place i, place j) {
    double const v = row[at(j)];
    return whole[at(i * m + j)] * std::exp(std::sin(v)) + std::tanh(std::exp(v));
  };
  check(y, 1e-12, expected);
  // In place, and into what the part reads.
  y = a.copy();
  y = y * cp::exp(cp::sin(b)) + cp::tanh(cp::exp(b));
  check(y, 1e-12, expected);
  y = a.copy();
  auto const first = values(cp::eval(y(3)));
  y(cp::all) = y * cp::exp(cp::sin(y(3))) + cp::tanh(cp::exp(y(3)));
  check(y, 1e-12, [&](place i, place j) {
    double const v = first[at(j)];
    return whole[at(i * m + j)] * std::exp(std::sin(v)) + std::tanh(std::exp(v));
  });
  // Rows for all: an array of lower rank is stored to one of higher.
  y(cp::all) = cp::exp(cp::sin(cp::exp(cp::tanh(b))));
  check(y, 1e-12, [&](place, place j) { return std::exp(std::sin(std::exp(std::tanh(row[at(j)])))); });
  // Of the same rank it is asked nothing.
  auto const column = a(cp::all, cp::slice(0, 1));
  CHECK(launches([&] { y = a * cp::exp(cp::sin(column)); }) == 1);
  check(y, 1e-12, [&](place i, place j) { return whole[at(i * m + j)] * std::exp(std::sin(whole[at(i * m)])); });
  // One row is not so much smaller than eight of them.
  auto const few = cp::eval(cp::reshape(cp::eval(cp::astype<double>(cp::index<0>({8 * 100000}))), {8, 100000}));
  auto const long_row = cp::eval(cp::astype<double>(cp::index<0>({100000})) * 1e-5);
  cp::ndarray<double, 2> f;
  CHECK(launches([&] { f = few * cp::exp(cp::sin(cp::cos(long_row))); }) == 1);
  check(f, 1e-12, [](place i, place j) {
    return static_cast<double>(i * 100000 + j) * std::exp(std::sin(std::cos(static_cast<double>(j) * 1e-5)));
  });
}

TEST_CASE("parts of fewer axes: what elements are picked by") {
  // Bilinear: rows, columns and weights of a picture.
  place const h = 300, w = 410, n = 500, m = 640;
  std::vector<float> pixels;
  for (place k = 0; k < h * w; ++k) pixels.push_back(static_cast<float>(k * 7 % 255));
  auto const picture = cp::eval(cp::reshape(cp::array<float>(pixels), {h, w}));
  auto const y = cp::clip((cp::arange<float>(n) + 0.5f) * (float(h) / float(n)) - 0.5f, 0.f, float(h - 1));
  auto const x = cp::clip((cp::arange<float>(m) + 0.5f) * (float(w) / float(m)) - 0.5f, 0.f, float(w - 1));
  auto const fy = cp::floor(y), fx = cp::floor(x);
  auto const y0 = cp::astype<int>(fy), x0 = cp::astype<int>(fx);
  auto const y1 = cp::minimum(y0 + 1, int(h - 1)), x1 = cp::minimum(x0 + 1, int(w - 1));
  auto const wy = (y - fy)(cp::all, cp::newaxis);
  auto const wx = x - fx;
  auto const pick = [&](auto const& i, auto const& j) { return picture(i(cp::all, cp::newaxis), j); };
  cp::ndarray<float, 2> out;
  out = (pick(y0, x0) * (1 - wx) + pick(y0, x1) * wx) * (1 - wy) + (pick(y1, x0) * (1 - wx) + pick(y1, x1) * wx) * wy;
  check(out, 1e-5, [&](place i, place j) {
    auto const clip = [](float v, float most) { return v < 0 ? 0 : v > most ? most : v; };
    float const a = clip((float(i) + 0.5f) * (float(h) / float(n)) - 0.5f, float(h - 1)),
                b = clip((float(j) + 0.5f) * (float(w) / float(m)) - 0.5f, float(w - 1));
    auto const p = static_cast<place>(std::floor(a)), q = static_cast<place>(std::floor(b));
    place const p1 = p + 1 < h ? p + 1 : h - 1, q1 = q + 1 < w ? q + 1 : w - 1;
    float const u = a - std::floor(a), v = b - std::floor(b);
    auto const of = [&](place s, place t) { return pixels[at(s * w + t)]; };
    return (of(p, q) * (1 - v) + of(p, q1) * v) * (1 - u) + (of(p1, q) * (1 - v) + of(p1, q1) * v) * u;
  });
}
