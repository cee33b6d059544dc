// Joins, pads and rolls of views and of picked rows are those of a copy.
#include <doctest/doctest.h>

#include <array/values.hpp>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

namespace {

/// Views of (4, 8, 3) numbers whose strides do not go on from axis to axis, and one whose do.
template <class Check>
void each_view(Check const& check) {
  auto const whole = cp::eval(cp::astype<float>(cp::reshape(cp::arange(5 * 10 * 4), {5, 10, 4})));
  check(cp::eval(whole(cp::slice(0, 4), cp::slice(0, 8), cp::slice(0, 3))));
  check(whole(cp::slice(0, 4), cp::slice(0, 8), cp::slice(0, 3)));
  check(whole(cp::slice(1, 5), cp::slice(2, 10), cp::slice(1, 4)));
  check(whole(cp::slice(0, 4), cp::slice(cp::end, 1, -1), cp::slice(0, 3)));
  check(whole(cp::slice(cp::end, 0, -1), cp::slice(0, 8), cp::slice(2, cp::end, -1)));
  auto const turned = cp::eval(cp::astype<float>(cp::reshape(cp::arange(8 * 3 * 4), {8, 3, 4})));
  check(cp::transpose(turned, {2, 0, 1}));
  auto const one = cp::eval(cp::astype<float>(cp::reshape(cp::arange(8 * 3), {1, 8, 3})));
  check(cp::broadcast_to(one, {4, 8, 3}));
  check(cp::broadcast_to(whole(cp::slice(0, 4), cp::slice(0, 1), cp::slice(0, 3)), {4, 8, 3}));
}

}  // namespace

TEST_CASE("joins and pads of short rows of any view are those of a copy of it") {
  each_view([](auto const& x) {
    auto const copy = cp::copy(x);
    auto const other = cp::eval(copy + 1000);
    auto const same = [](auto const& a, auto const& b) {
      CHECK(tests::values(cp::eval(a)) == tests::values(cp::eval(b)));
    };
    for (int axis = 0; axis < 3; ++axis) {
      CAPTURE(axis);
      auto const before = [&](int k) { return k == axis ? 1 : 0; };
      cp::pad_width const pads = {{before(0), 2 * before(0)}, {before(1), 2 * before(1)}, {before(2), 2 * before(2)}};
      same(cp::pad(x, pads), cp::pad(copy, pads));
      same(cp::roll(x, 1, axis), cp::roll(copy, 1, axis));
      same(cp::roll(x, 3, axis) * 2, cp::roll(copy, 3, axis) * 2);
    }
    same(cp::concatenate({x, other}, 2), cp::concatenate({copy, other}, 2));
    same(cp::concatenate({other, x}, 2), cp::concatenate({other, copy}, 2));
    same(cp::concatenate({x, other}, 1), cp::concatenate({copy, other}, 1));
    same(cp::concatenate({other, x}, 0), cp::concatenate({other, copy}, 0));
    // A column that is padding in one part is none in the next.
    cp::pad_width const around = {{0, 0}, {0, 0}, {1, 1}}, ahead = {{0, 0}, {0, 0}, {2, 0}};
    for (int axis = 0; axis < 2; ++axis)
      same(cp::concatenate({cp::pad(x, around), cp::pad(x, ahead)}, axis),
           cp::concatenate({cp::eval(cp::pad(copy, around)), cp::eval(cp::pad(copy, ahead))}, axis));
    same(cp::transpose(cp::concatenate({x, other}, 2), {2, 0, 1}),
         cp::transpose(cp::concatenate({copy, other}, 2), {2, 0, 1}));
    // What a copy gives is what each element is.
    auto const joined = tests::values(cp::eval(cp::concatenate({x, other}, 2)));
    auto const from = tests::values(copy);
    int wrong = 0;
    for (int i = 0; i < 4 * 8; ++i)
      for (int k = 0; k < 6; ++k)
        wrong += joined[static_cast<std::size_t>(6 * i + k)] !=
                 from[static_cast<std::size_t>(3 * i + k % 3)] + (k < 3 ? 0.0F : 1000.0F);
    CHECK(wrong == 0);
  });
}

