// Folds of all with all, as the forces between bodies are: on a device a thread has several results, and loads once
// what they have in common. Values are computed here, one by one, in float64.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

/// Numbers from -4 to 4, exact in any dtype.
template <class T>
cp::ndarray<T, 1> numbers(std::int64_t n, std::int64_t seed) {
  auto const i = cp::arange<std::int64_t>(n) * 7919 + seed * 31;
  return cp::astype<T>(((i + cp::floor_divide(i, 13)) % 17 - 8) * (cp::integral<T> ? 1. : .5));
}
template <class A>
std::vector<double> on_host(A const& a) {
  auto const h = a.to_host();
  std::vector<double> v;
  for (std::int64_t i = 0; i < h.shape(0); ++i) v.push_back(static_cast<double>(h.item(i)));
  return v;
}
/// Within a part of expected values, or of other ones: what terms come to that cancel.
template <class A>
bool close(A const& a, std::vector<double> const& expected, double bound, std::vector<double> const& sizes) {
  auto const v = on_host(a);
  if (v.size() != expected.size()) return false;
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!(std::abs(v[i] - expected[i]) <= bound * (1 + std::abs(sizes[i])))) return false;
  return true;
}
template <class A>
bool close(A const& a, std::vector<double> const& expected, double bound) {
  return close(a, expected, bound, expected);
}
/// For each of n elements the sum of f(i, j) over m others.
template <class F>
std::vector<double> sums(std::int64_t n, std::int64_t m, F const& f) {
  std::vector<double> s;
  for (std::int64_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::int64_t j = 0; j < m; ++j) sum += f(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
    s.push_back(sum);
  }
  return s;
}

/// Sums along each axis, of differences either way round, beside weights of either.
template <class T>
void check_sums(std::int64_t n, std::int64_t m, double bound) {
  CAPTURE(n);
  CAPTURE(m);
  auto const x = numbers<T>(n, 1), y = numbers<T>(m, 2), v = numbers<T>(n, 3), w = numbers<T>(m, 4);
  auto const a = on_host(x), b = on_host(y), p = on_host(v), q = on_host(w);
  auto const column = x(cp::all, cp::newaxis), weights = v(cp::all, cp::newaxis);
  auto const square = [](double e) { return e * e; };
  CHECK(close(cp::eval(cp::sum(cp::square(column - y), cp::axis<1>)),
              sums(n, m, [&](auto i, auto j) { return square(a[i] - b[j]); }), bound));
  CHECK(close(cp::eval(cp::sum(cp::square(y - column) * w, cp::axis<1>)),
              sums(n, m, [&](auto i, auto j) { return square(a[i] - b[j]) * q[j]; }), bound));
  CHECK(close(cp::eval(cp::sum(cp::abs(column - y) * weights * w, cp::axis<1>)),
              sums(n, m, [&](auto i, auto j) { return std::abs(a[i] - b[j]) * p[i] * q[j]; }), bound));
  CHECK(close(cp::eval(cp::sum(cp::abs(column - y) * weights, cp::axis<0>)),
              sums(m, n, [&](auto j, auto i) { return std::abs(a[i] - b[j]) * p[i]; }), bound));
  CHECK(close(cp::eval(cp::sum(cp::square(column - y), cp::axis<1>) * v),
              sums(n, m, [&](auto i, auto j) { return square(a[i] - b[j]) * p[i]; }), bound));
}

}  // namespace

TEST_CASE("sums of functions of all with all") {
  check_sums<float>(37, 29, 1e-6);
  check_sums<float>(20001, 65, 1e-6);  // a GPU has more than a million at least, or too few for all its threads
  check_sums<float>(1111, 1023, 1e-6);
  check_sums<float>(1, 1, 1e-6);
  check_sums<float>(30000, 1, 1e-6);
  check_sums<double>(12003, 97, 1e-14);
  check_sums<std::int32_t>(12002, 97, 0);
}

