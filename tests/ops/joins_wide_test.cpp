// Positions of moved elements that 32 bits number, and those that they do not.
#include <doctest/doctest.h>

#include <array/values.hpp>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <utility>

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

namespace {
template <class T>
void check_empty_parts(std::int64_t rows, std::int64_t columns) {
  CAPTURE(rows);
  CAPTURE(columns);
  cp::index_array<2> const shape{rows, columns};
  cp::ndarray<T, 2> const x = cp::astype<T>((cp::index<0>(shape) * 31 + cp::index<1>(shape) * 7) % 101);
  auto const none = cp::zeros<T>({rows, 0});
  cp::ndarray<T, 2> const twice = cp::eval(cp::tile(x, {1, 2}));
  auto const same = [](auto const& a, auto const& b) {
    CHECK(tests::values(cp::eval(a)) == tests::values(cp::eval(b)));
  };
  auto const check = [&](auto const& joined, cp::ndarray<T, 2> const& copy) {
    same(joined, copy);
    same(cp::flip(joined, 1) + T(1), cp::eval(cp::flip(copy, 1)) + T(1));
    same(cp::flip(joined, 0) + T(1), cp::eval(cp::flip(copy, 0)) + T(1));
    same(cp::flip(joined) + T(1), cp::eval(cp::flip(copy)) + T(1));
  };
  check(cp::concatenate(x, none, cp::axis<1>), x);
  check(cp::concatenate(none, x, none, cp::axis<1>), x);
  check(cp::concatenate(x, x, none, cp::axis<1>), twice);
}
}  // namespace

TEST_CASE("empty parts, and joins that are read backwards") {
  for (auto const& [rows, columns] : {std::pair{9, 7}, {5, 33}, {3, 1}, {2, 150}}) {
    check_empty_parts<float>(rows, columns);
    check_empty_parts<std::uint8_t>(rows, columns);
  }
}
