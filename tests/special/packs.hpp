// Whether functions that compute in packs of elements give the same bits whatever lies beside an element.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/special.hpp>
#include <limits>
#include <vector>

#include "array/values.hpp"

namespace packs {

/// Numbers of all sizes, most of them usual, some that packs leave to the formulas of elements.
inline std::vector<double> numbers(std::uint64_t seed, double low, double high) {
  std::vector<double> x;
  std::uint64_t state = seed;
  for (int i = 0; i < 301; ++i) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    double const u = (static_cast<double>(state) + 0.5) / 2147483648.0;
    x.push_back(low + (high - low) * u);
  }
  double const others[] = {0.0,
                           -0.0,
                           -1.5,
                           -3.0,
                           1e-300,
                           1e200,
                           std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN(),
                           1.0};
  for (std::size_t i = 0; i < std::size(others); ++i) x[i * 29 + 3 * (seed % 7)] = others[i];
  return x;
}
inline std::vector<double> whole_numbers(std::uint64_t seed, double low, double high) {
  auto x = numbers(seed, low, high);
  for (double& y : x) y = std::floor(y);
  return x;
}
inline cp::ndarray<double, 1> array(std::vector<double> const& x) { return {x.begin(), x.end()}; }

/// Whether the results are the same, bit by bit, of elements in another order, and of each alone.
template <class F, class... X>
void check_order(char const* name, F const& f, X... x) {
  CAPTURE(name);
  auto const all = tests::values(cp::eval(f(array(x)...)));
  (std::rotate(x.begin(), x.begin() + 5, x.end()), ...);
  (std::reverse(x.begin(), x.end()), ...);
  auto turned = tests::values(cp::eval(f(array(x)...)));
  std::reverse(turned.begin(), turned.end());
  std::rotate(turned.begin(), turned.end() - 5, turned.end());
  std::size_t differ = 0;
  auto const same = [](double u, double v) { return u != u ? v != v : u == v && std::signbit(u) == std::signbit(v); };
  for (std::size_t i = 0; i < all.size(); ++i) differ += same(all[i], turned[i]) ? 0 : 1;
  CHECK(differ == 0);
}

}  // namespace packs
