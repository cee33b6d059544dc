// Elements that a mask or NaN leaves out, choices by booleans, and places of extremes: rows and columns of lengths
// about those of vectors and of the groups in which rows are searched.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <type_traits>
#include <vector>

#include "close.hpp"

namespace {

/// Numbers of many equal ones, exact in any dtype; every `rare`-th is NaN, where there is one.
template <class T>
cp::ndarray<T, 2> numbers(std::int64_t rows, std::int64_t columns, std::int64_t rare) {
  auto const n = cp::eval(cp::index<0>({rows, columns}) * columns + cp::index<1>({rows, columns}));
  auto const value = (n * 7919 + cp::floor_divide(n, 13)) % 97 - (std::is_unsigned_v<T> ? 0 : 48);
  if constexpr (cp::floating<T>)
    if (rare > 0)
      return cp::where(n % rare == rare / 2, static_cast<T>(std::numeric_limits<float>::quiet_NaN()),
                       cp::astype<T>(value));
  return cp::astype<T>(value);
}
bool taken(std::int64_t i, std::int64_t j) { return ((i * 31 + j) * 2654435761u >> 7 & 3) != 0; }
cp::ndarray<bool, 2> mask(std::int64_t rows, std::int64_t columns) {
  auto const n = cp::index<0>({rows, columns}) * 31 + cp::index<1>({rows, columns});
  return cp::floor_divide(n * std::int64_t{2654435761}, 128) % 4 != 0;
}

/// What whole numbers come to, exactly.
struct moments {
  double n = 0, sum = 0, squares = 0, largest = -5;
  void add(double x) { ++n, sum += x, squares += x * x, largest = x > largest ? x : largest; }
  [[nodiscard]] double mean() const { return sum / n; }
  [[nodiscard]] double variance() const { return n == 0 ? NAN : (n * squares - sum * sum) / (n * n); }
};

template <class T>
void check_masked(std::int64_t rows, std::int64_t columns) {
  CAPTURE(rows);
  CAPTURE(columns);
  auto const x = numbers<T>(rows, columns, 0);
  auto const m = mask(rows, columns);
  auto const on_host = x.to_host();
  auto const test = [&](auto axis) {
    constexpr int folded = decltype(axis)::value;
    using cp::where, cp::initial;
    auto const sum = cp::eval(cp::sum(x, cp::axis<folded>, where(m))).to_host();
    auto const mean = cp::eval(cp::mean(x, cp::axis<folded>, where(m))).to_host();
    auto const var = cp::eval(cp::var(x, cp::axis<folded>, where(m))).to_host();
    auto const max = cp::eval(cp::max(x, cp::axis<folded>, where(m), initial(T(0)))).to_host();
    auto const ratio =
        cp::eval(cp::sum(where(m, x, T(0)), cp::axis<folded>) * 1. / cp::sum(m, cp::axis<folded>)).to_host();
    bool right = true;
    for (std::int64_t i = 0; i < (folded == 0 ? columns : rows); ++i) {
      moments of;
      for (std::int64_t j = 0; j < (folded == 0 ? rows : columns); ++j) {
        auto const p = folded == 0 ? j : i, q = folded == 0 ? i : j;
        if (taken(p, q)) of.add(static_cast<double>(on_host.item(p, q)));
      }
      using tests::within;
      double const rounding = cp::floating<T> ? tests::epsilon_of<T> : 1e-12;
      right = right && within(static_cast<double>(sum.item(i)), of.sum, rounding * (1 + std::abs(of.sum)) * 2);
      right = right && within(static_cast<double>(mean.item(i)), of.mean(), rounding * 100);
      right = right && within(static_cast<double>(var.item(i)), of.variance(), rounding * 8 * (1 + of.variance()));
      right = right && within(ratio.item(i), of.mean(), rounding * 2500);
      right = right && static_cast<double>(max.item(i)) == (of.largest > 0 ? of.largest : 0);
    }
    CHECK(right);
  };
  test(std::integral_constant<int, 0>{});
  test(std::integral_constant<int, 1>{});
}

template <class T>
void check_nan(std::int64_t rows, std::int64_t columns) {
  CAPTURE(rows);
  CAPTURE(columns);
  auto const x = numbers<T>(rows, columns, 5);
  auto const on_host = x.to_host();
  auto const test = [&](auto axis) {
    constexpr int folded = decltype(axis)::value;
    auto const sum = cp::eval(cp::nansum(x, cp::axis<folded>)).to_host();
    auto const mean = cp::eval(cp::nanmean(x, cp::axis<folded>)).to_host();
    auto const var = cp::eval(cp::nanvar(x, cp::axis<folded>)).to_host();
    bool right = true;
    for (std::int64_t i = 0; i < (folded == 0 ? columns : rows); ++i) {
      moments of;
      for (std::int64_t j = 0; j < (folded == 0 ? rows : columns); ++j) {
        double const v = static_cast<double>(folded == 0 ? on_host.item(j, i) : on_host.item(i, j));
        if (!std::isnan(v)) of.add(v);
      }
      using tests::within;
      double const rounding = tests::epsilon_of<T>;
      right = right && within(static_cast<double>(sum.item(i)), of.sum, rounding * (1 + std::abs(of.sum)) * 2);
      right = right && within(static_cast<double>(mean.item(i)), of.mean(), rounding * 100);
      right = right && within(static_cast<double>(var.item(i)), of.variance(), rounding * 8 * (1 + of.variance()));
    }
    CHECK(right);
  };
  test(std::integral_constant<int, 0>{});
  test(std::integral_constant<int, 1>{});
}

/// The first place of an extreme; NaN is one, or, left out, none.
template <class T>
std::int64_t place(std::vector<T> const& x, bool largest, bool without_nan) {
  std::int64_t at = -1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const v = static_cast<double>(x[i]),
                 best = at < 0 ? 0 : static_cast<double>(x[static_cast<std::size_t>(at)]);
    if (std::isnan(v) && without_nan) continue;
    if (at < 0 || (!std::isnan(best) && (std::isnan(v) || (largest ? v > best : v < best))))
      at = static_cast<std::int64_t>(i);
  }
  return at;
}
template <class T>
void check_places(cp::ndarray<T, 2> const& x) {
  auto const on_host = x.to_host();
  std::int64_t const rows = x.shape()[0], columns = x.shape()[1];
  CAPTURE(rows);
  CAPTURE(columns);
  auto const test = [&](auto const& found, int axis, bool largest, bool without_nan) {
    auto const at = cp::eval(found).to_host();
    bool right = true;
    for (std::int64_t i = 0; i < (axis == 0 ? columns : rows); ++i) {
      std::vector<T> line;
      for (std::int64_t j = 0; j < (axis == 0 ? rows : columns); ++j)
        line.push_back(axis == 0 ? on_host.item(j, i) : on_host.item(i, j));
      right = right && at.item(i) == place(line, largest, without_nan);
    }
    CHECK(right);
  };
  test(cp::argmax(x, cp::axis<1>), 1, true, false);
  test(cp::argmin(x, cp::axis<1>), 1, false, false);
  test(cp::argmax(x, cp::axis<0>), 0, true, false);
  test(cp::argmin(x, cp::axis<0>), 0, false, false);
  if constexpr (cp::floating<T>) {
    test(cp::nanargmax(x, cp::axis<1>), 1, true, true);
    test(cp::nanargmin(x, cp::axis<1>), 1, false, true);
    test(cp::nanargmax(x, cp::axis<0>), 0, true, true);
  }
}

}  // namespace