TEST_CASE("forces between all bodies: differences that a weight is made of, too, and others in their place") {
  auto const check = []<class T>(std::type_identity<T>, std::int64_t n, std::int64_t m, double bound) {
    CAPTURE(n);
    CAPTURE(m);
    cp::ndarray<T, 1> const x[] = {numbers<T>(n, 1), numbers<T>(n, 2), numbers<T>(n, 3), numbers<T>(n, 4)},
                            y[] = {numbers<T>(m, 5), numbers<T>(m, 6), numbers<T>(m, 7), numbers<T>(m, 8)};
    auto const mass = numbers<T>(m, 9), own = numbers<T>(n, 10);
    std::vector<double> a[4], b[4];
    for (int k = 0; k < 4; ++k) a[k] = on_host(x[k]), b[k] = on_host(y[k]);
    auto const c = on_host(mass), o = on_host(own);
    auto const apart = [&](int k) { return y[k] - x[k](cp::all, cp::newaxis); };
    auto const weight = [&](auto const& masses) {
      return masses / (cp::square(apart(0)) + cp::square(apart(1)) + T(1));
    };
    auto const force = [&](int k, auto const& masses) {
      return [=, &a, &b](std::size_t i, std::size_t j) {
        double const d = b[0][j] - a[0][i], e = b[1][j] - a[1][i];
        return masses(i, j) / (d * d + e * e + 1) * (b[k][j] - a[k][i]);
      };
    };
    auto const right = [&](auto const& found, int k, auto const& masses) {
      auto const f = force(k, masses);
      return close(found, sums(n, m, f), bound, sums(n, m, [&](auto i, auto j) { return std::abs(f(i, j)); }));
    };
    auto const of_others = [&](std::size_t, std::size_t j) { return c[j]; };
    auto const of_own = [&](std::size_t i, std::size_t) { return o[i]; };
    // The weight's differences, in its order and in another one; others; one of each.
    for (auto const& axes : {std::pair{0, 1}, {1, 0}, {2, 3}, {0, 2}}) {
      int const k = axes.first, l = axes.second;
      CAPTURE(k);
      auto const w = weight(mass);
      auto const [f, g] = cp::evaluate(cp::sum(w * apart(k), cp::axis<1>), cp::sum(w * apart(l), cp::axis<1>));
      CHECK(right(f, k, of_others));
      CHECK(right(g, l, of_others));
      auto const h = weight(own(cp::all, cp::newaxis));
      auto const [p, q] = cp::evaluate(cp::sum(h * apart(k), cp::axis<1>), cp::sum(h * apart(l), cp::axis<1>));
      CHECK(right(p, k, of_own));
      CHECK(right(q, l, of_own));
    }
    auto const whole = cp::eval(cp::sum(weight(mass) * apart(1), cp::axis<1>));
    CHECK(right(whole, 1, of_others));
  };
  check(std::type_identity<float>{}, 3001, 517, 1e-6);
  check(std::type_identity<float>{}, 20001, 65, 1e-6);
  check(std::type_identity<float>{}, 37, 5000, 1e-6);
  check(std::type_identity<float>{}, 2, 1, 1e-6);
  check(std::type_identity<double>{}, 12003, 97, 1e-14);
}

TEST_CASE("narrow elements of all with all") {
  auto const x = numbers<cp::float16>(20003, 1), y = numbers<cp::float16>(70, 2);
  auto const a = on_host(x), b = on_host(y);
  CHECK(close(
      cp::eval(cp::max(cp::abs(x(cp::all, cp::newaxis) - y), cp::axis<1>)),
      [&] {
        std::vector<double> s;
        for (double i : a) {
          double most = 0;
          for (double j : b) most = std::max(most, std::abs(i - j));
          s.push_back(most);
        }
        return s;
      }(),
      0));
  CHECK(close(cp::eval(cp::count_nonzero(x(cp::all, cp::newaxis) - y > cp::float16(1), cp::axis<1>)),
              sums(20003, 70, [&](auto i, auto j) { return a[i] - b[j] > 1 ? 1 : 0; }), 0));
}

