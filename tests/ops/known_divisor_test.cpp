// Floor division and remainders by a number: as by an array of that number, for every integer dtype.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

/// Numbers that division goes wrong at: ends, powers of two and their neighbours, zero.
template <class T>
std::vector<T> edges() {
  using limits = std::numeric_limits<T>;
  std::vector<T> v{0, 1, 2, 3, 5, 6, 7, 10, 100, 127, limits::max(), limits::min()};
  for (int shift = 1; shift < int(8 * sizeof(T)); shift += 3)
    for (int beside = -1; beside < 2; ++beside) {
      auto const x = static_cast<T>((std::uint64_t{1} << shift) + static_cast<std::uint64_t>(beside));
      v.push_back(x);
      v.push_back(static_cast<T>(std::uint64_t{0} - static_cast<std::uint64_t>(x)));
    }
  v.push_back(static_cast<T>(limits::max() - 1));
  v.push_back(static_cast<T>(limits::min() + 1));
  return v;
}

template <class T>
void check() {
  std::vector<T> const numbers = edges<T>();
  auto const n = static_cast<std::int64_t>(numbers.size());
  auto const h = cp::empty<T, cp::host_space>(n);
  for (std::int64_t i = 0; i < n; ++i) h.data()[i] = numbers[static_cast<std::size_t>(i)];
  auto const x = h.template to<cp::default_space>();
  for (T const d : numbers) {
    CAPTURE(+d);
    auto const same = cp::full_like(x, d);
    CHECK(values(cp::floor_divide(x, d)) == values(cp::floor_divide(x, same)));
    CHECK(values(x % d) == values(x % same));
  }
}

}  // namespace

TEST_CASE("dividing by a number is dividing by an array of it: signed") {
  check<std::int8_t>();
  check<std::int16_t>();
  check<std::int32_t>();
  check<std::int64_t>();
}
TEST_CASE("dividing by a number is dividing by an array of it: unsigned") {
  check<std::uint8_t>();
  check<std::uint16_t>();
  check<std::uint32_t>();
  check<std::uint64_t>();
}
TEST_CASE("quotients and remainders by numbers are NumPy's") {
  auto const x = cp::arange<std::int64_t>(-7, 8, 3);  // -7 -4 -1 2 5
  CHECK(values(cp::floor_divide(x, 3)) == longs{-3, -2, -1, 0, 1});
  CHECK(values(x % 3) == longs{2, 2, 2, 2, 2});
  CHECK(values(cp::floor_divide(x, -3)) == longs{2, 1, 0, -1, -2});
  CHECK(values(x % -3) == longs{-1, -1, -1, -1, -1});
  CHECK(values(cp::floor_divide(x, 0)) == longs{0, 0, 0, 0, 0});
  CHECK(values(x % 0) == longs{0, 0, 0, 0, 0});
  auto const both = cp::fuse([](auto v, auto d) { return v % d + cp::floor_divide(v, d); });
  CHECK(values(both(x, 4)) == longs{-1, -1, 2, 2, 2});
}
