// Running folds of so many lines side by side that a thread has a line, or neighbouring ones, for itself.
#include <doctest.h>

#include <algorithm>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

#include "array/values.hpp"

namespace {

template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::index_array<Rank> const& shape, std::int64_t seed) {
  std::int64_t n = 1;
  for (auto const e : shape) n *= e;
  return cp::eval(cp::reshape(cp::astype<T>((cp::arange<std::int64_t>(n) * 7 + seed) % 13 - 4), shape));
}

/// Elements of `got` that are not what f(what came before, element) of the lines of x along its middle axis makes.
template <class X, class Got, class F>
std::int64_t wrong_along(X const& x, Got const& got, std::int64_t outer, std::int64_t rows, std::int64_t lines,
                         F const& f) {
  auto const a = tests::values(x);
  auto const b = tests::values(got);
  std::int64_t wrong = 0;
  std::vector<double> before(static_cast<std::size_t>(lines));
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t l = 0; l < lines; ++l) {
        auto const at = static_cast<std::size_t>((o * rows + r) * lines + l);
        double& sum = before[static_cast<std::size_t>(l)];
        sum = r == 0 ? static_cast<double>(a[at]) : f(sum, static_cast<double>(a[at]));
        wrong += static_cast<double>(b[at]) != sum;
      }
  return wrong;
}

auto const add = [](double a, double b) { return a + b; };
auto const larger = [](double a, double b) { return std::max(a, b); };

template <class T>
void check(std::int64_t rows, std::int64_t lines) {
  CAPTURE(rows);
  CAPTURE(lines);
  auto const x = numbers<T, 2>({rows, lines}, 1);
  CHECK(wrong_along(x, cp::eval(cp::cumsum(x, 0)), 1, rows, lines, add) == 0);
  CHECK(wrong_along(x, cp::eval(cp::maximum.accumulate(x, 0)), 1, rows, lines, larger) == 0);
  // Lines of slices, from an address that is no vector's, and of what is stretched.
  auto const wide = numbers<T, 2>({rows + 1, lines + 3}, 5);
  auto const part = wide(cp::slice(1, cp::end), cp::slice(1, lines + 1));
  CHECK(wrong_along(part.copy(), cp::eval(cp::cumsum(part, 0)), 1, rows, lines, add) == 0);
  auto const row = numbers<T, 1>({lines}, 3);
  auto const stretched = cp::eval(x + row);
  CHECK(wrong_along(stretched, cp::eval(cp::cumsum(x + row, 0)), 1, rows, lines, add) == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("lines side by side, from one element to some", T, std::int8_t, float, double) {
  // As few as there may be.
  std::int64_t const lines = sizeof(T) == 1 ? 200000 : sizeof(T) == 4 ? 100000 : 50000;
  for (std::int64_t const rows : {1, 2, 8, 9}) check<T>(rows, lines);
  check<T>(sizeof(T) == 1 ? 7 : 33, lines + 1);
  check<T>(5, lines + 2);
}

TEST_CASE("lines of a middle axis, and what is computed from them") {
  std::int64_t const outer = 3, rows = 21, lines = 70004;
  auto const x = numbers<double, 3>({outer, rows, lines}, 1);
  CHECK(wrong_along(x, cp::eval(cp::cumsum(x, 1)), outer, rows, lines, add) == 0);
  auto const w = numbers<double, 3>({outer, rows, lines}, 2);
  auto const both = cp::eval(cp::cumsum(x, 1) * 2 + w);
  CHECK(wrong_along(x, cp::eval((both - w) * 0.5), outer, rows, lines, add) == 0);
  auto const means = cp::eval(cp::cumsum(x, 1) * (cp::index<1>({outer, rows, lines}) + 1));
  CHECK(wrong_along(x, cp::eval(means / (cp::index<1>({outer, rows, lines}) + 1)), outer, rows, lines, add) == 0);
}

TEST_CASE("an operation that does not commute") {
  // The last element that is not zero.
  auto const last = CP_LAMBDA(float a, float b) { return b != 0 ? b : a; };
  auto const last_of_wide = CP_LAMBDA(double a, double b) { return b != 0 ? b : a; };
  auto const kept = [](double a, double b) { return b != 0 ? b : a; };
  for (std::int64_t const rows : {9, 70}) {
    auto const x = numbers<float, 2>({rows, 50001}, 4);
    CHECK(wrong_along(x, cp::eval(cp::scan(last, x, 0)), 1, rows, 50001, kept) == 0);
    auto const y = numbers<double, 2>({rows, 50000}, 4);
    CHECK(wrong_along(y, cp::eval(cp::scan(last_of_wide, y, 0)), 1, rows, 50000, kept) == 0);
  }
}
