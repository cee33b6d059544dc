// Folds of inputs that many results share, and of short rows, against loops: results of one and of several axes, whose
// number is no multiple of what a thread has, along either axis, of every dtype, turned round and picked apart.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

#include "array/values.hpp"

namespace {

/// Small whole numbers, of which sums are exact.
template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::shape_array<Rank> const& shape, std::int64_t seed) {
  std::int64_t size = 1;
  for (std::int64_t n : shape) size *= n;
  auto const i = cp::index<0>({size});
  return cp::reshape(cp::eval(cp::astype<T>((i * 7919 + cp::floor_divide(i, 13) * seed) % 11)), shape);
}

/// What a pair comes to, for arrays and for numbers.
struct pair_cost {
  template <class X, class Y>
  auto operator()(X const& x, Y const& y) const {
    return cp::where(x > y, x * 2, y);
  }
};
double pair_cost_of(double x, double y) { return x > y ? x * 2 : y; }

template <class T>
void check_pairs(std::int64_t many, std::int64_t few) {
  CAPTURE(many);
  CAPTURE(few);
  auto const x = numbers<T, 1>({{many}}, 3), y = numbers<T, 1>({{few}}, 5);
  auto const a = tests::values(x), b = tests::values(y);
  auto const along = [&](auto const& f) { return f(x(cp::all, cp::newaxis), y(cp::newaxis)); };
  auto const across = [&](auto const& f) { return f(x(cp::newaxis), y(cp::all, cp::newaxis)); };
  auto const product = [](auto const& u, auto const& v) { return u * v; };
  auto const sums = tests::values(cp::eval(cp::sum(along(product), cp::axis<1>))),
             turned = tests::values(cp::eval(cp::sum(across(product), cp::axis<0>)));
  auto const most = tests::values(cp::eval(cp::max(along(pair_cost{}), cp::axis<1>)));
  auto const least = tests::values(cp::eval(cp::argmin(across(pair_cost{}), cp::axis<0>)));
  auto const fewer = tests::values(
      cp::eval(cp::count_nonzero(along([](auto const& u, auto const& v) { return u > v; }), cp::axis<1>)));
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double sum = 0, best = -1, worst = 1e9;
    std::int64_t n = 0, at = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      auto const u = static_cast<double>(a[i]), v = static_cast<double>(b[j]), cost = pair_cost_of(u, v);
      sum += u * v;
      best = std::max(best, cost);
      n += u > v;
      if (cost < worst) worst = cost, at = static_cast<std::int64_t>(j);
    }
    wrong += static_cast<double>(sums[i]) != sum || static_cast<double>(turned[i]) != sum ||
             static_cast<double>(most[i]) != best || fewer[i] != n || least[i] != at;
  }
  CHECK(wrong == 0);
}

/// Distances of all points of two lists, in so many dimensions; points of which each other one is taken, from the last
/// on, too.
template <class T>
void check_distances(std::int64_t many, std::int64_t few, std::int64_t dimensions) {
  CAPTURE(dimensions);
  auto const all = numbers<T, 2>({{2 * many, dimensions}}, 3), y = numbers<T, 2>({{few, dimensions}}, 7);
  auto const check = [&](auto const& x) {
    auto const apart = x(cp::all, cp::newaxis) - y(cp::newaxis);
    auto const squares = tests::values(cp::eval(cp::sum(cp::square(apart), cp::axis<2>) + 1));
    auto const farthest = tests::values(cp::eval(cp::max(cp::abs(apart), cp::axis<2>)));
    auto const a = tests::values(cp::eval(cp::copy(x))), b = tests::values(y);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < many; ++i)
      for (std::int64_t j = 0; j < few; ++j) {
        double sum = 1, most = 0;
        for (std::int64_t k = 0; k < dimensions; ++k) {
          double const d = static_cast<double>(a[static_cast<std::size_t>(i * dimensions + k)]) -
                           static_cast<double>(b[static_cast<std::size_t>(j * dimensions + k)]);
          sum += d * d;
          most = std::max(most, std::abs(d));
        }
        auto const at = static_cast<std::size_t>(i * few + j);
        wrong += static_cast<double>(squares[at]) != sum || static_cast<double>(farthest[at]) != most;
      }
    CHECK(wrong == 0);
  };
  check(all(cp::slice(0, many)));
  check(all(cp::slice(cp::end, cp::end, -2)));
}

/// Sums, extremes and places of rows of few elements, of an array and of what lies transposed.
template <class T>
void check_rows(std::int64_t rows, std::int64_t columns) {
  CAPTURE(columns);
  auto const x = numbers<T, 2>({{rows, columns}}, 3), turned = numbers<T, 2>({{columns, rows}}, 5);
  auto const w = numbers<T, 1>({{columns}}, 2);
  auto const check = [&](auto const& m) {
    auto const sums = tests::values(cp::eval(cp::sum(m, cp::axis<1>)));
    auto const weighted = tests::values(cp::eval(cp::sum(m * w, cp::axis<1>) - m(cp::all, 0)));
    auto const places = tests::values(cp::eval(cp::argmax(m, cp::axis<1>)));
    auto const a = tests::values(cp::eval(cp::copy(m))), b = tests::values(w);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < rows; ++i) {
      double sum = 0, dot = 0, best = -1;
      std::int64_t at = 0;
      for (std::int64_t j = 0; j < columns; ++j) {
        auto const v = static_cast<double>(a[static_cast<std::size_t>(i * columns + j)]);
        sum += v;
        dot += v * static_cast<double>(b[static_cast<std::size_t>(j)]);
        if (v > best) best = v, at = j;
      }
      auto const r = static_cast<std::size_t>(i);
      wrong += static_cast<double>(sums[r]) != sum || places[r] != at ||
               static_cast<double>(weighted[r]) != dot - static_cast<double>(a[r * static_cast<std::size_t>(columns)]);
    }
    CHECK(wrong == 0);
  };
  check(x);
  check(turned.T());
}

}  // namespace

