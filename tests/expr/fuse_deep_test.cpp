// Long lambdas: a hundred operations and more, parts that are named several times, and the numbers in them.
#include <doctest.h>

#include <cmath>
#include <fuse/fuse.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

template <class T>
bool close(T x, double y, double eps) {
  return std::abs(static_cast<double>(x) - y) <= eps * std::max(1.0, std::abs(y));
}

/// `step(y, k)` of what it gave before, for k from `Steps` down to 1.
template <int Steps, class Y, class Step>
constexpr auto repeated(Y y, Step step) {
  if constexpr (Steps == 0)
    return y;
  else
    return repeated<Steps - 1>(step(y, std::integral_constant<int, Steps>{}), step);
}

/// Horner's scheme with the coefficients 1/2, 3/4, 5/6, ...
struct horner {
  template <class X>
  constexpr auto operator()(X x) const {
    return repeated<60>(x * 0.125 + 1.5, [x](auto y, auto k) { return y * x + (2 * k - 1) / (2.0 * k); });
  }
};

constexpr auto lorenz = cp::fuse([](auto x, auto y, auto z, auto h) {
  auto const fx = [](auto a, auto b, auto) { return 10.0 * (b - a); };
  auto const fy = [](auto a, auto b, auto c) { return a * (28.0 - c) - b; };
  auto const fz = [](auto a, auto b, auto c) { return a * b - (8.0 / 3.0) * c; };
  auto const k1x = fx(x, y, z);
  auto const k1y = fy(x, y, z);
  auto const k1z = fz(x, y, z);
  auto const x2 = x + 0.5 * h * k1x;
  auto const y2 = y + 0.5 * h * k1y;
  auto const z2 = z + 0.5 * h * k1z;
  auto const k2x = fx(x2, y2, z2);
  auto const k2y = fy(x2, y2, z2);
  auto const k2z = fz(x2, y2, z2);
  auto const x3 = x + 0.5 * h * k2x;
  auto const y3 = y + 0.5 * h * k2y;
  auto const z3 = z + 0.5 * h * k2z;
  auto const k3x = fx(x3, y3, z3);
  auto const k3y = fy(x3, y3, z3);
  auto const k3z = fz(x3, y3, z3);
  auto const x4 = x + h * k3x;
  auto const y4 = y + h * k3y;
  auto const z4 = z + h * k3z;
  return std::tuple(x + h / 6.0 * (k1x + 2.0 * k2x + 2.0 * k3x + fx(x4, y4, z4)),
                    y + h / 6.0 * (k1y + 2.0 * k2y + 2.0 * k3y + fy(x4, y4, z4)),
                    z + h / 6.0 * (k1z + 2.0 * k2z + 2.0 * k3z + fz(x4, y4, z4)));
});
/// The same on numbers.
std::tuple<double, double, double> lorenz_of(double x, double y, double z, double h) {
  auto const f = [](double a, double b, double c) {
    return std::tuple(10.0 * (b - a), a * (28.0 - c) - b, a * b - 8.0 / 3.0 * c);
  };
  auto const [ax, ay, az] = f(x, y, z);
  auto const [bx, by, bz] = f(x + h / 2 * ax, y + h / 2 * ay, z + h / 2 * az);
  auto const [cx, cy, cz] = f(x + h / 2 * bx, y + h / 2 * by, z + h / 2 * bz);
  auto const [dx, dy, dz] = f(x + h * cx, y + h * cy, z + h * cz);
  return {x + h / 6 * (ax + 2 * bx + 2 * cx + dx), y + h / 6 * (ay + 2 * by + 2 * cy + dy),
          z + h / 6 * (az + 2 * bz + 2 * cz + dz)};
}

/// CuPy's example, as it stands there.
constexpr auto black_scholes = cp::fuse([](auto s, auto x, auto t, auto r, auto v) {
  auto const sqrt_t = cp::sqrt(t);
  auto const d1 = (cp::log(s / x) + (r + v * v / 2) * t) / (v * sqrt_t);
  auto const d2 = d1 - v * sqrt_t;
  auto const cumulative = [](auto d) {
    auto const k = 1 / (1 + 0.2316419 * cp::abs(d));
    auto const value =
        0.3989422804014327 * cp::exp(-0.5 * d * d) *
        (k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))));
    return cp::where(d > 0, 1 - value, value);
  };
  auto const n1 = cumulative(d1);
  auto const n2 = cumulative(d2);
  auto const discounted = x * cp::exp(-r * t);
  return std::tuple(s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1));
});
double normal(double d) { return 0.5 * std::erfc(-d * std::sqrt(0.5)); }

}  // namespace

TEST_CASE("a value that is used twice in each step: z * z + c, twelve times") {
  auto const f = cp::fuse([](auto z0, auto c) {
    auto const z1 = z0 * z0 + c;
    auto const z2 = z1 * z1 + c;
    auto const z3 = z2 * z2 + c;
    auto const z4 = z3 * z3 + c;
    auto const z5 = z4 * z4 + c;
    auto const z6 = z5 * z5 + c;
    auto const z7 = z6 * z6 + c;
    auto const z8 = z7 * z7 + c;
    auto const z9 = z8 * z8 + c;
    auto const z10 = z9 * z9 + c;
    auto const z11 = z10 * z10 + c;
    return z11 * z11 + c;
  });
  std::vector<double> const c = {-1.9, -1.3, -0.7, 0.1, 0.2};
  cp::ndarray<double, 1> const points = {-1.9, -1.3, -0.7, 0.1, 0.2};
  auto const found = values<double>(cp::eval(f(points, points)));
  for (std::size_t i = 0; i < c.size(); ++i) {
    double z = c[i];
    for (int k = 0; k < 12; ++k) z = z * z + c[i];
    CHECK(close(found[i], z, 1e-10));
  }
}

