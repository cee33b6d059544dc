// Joins, blocks and grids, compared with NumPy's.
#include "joins.hpp"

// covers: cupy.concatenate; cupy.stack; cupy.vstack; cupy.hstack; cupy.dstack; cupy.column_stack; cupy.row_stack; cupy.concat; cupy.meshgrid; cupy.mgrid; cupy.ogrid
TEST_CASE("joins, blocks and grids: as NumPy's") {
  namespace P = tests::P;
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
#include "../data/joins/joins.inc"
}

namespace {

/// Rows of a result of three axes whose last one is short are what `of` says of their places.
template <class A, class F>
void check_short_rows(char const* what, A const& result, F const& of) {
  auto const s = result.shape();
  CAPTURE(what);
  CAPTURE(s[1]);
  CAPTURE(s[2]);
  std::vector<typename A::value_type> expected;
  for (std::int64_t i = 0; i < s[0]; ++i)
    for (std::int64_t j = 0; j < s[1]; ++j)
      for (std::int64_t k = 0; k < s[2]; ++k) expected.push_back(static_cast<typename A::value_type>(of(i, j, k)));
  CHECK(tests::values(result) == expected);
}

template <class T>
void check_short_joins(std::int64_t n, std::int64_t a, std::int64_t b) {
  auto const part = [](std::int64_t i, std::int64_t j, std::int64_t k) { return (i * 31 + j * 7 + k * 3) % 101; };
  auto const array = [&](std::int64_t width) -> cp::ndarray<T, 3> {
    std::int64_t const s[] = {2, n, width};
    return cp::astype<T>((cp::index<0>({s[0], s[1], s[2]}) * 31 + cp::index<1>({s[0], s[1], s[2]}) * 7 +
                          cp::index<2>({s[0], s[1], s[2]}) * 3) %
                         101);
  };
  cp::ndarray<T, 3> const x = array(a), y = array(b);
  auto const joined = [=](auto i, auto j, auto k) { return k < a ? part(i, j, k) : part(i, j, k - a); };
  check_short_rows("joined", cp::eval(cp::concatenate({x, y}, 2)), joined);
  check_short_rows("joined, plus one", cp::eval(cp::concatenate({x, y}, 2) + T(1)),
                   [=](auto i, auto j, auto k) { return joined(i, j, k) + 1; });
  check_short_rows("joined, backwards", cp::eval(cp::flip(cp::concatenate({x, y}, 2), 1) + T(1)),
                   [=](auto i, auto j, auto k) { return joined(i, n - 1 - j, k) + 1; });
  check_short_rows("joined, every second",
                   cp::eval(cp::concatenate({x, y}, 2)(cp::all, cp::slice(0, cp::end, 2), cp::all)),
                   [=](auto i, auto j, auto k) { return joined(i, j * 2, k); });
  check_short_rows("rows of one part and of the next",
                   cp::eval(cp::concatenate({x, x}, 1)(cp::all, cp::slice(0, cp::end, 2), cp::all)),
                   [=](auto i, auto j, auto k) { return part(i, j * 2 % n, k); });
  check_short_rows("joined along another axis", cp::eval(cp::concatenate(x, x + T(1), cp::axis<1>)),
                   [=](auto i, auto j, auto k) { return j < n ? part(i, j, k) : part(i, j - n, k) + 1; });
  auto const z = x(0, cp::all, cp::all);
  check_short_rows("stacked", cp::eval(cp::stack(z, z + T(1), z + T(2), cp::axis<2>)),
                   [=](auto i, auto j, auto k) { return part(0, i, j) + k; });
  cp::ndarray<T, 2> const p = cp::eval(z), q = cp::eval(z + T(1)), r = cp::eval(z + T(2));
  check_short_rows("stacked arrays", cp::eval(cp::stack({p, q, r}, 2)),
                   [=](auto i, auto j, auto k) { return part(0, i, j) + k; });
  check_short_rows("padded", cp::eval(cp::pad(x, {{0, 0}, {1, 2}, {2, 1}})), [=](auto i, auto j, auto k) {
    return j < 1 || j > n || k < 2 || k > a + 1 ? 0 : part(i, j - 1, k - 2);
  });
  check_short_rows("repeated", cp::eval(cp::repeat(x, 3, 1)),
                   [=](auto i, auto j, auto k) { return part(i, j / 3, k); });
  check_short_rows("repeated along the row", cp::eval(cp::repeat(x, 2, 2)),
                   [=](auto i, auto j, auto k) { return part(i, j, k / 2); });
}

}  // namespace

TEST_CASE("joins of short rows") {
  for (std::int64_t const n : {1, 3, 8, 40, 700})
    for (std::int64_t const a : {1, 2, 3, 5})
      for (std::int64_t const b : {1, 4, 33}) {
        check_short_joins<float>(n, a, b);
        if (b == 4) check_short_joins<std::uint8_t>(n, a, b), check_short_joins<double>(n, a, b);
      }
}

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