TEST_CASE("functions of all pairs of two lists, folded along either") {
  for (std::int64_t const few : {1, 2, 7, 21, 64, 65, 160}) {
    check_pairs<float>(140003, few);
    check_pairs<double>(33001, few);
  }
  check_pairs<float>(3, 70000);
}

TEST_CASE("distances of all points of two lists") {
  for (std::int64_t const dimensions : {1, 2, 3, 4, 5, 8}) {
    check_distances<float>(401, 503, dimensions);
  }
  check_distances<float>(6001, 39, 4);
  check_distances<double>(39, 6001, 2);
  check_distances<std::int16_t>(401, 503, 3);
  check_distances<float>(70001, 3, 3);
  check_distances<float>(70001, 1, 2);
}

TEST_CASE("few points and all of many others") {
  std::int64_t const few = 40, many = 70001;  // of which blocks share each result's, on a device
  for (std::int64_t const dimensions : {2, 3}) {
    CAPTURE(dimensions);
    auto const x = numbers<float, 2>({{few, dimensions}}, 3), y = numbers<float, 2>({{many, dimensions}}, 7);
    auto const apart = cp::sum(cp::abs(x(cp::all, cp::newaxis) - y(cp::newaxis)), cp::axis<2>);
    auto const sums = tests::values(cp::eval(cp::sum(apart, cp::axis<1>)));
    auto const least = tests::values(cp::eval(cp::min(apart, cp::axis<1>)));
    auto const places = tests::values(cp::eval(cp::argmin(apart, cp::axis<1>)));
    auto const a = tests::values(x), b = tests::values(y);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < few; ++i) {
      double sum = 0, best = 1e9;
      std::int64_t at = 0;
      for (std::int64_t j = 0; j < many; ++j) {
        double distance = 0;
        for (std::int64_t k = 0; k < dimensions; ++k)
          distance += std::abs(static_cast<double>(a[static_cast<std::size_t>(i * dimensions + k)]) -
                               static_cast<double>(b[static_cast<std::size_t>(j * dimensions + k)]));
        sum += distance;
        if (distance < best) best = distance, at = j;
      }
      auto const r = static_cast<std::size_t>(i);
      wrong += std::abs(static_cast<double>(sums[r]) - sum) > 1e-6 * sum || static_cast<double>(least[r]) != best ||
               places[r] != at;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("folds of rows of few elements") {
  for (std::int64_t const columns : {1, 2, 3, 4, 5, 7}) {
    check_rows<float>(150001, columns);
    check_rows<double>(150001, columns);
  }
  check_rows<std::int64_t>(150001, 2);
}

TEST_CASE("short folds whose results have several axes") {
  auto const x = numbers<float, 3>({{37, 41, 103}}, 3);
  auto const y = numbers<float, 2>({{103, 3}}, 5);
  // (i, j, k) and (k, l): products over l of what k and l have, beside what i, j and k have.
  auto const got = tests::values(
      cp::eval(cp::sum(x(cp::all, cp::all, cp::all, cp::newaxis) * y(cp::newaxis, cp::newaxis), cp::axis<3>)));
  auto const turned = tests::values(cp::eval(cp::sum(
      cp::transpose(x, {2, 0, 1})(cp::all, cp::all, cp::all, cp::newaxis) * y(cp::all, cp::newaxis, cp::newaxis),
      cp::axis<3>)));
  auto const a = tests::values(x), b = tests::values(y);
  std::int64_t wrong = 0;
  for (std::size_t ij = 0; ij < 37 * 41; ++ij)
    for (std::size_t k = 0; k < 103; ++k) {
      float const right = a[ij * 103 + k] * (b[3 * k] + b[3 * k + 1] + b[3 * k + 2]);
      wrong += got[ij * 103 + k] != right || turned[k * 37 * 41 + ij] != right;
    }
  CHECK(wrong == 0);
}

TEST_CASE("places that many results share") {
  std::int64_t const n = 150001, m = 12;
  auto const x = numbers<float, 1>({{n}}, 3);
  auto const got = tests::values(cp::eval(cp::sum(
      cp::where(cp::index<1>({n, m}) < cp::index<0>({n, m}) % 12, x(cp::all, cp::newaxis), 0.0f), cp::axis<1>)));
  auto const a = tests::values(x);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < n; ++i)
    wrong += got[static_cast<std::size_t>(i)] != a[static_cast<std::size_t>(i)] * static_cast<float>(i % 12);
  CHECK(wrong == 0);
}
