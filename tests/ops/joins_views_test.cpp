// Joins, pads and rolls of views are those of a copy.
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
