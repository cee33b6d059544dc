// Sorting keys of small and large ranges, at either end of a dtype, and what is at places of the sorted ones, beside
// std::stable_sort.
#include <doctest/doctest.h>

#include <algorithm>
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

}  // namespace
