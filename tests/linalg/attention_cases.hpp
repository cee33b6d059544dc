// What the tests of attention share: operands, sums in float64, and comparing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/linalg.hpp>
#include <fuse/special.hpp>
#include <limits>
#include <string>
#include <vector>

#include "product_data.hpp"
#include "running.hpp"

using tests::spent;
using tests::values;

namespace attention_cases {

inline constexpr double inf = std::numeric_limits<double>::infinity();

inline constexpr bool on_device = !std::is_same_v<cp::default_space, cp::host_space>;

/// Numbers between -1 and 1.
template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::extent const (&shape)[Rank], std::uint32_t seed) {
  auto made = cp::detail::make_array<T, Rank, cp::host_space>(cp::make_shape(shape), "numbers");
  std::uint32_t state = seed * 747796405u + 1;
  for (std::int64_t i = 0; i < made.size(); ++i) {
    state = state * 1664525u + 1013904223u;
    made.data()[i] = static_cast<T>(static_cast<float>(static_cast<std::int32_t>(state >> 16) - 32768) / 32768);
  }
  return made.template to<cp::default_space>();
}

/// sum over j of softmax(f(b, i, j, q[b, i] . k[b, j]))[j] v[b, j], in float64.
template <class T, class F>
std::vector<double> by_definition(cp::ndarray<T, 3> const& q, cp::ndarray<T, 3> const& k, cp::ndarray<T, 3> const& v,
                                  F const& f) {
  auto const x = values(q), y = values(k), z = values(v);
  auto const at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  std::int64_t const problems = q.shape(0), queries = q.shape(1), depth = q.shape(2), keys = k.shape(1),
                     width = v.shape(2);
  std::vector<double> result;
  for (std::int64_t b = 0; b < problems; ++b)
    for (std::int64_t i = 0; i < queries; ++i) {
      std::vector<double> w;
      double most = -inf, total = 0;
      for (std::int64_t j = 0; j < keys; ++j) {
        double sum = 0;
        for (std::int64_t l = 0; l < depth; ++l)
          sum += static_cast<double>(static_cast<float>(x[at((b * queries + i) * depth + l)])) *
                 static_cast<double>(static_cast<float>(y[at((b * keys + j) * depth + l)]));
        w.push_back(f(b, i, j, sum));
        most = std::max(most, w.back());
      }
      for (double& e : w) total += e = std::exp(e - most);
      for (std::int64_t l = 0; l < width; ++l) {
        double sum = 0;
        for (std::int64_t j = 0; j < keys; ++j)
          sum += w[at(j)] * static_cast<double>(static_cast<float>(z[at((b * keys + j) * width + l)]));
        result.push_back(sum / total);
      }
    }
  return result;
}

/// Rounded scores and weights move a mean of numbers below 1 by some steps of T.
template <class T>
constexpr double tolerance = std::is_same_v<T, cp::float16> ? 4e-3 : 3e-2;

template <class T, int Rank>
void check(cp::ndarray<T, Rank> const& result, std::vector<double> const& expected, std::string const& what) {
  CAPTURE(what);
  auto const found = values(result);
  REQUIRE(found.size() == expected.size());
  double worst = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto const x = static_cast<double>(static_cast<float>(found[i]));
    if (std::isnan(x) != std::isnan(expected[i])) ++wrong;
    if (!std::isnan(x)) worst = std::max(worst, std::abs(x - expected[i]));
  }
  CHECK(wrong == 0);
  CHECK(worst < tolerance<T>);
}

/// Whether a statement is one kernel of the device's that computes all of it.
template <class F>
bool one_kernel(F const& statement) {
  auto const s = spent(statement);
  return !on_device || (s.launches == 1 && s.library_calls == 0 && s.temporaries == 0);
}

/// Stores what one kernel of the device's is to compute. (It is called by itself there: for every statement all kernels
/// that there are besides, for matrices that lie otherwise, would be compiled.)
template <class E, class T, int Rank>
bool in_one(cp::ndarray<T, Rank>& to, E const& e) {
  if constexpr (on_device) {
    auto made = cp::detail::make_array<T, Rank, cp::default_space>(cp::expr::shape_of(e), "in_one");
    bool stored = false;
    bool const one = one_kernel([&] { stored = cp::expr::absorption<E>::store(e, made); });
    if (stored) to = made;
    return stored && one;
  } else {
    to = e;
    return true;
  }
}

template <class T>
auto weights(cp::expression auto const& scores) {
  return cp::astype<T>(cp::special::softmax(scores, -1));
}

/// Queries, keys and values of float16, and scores of them.
struct scored {
  using T = cp::float16;
  static constexpr std::int64_t b = 3, n = 150, m = 170, d = 32;
  cp::ndarray<T, 3> q = numbers<T>({b, n, d}, 1), k = numbers<T>({b, m, d}, 2), v = numbers<T>({b, m, d}, 3), o;

  auto product() const { return cp::matmul(q, k.mT()); }
  /// Half of the product's elements.
  auto halves() const { return cp::astype<float>(product()) * 0.5f; }
  /// Compares what is weighed by scores with what f(problem, row, column, element of the product) gives in float64.
  template <class Scores, class F>
  void compare(char const* what, Scores const& scores, F const& f) {
    CHECK_MESSAGE(in_one(o, cp::matmul(weights<T>(scores), v)), what);
    check(o, by_definition(q, k, v, f), what);
  }
};

}  // namespace attention_cases