TEST_CASE("Horner's scheme of sixty steps, each with a number of its own") {
  std::vector<double> const x = {-0.9, -0.5, 0, 0.3, 0.8};
  cp::ndarray<double, 1> const points = {-0.9, -0.5, 0, 0.3, 0.8};
  auto const found = values<double>(cp::eval(cp::fuse(horner{})(points)));
  for (std::size_t i = 0; i < x.size(); ++i) {
    double y = x[i] * 0.125 + 1.5;
    for (int k = 60; k > 0; --k) y = y * x[i] + (2 * k - 1) / (2.0 * k);
    CHECK(close(found[i], y, 1e-13));
  }
}

TEST_CASE("a step of Runge and Kutta's method: three outputs of a hundred operations") {
  cp::ndarray<double, 1> const x = {1, -2, 8}, y = {1, 3, 9}, z = {20, 25, 30};
  auto const [a, b, c] = lorenz(x, y, z, 0.01);
  auto const fa = values<double>(a), fb = values<double>(b), fc = values<double>(c), vx = values<double>(x),
             vy = values<double>(y), vz = values<double>(z);
  for (std::size_t i = 0; i < 3; ++i) {
    auto const [ra, rb, rc] = lorenz_of(vx[i], vy[i], vz[i], 0.01);
    CHECK(close(fa[i], ra, 1e-13));
    CHECK(close(fb[i], rb, 1e-13));
    CHECK(close(fc[i], rc, 1e-13));
  }
}

TEST_CASE("Black and Scholes' formula as CuPy's example has it") {
  std::vector<double> const s = {20, 25, 30}, x = {18, 30, 30}, t = {0.5, 1, 2};
  auto const [call, put] = black_scholes(cp::array<double>({20, 25, 30}), cp::array<double>({18, 30, 30}),
                                         cp::array<double>({0.5, 1, 2}), 0.02, 0.3);
  auto const c = values<double>(call), p = values<double>(put);
  for (std::size_t i = 0; i < 3; ++i) {
    double const d1 = (std::log(s[i] / x[i]) + (0.02 + 0.045) * t[i]) / (0.3 * std::sqrt(t[i])),
                 d2 = d1 - 0.3 * std::sqrt(t[i]);
    double const later = x[i] * std::exp(-0.02 * t[i]);
    CHECK(close(c[i], s[i] * normal(d1) - later * normal(d2), 1e-5));
    CHECK(close(p[i], later * normal(-d2) - s[i] * normal(-d1), 1e-5));
  }
}

TEST_CASE("numbers of several dtypes stay where they stand in a long lambda") {
  auto const f = cp::fuse([](auto x) {
    auto const a = cp::where(x > 2.5f, x * 3 + 0.5f, cp::power(x, 2) - 7);
    auto const b = cp::astype<cp::int32>(a * 11) % 13 + cp::astype<cp::int32>(x);
    auto const c = cp::maximum(a, 1.25f) * 17 - cp::minimum(x, 4) / 19;
    return cp::where(b > 5, c + 23 * x, a - 29) + 31 * cp::astype<float>(b) + cp::clip(x, 1.5f, 3.5f);
  });
  auto const found = values<float>(cp::eval(f(cp::array<float>({0, 1, 2, 3, 4, 5}))));
  for (int i = 0; i < 6; ++i) {
    float const x = static_cast<float>(i), a = x > 2.5f ? x * 3 + 0.5f : x * x - 7;
    int const whole = static_cast<int>(a * 11), b = ((whole % 13) + 13) % 13 + i;
    float const c = std::max(a, 1.25f) * 17 - std::min(x, 4.0f) / 19;
    CHECK(close(found[static_cast<std::size_t>(i)],
                (b > 5 ? c + 23 * x : a - 29) + 31 * static_cast<float>(b) + std::min(std::max(x, 1.5f), 3.5f), 1e-5));
  }
}

TEST_CASE("a long lambda broadcasts its arguments, and refuses those that do not") {
  auto const f = cp::fuse([](auto x, auto y) {
    auto const a = x * y + x - y;
    auto const b = a * a + x * 2 - y * 3;
    return b * b - a * x + b * y;
  });
  cp::ndarray<double, 2> const column = {{1}, {2}};
  cp::ndarray<double, 1> const row = {3, 4, 5}, pair = {1, 2};
  auto const expression = f(column, row);
  CHECK(expression.shape()[0] == 2);
  CHECK(expression.shape()[1] == 3);
  auto const found = values<double>(cp::eval(expression));
  for (std::size_t i = 0; i < 6; ++i) {
    double const x = 1.0 + static_cast<double>(i / 3), y = 3.0 + static_cast<double>(i % 3), a = x * y + x - y,
                 b = a * a + x * 2 - y * 3;
    CHECK(close(found[i], b * b - a * x + b * y, 1e-13));
  }
  CHECK(f(row, 2.0).shape()[0] == 3);
  std::string said;
  try {
    (void)cp::eval(f(row, pair));
  } catch (cp::shape_error const& e) {
    said = e.what();
  }
  CHECK(said == "cp::fuse: cannot broadcast shapes (3,) and (2,): axis 0 has extents 3 and 2");
}