TEST_CASE("the first of the nearest, forwards and backwards") {
  std::int64_t const n = 15001, m = 91;
  auto const x = numbers<float>(n, 5), y = numbers<float>(m, 6);
  for (bool backwards : {false, true}) {
    CAPTURE(backwards);
    auto const z = backwards ? y(cp::slice(cp::end, cp::end, -1)) : y(cp::slice(cp::end, cp::end, 1));
    auto const a = on_host(x), b = on_host(z);
    std::vector<double> first;
    for (double i : a) {
      std::size_t at = 0;
      for (std::size_t j = 1; j < b.size(); ++j)
        if (std::abs(i - b[j]) < std::abs(i - b[at])) at = j;
      first.push_back(static_cast<double>(at));
    }
    CHECK(close(cp::eval(cp::argmin(cp::abs(x(cp::all, cp::newaxis) - z), cp::axis<1>)), first, 0));
  }
}

TEST_CASE("all with all in batches, with results along two axes, and through columns of a matrix") {
  std::int64_t const batches = 5, n = 4001, m = 65;
  auto const x = cp::eval(numbers<float>(batches * n, 7).reshape({batches, n})),
             y = cp::eval(numbers<float>(batches * m, 8).reshape({batches, m}));
  auto const got = cp::eval(cp::sum(cp::abs(x(cp::all, cp::all, cp::newaxis) - y(cp::all, cp::newaxis)), cp::axis<2>));
  auto const across =
      cp::eval(cp::sum(cp::abs(x(cp::all, cp::all, cp::newaxis) - y(cp::all, cp::newaxis)), cp::axis<1>));
  for (std::int64_t k = 0; k < batches; ++k) {
    CAPTURE(k);
    auto const a = on_host(x(k)), b = on_host(y(k));
    auto const term = [&](auto i, auto j) { return std::abs(a[i] - b[j]); };
    CHECK(close(got(k), sums(n, m, term), 1e-6));
    CHECK(close(across(k), sums(m, n, [&](auto j, auto i) { return term(i, j); }), 1e-6));
  }
  auto const points = cp::eval(numbers<float>(3 * 1201, 9).reshape({1201, 3}));
  auto const u = points(cp::all, 0), v = points(cp::all, 1), weight = points(cp::all, 2);
  auto const a = on_host(u), b = on_host(v), c = on_host(weight);
  auto const du = u - u(cp::all, cp::newaxis), dv = v - v(cp::all, cp::newaxis);
  auto const pulls = cp::eval(cp::sum(weight * du / cp::sqrt(du * du + dv * dv + 1.f), cp::axis<1>));
  CHECK(close(pulls,
              sums(1201, 1201,
                   [&](auto i, auto j) {
                     double const x = a[j] - a[i], y = b[j] - b[i];
                     return c[j] * x / std::sqrt(x * x + y * y + 1);
                   }),
              1e-4));
}

TEST_CASE("all with none, and matrices that are no such thing") {
  auto const x = numbers<float>(20000, 1);
  auto const none = cp::zeros<float>({0});
  CHECK(
      close(cp::eval(cp::sum(cp::abs(x(cp::all, cp::newaxis) - none), cp::axis<1>)), std::vector<double>(20000, 0), 0));
  CHECK(cp::eval(cp::sum(cp::abs(none(cp::all, cp::newaxis) - x), cp::axis<1>)).shape(0) == 0);
  auto const a = cp::eval(numbers<float>(20000 * 9, 1).reshape({20000, 9})),
             b = cp::eval(a(cp::slice(cp::end, cp::end, -1)));
  auto const p = on_host(a.reshape({20000 * 9})), q = on_host(b.reshape({20000 * 9}));
  CHECK(close(cp::eval(cp::sum(cp::abs(a - b), cp::axis<1>)),
              sums(20000, 9, [&](auto i, auto j) { return std::abs(p[i * 9 + j] - q[i * 9 + j]); }), 1e-6));
  auto const column = a(cp::all, cp::slice(0, 1));
  CHECK(close(cp::eval(cp::sum(cp::abs(a - column), cp::axis<1>)),
              sums(20000, 9, [&](auto i, auto j) { return std::abs(p[i * 9 + j] - p[i * 9]); }), 1e-6));
}
