// What docs/indexing.md shows: indexing with arrays and masks, each line checked against plain loops' results.
#include <fuse/fuse.hpp>
#include <iostream>

#include "expect.hpp"

namespace {

using example::expect;

void read() {
  auto const x = cp::eval(cp::reshape(cp::arange<float>(12), {3, 4}));
  auto const i = cp::array<std::int64_t>({2, 0});
  auto const j = cp::array<std::int32_t>({1, 3});

  auto rows = cp::eval(x(i));                           // rows 2 and 0
  auto elements = cp::eval(x(i, j));                    // x[2, 1] and x[0, 3]
  auto grid = cp::eval(x(i(cp::all, cp::newaxis), j));  // all four: indices broadcast
  auto columns = cp::eval(x(cp::slice(1, 3), j));       // of rows 1 and 2
  auto sum = cp::sum(x(i) * 2, cp::axis<1>);            // nothing is copied: it fuses
  auto large = cp::eval(x(x > 8));                      // the elements where a mask is true
  auto some = x(cp::array<bool>({true, false, true}), 1) + 1;

  expect(rows, {8, 9, 10, 11, 0, 1, 2, 3}, "x(i)");
  expect(elements, {9, 3}, "x(i, j)");
  expect(grid, {9, 11, 1, 3}, "a grid");
  expect(columns, {5, 7, 9, 11}, "columns");
  expect(sum, {76, 12}, "a sum of rows");
  expect(large, {9, 10, 11}, "x(mask)");
  expect(some, {2, 10}, "x(mask, 1)");
}

void write() {
  auto x = cp::zeros<float>({3, 4});
  auto const i = cp::array<std::int64_t>({2, 0, 2});

  x(i) = 1;                               // rows 2 and 0
  x(i, 0) = cp::array<float>({5, 6, 7});  // of an element that is named twice the last value stays
  x(i, 1) += 10;                          // and it is added to once
  cp::add.at(x(cp::all, 2), i, 10);       // or as often as it is named
  x(x > 10) = 0;                          // one kernel, no waiting
  x(x == 1) = cp::arange<float>(2);       // as many values as the mask has true places

  expect(x(0), {6, 0, 0, 0}, "row 0");
  expect(x(2), {7, 0, 0, 1}, "row 2");
}

}  // namespace

int main() {
  read();
  write();
  std::cout << "all as NumPy has it\n";
}