TEST_SUITE_BEGIN("masks");

// Vectors of the host are what differs from dtype to dtype; on a device a few stand for the others.
#if FUSE_CUDA
#define OF_NUMBERS std::uint8_t, float
#define OF_FLOATS float
#define OF_CHOICES std::int16_t, double
#else
#define OF_NUMBERS std::uint8_t, std::int32_t, std::int64_t, cp::float16, float, double
#define OF_FLOATS cp::float16, float, double
#define OF_CHOICES std::int8_t, std::int16_t, float, double, std::int64_t
#endif

TEST_CASE_TEMPLATE("reductions of what a mask leaves in", T, OF_NUMBERS) {
  for (auto const& s : {std::pair{1, 5}, {2, 300}, {300, 7}, {9, 33}, {40, 600}, {3, 2500}})
    check_masked<T>(s.first, s.second);
}

TEST_CASE_TEMPLATE("reductions without NaN", T, OF_FLOATS) {
  for (auto const& s : {std::pair{3, 5}, {6, 300}, {300, 7}, {40, 600}, {3, 2500}}) check_nan<T>(s.first, s.second);
}

TEST_CASE_TEMPLATE("places of extremes in rows and columns of many lengths", T, OF_NUMBERS) {
  for (int n : {1, 2, 31, 127, 128, 255, 256, 257, 383, 384, 1000, 1025, 5000}) {
    check_places<T>(numbers<T>(3, n, 0));
    check_places<T>(numbers<T>(n, 3, 0));
    check_places<T>(numbers<T>(3, n, n / 2 * 3 + 1));  // one row of NaN
  }
  check_places<T>(numbers<T>(40, 600, 701));
  check_places<T>(cp::eval(cp::astype<T>(cp::minimum(cp::index<1>({3, 900}), 250))));      // rising, then level
  check_places<T>(cp::eval(cp::astype<T>(cp::maximum(250 - cp::index<1>({3, 900}), 0))));  // falling
  if constexpr (cp::floating<T>) {
    T const infinity = static_cast<T>(std::numeric_limits<float>::infinity());
    check_places<T>(cp::full({2, 700}, -infinity));
    check_places<T>(cp::full({2, 700}, infinity));
  }
}

