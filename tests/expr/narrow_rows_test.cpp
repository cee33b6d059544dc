// Rows of elements of 1 and 2 bytes that begin anywhere: every offset of operands and results, ends of rows, inputs
// that stand still, positions, many inputs. Rows that no vector or block of threads divides.
#include <doctest.h>

#include <array>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

#include "array/values.hpp"

using namespace tests;
using cp::slice;

namespace {

template <class T>
cp::ndarray<T, 2, cp::default_space> numbers(std::int64_t rows, std::int64_t columns, int factor) {
  auto const k = cp::index<0>({rows, columns}) * columns + cp::index<1>({rows, columns});
  return cp::astype<T>((k * factor + 3) % 61);
}

/// The elements of z from (0, z0) on are `of(a, b)` with these read from (1, a0) and (0, b0) on, and no others changed.
template <class T>
void check_offsets(std::int64_t pitch, std::int64_t n) {
  std::int64_t const rows = 5;
  auto const a = numbers<T>(rows + 1, pitch, 7), b = numbers<T>(rows + 1, pitch, 11);
  auto const av = values(a), bv = values(b);
  for (std::int64_t shift = 0; shift < 36; ++shift) {
    std::int64_t const a0 = shift % 4, b0 = shift / 4 % 3, z0 = shift / 12 + shift % 2;
    CAPTURE(a0);
    CAPTURE(b0);
    CAPTURE(z0);
    CAPTURE(n);
    auto const z = cp::full<T>({rows, pitch}, T{99});
    z(cp::all, slice(z0, z0 + n)) =
        a(slice(1, cp::end), slice(a0, a0 + n)) + b(slice(0, rows), slice(b0, b0 + n)) * T{2};
    auto const got = values(z);
    std::int64_t wrong = 0;
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t c = 0; c < pitch; ++c) {
        bool const inside = c >= z0 && c < z0 + n;
        auto const x = av[static_cast<std::size_t>((r + 1) * pitch + (inside ? c - z0 + a0 : 0))],
                   y = bv[static_cast<std::size_t>(r * pitch + (inside ? c - z0 + b0 : 0))];
        wrong += got[static_cast<std::size_t>(r * pitch + c)] != (inside ? static_cast<T>(x + y * T{2}) : T{99});
      }
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("every offset of two operands and a result: bytes") {
  check_offsets<std::uint8_t>(64, 33);
  check_offsets<std::uint8_t>(75, 70);
}
TEST_CASE("every offset of two operands and a result: float16") { check_offsets<cp::float16>(77, 71); }

TEST_CASE("rows into a new array, with a column and a row that stand still, and positions") {
  std::int64_t const rows = 9, n = 45;
  auto const a = numbers<std::int8_t>(rows, n + 5, 5);
  auto const view = a(cp::all, slice(3, n + 3));
  auto const j = cp::astype<std::int8_t>(cp::index<1>({rows, n}));
  auto const column = a(cp::all, slice(1, 2)), row = a(slice(2, 3), slice(2, n + 2));
  cp::ndarray<std::int8_t, 2> const z = view + column - row + j;
  auto const v = values(a);
  std::vector<std::int8_t> expected;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < n; ++c)
      expected.push_back(static_cast<std::int8_t>(v[static_cast<std::size_t>(r * (n + 5) + c + 3)] +
                                                  v[static_cast<std::size_t>(r * (n + 5) + 1)] -
                                                  v[static_cast<std::size_t>(2 * (n + 5) + c + 2)] + c));
  CHECK(values(z) == expected);
}

TEST_CASE("misaligned vectors, and a mask of them") {
  auto const x = cp::astype<std::uint8_t>(cp::arange<std::int64_t>(1000) % 251);
  auto const e = cp::eval(x);
  for (std::int64_t first = 0; first < 5; ++first) {
    cp::ndarray<bool, 1> const mask = e(slice(first, first + 990)) > e(slice(first + 5, first + 995));
    std::vector<bool> expected;
    for (std::int64_t i = 0; i < 990; ++i) expected.push_back((i + first) % 251 > (i + first + 5) % 251);
    CHECK(values(mask) == expected);
  }
}

TEST_CASE("a stencil of slices of bytes, in place and into new rows, in two and three axes") {
  auto const in = slice(1, -1), before = slice(0, -2), after = slice(2, cp::end);
  auto const around = [&](auto const& u, auto... outer) {
    return u(outer..., before, before) + u(outer..., before, in) + u(outer..., before, after) +
           u(outer..., in, before) + u(outer..., in, after) + u(outer..., after, before) + u(outer..., after, in) +
           u(outer..., after, after);
  };
  std::int64_t const rows = 37, n = 54;
  auto const a = numbers<std::uint8_t>(rows, n, 13);
  auto const v = values(a);
  std::vector<std::uint8_t> expected;
  for (std::int64_t r = 1; r + 1 < rows; ++r)
    for (std::int64_t c = 1; c + 1 < n; ++c) {
      int sum = 0;
      for (std::int64_t i = -1; i < 2; ++i)
        for (std::int64_t j = -1; j < 2; ++j)
          if (i != 0 || j != 0) sum += v[static_cast<std::size_t>((r + i) * n + c + j)];
      expected.push_back(static_cast<std::uint8_t>(sum));
    }
  cp::ndarray<std::uint8_t, 2> const fresh = around(a);
  CHECK(values(fresh) == expected);
  auto const cube = cp::empty<std::uint8_t>({3, rows, n});
  cube(cp::all) = a;
  cp::ndarray<std::uint8_t, 3> const planes = around(cube, cp::all);
  CHECK(values(planes(2, cp::all, cp::all)) == expected);
  a(in, in) = around(a);  // through a temporary
  CHECK(values(a(in, in)) == expected);
}

TEST_CASE("vectors that go on from row to row: positions, broadcast arrays, moved elements") {
  for (auto const& e : std::vector<std::array<std::int64_t, 3>>{
           {3, 5, 43}, {1, 7, 43}, {2, 1, 9}, {4, 3, 8}, {5, 6, 17}, {11, 3, 5}, {2, 3, 301}, {40, 30, 11}}) {
    std::int64_t const p = e[0], q = e[1], n = e[2];
    CAPTURE(n);
    cp::ndarray<cp::float16, 3> const x = cp::reshape(numbers<cp::float16>(p * q, n, 7), {p, q, n});
    cp::ndarray<cp::float16, 1> const row = numbers<cp::float16>(1, n, 5)(0, cp::all);
    cp::ndarray<cp::float16, 3> const column = cp::reshape(numbers<cp::float16>(1, q, 3), {1, q, 1}),
                                      sheet = cp::reshape(numbers<cp::float16>(p, n, 3), {p, 1, n});
    auto const h = cp::index<0>({p, q, n}), i = cp::index<1>({p, q, n}), j = cp::index<2>({p, q, n});
    cp::ndarray<cp::float16, 3> const z =
        cp::where(j >= i * 2 + h, x + cp::roll(x, 1, 1), row) - column + sheet * cp::astype<cp::float16>(i);
    auto const xs = values(x), rows = values(row), columns = values(column), sheets = values(sheet), got = values(z);
    std::int64_t wrong = 0;
    for (std::int64_t a = 0; a < p; ++a)
      for (std::int64_t b = 0; b < q; ++b)
        for (std::int64_t c = 0; c < n; ++c) {
          auto const at = [&](std::int64_t k) {
            return static_cast<float>(xs[static_cast<std::size_t>((a * q + k) * n + c)]);
          };
          float const wanted =
              (c >= b * 2 + a ? at(b) + at((b + q - 1) % q) : static_cast<float>(rows[static_cast<std::size_t>(c)])) -
              static_cast<float>(columns[static_cast<std::size_t>(b)]) +
              static_cast<float>(sheets[static_cast<std::size_t>(a * n + c)]) * static_cast<float>(b);
          wrong += static_cast<float>(got[static_cast<std::size_t>((a * q + b) * n + c)]) != wanted;
        }
    CHECK(wrong == 0);
  }
}

TEST_CASE("single elements of rows that blocks of threads do not divide, of many slices") {
  auto const in = slice(1, -1), before = slice(0, -2), after = slice(2, cp::end);
  for (auto const& e :
       std::vector<std::array<std::int64_t, 3>>{{3, 50, 39}, {9, 4, 7}, {4, 70, 4}, {3, 4, 400}, {20, 30, 35}}) {
    std::int64_t const p = e[0], q = e[1], n = e[2];
    cp::ndarray<double, 3> const x = cp::reshape(numbers<double>(p * q, n, 7), {p, q, n});
    cp::ndarray<double, 3> const z = x(before, in, in) + x(after, in, in) * 2.0 + x(in, before, in) * 3.0 +
                                     x(in, after, in) * 4.0 + x(in, in, before) * 5.0 + x(in, in, after) * 6.0;
    auto const v = values(x), got = values(z);
    std::size_t k = 0, wrong = 0;
    for (std::int64_t a = 1; a + 1 < p; ++a)
      for (std::int64_t b = 1; b + 1 < q; ++b)
        for (std::int64_t c = 1; c + 1 < n; ++c) {
          auto const at = [&](std::int64_t i, std::int64_t j, std::int64_t l) {
            return v[static_cast<std::size_t>(((a + i) * q + b + j) * n + c + l)];
          };
          wrong += got[k++] != at(-1, 0, 0) + at(1, 0, 0) * 2 + at(0, -1, 0) * 3 + at(0, 1, 0) * 4 + at(0, 0, -1) * 5 +
                                   at(0, 0, 1) * 6;
        }
    CHECK(k == got.size());
    CHECK(wrong == 0);
  }
  auto const taps = [](auto const& x) {
    auto const tap = [&](std::int64_t d) { return x(slice(d, d - 8)); };
    return tap(0) + tap(1) * 2.0 + tap(2) * 3.0 + tap(3) * 4.0 + tap(5) * 5.0 + tap(6) * 6.0 + tap(7) * 7.0;
  };
  auto const x = cp::eval(cp::astype<double>(cp::arange<std::int64_t>(5000) * 7 % 61));
  auto const v = values(x);
  for (std::int64_t const n : {9, 40, 4999}) {
    cp::ndarray<double, 1> const straight = taps(x(slice(0, n))), back = taps(cp::flip(x(slice(0, n)), 0));
    auto const s = values(straight), b = values(back);
    REQUIRE(s.size() == static_cast<std::size_t>(n - 8));
    double const factor[] = {1, 2, 3, 4, 0, 5, 6, 7};
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < n - 8; ++i) {
      double wanted = 0, turned = 0;
      for (std::int64_t d = 0; d < 8; ++d) {
        wanted += factor[d] * v[static_cast<std::size_t>(i + d)];
        turned += factor[d] * v[static_cast<std::size_t>(n - 1 - i - d)];
      }
      wrong += s[static_cast<std::size_t>(i)] != wanted || b[static_cast<std::size_t>(i)] != turned;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("many slices of long rows, read side by side") {
  auto const in = slice(1, -1), before = slice(0, -2), after = slice(2, cp::end);
  for (auto const& e : std::vector<std::array<std::int64_t, 3>>{{3, 9, 1026}, {5, 4, 1601}, {3, 3, 1027}}) {
    std::int64_t const p = e[0], q = e[1], n = e[2];
    CAPTURE(n);
    auto const x = cp::reshape(numbers<float>(p * q, n, 7), {p, q, n});
    auto const z = cp::full<float>({p, q, n}, 99.0f);
    z(in, in, in) = x(before, in, in) + x(after, in, in) * 2.0f + x(in, before, in) * 3.0f + x(in, after, in) * 4.0f +
                    x(in, in, before) * 5.0f + x(in, in, after) * 6.0f + x(before, before, in) * 7.0f +
                    x(after, after, in) * 8.0f + x(in, before, before) * 9.0f + x(in, after, after) * 10.0f +
                    x(before, in, before) * 11.0f + x(after, in, after) * 12.0f + x(in, in, in) * 13.0f;
    auto const v = values(x), got = values(z);
    std::int64_t wrong = 0;
    for (std::int64_t a = 0; a < p; ++a)
      for (std::int64_t b = 0; b < q; ++b)
        for (std::int64_t c = 0; c < n; ++c) {
          auto const at = [&](std::int64_t i, std::int64_t j, std::int64_t l) {
            return v[static_cast<std::size_t>(((a + i) * q + b + j) * n + c + l)];
          };
          bool const edge = a == 0 || b == 0 || c == 0 || a == p - 1 || b == q - 1 || c == n - 1;
          float const wanted = edge ? 99.0f
                                    : at(-1, 0, 0) + at(1, 0, 0) * 2 + at(0, -1, 0) * 3 + at(0, 1, 0) * 4 +
                                          at(0, 0, -1) * 5 + at(0, 0, 1) * 6 + at(-1, -1, 0) * 7 + at(1, 1, 0) * 8 +
                                          at(0, -1, -1) * 9 + at(0, 1, 1) * 10 + at(-1, 0, -1) * 11 + at(1, 0, 1) * 12 +
                                          at(0, 0, 0) * 13;
          wrong += got[static_cast<std::size_t>((a * q + b) * n + c)] != wanted;
        }
    CHECK(wrong == 0);
  }
}
