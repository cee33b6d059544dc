// Exercises of "100 NumPy exercises" about sorting, sets, counts and statistics, each as short as in Python, each
// compared with NumPy's result.
//
// source   N. Rougier, https://github.com/rougier/numpy-100 (the numbers are the exercises')
#include <fuse/random.hpp>
#include <fuse/sorting.hpp>
#include <iostream>

#include "expect.hpp"

namespace {

using cp::all;
using cp::end;
using cp::slice;
using example::expect;

void orders() {
  auto const z = cp::array<double>({0.3, 0.1, 0.9, 0.5});

  // 40: sort a vector.
  expect(cp::sort(z), {0.1, 0.3, 0.5, 0.9}, "40");

  // 89: the n largest values.
  expect(z(cp::argsort(z)(slice(-2, end))), {0.5, 0.9}, "89");

  // 98: points at equal distances along a path.
  auto const x = cp::array<double>({0, 3, 3}), y = cp::array<double>({0, 0, 4});
  auto const r = cp::concatenate<0>(cp::zeros<double>(1), cp::cumsum(cp::hypot(cp::diff(x), cp::diff(y))));
  auto const even = cp::linspace<double>(0, 7, 8);
  expect(cp::interp(even, r, x), {0, 1, 2, 3, 3, 3, 3, 3}, "98, x");
  expect(cp::interp(even, r, y), {0, 0, 0, 0, 1, 2, 3, 4}, "98, y");
}

void sets() {
  // 30: what two arrays have in common.
  expect(cp::intersect1d(cp::array<int>({5, 1, 3}), cp::array<int>({3, 4, 5})), {3, 5}, "30");

  // 66: the number of different colours in a picture.
  auto const picture = cp::eval(cp::reshape(cp::arange<std::int64_t>(4 * 4 * 3) % 6, {4, 4, 3}));
  expect(cp::asarray(cp::unique(picture.reshape(-1, 3), 0).len()), {2}, "66");

  // 73: the different edges of triangles.
  auto const faces = cp::array<int>({{0, 1, 2}, {2, 1, 3}});
  auto const edges = cp::stack<2>(faces, cp::roll(faces, -1, 1));
  expect(cp::unique(cp::sort(edges).reshape(-1, 2), 0), {0, 1, 0, 2, 1, 2, 1, 3, 2, 3}, "73");

  // 96: the different rows.
  expect(cp::unique(cp::array<int>({{1, 0}, {0, 1}, {1, 0}}), 0), {0, 1, 1, 0}, "96");
}

void counts() {
  auto const i = cp::array<std::int64_t>({1, 3, 9, 3, 4, 1});
  auto const x = cp::array<double>({1, 2, 3, 4, 5, 6});

  // 65: sums of the elements that have one index.
  expect(cp::bincount(i, cp::weights(x)), {0, 7, 0, 6, 5, 0, 0, 0, 0, 3}, "65");

  // 68: their means.
  auto const s = cp::array<std::int64_t>({0, 1, 0, 1, 1, 0});
  expect(cp::bincount(s, cp::weights(x)) / cp::bincount(s), {10. / 3, 11. / 3}, "68");

  // 74: an array of which bincount gives these counts.
  auto const c = cp::array<std::int64_t>({0, 2, 1, 3});
  expect(cp::repeat(cp::arange<std::int64_t>(c.len()), c), {1, 1, 2, 3, 3, 3}, "74");

  // 83: the most frequent value.
  expect(cp::argmax(cp::bincount(i)), {1}, "83");
}

void statistics() {
  // 14: the mean of a random vector.
  auto rng = cp::random::default_rng(1);
  auto const z = cp::eval(rng.random({1000}));
  expect(cp::abs(cp::mean(z) - 0.5) < 0.05, {1}, "14");

  // 71: how many lie where.
  auto const [heights, edges] = cp::histogram(cp::array<double>({1, 2, 2, 3, 9}), 4);
  expect(heights, {3, 1, 0, 1}, "a histogram");
  expect(edges, {1, 3, 5, 7, 9}, "edges");

  // 100: 95 % confidence intervals of the mean, by resampling with replacement.
  auto const means = cp::mean(z(rng.integers(z.len(), {400, 1000})), cp::axis<1>);
  auto const interval = cp::percentile(means, cp::array<double>({2.5, 97.5}));
  expect(cp::abs(interval - cp::mean(z)) < 0.03, {1, 1}, "100");
}

}  // namespace

int main() {
  orders();
  sets();
  counts();
  statistics();
  std::cout << "13 exercises\n";
}
