// Joins, pads and rolls of picked rows are those of a copy.
#include <doctest/doctest.h>

#include <array/values.hpp>
#include <cstdint>
#include <fuse/fuse.hpp>

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
