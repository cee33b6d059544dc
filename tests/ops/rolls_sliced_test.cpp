// Rolls of long loops, which are read as slices where no position wraps around.
#include <doctest/doctest.h>

#include <array/values.hpp>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

namespace {

std::int64_t turned(std::int64_t i, std::int64_t n) { return (i % n + n) % n; }

/// Small numbers, whose sums are exact.
template <class T>
auto numbers(std::int64_t n) {
  return cp::eval(cp::astype<T>(cp::index<0>({n}) * 7919 % 10007 % 11));
}

/// What f(x, i, j) is for all positions of a table.
template <class T, class F>
std::vector<T> table(std::vector<T> const& x, std::int64_t rows, std::int64_t columns, F const& f) {
  auto const at = [&](std::int64_t i, std::int64_t j) {
    return x[static_cast<std::size_t>(turned(i, rows) * columns + turned(j, columns))];
  };
  std::vector<T> y;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) y.push_back(static_cast<T>(f(at, i, j)));
  return y;
}

template <class T>
void check_tables(std::int64_t rows, std::int64_t columns) {
  CAPTURE(columns);
  auto const x = cp::eval(cp::reshape(numbers<T>(rows * columns), {rows, columns}));
  std::vector<T> const from = tests::values(x);
  auto const same = [&](auto const& y, auto const& f) {
    CHECK(bool(tests::values(cp::eval(y)) == table(from, rows, columns, f)));
  };
  same(cp::roll(x, 1, 0) + cp::roll(x, -1, 0) + cp::roll(x, 1, 1) + cp::roll(x, -1, 1),
       [](auto const& at, auto i, auto j) { return at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1); });
  same(x + cp::roll(x, {2, -3}, {0, 1}), [](auto const& at, auto i, auto j) { return at(i, j) + at(i - 2, j + 3); });
  same(cp::roll(x, {rows / 2, columns - 1}, {0, 1}) * T(2),
       [=](auto const& at, auto i, auto j) { return at(i - rows / 2, j - columns + 1) * 2; });
  auto const nested = [&](std::int64_t i, std::int64_t j) { return cp::roll(cp::roll(x, i, 0), j, 1); };
  same(nested(1, 1) + nested(-1, 2) + x,
       [](auto const& at, auto i, auto j) { return at(i - 1, j - 1) + at(i + 1, j - 2) + at(i, j); });
  same(cp::roll(nested(1, 3), -2, 1) + cp::roll(nested(2, 1), 1, 0),
       [](auto const& at, auto i, auto j) { return at(i - 1, j - 1) + at(i - 3, j - 1); });
  same(x - cp::roll(x, 5), [=](auto const& at, auto i, auto j) {
    std::int64_t const k = turned(i * columns + j - 5, rows * columns);
    return at(i, j) - at(k / columns, k % columns);
  });
}

}  // namespace

// covers: cupy.roll
TEST_CASE("tables whose neighbours are rolls") {
  check_tables<float>(1100, 1000);
  check_tables<float>(1024, 1024);
  check_tables<float>(40000, 33);
  check_tables<std::uint8_t>(1100, 1000);
  check_tables<double>(8, 150001);
}

TEST_CASE("rolls of views, views of rolls, and what is stored in a view") {
  std::int64_t const n = 104;
  auto const x = cp::eval(cp::reshape(numbers<float>(n * n * (n + 1)), {n, n, n + 1}));
  std::vector<float> const from = tests::values(x);
  auto const at = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    return from[static_cast<std::size_t>((turned(i, n) * n + turned(j, n)) * (n + 1) + turned(k, n + 1))];
  };
  auto const check = [&](auto const& got, auto const& f) {
    auto const y = cp::eval(got);
    std::vector<float> const values = tests::values(y);
    auto const s = y.shape();
    bool same = true;
    std::size_t next = 0;
    for (std::int64_t i = 0; i < s[0]; ++i)
      for (std::int64_t j = 0; j < s[1]; ++j)
        for (std::int64_t k = 0; k < s[2]; ++k) same = same && values[next++] == f(i, j, k);
    CHECK(same);
  };
  auto const around = cp::roll(x, 1, 0) + cp::roll(x, -2, 1) + cp::roll(x, 3, 2) + x;
  auto const sum = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    return at(i - 1, j, k) + at(i, j + 2, k) + at(i, j, k - 3) + at(i, j, k);
  };
  check(around, sum);
  check(cp::transpose(around, {2, 0, 1}), [&](auto k, auto i, auto j) { return sum(i, j, k); });
  check(cp::flip(around, 1), [&](auto i, auto j, auto k) { return sum(i, n - 1 - j, k); });
  check(around(cp::slice(1, cp::end), cp::slice(2, cp::end), cp::slice(1, cp::end)),
        [&](auto i, auto j, auto k) { return sum(i + 1, j + 2, k + 1); });
  check(around(cp::all, cp::all, cp::slice(1, cp::end)) * 2.0F,
        [&](auto i, auto j, auto k) { return sum(i, j, k + 1) * 2; });
  check(cp::roll(cp::transpose(x, {1, 0, 2}), {1, 1}, {0, 2}) + 1.0F,
        [&](auto j, auto i, auto k) { return at(i, j - 1, k - 1) + 1; });
  check(cp::roll(x(cp::all, cp::slice(cp::end, 0, -1), cp::all), 1, 1) -
            cp::roll(x, 1, 2)(cp::all, cp::slice(1, cp::end)),
        [&](auto i, auto j, auto k) { return at(i, n - 1 - turned(j - 1, n - 1), k) - at(i, j + 1, k - 1); });
  check(cp::roll(cp::roll(cp::roll(x, 1, 0), 2, 2)(cp::slice(1, cp::end)), 5, 1) + x(cp::slice(1, cp::end)),
        [&](auto i, auto j, auto k) { return at(i, j - 5, k - 2) + at(i + 1, j, k); });
  check(cp::roll(cp::transpose(cp::roll(cp::roll(x, 1, 0), 2, 1), {1, 0, 2}), -1, 2),
        [&](auto j, auto i, auto k) { return at(i - 1, j - 2, k + 1); });
  // One axis is added to all others.
  auto const line = cp::eval(x(0, 0));
  check(around + cp::roll(line, 4), [&](auto i, auto j, auto k) { return sum(i, j, k) + at(0, 0, k - 4); });
  // Stored in each second row.
  auto y = cp::zeros<float>({2 * n, n, n + 1});
  y(cp::slice(0, cp::end, 2)) = around;
  check(y(cp::slice(0, cp::end, 2)), sum);
  CHECK(cp::sum(y(cp::slice(1, cp::end, 2))).item() == 0);
  // What is overwritten is read first.
  auto z = cp::eval(x + 0.0F);
  z(cp::all) = cp::roll(z, 1, 0) + cp::roll(z, -2, 1) + cp::roll(z, 3, 2) + z;
  check(z, sum);
}
