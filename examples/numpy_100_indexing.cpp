// Exercises of "100 NumPy exercises" about indexing, each as short as in Python, each compared with NumPy's result.
//
// source   N. Rougier, https://github.com/rougier/numpy-100 (the numbers are the exercises')
#include <fuse/indexing.hpp>
#include <fuse/sorting.hpp>
#include <iostream>

#include "expect.hpp"

namespace {

using cp::all;
using cp::end;
using cp::slice;
using cp::lib::stride_tricks::sliding_window_view;
using example::expect;

void elements() {
  // 10: find the indices of what is not zero.
  auto [places] = cp::nonzero(cp::array<int>({1, 2, 0, 0, 4, 0}));
  expect(places, {0, 1, 4}, "10");

  // 25: negate all elements between 3 and 8, in place.
  auto z = cp::arange<int>(11);
  z((3 < z) & (z <= 8)) *= -1;
  expect(z, {0, 1, 2, 3, -4, -5, -6, -7, -8, 9, 10}, "25");

  // 45: replace the largest value by 0.
  z = cp::array<int>({5, 9, 2});
  z(cp::argmax(z)) = 0;
  expect(z, {5, 0, 2}, "45");

  // 50: find the element closest to a number.
  auto const x = cp::array<double>({{0.1, 0.9}, {0.5, 0.7}});
  expect(cp::flatiter(x)(cp::argmin(cp::abs(x - 0.56))), {0.5}, "50");

  // 64: add 1 to each element that an index array names, as often as it names it.
  auto const ones = cp::ones<int>(4);
  cp::add.at(ones, cp::array<std::int64_t>({1, 3, 1}), 1);
  expect(ones, {1, 3, 1, 2}, "64");

  // 77: negate booleans, and change the sign of floats, in place.
  auto const b = cp::array<bool>({true, false});
  b(all) = !b;
  x(all) = -x;
  expect(b, {0, 1}, "77");
  expect(x(0), {-0.1, -0.9}, "77, floats");
}

void rows() {
  auto const z = cp::array<int>({{3, 7, 2}, {4, 2, 9}, {5, 5, 5}});

  // 57: put elements at places of an array of two axes.
  auto const grid = cp::zeros<int>({2, 3});
  cp::put(grid, cp::array<std::int64_t>({1, 5}), 1);
  expect(grid, {0, 1, 0, 0, 0, 1}, "57");

  // 58: subtract the mean of each row.
  expect(z - cp::mean(z, cp::axis<1>, cp::keepdims), {-1, 3, -2, -1, -3, 4, 0, 0, 0}, "58");

  // 59: sort by the second column.
  expect(z(cp::argsort(z(all, 1))), {4, 2, 9, 5, 5, 5, 3, 7, 2}, "59");

  // 60: tell whether a column has nothing but zeros.
  expect(cp::any(!cp::any(grid, cp::axis<0>)), {1}, "60");

  // 72: swap two rows.
  auto const swapped = z.copy();
  swapped(cp::array<std::int64_t>({0, 1})) = z(cp::array<std::int64_t>({1, 0}));
  expect(swapped, {4, 2, 9, 3, 7, 2, 5, 5, 5}, "72");

  // 93: the rows of a that have elements of each row of b, whatever their order.
  auto const b = cp::array<int>({{9, 3}, {4, 7}});
  auto const found = z(all, all, cp::newaxis, cp::newaxis) == b;
  expect(z(cp::all(cp::any(found, cp::axis<1, 3>), cp::axis<1>)), {3, 7, 2, 4, 2, 9}, "93");

  // 94: the rows whose elements differ.
  expect(z(cp::any(z(all, slice(1, end)) != z(all, slice(0, -1)), cp::axis<1>)), {3, 7, 2, 4, 2, 9}, "94");

  // 99: the rows that can be draws of a multinomial distribution of n trials: whole numbers whose sum is n.
  auto const x = cp::array<double>({{1, 0, 3}, {2, 0.5, 1.5}, {1, 1, 1}});
  expect(x(cp::all(cp::mod(x, 1) == 0, cp::axis<1>) & (cp::sum(x, cp::axis<1>) == 4)), {1, 0, 3}, "99");
}

void windows() {
  // 76: rows that are windows of a vector.
  expect(sliding_window_view(cp::arange<int>(1, 6), 3), {1, 2, 3, 2, 3, 4, 3, 4, 5}, "76");

  // 75: averages of windows, by a running sum and by windows.
  auto const z = cp::arange<double>(6.0);
  auto const sums = cp::cumsum(z);
  expect((sums(slice(3, end)) - sums(slice(0, -3))) / 3, {2, 3, 4}, "75, a running sum");
  expect(cp::mean(sliding_window_view(z, 3), cp::axis<1>), {1, 2, 3, 4}, "75");
}

}  // namespace

int main() {
  elements();
  rows();
  windows();
  std::cout << "14 exercises\n";
}
