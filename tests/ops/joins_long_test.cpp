// Long joins, rolls and pads that are stored as they are go to their place by runs: the same as of a loop, of any
// alignment to each other.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

namespace {

template <class T>
T value(std::int64_t i) {
  return static_cast<T>(i % 113);
}

/// Counts what is not `element(i, j)`.
template <class T, class Element>
void expect(cp::ndarray<T, 2> const& result, Element const& element) {
  auto const got = result.template to<cp::host_space>();
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < got.shape()[0]; ++i)
    for (std::int64_t j = 0; j < got.shape()[1]; ++j) wrong += got(i, j) != element(i, j);
  CHECK(wrong == 0);
}

template <class T>
void check(std::int64_t rows, std::int64_t columns, std::int64_t by) {
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(by);
  auto const a = cp::eval(cp::reshape(cp::astype<T>(cp::arange(rows * columns) % 113), {rows, columns}));
  auto const b = cp::eval(cp::astype<T>(a + T(1)));
  auto const at = [&](std::int64_t i, std::int64_t j) { return value<T>(i * columns + j); };
  auto const turned = [](std::int64_t i, std::int64_t n) { return (i % n + n) % n; };
  cp::ndarray<T, 2> const rolled = cp::roll(a, by, 1), below = cp::roll(a, by, 0);
  expect(rolled, [&](auto i, auto j) { return at(i, turned(j - by, columns)); });
  expect(below, [&](auto i, auto j) { return at(turned(i - by, rows), j); });
  cp::ndarray<T, 2> const beside = cp::concatenate({a, b}, 1), under = cp::concatenate({a, b}, 0);
  expect(beside, [&](auto i, auto j) { return j < columns ? at(i, j) : static_cast<T>(at(i, j - columns) + T(1)); });
  expect(under, [&](auto i, auto j) { return i < rows ? at(i, j) : static_cast<T>(at(i - rows, j) + T(1)); });
  cp::ndarray<T, 2> const framed = cp::pad(a, 2), tiled = cp::tile(a, {2, 3});
  expect(framed,
         [&](auto i, auto j) { return i < 2 || j < 2 || i >= rows + 2 || j >= columns + 2 ? T(0) : at(i - 2, j - 2); });
  expect(tiled, [&](auto i, auto j) { return at(i % rows, j % columns); });
  // Into a view, of a transposed source, and onto itself.
  auto const wide = cp::zeros<T>({rows, columns + 3});
  wide(cp::all, cp::slice(1, columns + 1)) = cp::roll(a, by, 1);
  expect(cp::eval(wide(cp::all, cp::slice(1, columns + 1))),
         [&](auto i, auto j) { return at(i, turned(j - by, columns)); });
  cp::ndarray<T, 2> const across = cp::roll(a.T(), by, 1);
  expect(across, [&](auto i, auto j) { return at(turned(j - by, rows), i); });
  auto const self = cp::copy(a);
  self(cp::all) = cp::roll(self, by, 1);
  expect(self, [&](auto i, auto j) { return at(i, turned(j - by, columns)); });
}

}  // namespace

TEST_CASE("long joins, rolls and pads are stored by runs") {
  for (std::int64_t by : {1, 3, -5, 700}) {
    check<cp::uint8>(3, 70001, by);
    check<cp::uint8>(257, 1024, by);
    check<float>(130, 1024, by);
    check<float>(2, 40000, by);
    check<double>(65, 600, by);
    check<cp::float16>(67, 3001, by);
    check<std::int64_t>(9, 8192, by);
  }
}