TEST_CASE_TEMPLATE("choices by booleans that lie in memory, beside numbers of any size", T, OF_CHOICES) {
  for (int n : {1, 3, 8, 15, 16, 31, 32, 33, 63, 64, 65, 100, 1000}) {
    CAPTURE(n);
    auto const x = numbers<T>(1, n, 0), z = cp::eval(cp::flip(x));
    auto const m = mask(1, n), k = cp::eval(cp::flip(m));
    auto const bytes = cp::eval(cp::astype<std::int8_t>(x));
    auto const chosen = cp::eval(cp::where(m, x, z)).to_host(), zeroed = cp::eval(cp::where(~m, x, T(0))).to_host(),
               both = cp::eval(cp::where(m & (x > z), x, z)).to_host(),
               by_bytes = cp::eval(cp::where(bytes > 9, x, z)).to_host(), number = cp::eval(cp::astype<T>(m)).to_host();
    auto const of_booleans = cp::eval(cp::where(m, k, x > z)).to_host(), compared = cp::eval(m & (x > z)).to_host();
    auto const p = x.to_host(), q = z.to_host();
    auto const mh = m.to_host(), kh = k.to_host();
    bool right = true;
    for (int i = 0; i < n; ++i) {
      T const a = p.item(0, i), b = q.item(0, i);
      bool const c = mh.item(0, i);
      right = right && chosen.item(0, i) == (c ? a : b) && zeroed.item(0, i) == (c ? T(0) : a);
      right = right && both.item(0, i) == (c && a > b ? a : b) && by_bytes.item(0, i) == (a > T(9) ? a : b);
      right = right && number.item(0, i) == T(c) && compared.item(0, i) == (c && a > b);
      right = right && of_booleans.item(0, i) == (c ? kh.item(0, i) : a > b);
      right = right && c == taken(0, i);
    }
    CHECK(right);
  }
}

TEST_SUITE_END();
