// Folds along short axes of many results, which threads have several of: beside each other, apart, of several inputs;
// and work on rows that lie side by side.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

namespace {

template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::shape_array<Rank> const& shape, int turn) {
  std::int64_t n = 1;
  for (std::int64_t const k : shape) n *= k;
  auto const count = cp::arange<std::int64_t>(n);
  return cp::eval(cp::reshape(cp::astype<T>((count * 7 + cp::floor_divide(count, 13) + turn) % 11), shape));
}
template <class A, class B>
bool equal(A const& a, B const& b) {
  return cp::all(cp::equal(a, b)).item();
}

template <class A, class B>
bool close(A const& a, B const& b, double tolerance) {
  return cp::allclose(a, b, tolerance, 8 * tolerance).item();
}

/// Sums and extremes of n numbers, against the same slice by slice, which no fold has a part in.
template <class T>
void side_by_side(std::int64_t n, std::int64_t results) {
  CAPTURE(n);
  CAPTURE(results);
  auto const x = numbers<T, 2>({{n, results}}, 3);
  auto const w = numbers<T, 2>({{n, 1}}, 5);
  using sum_type = typename decltype(cp::eval(cp::sum(x, 0)))::value_type;
  cp::ndarray<sum_type, 1> sums = cp::zeros<sum_type>(results), weighted = cp::zeros<sum_type>(results);
  cp::ndarray<T, 1> largest = cp::eval(x(0));
  cp::ndarray<std::int64_t, 1> where = cp::zeros<std::int64_t>(results);
  for (std::int64_t i = 0; i < n; ++i) {
    sums = sums + cp::astype<sum_type>(x(i));
    weighted = weighted + cp::astype<sum_type>(x(i)) * cp::astype<sum_type>(w(i));
    where = cp::where(x(i) > largest, i, where);
    largest = cp::maximum(largest, x(i));
  }
  CHECK(equal(cp::eval(cp::sum(x, 0)), sums));
  CHECK(equal(cp::eval(cp::sum(x * w, 0)), weighted));
  CHECK(equal(cp::eval(cp::max(x, 0)), largest));
  CHECK(equal(cp::eval(cp::argmax(x, 0)), where));
  // Into every other element, and of what does not begin on a boundary.
  cp::ndarray<sum_type, 1> spread = cp::zeros<sum_type>(2 * results);
  spread(cp::slice(0, cp::end, 2)) = cp::sum(x, 0);
  CHECK(equal(spread(cp::slice(0, cp::end, 2)), sums));
  CHECK(equal(spread(cp::slice(1, cp::end, 2)), cp::zeros<sum_type>(results)));
  CHECK(equal(cp::eval(cp::sum(x(cp::all, cp::slice(1, cp::end)), 0)), sums(cp::slice(1, cp::end))));
  // As rows of n, in two and three axes.
  auto const rows = cp::eval(cp::transpose(x));
  CHECK(equal(cp::eval(cp::sum(rows, 1)), sums));
  CHECK(equal(cp::eval(cp::max(rows, 1)), largest));
  CHECK(equal(cp::eval(cp::sum(rows * cp::transpose(w), 1)), weighted));
}
}  // namespace

TEST_CASE("folds of few elements, side by side") {
  // (A GPU shares out results among all its threads from half a million on.)
  side_by_side<float>(2, 1200000);
  side_by_side<float>(3, 700001);
  side_by_side<float>(7, 560000);
  side_by_side<float>(21, 1000);
}
TEST_CASE("folds of few narrow and wide elements, side by side") {
  side_by_side<std::uint8_t>(2, 1200000);
  side_by_side<std::uint8_t>(5, 1100003);
  side_by_side<double>(2, 300000);
  side_by_side<double>(4, 280001);
}

TEST_CASE("folds of short axes that lie apart") {
  for (std::int64_t const n : {2, 3, 4}) {
    CAPTURE(n);
    auto const x = numbers<float, 4>({{7000, n, 24, n}}, 2);
    cp::ndarray<float, 2> sums = cp::zeros<float>({7000, 24});
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) sums = sums + x(cp::all, i, cp::all, j);
    CHECK(equal(cp::eval(cp::sum(x, cp::axis<1, 3>)), sums));
    CHECK(close(cp::mean(x, cp::axis<1, 3>), sums / static_cast<float>(n * n), 1e-6));
  }
}

namespace {

/// Rows along axis 0 of (rows, columns), and along axis 1 of three.
template <class T>
void columns(std::int64_t rows, std::int64_t count) {
  CAPTURE(rows);
  CAPTURE(count);
  auto const x = numbers<T, 2>({{rows, count}}, 1);
  auto const across = numbers<T, 2>({{1, count}}, 4), down = numbers<T, 2>({{rows, 1}}, 6);
  double const tolerance = sizeof(T) == 2 ? 4e-3 : 2e-6;
  auto const m = cp::eval(cp::sum(cp::astype<double>(x), 0) / static_cast<double>(rows));
  auto const wide = cp::eval(cp::astype<double>(x));
  auto const found = cp::eval((x - cp::mean(x, cp::axis<0>, cp::keepdims)) * across + down);
  CHECK(
      close(cp::astype<double>(found), (wide - m) * cp::astype<double>(across) + cp::astype<double>(down), tolerance));
  auto const softmax = cp::fuse([](auto a) {
    auto const e = cp::exp(a - cp::max(a, cp::axis<0>, cp::keepdims));
    return e / cp::sum(e, cp::axis<0>, cp::keepdims);
  });
  auto const e = cp::eval(cp::exp(wide - cp::max(wide, 0)));
  CHECK(close(cp::astype<double>(softmax(x)), e / cp::sum(e, 0), tolerance));
  // What is turned round, does not begin on a boundary, and is stored into a view.
  if (count > 1) {
    auto const part = x(cp::all, cp::slice(1, cp::end));
    CHECK(close(cp::astype<double>(softmax(part)), (e / cp::sum(e, 0))(cp::all, cp::slice(1, cp::end)), tolerance));
    CHECK(close(cp::astype<double>(softmax(cp::flip(x, 1))), cp::flip(cp::eval(e / cp::sum(e, 0)), 1), tolerance));
  }
  // One element a row.
  auto const norms = cp::eval(cp::max(x - cp::min(x, cp::axis<0>, cp::keepdims), cp::axis<0>));
  CHECK(equal(norms, cp::eval(cp::astype<T>(cp::max(wide, 0) - cp::min(wide, 0)))));
}
}  // namespace

TEST_CASE("rows side by side") {
  for (std::int64_t const rows : {1, 2, 4, 13, 100, 300}) columns<float>(rows, 256);
  columns<float>(31, 257);
  columns<float>(5, 1030);
  columns<float>(700, 64);
}
TEST_CASE("narrow and wide rows side by side") {
  for (std::int64_t const rows : {1, 3, 16, 90, 300}) columns<cp::float16>(rows, 512);
  columns<cp::float16>(12, 36);
  for (std::int64_t const rows : {2, 9, 64, 200}) columns<double>(rows, 128);
  columns<double>(11, 34);
}
