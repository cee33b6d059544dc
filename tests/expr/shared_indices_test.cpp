// Formulas that pick several elements by the same computed indices, which rows compute once, or find once for all rows;
// an index that is used as a number, too.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

#include "array/values.hpp"
#include "running.hpp"

namespace {

std::int64_t wrapped(std::int64_t i, std::int64_t n) { return (i % n + n) % n; }
std::int64_t noise(std::int64_t k, std::int64_t below) { return (k * 7919 + k * k % 31 * 13 + 5) % below; }

template <class T>
cp::ndarray<T, 2> field(std::int64_t n, std::int64_t m) {
  std::vector<T> v(static_cast<std::size_t>(n * m));
  for (std::int64_t k = 0; k < n * m; ++k) v[static_cast<std::size_t>(k)] = static_cast<T>(noise(k, 100));
  return cp::array<T>(v).reshape({n, m});
}

/// Compares with rows computed by wanted(row, column).
template <class T, class Wanted>
void check_values(cp::ndarray<T, 2> const& found, Wanted const& wanted) {
  auto const v = tests::values(found);
  std::int64_t const n = found.shape(0), m = found.shape(1);
  int wrong = 0;
  for (std::int64_t a = 0; a < n; ++a)
    for (std::int64_t b = 0; b < m; ++b)
      wrong += v[static_cast<std::size_t>(a * m + b)] != static_cast<T>(wanted(a, b));
  CHECK_MESSAGE(wrong == 0, wrong << " of " << n << " x " << m);
}

}  // namespace

TEST_CASE("indices of places: rows that pick alike, and an index that is a number, too") {
  for (std::int64_t const m : {1, 5, 63, 64, 129, 1000, 2048, 2049, 5000}) {
    std::int64_t const n = 7;
    auto const q = field<float>(n, m);
    auto const to = cp::empty_like(q);
    auto const i = (cp::index<0>({n, m}) * 5 + 3) % n;
    auto const j = (cp::index<1>({n, m}) * 7 + 1) % m;
    CHECK(tests::launches([&] {
            to(cp::ellipsis) = q(i, j) * 2 + q(i, (j + 1) % m) * 3 + q((i + 1) % n, j) + cp::astype<float>(i);
          }) == 1);
    check_values(to, [&](std::int64_t a, std::int64_t b) {
      std::int64_t const r = (a * 5 + 3) % n, c = (b * 7 + 1) % m;
      auto const at = [&](std::int64_t x, std::int64_t y) { return noise(x % n * m + y % m, 100); };
      return at(r, c) * 2 + at(r, c + 1) * 3 + at(r + 1, c) + r;
    });
  }
}

TEST_CASE("indices of places that turn: both axes in each") {
  for (std::int64_t const m : {3, 64, 200, 1111}) {
    std::int64_t const n = 19;
    auto const q = field<std::int16_t>(n, m);
    auto const to = cp::empty_like(q);
    auto const y = cp::astype<float>(cp::index<0>({n, m})) * 0.5f + cp::astype<float>(cp::index<1>({n, m})) * 0.25f;
    auto const x = cp::astype<float>(cp::index<1>({n, m})) * 0.5f - cp::astype<float>(cp::index<0>({n, m})) * 0.25f;
    auto const i = cp::astype<int>(cp::clip(cp::floor(y), 0, n - 2));
    auto const j = cp::astype<int>(cp::clip(cp::floor(x), 0, m - 2));
    to(cp::ellipsis) = q(i, j) + q(i, j + 1) + q(i + 1, j);
    check_values(to, [&](std::int64_t a, std::int64_t b) {
      auto const floor4 = [](std::int64_t k) { return k < 0 ? -1 : k / 4; };
      auto const clipped = [](std::int64_t k, std::int64_t high) { return k < 0 ? 0 : k > high ? high : k; };
      std::int64_t const r = clipped(floor4(2 * a + b), n - 2), c = clipped(floor4(2 * b - a), m - 2);
      return noise(r * m + c, 100) + noise(r * m + c + 1, 100) + noise((r + 1) * m + c, 100);
    });
  }
}

TEST_CASE_TEMPLATE("indices of arrays, used by several picks and beside them", I, std::int8_t, std::int64_t) {
  for (std::int64_t const m : {1, 31, 128, 333}) {
    std::int64_t const n = 11;
    auto const q = field<double>(n, m);
    auto const by = field<I>(n, m);
    auto const to = cp::empty_like(q);
    // (Negative ones count from the end; those of 8 bits do not wrap around.)
    auto const i = cp::astype<int>(by) % int(n) - int(n) + 2;
    auto const j = cp::astype<int>(by) * 3 % int(m);
    auto const shifted = cp::where(i >= int(n) - 1, i - int(n), i);
    to(cp::ellipsis) = q(shifted, j) + q(shifted, j - int(m)) * 2 + cp::astype<double>(j) + q(shifted - 1, j) * 0;
    check_values(to, [&](std::int64_t a, std::int64_t b) {
      std::int64_t const v = noise(a * m + b, 100), r = wrapped(v % n - n + 2, n), c = v * 3 % m;
      return 3 * noise(r * m + c, 100) + c;
    });
  }
}
