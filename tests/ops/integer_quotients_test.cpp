// Quotients and remainders of narrow integers: of all pairs of 8 bits, and of 16 bits next to where quotients change.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <type_traits>
#include <vector>

#include "array/values.hpp"

namespace {

/// The floor of x / y, and what is left, as NumPy has them: 0 where y is 0.
template <class T>
void check_pairs(std::vector<T> const& x, std::vector<T> const& y) {
  auto const a = cp::array(x), b = cp::array(y);
  auto const quotients = tests::values(cp::eval(cp::floor_divide(a, b))), rests = tests::values(cp::eval(a % b)),
             signed_rests = tests::values(cp::eval(cp::fmod(a, b)));
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    int const n = x[i], d = y[i];
    int q = 0, r = 0, f = 0;
    if (d != 0) {
      f = n % d;
      q = n / d - (f != 0 && (f < 0) != (d < 0) ? 1 : 0);
      r = n - q * d;
    }
    bool const right =
        quotients[i] == static_cast<T>(q) && rests[i] == static_cast<T>(r) && signed_rests[i] == static_cast<T>(f);
    if (!right && ++wrong < 5) {
      CAPTURE(n);
      CAPTURE(d);
      CHECK(int(quotients[i]) == q);
      CHECK(int(rests[i]) == r);
      CHECK(int(signed_rests[i]) == f);
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("all pairs of 8 bits", T, std::int8_t, std::uint8_t) {
  using limits = std::numeric_limits<T>;
  std::vector<T> x, y;
  for (int n = limits::min(); n <= limits::max(); ++n)
    for (int d = limits::min(); d <= limits::max(); ++d) x.push_back(static_cast<T>(n)), y.push_back(static_cast<T>(d));
  check_pairs(x, y);
}

TEST_CASE_TEMPLATE("pairs of 16 bits next to multiples", T, std::int16_t, std::uint16_t) {
  using limits = std::numeric_limits<T>;
  std::vector<T> x, y;
  auto const add = [&](std::int64_t n, int d) {
    if (n >= limits::min() && n <= limits::max()) x.push_back(static_cast<T>(n)), y.push_back(static_cast<T>(d));
  };
  for (int d = limits::min(); d <= limits::max(); ++d) {
    // The first and the last multiples, some between, and the type's ends.
    std::int64_t const most = d == 0 ? 0 : limits::max() / (d < 0 ? -d : d);
    for (std::int64_t const k : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, most / 3, most / 2, most - 1, most})
      for (int near = -1; near <= 1; ++near) add(k * d + near, d), add(-k * d + near, d);
    add(limits::min(), d), add(limits::max(), d), add(limits::max() - 1, d);
  }
  check_pairs(x, y);
}
