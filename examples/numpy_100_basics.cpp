// Exercises of "100 NumPy exercises" about making arrays, their shapes and mathematics, each as short as in Python,
// each compared with NumPy's result.
//
// source   N. Rougier, https://github.com/rougier/numpy-100 (the numbers are the exercises'). Not here: 1, 2, 5, 26, 27
//          and 63, which are Python's own; 31 (there are no warnings), 33 and 34 (dates), 43 (arrays have no
//          flag that makes them read-only).
#include <fuse/indexing.hpp>
#include <fuse/interop.hpp>
#include <fuse/io.hpp>
#include <fuse/linalg.hpp>
#include <fuse/random.hpp>
#include <iostream>
#include <vector>

#include "expect.hpp"

namespace {

using cp::all;
using cp::end;
using cp::newaxis;
using cp::slice;
using example::expect;

void making() {
  // 3, 4: a vector of zeros, and its bytes.
  auto z = cp::zeros(10);
  expect(cp::asarray(z.nbytes()), {80}, "4");
  // 6: the fifth element 1.
  z(4) = 1;
  expect(z(slice(3, 6)), {0, 1, 0}, "6");
  // 7, 8: from 10 to 49, and turned round.
  auto const range = cp::arange(10, 50);
  expect(cp::flip(range)(slice(2)), {49, 48}, "8");
  // 9: a matrix of 0 to 8.
  expect(cp::reshape(cp::arange(9), {3, 3})(2), {6, 7, 8}, "9");
  // 11: the identity.
  expect(cp::eye(2), {1, 0, 0, 1}, "11");
  // 15: a border of ones. 16: a border of zeros around an array.
  auto framed = cp::ones({4, 4});
  framed(slice(1, -1), slice(1, -1)) = 0;
  expect(cp::sum(framed), {12}, "15");
  expect(cp::pad(cp::ones({2, 2}), 1)(1), {0, 1, 1, 0}, "16");
  // 18: values below the diagonal.
  expect(cp::diag(cp::arange(4) + 1, -1)(slice(1, end), slice(2)), {1, 0, 0, 2, 0, 0, 0, 0}, "18");
  // 19, 21: a checkerboard.
  auto board = cp::zeros<int>({8, 8});
  board(slice(1, end, 2), slice(0, end, 2)) = 1;
  board(slice(0, end, 2), slice(1, end, 2)) = 1;
  expect(board != cp::tile(cp::array<int>({{0, 1}, {1, 0}}), {4, 4}), std::vector<double>(64, 0), "21");
  // 20: where the 100th element is.
  auto const place = cp::unravel_index(99, {6, 7, 8});
  expect(cp::array({place[0], place[1], place[2]}), {1, 5, 3}, "20");
  // 37: rows from 0 to 4, by broadcasting.
  expect(cp::zeros({2, 5}) + cp::arange(5), {0, 1, 2, 3, 4, 0, 1, 2, 3, 4}, "37");
  // 38: from what is computed one by one.
  std::vector<int> const some{3, 1, 2};
  expect(cp::fromiter<int>(some.begin(), some.end()), {3, 1, 2}, "38");
  // 39: from 0 to 1, without both.
  expect(cp::linspace(0, 1, 4, false)(slice(1, end)), {0.25, 0.5, 0.75}, "39");
  // 47: Cauchy's matrix 1 / (x[i] - y[j]).
  auto const x = cp::arange<double>(2), y = cp::eval(x + 0.5);
  expect(1 / (x(all, newaxis) - y), {-2, -1 / 1.5, 2, -2}, "47");
  // 56: a bell over the plane.
  auto const u = cp::linspace(-1, 1, 3);
  auto const d = cp::hypot(u(all, newaxis), u);
  expect(cp::exp(-(d * d) / 2)(1, 1), {1}, "56");
}

void shapes() {
  auto const a = cp::eval(cp::reshape(cp::arange<double>(16), {4, 4}));
  // 42: whether arrays are equal.
  expect(cp::allclose(a, a + 1e-12), {1}, "42");
  expect(cp::array_equal(a, a), {1}, "42");
  // 55: indices with elements, for loops on the host.
  double sum = 0;
  for (auto const& [i, element] : cp::ndenumerate(a.to_host())) sum += static_cast<double>(i[0]) * element;
  expect(cp::asarray(sum), {0 + 22 + 2 * 38 + 3 * 54}, "55");
  // 62: what broadcasts to a matrix.
  expect(cp::reshape(cp::arange(3), {3, 1}) + cp::reshape(cp::arange(3), {1, 3}), {0, 1, 2, 1, 2, 3, 2, 3, 4}, "62");
  // 67: the sum over the last two axes at once.
  expect(cp::sum(cp::reshape(cp::arange(16), {2, 2, 2, 2}), cp::axis<-2, -1>), {6, 22, 38, 54}, "67");
  // 69: the diagonal of a product, without the others: sum(a * b.T).
  expect(cp::sum(a * a.T(), cp::axis<1>), {56, 174, 324, 506}, "69");
  // 70: three zeros between elements.
  auto apart = cp::zeros({9});
  apart(slice(0, end, 4)) = cp::arange(3) + 1;
  expect(apart, {1, 0, 0, 0, 2, 0, 0, 0, 3}, "70");
  // 80, 84: blocks and windows.
  auto const windows = cp::lib::stride_tricks::sliding_window_view(a, {3, 3});
  expect(windows(1, 1), {5, 6, 7, 9, 10, 11, 13, 14, 15}, "84");
  // 81: rolling rows.
  expect(cp::lib::stride_tricks::sliding_window_view(cp::arange(5) + 1, 4), {1, 2, 3, 4, 2, 3, 4, 5}, "81");
  // 85: a symmetric matrix: what is above the diagonal, and its mirror image.
  expect(cp::triu(a) + cp::triu(a, 1).T() - (cp::triu(a) + cp::triu(a, 1).T()).T(), std::vector<double>(16, 0), "85");
  // 87: sums of blocks of 2 x 2.
  expect(cp::sum(a.reshape(2, 2, 2, 2), cp::axis<1, 3>), {10, 18, 42, 50}, "87");
}

// 88: a step of the game of life, its neighbours read where they are.
auto const life = cp::fuse([](auto z) {
  auto const n = cp::at<-1, -1>(z) + cp::at<-1, 0>(z) + cp::at<-1, 1>(z) + cp::at<0, -1>(z) + cp::at<0, 1>(z) +
                 cp::at<1, -1>(z) + cp::at<1, 0>(z) + cp::at<1, 1>(z);
  return cp::where((n == 3) | ((n == 2) & (z == 1)), 1, 0);
});

void mathematics() {
  auto rng = cp::random::default_rng(1);
  // 12, 13: random numbers, their least and largest in one kernel.
  auto const r = cp::eval(rng.random({10, 10}));
  auto const [low, high] = cp::evaluate(cp::min(r), cp::max(r));
  expect(low >= 0 && high < 1, {1}, "13");
  // 22: mean 0 and deviation 1.
  auto const normal = (r - cp::mean(r)) / cp::std(r);
  expect(cp::abs(cp::mean(normal)) < 1e-12, {1}, "22");
  // 17, 28: what NaN and infinities do.
  double const nan = cp::nan, inf = cp::inf;
  auto const odd = cp::array<double>({0 * nan, inf - inf, nan, 0.3});
  expect(cp::isnan(odd), {1, 1, 1, 0}, "17");
  expect(odd == cp::array<double>({0, 0, nan, 3 * 0.1}), {0, 0, 0, 0}, "17");
  // 24: a product of matrices.
  expect(cp::matmul(cp::ones({5, 3}), cp::ones({3, 2})), std::vector<double>(10, 3), "24");
  // 29: rounded away from zero.
  auto const x = cp::array<double>({-1.2, 1.2, 3});
  expect(cp::copysign(cp::ceil(cp::abs(x)), x), {-2, 2, 3}, "29");
  // 32: a square root that is complex: of complex numbers, as in C++.
  expect(cp::imag(cp::sqrt(cp::array<cp::complex128>({-1.0}))), {1}, "32");
  // 35: (a + b) * (-a / 2) without temporaries: expressions have none.
  auto a = cp::ones({3});
  auto const b = cp::full({3}, 2.0);
  a(all) = (a + b) * (-a / 2);
  expect(a, {-1.5, -1.5, -1.5}, "35");
  // 36: the integers below positive numbers, in four ways.
  auto const p = cp::array<double>({0.5, 1.75, 2});
  for (auto const& whole :
       {cp::eval(p - p % 1), cp::eval(p - cp::remainder(p, 1)), cp::eval(cp::floor(p)), cp::eval(cp::trunc(p))})
    expect(whole, {0, 1, 2}, "36");
  // 41: a sum of few numbers; a plain loop serves as well.
  expect(cp::add.reduce(cp::arange(10)), {45}, "41");
  // 44: polar coordinates, in one kernel.
  auto const polar = cp::fuse([](auto u, auto v) { return std::tuple(cp::hypot(u, v), cp::arctan2(v, u)); });
  auto const [radius, angle] = polar(cp::array<double>({3, 0}), cp::array<double>({4, 2}));
  expect(radius, {5, 2}, "44");
  // 48: the limits of a dtype.
  expect(cp::asarray(cp::iinfo<cp::int8>::max), {127}, "48");
  // 52: distances between points.
  auto const at = cp::array<double>({{0, 0}, {3, 4}});
  auto const apart = at(all, newaxis) - at(newaxis);
  expect(cp::sqrt(cp::sum(apart * apart, cp::axis<-1>)), {0, 5, 5, 0}, "52");
  // 53: floats to integers in their own memory.
  auto const f = cp::array<float>({1, 2.5, -3});
  f.view<std::int32_t>()(all) = cp::astype<std::int32_t>(f);
  expect(f.view<std::int32_t>(), {1, 2, -3}, "53");
  // 61: the element nearest to a value.
  auto const z = cp::array<double>({0.1, 0.45, 0.8});
  expect(z(cp::argmin(cp::abs(z - 0.5))), {0.45}, "61");
  // 78: distances from points to a line through p0 and p1.
  auto const p0 = cp::array<double>({0, 0}), p1 = cp::array<double>({2, 0});
  auto const t = cp::eval(p1 - p0);
  auto const from = at - p0;
  expect(cp::abs(from(all, 0) * t(1) - from(all, 1) * t(0)) / cp::linalg::norm(t), {0, 4}, "78");
  // 79: of each point to each of several lines.
  auto const begin = cp::array<double>({{0, 0}, {0, 0}});
  auto const along = cp::array<double>({{2, 0}, {0, 3}}) - begin;
  auto const to = at(all, newaxis) - begin;
  expect(cp::abs(to(all, all, 0) * along(all, 1) - to(all, all, 1) * along(all, 0)) /
             cp::sqrt(cp::sum(along * along, cp::axis<1>)),
         {0, 0, 4, 3}, "79");
  // 82: the rank of a matrix.
  expect(cp::linalg::matrix_rank(cp::array<double>({{1, 2}, {2, 4}})), {1}, "82");
  // 86: the sum of products of matrices and vectors.
  expect(cp::einsum<"pij,pj->i">(cp::ones({10, 3, 3}), cp::ones({10, 3})), {30, 30, 30}, "86");
  // 88
  auto world = cp::zeros<int>({5, 5});
  world(2, slice(1, 4)) = 1;
  world = life(cp::constant_boundary(world, 0));
  expect(world(all, 2), {0, 1, 1, 1, 0}, "88");
  // 90: all pairs of elements.
  auto const [i, j] = cp::meshgrid<cp::indexing::ij>(cp::arange(2), cp::arange(3));
  expect(cp::stack<2>(i, j), {0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2}, "90");
  // 92: the third power.
  expect(cp::power(z, 3) - z * z * z < 1e-15, {1, 1, 1}, "92");
  // 95: bits of integers.
  auto const numbers = cp::array<std::int64_t>({0, 5, 2});
  expect((numbers(all, newaxis) >> cp::flip(cp::arange(3))) & 1, {0, 0, 0, 1, 0, 1, 0, 1, 0}, "95");
  // 97: inner, outer, sum and product by einsum.
  auto const v = cp::arange<double>(3), w = cp::eval(v + 1);
  expect(cp::einsum<"i,i->">(v, w), {8}, "97");
  expect(cp::einsum<"i,j->ij">(v, w), {0, 0, 0, 1, 2, 3, 2, 4, 6}, "97");
}

}  // namespace

int main() {
  making();
  shapes();
  mathematics();
  std::cout << "exercises about arrays, shapes and mathematics: as in NumPy\n";
}
