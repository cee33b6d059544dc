// Sorting keys of small and large ranges, at either end of a dtype, and what is at places of the sorted ones, beside
// std::stable_sort.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/sorting.hpp>
#include <fuse/stats.hpp>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include "array/values.hpp"

namespace {

using tests::values;

/// Keys of a range at either end of a dtype, or across zero: with and without one far from them.
template <class T>
void check_range(std::int64_t n, std::int64_t range, T first) {
  CAPTURE(n);
  CAPTURE(range);
  CAPTURE(first);
  std::vector<T> v(static_cast<std::size_t>(n));
  std::uint64_t s = 88172645463325252u + static_cast<std::uint64_t>(range);
  for (T& x : v) {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    x = static_cast<T>(first + static_cast<T>(s % static_cast<std::uint64_t>(range)));
  }
  for (bool const far : {false, true}) {
    if (far) v[v.size() / 2] = first > 0 ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
    std::vector<std::int64_t> expected(v.size());
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](std::int64_t i, std::int64_t j) {
      return v[static_cast<std::size_t>(i)] < v[static_cast<std::size_t>(j)];
    });
    std::vector<T> sorted = v;
    std::sort(sorted.begin(), sorted.end());
    auto x = cp::ndarray<T, 1>(v);
    CHECK(values(cp::argsort(x)) == expected);
    CHECK(values(cp::sort(x)) == sorted);
    if (n % 2 == 1) CHECK(static_cast<double>(cp::median(x, 0).item()) == static_cast<double>(sorted[v.size() / 2]));
    CHECK(static_cast<double>(cp::quantile(x, 0, 0).item()) == static_cast<double>(sorted.front()));
    CHECK(static_cast<double>(cp::quantile(x, 1, 0).item()) == static_cast<double>(sorted.back()));
    x.sort();
    CHECK(values(x) == sorted);
  }
}

TEST_CASE_TEMPLATE("keys of any range", T, std::int16_t, std::int32_t, std::uint64_t, double) {
  using limits = std::numeric_limits<T>;
  for (std::int64_t const n : {513, 20008, 140001})  // by one thread and by several, where there are
    for (std::int64_t const range : {1, 2, 100, 2501, 65536, 65537, 1 << 20}) {
      if (n > 20008 && (sizeof(T) != 4 || (range != 100 && range != 65536 && range != 1 << 20))) continue;
      if (sizeof(T) == 2 && range > 65536) continue;
      T const whole = static_cast<T>(range - 1);
      check_range<T>(n, range, static_cast<T>(std::is_signed_v<T> ? -(range / 2) : 7));
      if constexpr (std::is_integral_v<T>) {
        check_range<T>(n, range, limits::lowest());
        check_range<T>(n, range, static_cast<T>(limits::max() - whole));
      }
    }
}

/// A number of any size and sign, for floats now and then NaN, an infinity or a zero of either sign.
template <class T>
T any_number(std::uint64_t& s) {
  s ^= s << 13, s ^= s >> 7, s ^= s << 17;
  if constexpr (std::is_floating_point_v<T>) {
    using limits = std::numeric_limits<T>;
    constexpr T special[] = {
        limits::quiet_NaN(), -limits::quiet_NaN(), limits::infinity(), -limits::infinity(), 0, -T(0)};
    if (s % 50 < 6) return special[s % 50];
    return static_cast<T>(std::ldexp(static_cast<double>(s >> 40) - (1 << 23), static_cast<int>(s % 60) - 40));
  } else {
    return static_cast<T>(s >> (s % 3 * 8));
  }
}

/// Rows that threads share, and more rows than threads; beside those of one thread.
TEST_CASE_TEMPLATE("rows of any length by any number of threads", T, std::uint16_t, std::int32_t, std::int64_t, float,
                   double) {
  int const threads = cp::host_threads();
  std::uint64_t s = 88172645463325252u;
  for (std::int64_t const n : {63, 64, 65, 257, 8192, 8193, 131072, 262147, 400001}) {
    std::vector<T> v(static_cast<std::size_t>(n));
    for (T& x : v) x = any_number<T>(s);
    auto const before = [&](T a, T b) { return a < b || (b != b && a == a); };
    std::vector<std::int64_t> expected(v.size());
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](std::int64_t i, std::int64_t j) {
      return before(v[static_cast<std::size_t>(i)], v[static_cast<std::size_t>(j)]);
    });
    auto const x = cp::ndarray<T, 1>(v);
    for (int const k : {1, 2, 3, 5, 8}) {
      CAPTURE(n);
      CAPTURE(k);
      cp::set_host_threads(k);
      auto const sorted = values(cp::sort(x));
      auto const order = values(cp::argsort(x));
      cp::set_host_threads(threads);
      CHECK(order == expected);
      int wrong = 0;
      for (std::size_t i = 0; i < v.size(); ++i) {
        T const wanted = v[static_cast<std::size_t>(expected[i])];
        wrong += !(sorted[i] == wanted || (sorted[i] != sorted[i] && wanted != wanted));
      }
      CHECK(wrong == 0);
    }
  }
}

/// Numbers of 64 bits over all of their range, most of which differ in the lowest bits alone.
TEST_CASE_TEMPLATE("keys that differ in their lowest bits", T, std::int64_t, std::uint64_t, double) {
  using limits = std::numeric_limits<T>;
  int const threads = cp::host_threads();
  std::uint64_t s = 88172645463325252u;
  for (std::int64_t const n : {300, 5000, 150001}) {
    std::vector<T> v(static_cast<std::size_t>(n));
    for (T& x : v) {
      s ^= s << 13, s ^= s >> 7, s ^= s << 17;
      if constexpr (std::is_integral_v<T>)
        x = static_cast<T>(T(1000) * T(s % 7) + static_cast<T>(s >> 20 & 0x3ff));
      else
        x = static_cast<T>(s % 7) + 1 + static_cast<T>(s >> 20 & 0x3ff) * limits::epsilon();
    }
    v[v.size() / 3] = limits::max(), v[v.size() / 2] = limits::lowest();
    std::vector<std::int64_t> expected(v.size());
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](std::int64_t i, std::int64_t j) {
      return v[static_cast<std::size_t>(i)] < v[static_cast<std::size_t>(j)];
    });
    for (int const k : {1, 2, 5}) {
      cp::set_host_threads(k);
      auto const order = values(cp::argsort(cp::ndarray<T, 1>(v)));
      cp::set_host_threads(threads);
      CHECK(order == expected);
    }
  }
}

}  // namespace
