// Elements picked by computed indices, and numbers of positions beside arrays: rows of all lengths, indices that wrap,
// positions that stay along a row.
#include <doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

std::int64_t wrapped(std::int64_t i, std::int64_t n) { return (i % n + n) % n; }

/// Every element of a result of two axes is what `of` says of its place.
template <class A, class F>
void check(std::string const& what, A const& result, std::int64_t n, std::int64_t m, F const& of) {
  CAPTURE(what);
  CAPTURE(n);
  CAPTURE(m);
  using T = typename A::value_type;
  std::vector<T> expected;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) expected.push_back(static_cast<T>(of(i, j)));
  CHECK(list_of(result.shape()) == longs{n, m});
  CHECK(values(result) == expected);
}

template <class T>
void check_picks(std::int64_t n, std::int64_t m) {
  auto const i = cp::index<0>({n, m}), j = cp::index<1>({n, m});
  auto const number = [m](std::int64_t a, std::int64_t b) { return static_cast<T>((a * m + b * 7) % 113); };
  cp::ndarray<T, 2> const x = cp::astype<T>((i * m + j * 7) % 113);
  auto const at = [=](std::int64_t a, std::int64_t b) { return number(wrapped(a, n), wrapped(b, m)); };
  auto const same = [&](char const* what, auto const& e, auto const& of) { check(what, cp::eval(e), n, m, of); };

  same("turned", x((i + 3) % n, (j - 5) % m), [=](auto a, auto b) { return at(a + 3, b - 5); });
  same("backwards", x(n - 1 - i, j), [=](auto a, auto b) { return at(n - 1 - a, b); });
  same("backwards along a row", x(i, m - 1 - j), [=](auto a, auto b) { return at(a, m - 1 - b); });
  same("pairs", x(i, (j ^ 1) % m) - x, [=](auto a, auto b) { return at(a, (b ^ 1) % m) - at(a, b); });
  same("sheared", x(i, (j * 5 + i) % m), [=](auto a, auto b) { return at(a, b * 5 + a); });
  same("wrapped once", x(i - 1, j + 1), [=](auto a, auto b) { return at(a - 1, b + 1); });
  same("wrapped often", x(i * 5 - 9, 7 - j * 3), [=](auto a, auto b) { return at(a * 5 - 9, 7 - b * 3); });
  same("one place", x(i * 0 + 1, j - j), [=](auto, auto) { return at(1, 0); });
  same("an index of an index", x(i, cp::astype<std::int64_t>(x(i, j)) % 3),
       [=](auto a, auto b) { return at(a, static_cast<std::int64_t>(at(a, b)) % 3); });
  same("of a view", cp::transpose(x)(j, i), [=](auto a, auto b) { return at(a, b); });
  same("turned result", cp::transpose(cp::transpose(x)((cp::index<0>({m, n}) + 2) % m, cp::index<1>({m, n}))),
       [=](auto a, auto b) { return at(a, b + 2); });
  check("rows", cp::eval(cp::take(x, (cp::index<0>({n}) * 2 + 1) % n, 0) + x), n, m,
        [=](auto a, auto b) { return at(a * 2 + 1, b) + at(a, b); });
  check("columns", cp::eval(cp::take(x, (cp::index<0>({m}) * 3 + 1) % m, 1) + x), n, m,
        [=](auto a, auto b) { return at(a, b * 3 + 1) + at(a, b); });

  cp::ndarray<std::int64_t, 1> const rows = cp::index<0>({n}) * 3 - n * 2, columns = 5 - cp::index<0>({m}) * 2;
  check("rows of an array", cp::eval(cp::take(x, rows, 0) * T(2)), n, m,
        [=](auto a, auto b) { return at(a * 3 - n * 2, b) * 2; });
  check("rows of a computed array", cp::eval(cp::take(x, rows * 2 - 1, 0) + x), n, m,
        [=](auto a, auto b) { return at(a * 6 - n * 4 - 1, b) + at(a, b); });
  check("columns of an array", cp::eval(cp::take(x, columns, 1) * T(2)), n, m,
        [=](auto a, auto b) { return at(a, 5 - b * 2) * 2; });
  check("columns of a computed array", cp::eval(cp::take(x, columns + 1, 1) + x), n, m,
        [=](auto a, auto b) { return at(a, 6 - b * 2) + at(a, b); });
  cp::ndarray<std::int32_t, 2> const all = cp::astype<std::int32_t>(i * 31 - j * 17);
  same("of all", x(all, all + 1), [=](auto a, auto b) { return at(a * 31 - b * 17, a * 31 - b * 17 + 1); });
  same("beside positions", x(all, j), [=](auto a, auto b) { return at(a * 31 - b * 17, b); });

  cp::ndarray<T, 2> y = x.copy();
  y(cp::all, cp::all) = y(n - 1 - i, (j + 1) % m);
  check("in place", y, n, m, [=](auto a, auto b) { return at(n - 1 - a, b + 1); });
  y(cp::all, cp::slice(0, m, 2)) = x(i, m - 1 - j)(cp::all, cp::slice(0, m, 2));
  check("every second column", y, n, m,
        [=](auto a, auto b) { return b % 2 == 0 ? at(a, m - 1 - b) : at(n - 1 - a, b + 1); });
}

}  // namespace

