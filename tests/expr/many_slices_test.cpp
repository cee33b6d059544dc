// Expressions of many slices, which lie alike, in two ways or in more: those of copies, which are runs of memory.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

#include "array/values.hpp"

namespace {

template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::index_array<Rank> const& shape, int seed) {
  std::int64_t n = 1;
  for (auto const e : shape) n *= e;
  return cp::eval(cp::reshape(cp::astype<T>((cp::arange<std::int64_t>(n) * 7 + seed) % 11 - 3), shape));
}

/// Two times the first of `Count`, plus three times the next, ...
template <int Count, class At>
auto weighted(At const& at) {
  if constexpr (Count == 1)
    return at(0) * 2;
  else
    return weighted<Count - 1>(at) + at(Count - 1) * (Count + 1);
}

template <class A, class B>
void same(A const& a, B const& b) {
  auto const x = tests::values(cp::eval(a)), y = tests::values(cp::eval(b));
  CHECK(x == y);
}

/// `Count` slices of one array and another one of the same shape.
template <int Count, class T, class Slice, class Other>
void beside(Slice const& slice, Other const& w) {
  auto const expected = cp::eval(weighted<Count>([&](int k) { return cp::eval(slice(k) * T(1)); }));
  same(weighted<Count>(slice), expected);
  same(weighted<Count>(slice) * w, cp::eval(expected * w));
  cp::ndarray<T, 0> const three(T(3));
  same(weighted<Count>(slice) * three + w, cp::eval(expected * T(3) + w));
}
/// The same with numbers in memory, other dtypes, what is stretched, and stored in what is no run.
template <int Count, class T, class Slice>
void beside_others(Slice const& slice, cp::ndarray<T, 2> const& w) {
  auto const expected = cp::eval(weighted<Count>([&](int k) { return cp::eval(slice(k) * T(1)); }));
  auto const taps = [&] { return weighted<Count>(slice); };
  same(w - taps(), cp::eval(w - expected));
  cp::ndarray<T, 0> const three(T(3));
  same(three * taps(), cp::eval(expected * T(3)));
  auto const bytes = cp::eval(cp::astype<std::int8_t>(w));
  same(taps() + bytes + w, cp::eval(expected + bytes + w));
  same(taps() * w(3), cp::eval(expected * w(3)));
  same(taps() * w(cp::all, cp::slice(1, 2)), cp::eval(expected * w(cp::all, cp::slice(1, 2))));
  auto const wide = cp::zeros<T>({w.shape(0) + 3, w.shape(1) + 3}), to = wide(cp::slice(1, -2), cp::slice(2, -1));
  to(cp::all) = taps() + w;
  same(to, cp::eval(expected + w));
  CHECK(cp::sum(wide).item() == cp::sum(expected + w).item());
}

/// The same where places say which: a checkerboard, a half, a sum of places, alone, beside what lies otherwise and a
/// number in memory before all.
template <int Count, class T, class Slice, int Rank>
void beside_places(Slice const& slice, cp::ndarray<T, Rank> const& w) {
  auto const expected = cp::eval(weighted<Count>([&](int k) { return cp::eval(slice(k) * T(1)); }));
  auto const taps = [&] { return weighted<Count>(slice); };
  auto const i = cp::index<0>(w.shape()), j = cp::index<-1>(w.shape());
  auto const black = cp::eval((i + j) % 2 == 0), left = cp::eval(j < w.shape(Rank - 1) / 2);
  cp::ndarray<T, 0> const three(T(3));
  same(cp::where((i + j) % 2 == 0, taps(), slice(1)), cp::eval(cp::where(black, expected, cp::eval(slice(1) * T(1)))));
  same(cp::where((i + j) % 2 == 0, taps(), w), cp::eval(cp::where(black, expected, w)));
  same(cp::where(j < w.shape(Rank - 1) / 2, taps() + w, w), cp::eval(cp::where(left, expected + w, w)));
  same(taps() + cp::astype<T>(i * 3 + j), cp::eval(expected + cp::eval(cp::astype<T>(i * 3 + j))));
  same(three * cp::astype<T>(j) + taps(), cp::eval(cp::eval(three * cp::eval(cp::astype<T>(j))) + expected));
}
template <int Count, class T>
void in_one_axis(std::int64_t n, std::int64_t step) {
  CAPTURE(n);
  auto const x = numbers<T, 1>({step * n + 40}, 1), w = numbers<T, 1>({n}, 2);
  beside<Count, T>([&](int k) { return x(cp::slice(k, k + step * n, step)); }, w);
}
template <int Count, class T>
void in_two_axes(std::int64_t rows, std::int64_t columns, bool others = false) {
  CAPTURE(rows);
  CAPTURE(columns);
  auto const x = numbers<T, 2>({rows + 3, columns + 3}, 1), w = numbers<T, 2>({rows, columns}, 2);
  auto const slice = [&](int k) { return x(cp::slice(k / 4, k / 4 + rows), cp::slice(k % 4, k % 4 + columns)); };
  beside<Count, T>(slice, w);
  if constexpr (Count == 9)
    if (others) beside_others<Count, T>(slice, w);
}
void in_three_axes(std::int64_t a, std::int64_t b, std::int64_t c) {
  CAPTURE(a);
  CAPTURE(b);
  CAPTURE(c);
  auto const x = numbers<float, 3>({a + 2, b + 2, c + 2}, 1), w = numbers<float, 3>({a, b, c}, 2);
  beside<8, float>(
      [&](int k) {
        return x(cp::slice(k / 4, k / 4 + a), cp::slice(k / 2 % 2, k / 2 % 2 + b), cp::slice(k % 2, k % 2 + c));
      },
      w);
}

}  // namespace