TEST_CASE("rows that were picked move as a copy of them does") {
  auto const x = cp::eval(cp::astype<float>(cp::reshape(cp::arange(5 * 2 * 4), {5, 2, 4})));
  auto const i = cp::array<std::int64_t>({3, 0, -1});
  auto const wide = cp::eval(cp::astype<float>(cp::reshape(cp::arange(30), {5, 6})));
  auto const same = [](auto const& a, auto const& b) {
    CHECK(tests::values(cp::eval(a)) == tests::values(cp::eval(b)));
  };
  auto const check = [&](auto const& rows) {
    auto const copy = cp::eval(rows);
    for (int axis = 0; axis < 3; ++axis) {
      CAPTURE(axis);
      same(cp::roll(rows, 1, axis), cp::roll(copy, 1, axis));
      same(cp::roll(cp::roll(rows, 1, axis), 1, 2), cp::roll(cp::roll(copy, 1, axis), 1, 2));
      same(cp::repeat(rows, 2, axis), cp::repeat(copy, 2, axis));
      same(cp::flip(cp::roll(rows, 1, axis), 2), cp::flip(cp::roll(copy, 1, axis), 2));
    }
    same(cp::tile(rows, {1, 2, 2}), cp::tile(copy, {1, 2, 2}));
    same(cp::concatenate({cp::eval(rows), copy}, 2), cp::concatenate({copy, copy}, 2));
    same(cp::concatenate(rows, rows + 0.0F, cp::axis<2>), cp::concatenate(copy, copy + 0.0F, cp::axis<2>));
    same(cp::concatenate(rows, rows + 0.0F, cp::axis<1>), cp::concatenate(copy, copy + 0.0F, cp::axis<1>));
    same(cp::pad(rows, {{0, 0}, {1, 0}, {0, 2}}), cp::pad(copy, {{0, 0}, {1, 0}, {0, 2}}));
  };
  check(x(i));
  check(x((cp::index<0>({3}) * 2 + 1) % 5));
  check(cp::take(x, i, 0));
  check(cp::take(x(cp::all, cp::all, cp::slice(0, 4, 2)), i, 0));
  check(cp::take(cp::transpose(x, {0, 2, 1}), i, 0));
  check(cp::take(x, cp::array<std::int64_t>({1, 0}), 1));
  auto const rows = cp::take(wide(cp::all, cp::slice(0, 6, 2)), i, 0);
  same(cp::pad(rows, {{0, 0}, {1, 0}}), cp::pad(cp::eval(rows), {{0, 0}, {1, 0}}));
}

namespace {

/// Element i, j of a roll by 3 and -5 of rows that are all the same, and of a pad of 2 before and behind.
template <class T>
void check_wide(std::int64_t rows) {
  CAPTURE(rows);
  std::int64_t const n = 65536;
  auto const x = cp::eval(cp::astype<T>(cp::arange(n) % 251));
  auto const all = cp::broadcast_to(x, {rows, n});
  auto const rolled = cp::roll(all, {3, -5}, {0, 1});
  auto const padded = cp::pad(all, 2);
  auto const expect = [&](auto const& part, std::int64_t last, auto const& element) {
    cp::ndarray<T, 2> const some(part);
    auto const got = some.template to<cp::host_space>();
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < got.shape()[0]; ++i)
      for (std::int64_t j = 0; j < got.shape()[1]; ++j) wrong += got(i, j) != element(last - got.shape()[1] + j);
    CHECK(wrong == 0);
  };
  auto const value = [](std::int64_t j) { return static_cast<T>(j % 251); };
  auto const turned = [&](std::int64_t j) { return value((j + 5) % 65536); };
  auto const framed = [&](std::int64_t j) { return j < 2 || j >= 65538 ? T(0) : value(j - 2); };
  auto const end = cp::slice(rows - 7, cp::end);
  expect(rolled(end, cp::slice(0, 64)), 64, turned);
  expect(rolled(end, cp::slice(n - 61, n)), n, turned);
  expect(rolled(end, cp::all) + T(0), n, turned);
  expect(padded(cp::slice(rows - 7, rows), cp::slice(0, 61)), 61, framed);
  expect(padded(cp::slice(rows - 7, rows), cp::slice(n - 60, cp::end)), n + 4, framed);
  // Every second one, backwards.
  cp::ndarray<T, 2> const back(rolled(end, cp::slice(n - 1, n - 41, -2)));
  auto const got = back.template to<cp::host_space>();
  std::int64_t wrong = 0;
  for (std::int64_t j = 0; j < 20; ++j) wrong += got(2, j) != turned(n - 1 - 2 * j);
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("rolls and pads have as many positions as they need, more than 32 bits number too") {
  for (std::int64_t rows : {std::int64_t{40}, std::int64_t{1} << 13, std::int64_t{1} << 15, std::int64_t{1} << 20}) {
    check_wide<float>(rows);
    check_wide<double>(rows);
    check_wide<cp::uint8>(rows);
  }
}