TEST_CASE("elements at computed indices") {
  for (std::int64_t const m : {1, 2, 3, 5, 8, 15, 17, 31, 33, 64, 127, 129, 300, 1030})
    for (std::int64_t const n : {1, 4, 67}) {
      check_picks<float>(n, m);
      if (m % 2 == 1) check_picks<std::int16_t>(n, m);
    }
}

TEST_CASE("positions of two to five axes beside arrays") {
  for (std::int64_t const m : {1, 3, 7, 16, 33, 100, 513})
    for (std::int64_t const n : {1, 5, 70}) {
      auto const i = cp::index<0>({n, m}), j = cp::index<1>({n, m});
      cp::ndarray<float, 2> const x = cp::astype<float>(i * 2 - j);
      cp::ndarray<float, 1> const row = cp::astype<float>(cp::index<0>({m}) * 3);
      auto const at = [](std::int64_t a, std::int64_t b) { return static_cast<float>(a * 2 - b); };
      auto const same = [&](char const* what, auto const& e, auto const& of) { check(what, cp::eval(e), n, m, of); };
      same("i", i, [](auto a, auto) { return a; });
      same("i and j", i * 1000 + j % 7, [](auto a, auto b) { return a * 1000 + b % 7; });
      same("twice", (i + j) % 5 + i * j, [](auto a, auto b) { return (a + b) % 5 + a * b; });
      same("of 64 bits", (i + (std::int64_t{1} << 40)) * 3 + j,
           [](auto a, auto b) { return (a + (std::int64_t{1} << 40)) * 3 + b; });
      same("x * i", x * cp::astype<float>(i), [=](auto a, auto b) { return at(a, b) * static_cast<float>(a); });
      same("x * j", x * cp::astype<float>(j), [=](auto a, auto b) { return at(a, b) * static_cast<float>(b); });
      same("checkerboard", cp::where((i + j) % 2 == 0, x, 0.5f),
           [=](auto a, auto b) { return (a + b) % 2 == 0 ? at(a, b) : 0.5f; });
      same("a row", row + cp::astype<float>(i * 2), [=](auto a, auto b) { return static_cast<float>(b * 3 + a * 2); });
      same("a row and all", (row + x) * cp::astype<float>(j - i),
           [=](auto a, auto b) { return (static_cast<float>(b * 3) + at(a, b)) * static_cast<float>(b - a); });
      same("across", cp::transpose(cp::eval(cp::transpose(x))) + cp::astype<float>(i),
           [=](auto a, auto b) { return at(a, b) + static_cast<float>(a); });
      same("every second", cp::concatenate({x, x}, 1)(cp::all, cp::slice(0, 2 * m, 2)) + cp::astype<float>(j * 2),
           [=](auto a, auto b) { return at(a, b * 2 % m) + static_cast<float>(b * 2); });
      cp::ndarray<float, 2> const e = cp::exp(cp::astype<float>(i - j) * 0.01f) + x;
      float worst = 0;
      auto const got = values(e);
      for (std::int64_t a = 0; a < n; ++a)
        for (std::int64_t b = 0; b < m; ++b) {
          float const want = std::exp(static_cast<float>(a - b) * 0.01f) + at(a, b);
          worst = std::max(worst, std::abs(got[static_cast<std::size_t>(a * m + b)] - want) / (1 + std::abs(want)));
        }
      CHECK(worst < 1e-5f);
    }
  auto const i = cp::index<0>({4, 5, 37}), j = cp::index<1>({4, 5, 37}), k = cp::index<2>({4, 5, 37});
  longs three, five;
  for (std::int64_t a = 0; a < 4; ++a)
    for (std::int64_t b = 0; b < 5; ++b)
      for (std::int64_t c = 0; c < 37; ++c)
        three.push_back(a * 100 + b * 10 + c % 4), five.push_back((a + b) * (c + 1) + a % 3 - b * c);
  CHECK(values(i * 100 + j * 10 + k % 4) == three);
  CHECK(values((i + j) * (k + 1) + i % 3 - j * k) == five);
}
