// Elements picked by computed indices: rows of all lengths, indices that wrap.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

#include "expr/places.hpp"

using namespace tests;

namespace {

std::int64_t wrapped(std::int64_t i, std::int64_t n) { return (i % n + n) % n; }

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
  for (std::int64_t const m : {1, 2, 3, 5, 8, 15, 16, 17, 20, 31, 33, 64, 127, 129, 300, 1030, 2049})
    for (std::int64_t const n : {1, 4, 67}) {
      check_picks<float>(n, m);
#if FUSE_TEST_EVERYTHING
      if (m % 2 == 1 || m == 20) check_picks<std::int16_t>(n, m);
#endif
    }
}
