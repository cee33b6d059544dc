// Rows of elements of 1 and 2 bytes that begin anywhere: every offset of operands and results, ends of rows, inputs
// that stand still, positions, many inputs.
#include <doctest.h>

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