TEST_CASE("slices of one axis, alone and beside others") {
  for (std::int64_t n : {5, 1000, 100003})
    for (std::int64_t step : {1, 2}) {
      in_one_axis<7, double>(n, step);
      in_one_axis<16, float>(n, step);
    }
}

TEST_CASE("slices of two axes, alone and beside others") {
  in_two_axes<9, float>(5, 4, true);
  in_two_axes<9, float>(70, 33, true);
  in_two_axes<9, float>(4, 3001, true);
  in_two_axes<9, float>(301, 64, true);
  in_two_axes<13, double>(37, 130);
  in_two_axes<13, double>(1300, 7);
}

// (Rows of runs of a warp, of which the last one begins earlier where a row's end comes before its own.)
TEST_CASE("slices in rows of some hundred elements") {
  in_two_axes<9, float>(9, 128);
  in_two_axes<9, float>(70, 250, true);
  in_two_axes<9, float>(1, 4000);
  in_two_axes<13, double>(301, 637);
  in_three_axes(3, 40, 120);
  in_three_axes(5, 6, 253);
  auto const x = numbers<std::int16_t, 2>({73, 253}, 1), w = numbers<std::int16_t, 2>({70, 250}, 2);
  auto const slice = [&](int k) { return x(cp::slice(k / 4, k / 4 + 70), cp::slice(k % 4, k % 4 + 250)); };
  auto const expected = cp::eval(weighted<9>([&](int k) { return cp::eval(slice(k) * 1); }) + w);
  w(cp::all) = weighted<9>(slice) + w;
  same(w, expected);
}

TEST_CASE_TEMPLATE("slices beside places", T, std::int8_t, float, double) {
  auto const check = [](std::int64_t rows, std::int64_t columns) {
    CAPTURE(rows);
    CAPTURE(columns);
    auto const x = numbers<T, 2>({rows + 3, columns + 3}, 1), w = numbers<T, 2>({rows, columns}, 2);
    beside_places<9>([&](int k) { return x(cp::slice(k / 4, k / 4 + rows), cp::slice(k % 4, k % 4 + columns)); }, w);
    beside_places<3>([&](int k) { return x(cp::slice(k, k + rows), cp::slice(2 - k, 2 - k + columns)); }, w);
  };
  check(5, 4);
  check(70, 33);
  check(4, 3001);
  check(301, 64);
  auto const x = numbers<T, 3>({9, 22, 45}, 1), w = numbers<T, 3>({7, 20, 43}, 2);
  beside_places<8>(
      [&](int k) {
        return x(cp::slice(k / 4, k / 4 + 7), cp::slice(k / 2 % 2, k / 2 % 2 + 20), cp::slice(k % 2, k % 2 + 43));
      },
      w);
}

TEST_CASE("slices of three axes, alone and beside others") {
  in_three_axes(6, 5, 4);
  in_three_axes(3, 40, 31);
  in_three_axes(20, 4, 300);
}

TEST_CASE("slices that are written while others of the same array are read") {
  auto x = numbers<float, 2>({50, 70}, 1);
  auto const before = x.copy();
  auto const at = [](auto const& a, int k) { return a(cp::slice(k / 3, k / 3 + 48), cp::slice(k % 3, k % 3 + 68)); };
  auto const expected = cp::eval(weighted<9>([&](int k) { return at(before, k); }) + at(before, 4));
  at(x, 4)(cp::all) = weighted<9>([&](int k) { return at(x, k); }) + at(x, 4);
  same(at(x, 4), expected);
  same(x(0), before(0));
}
