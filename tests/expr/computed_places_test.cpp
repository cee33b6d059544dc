// Numbers of positions beside arrays: rows of all lengths, positions that stay along a row.
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>

#include "expr/places.hpp"

using namespace tests;

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
