// Products, picked elements and masks of places that an expression names several times are computed once where they are
// the same, and only there.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/indexing.hpp>
#include <fuse/linalg.hpp>

#include "array/values.hpp"
#include "running.hpp"

namespace {

using matrix = cp::ndarray<float, 2>;

matrix numbers(std::int64_t rows, std::int64_t columns) {
  return cp::eval(cp::reshape(cp::sin(cp::arange<float>(rows * columns)), {rows, columns}));
}
/// Elements of two results, which have the same shape.
void same(matrix const& x, matrix const& y, float within = 0) {
  REQUIRE(x.shape() == y.shape());
  auto const found = tests::values(x), wanted = tests::values(y);
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(std::abs(found[i] - wanted[i]) <= within);
}

}  // namespace

TEST_CASE("a product that an expression names several times is computed once") {
  matrix const a = numbers(70, 3), b = numbers(9, 3), c = numbers(9, 3);
  auto const dots = cp::einsum<"ik,jk->ij">(a, b);
  matrix const known = dots;
  matrix once;
  CHECK(tests::spent([&] { once = cp::where(dots > 0, dots * dots, dots - 1); }).temporaries == 1);
  same(once, matrix(cp::where(known > 0, known * known, known - 1)));
  auto const others = cp::einsum<"ik,jk->ij">(a, c);
  same(matrix(dots * dots - others), matrix(known * known - matrix(others)), 1e-6f);
  matrix const flipped = numbers(9, 3)(cp::slice(cp::end, cp::end, -1));
  auto const unlike = cp::einsum<"ik,jk->ij">(a, flipped);
  same(matrix(dots * unlike + unlike), matrix(known * matrix(unlike) + matrix(unlike)), 1e-6f);
}

TEST_CASE("elements that an expression picks several times, by remainders of numbers") {
  matrix const q = numbers(40, 50), u = numbers(40, 50);
  auto const y = cp::astype<float>(cp::index<0>({40, 50})) - 3 * u;
  auto const fraction = y - cp::floor(y);
  auto const i = cp::astype<int>(cp::floor(y)) % 40;
  auto const j = cp::index<1>({40, 50});
  auto const e = (1 - fraction) * q(i, j) + fraction * q((i + 1) % 40, j) + q(i, j);
  matrix const at_once = e;
  matrix const fractions = fraction;
  cp::ndarray<int, 2> const rows = i;
  cp::ndarray<int, 2> const next = (i + 1) % 40;
  matrix const here = q(rows, j);
  matrix const there = q(next, j);
  same(at_once, matrix((1 - fractions) * here + fractions * there + here), 1e-6f);
  auto const other = cp::astype<int>(cp::floor(y)) % 39;
  matrix const elsewhere = q(cp::ndarray<int, 2>(other), j);
  same(matrix(q(i, j) * q(i, j) - q(other, j)), matrix(here * here - elsewhere), 1e-6f);
}

TEST_CASE("a mask of two axes' places that an expression names several times") {
  matrix const x = numbers(60, 60);
  auto const s = cp::where(cp::index<0>({60, 60}) >= cp::index<1>({60, 60}), x, -9.0f);
  matrix const masked = s;
  matrix const to = cp::empty_like(x);
  CHECK(tests::launches([&] { to(cp::ellipsis) = s - cp::max(s, cp::axis<1>, cp::keepdims); }) == 1);
  same(to, matrix(masked - cp::max(masked, cp::axis<1>, cp::keepdims)), 1e-6f);
  auto const turned = cp::where(cp::index<1>({60, 60}) >= cp::index<0>({60, 60}), x, 0.0f);
  auto const lower = cp::where(cp::index<0>({60, 60}) >= cp::index<1>({60, 60}), x, 0.0f);
  same(matrix(cp::exp(lower) * cp::exp(turned) - cp::exp(lower)),
       matrix(cp::exp(matrix(lower)) * cp::exp(matrix(turned)) - cp::exp(matrix(lower))), 1e-6f);
}

TEST_CASE("what is compared with different numbers is one part") {
  auto const x = cp::eval(cp::astype<float>(cp::reshape(cp::arange<std::int64_t>(40 * 50) % 4, {40, 50})));
  auto const at = [&](int i, int j) { return x(cp::slice(i, 38 + i), cp::slice(j, 48 + j)); };
  auto const n = at(0, 0) + at(0, 1) + at(0, 2) + at(1, 0) + at(1, 2) + at(2, 0) + at(2, 1) + at(2, 2);
  auto const to = cp::empty<bool>({38, 48});
  auto const sums = cp::eval(n * 1);
  std::int64_t const bytes = 38 * 48 * 4;
  CHECK(tests::spent([&] { to(cp::all) = (n == 11) | ((at(1, 1) == 1) & (n == 13)); }).bytes_read == 9 * bytes);
  CHECK(tests::values(to) == tests::values(cp::eval((sums == 11) | ((at(1, 1) == 1) & (sums == 13)))));
  CHECK(tests::spent([&] { to(cp::all) = (n > 11) & (n < 14); }).bytes_read == 8 * bytes);
  CHECK(tests::values(to) == tests::values(cp::eval((sums > 11) & (sums < 14))));
  // Of other arrays nothing is shared.
  auto const m = cp::eval(x + 1)(cp::slice(0, 38), cp::slice(0, 48)) + at(0, 1) + at(0, 2) + at(1, 0) + at(1, 2) +
                 at(2, 0) + at(2, 1) + at(2, 2);
  CHECK(tests::spent([&] { to(cp::all) = (n == 11) | (m == 13); }).bytes_read == 16 * bytes);
  CHECK(tests::values(to) == tests::values(cp::eval((sums == 11) | (sums + 1 == 13))));
}
