// Exercises of "100 NumPy exercises" about text, files and structured arrays, each compared with NumPy's result.
//
// source   N. Rougier, https://github.com/rougier/numpy-100 (the numbers are the exercises')
#include <fstream>
#include <fuse/fuse.hpp>
#include <fuse/interop.hpp>
#include <fuse/io.hpp>
#include <fuse/ops/members.hpp>
#include <iostream>

#include "expect.hpp"

namespace {

using cp::all;
using cp::newaxis;
using example::expect;

// 23: a colour of four bytes.
struct rgba {
  cp::uint8 r, g, b, a;
};
// 46: a place in the plane. 51: one with a colour.
struct point {
  double x, y;
};
struct dot {
  point position;
  rgba color;
};

void structs() {
  auto const color = cp::zeros<rgba>({2});
  cp::member(color, &rgba::g) = cp::uint8{200};
  expect(color.view<cp::uint8>(), {0, 200, 0, 0, 0, 200, 0, 0}, "23");

  auto const grid = cp::zeros<point>({3, 3});
  auto const line = cp::linspace(0, 1, 3);
  cp::member(grid, &point::x)(all) = line;
  cp::member(grid, &point::y)(all) = line(all, newaxis);
  expect(cp::member(grid(2), &point::x) + cp::member(grid(2), &point::y), {1, 1.5, 2}, "46");

  auto const dots = cp::ones<std::uint64_t>({6}).view<dot>();  // two of 24 bytes
  cp::member(dots, &dot::position, &point::x)(all) = 0.5;
  cp::member(dots, &dot::color, &rgba::r)(all) = 7;
  expect(cp::member(dots, &dot::position, &point::x) * cp::member(dots, &dot::color, &rgba::r), {3.5, 3.5}, "51");
}

void text() {
  // 49: all elements printed, however many.
  auto options = cp::get_printoptions();
  options.threshold = 1 << 20;
  expect(cp::asarray(cp::array2string(cp::zeros<int>({2000}), options).find("...") == std::string::npos), {1}, "49");

  // 54: a table in which numbers are missing.
  std::ofstream("missing.csv") << "1, 2, 3, 4, 5\n6, , , 7, 8\n , , 9,10,11\n";
  expect(cp::genfromtxt<std::int64_t>("missing.csv", {.delimiter = ","}),
         {1, 2, 3, 4, 5, 6, -1, -1, 7, 8, -1, -1, 9, 10, 11}, "54");

  // 95: the bits of a number as text.
  expect(cp::asarray(cp::binary_repr(10) == "1010"), {1}, "95");

  // 91: records of columns: what fuse/structs.hpp's cp::join_members does of structs that Boost.Hana knows.
  auto const places = cp::zeros<point>({2});
  auto const x = cp::array<double>({1, 2}), y = cp::array<double>({3, 4});
  cp::member(places, &point::x)(all) = x;
  cp::member(places, &point::y)(all) = y;
  cp::save("points.npy", places);
  expect(cp::member(cp::load<point, 1>("points.npy"), &point::y), {3, 4}, "91");
}

}  // namespace

int main() {
  structs();
  text();
  std::cout << "exercises about text, files and structs: as in NumPy\n";
}
