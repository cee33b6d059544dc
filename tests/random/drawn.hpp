// Draws against what SciPy says of their distribution: a chi-square and a Kolmogorov-Smirnov test over intervals, the
// mean; and that host and device draw the same bits.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fuse/io.hpp>
#include <fuse/random.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "data.hpp"

namespace tests {

constexpr std::int64_t drawn = 1 << 17;

/// About as many standard deviations as a normal number is from 0 that is as unlikely as a chi-square of `dof` degrees.
/// source: Wilson, Hilferty: The distribution of chi-square (1931)
inline double deviation(double chi_square, double dof) {
  double const v = 2 / (9 * dof);
  return (std::cbrt(chi_square / dof) - (1 - v)) / std::sqrt(v);
}

inline void compare_with_scipy(std::string const& name, std::vector<double>& x) {
  INFO(name);
  auto const data = cp::load<double, 2, cp::host_space>(tests::data_folder() + "/random/" + name + ".npy");
  auto const edges = data.shape()[1] - 1;
  double const *const edge = data.data() + 1, *const cdf = data.data() + data.shape()[1] + 1;
  double const mean = edge[-1], sd = cdf[-1], n = static_cast<double>(x.size());
  std::sort(x.begin(), x.end());
  REQUIRE(!std::isnan(x.front()));
  REQUIRE(!std::isnan(x.back()));
  double chi_square = 0, farthest = 0, before = 0, count_before = 0;
  for (std::int64_t i = 0; i <= edges; ++i) {
    double const upto = i < edges ? cdf[i] : 1;
    double const count = i < edges ? static_cast<double>(std::upper_bound(x.begin(), x.end(), edge[i]) - x.begin()) : n;
    double const expected = (upto - before) * n, off = count - count_before - expected;
    chi_square += off * off / expected;
    farthest = std::max(farthest, std::abs(count / n - upto));
    before = upto, count_before = count;
  }
  CHECK(std::abs(deviation(chi_square, static_cast<double>(edges))) < 4.9);  // 1e-6 in two tails
  CHECK(farthest * std::sqrt(n) < 2.7);
  if (!std::isnan(mean)) {
    double sum = 0;
    for (double const v : x) sum += v;
    CHECK(std::abs(sum / n - mean) < 5 * sd / std::sqrt(n));
  }
}

/// A draw of `drawn` numbers of dtype T.
template <class T, class E>
void check_drawn(char const* name, E const& e) {
  static_assert(std::is_same_v<typename E::value_type, T>, "the dtype is another one");
  auto const a = cp::ndarray<T, 1>(e).to_host();
  CHECK(a.size() == drawn);
  if constexpr (!std::is_same_v<cp::default_space, cp::host_space>) {
    cp::ndarray<T, 1, cp::host_space> const h = e;
    INFO(name);
    CHECK(std::memcmp(a.data(), h.data(), static_cast<std::size_t>(a.size()) * sizeof(T)) == 0);
  }
  std::vector<double> x(a.data(), a.data() + a.size());
  compare_with_scipy(name, x);
}

}  // namespace tests
