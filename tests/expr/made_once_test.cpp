// What becomes an array before an expression's kernel is made once for all mentions that are the same, and what several
// roots of one kernel fold is computed once for all of them.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/linalg.hpp>
#include <tuple>
#include <vector>

#include "array/values.hpp"

namespace {

using matrix = cp::ndarray<float, 2>;
using vector = cp::ndarray<float, 1>;

matrix numbers(std::int64_t rows, std::int64_t columns, float first = 0) {
  return cp::eval(cp::reshape(cp::sin(cp::arange<float>(rows * columns) + first), {rows, columns}));
}

/// What evaluating launched and made on the way.
template <class Run>
cp::counters cost_of(Run const& run) {
  cp::counters const before = cp::count();
  run();
  cp::counters c = cp::count();
  c.launches -= before.launches, c.temporaries -= before.temporaries;
  return c;
}
template <class A, class B>
void same(A const& a, B const& b, float within = 0) {
  auto const x = cp::eval(a), y = cp::eval(b);
  REQUIRE(x.shape() == y.shape());
  auto const found = tests::values(x), wanted = tests::values(y);
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(std::abs(double(found[i]) - double(wanted[i])) <= within);
}

}  // namespace

TEST_CASE("a product that an expression names several times is one call") {
  matrix const x = numbers(12, 9), y = numbers(9, 12, 5);
  auto const p = cp::dot(x, y);
  auto const q = cp::dot(x + 1.0f, y);
  matrix const made = p, other = cp::dot(matrix(x + 1.0f), y);
  matrix to;
  CHECK(cost_of([&] { to = cp::where(p > 0, p * p, cp::exp(p)) - p; }).temporaries == 1);
  same(to, cp::where(made > 0, made * made, cp::exp(made)) - made, 1e-6f);
  // Beside a fold of a lower rank, and within another one.
  vector rows;
  CHECK(cost_of([&] { rows = cp::where(cp::max(p, cp::axis<1>) > 0, cp::sum(p, cp::axis<1>), 0); }).temporaries <= 3);
  same(rows, cp::where(cp::max(made, cp::axis<1>) > 0, cp::sum(made, cp::axis<1>), 0), 1e-5f);
  // What a library's operand names, and what is beside it.
  auto const r = cp::dot(p, q + p);
  to = r + p * q;
  same(to, cp::eval(cp::dot(made, matrix(other + made))) + made * other, 1e-4f);
}

TEST_CASE("products of other operands are others") {
  matrix const x = numbers(8, 8), y = numbers(8, 8, 3);
  matrix const xy = cp::dot(x, y), yx = cp::dot(y, x), xt = cp::dot(x.T(), y);
  matrix to;
  to = cp::dot(x, y) - cp::exp(cp::dot(y, x));
  same(to, xy - cp::exp(yx), 1e-6f);
  to = cp::dot(x, y) / (cp::dot(y, x) + cp::dot(x, y)) + cp::dot(x.T(), y);
  same(to, xy / (yx + xy) + xt, 1e-5f);
  // Copies hold the same numbers, which may change apart.
  matrix const copy = x.copy();
  to = cp::dot(x, y) * cp::dot(copy, y);
  same(to, xy * xy, 1e-5f);
  // Numbers decide too: another axis of a cross product.
  cp::ndarray<float, 2> const a = numbers(3, 3), b = numbers(3, 3, 7);
  matrix const last = cp::cross(a, b), first = cp::cross(a, b, 0);
  to = cp::cross(a, b) * 2.0f + cp::cross(a, b, 0) * cp::cross(a, b);
  same(to, last * 2.0f + first * last, 1e-6f);
}

TEST_CASE("a cross product of a cross product") {
  matrix const v = numbers(50, 3), p = numbers(50, 3, 11), w = numbers(50, 1, 2);
  auto const t = 2.0f * cp::cross(v, p);
  matrix const made = t;
  matrix to;
  auto const cost = cost_of([&] { to = p + w * t + cp::cross(v, t); });
  CHECK(cost.temporaries == 1);  // cross(v, p), once
  CHECK(cost.launches == 2);
  same(to, p + w * made + cp::cross(v, made), 1e-5f);
}

TEST_CASE("scans that are the same are one scan") {
  matrix const r = numbers(6, 40);
  auto const wealth = cp::cumsum(r, 1);
  matrix const made = wealth, peak = cp::maximum.accumulate(made, 1);
  auto const down = cp::maximum.accumulate(wealth, 1) - wealth;
  matrix to;
  CHECK(cost_of([&] { to = down; }).launches == 2);
  same(to, peak - made, 1e-5f);
  vector worst;
  CHECK(cost_of([&] { worst = cp::max(down, cp::axis<1>); }).launches == 3);
  same(worst, cp::max(matrix(peak - made), cp::axis<1>), 1e-5f);
  // Along other axes, and of other numbers.
  matrix const along = cp::cumsum(r, 0);
  to = cp::cumsum(r, 1) * cp::cumsum(r, 0) + cp::cumsum(r, 1);
  same(to, made * along + made, 1e-4f);
  to = cp::cumsum(r * 2.0f, 1) * cp::cumsum(r * 3.0f, 1) + cp::cumsum(r * 2.0f, 1);
  same(to, 6.0f * made * made + 2.0f * made, 1e-2f);
}

TEST_CASE("a fold within what is folded is made once") {
  matrix const x = numbers(30, 3), centre = numbers(7, 3, 4);
  auto const c = cp::sum(cp::square(centre), cp::axis<1>) - 1.0f;
  vector const made = c;
  matrix const b = cp::dot(x, centre.T());
  auto const disc = b * b - c;
  auto const hit = cp::where((disc > 0) & (b - cp::sqrt(disc) > 1e-3f), b - cp::sqrt(disc), cp::inf);
  vector depth;
  CHECK(cost_of([&] { depth = cp::min(hit, cp::axis<1>); }).launches == 2);
  matrix const d = b * b - made;
  matrix const wanted = cp::where((d > 0) & (b - cp::sqrt(d) > 1e-3f), b - cp::sqrt(d), float(INFINITY));
  auto const found = tests::values(depth), lowest = tests::values(vector(cp::min(wanted, cp::axis<1>)));
  for (std::size_t i = 0; i < lowest.size(); ++i)
    CHECK((found[i] == lowest[i] || std::abs(found[i] - lowest[i]) < 1e-4f));
}

TEST_CASE("what an assignment overwrites is read before") {
  matrix x = numbers(9, 9), y = numbers(9, 9, 1);
  matrix const wanted = cp::eval(cp::dot(x, y)) * 2.0f - cp::exp(cp::eval(cp::dot(x, y)));
  x = cp::dot(x, y) * 2.0f - cp::exp(cp::dot(x, y));
  same(x, wanted, 1e-4f);
}

TEST_CASE("several roots that fold share what they fold") {
  std::int64_t const n = 300;
  matrix const pos = numbers(n, 3);
  vector const m = cp::eval(cp::square(numbers(1, n)(0)) + 0.5f);
  auto const x = pos(cp::all, 0), y = pos(cp::all, 1), z = pos(cp::all, 2);
  auto const dx = x(cp::newaxis, cp::all) - x(cp::all, cp::newaxis);
  auto const dy = y(cp::newaxis, cp::all) - y(cp::all, cp::newaxis);
  auto const dz = z(cp::newaxis, cp::all) - z(cp::all, cp::newaxis);
  auto const r = cp::rsqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
  auto const w = m * r * r * r;
  std::tuple<vector, vector, vector> force;
  auto const all = [&] {
    return cp::evaluate(cp::sum(w * dx, cp::axis<1>), cp::sum(w * dy, cp::axis<1>), cp::sum(w * dz, cp::axis<1>));
  };
  CHECK(cost_of([&] { force = all(); }).launches == 1);
  auto const points = tests::values(pos), mass = tests::values(m);
  std::vector<float> const found[] = {tests::values(std::get<0>(force)), tests::values(std::get<1>(force)),
                                      tests::values(std::get<2>(force))};
  for (std::int64_t i = 0; i < n; i += 17) {
    double sum[3] = {}, size = 0;
    for (std::int64_t j = 0; j < n; ++j) {
      double d[3], square = 1e-3f;
      for (int k = 0; k < 3; ++k) {
        d[k] = double(points[std::size_t(j * 3 + k)]) - double(points[std::size_t(i * 3 + k)]);
        square += d[k] * d[k];
      }
      double const by = mass[std::size_t(j)] / (square * std::sqrt(square));
      for (int k = 0; k < 3; ++k) sum[k] += by * d[k], size += std::abs(by * d[k]);
    }
    for (int k = 0; k < 3; ++k) CHECK(std::abs(found[k][std::size_t(i)] - sum[k]) < 1e-5 * size);
  }
}

TEST_CASE("roots whose parts differ share nothing") {
  matrix const a = numbers(20, 30), b = numbers(20, 30, 2), c = numbers(20, 30, 9);
  auto const one = cp::exp(a * 0.5f);
  auto const two = cp::exp(b * 0.5f);
  auto const [p, q] = cp::evaluate(cp::sum(one * c, cp::axis<1>), cp::sum(two * c, cp::axis<1>));
  same(p, cp::sum(cp::eval(one) * c, cp::axis<1>), 1e-4f);
  same(q, cp::sum(cp::eval(two) * c, cp::axis<1>), 1e-4f);
  auto const [s, t] = cp::evaluate(cp::sum(one * c, cp::axis<1>), cp::max(one - c, cp::axis<1>));
  same(s, p, 1e-4f);
  same(t, cp::max(cp::eval(one) - c, cp::axis<1>), 1e-5f);
}

TEST_CASE("a product of like factors is a square where they are the same") {
  matrix const x = numbers(15, 25), y = numbers(15, 25, 3);
  auto const dx = x - 0.25f;
  auto const dy = y - 0.5f;
  same(cp::sum(dx * dx, cp::axis<1>), cp::sum(cp::square(cp::eval(dx)), cp::axis<1>), 1e-5f);
  same(cp::sum(dx * dy, cp::axis<1>), cp::sum(cp::eval(dx) * cp::eval(dy), cp::axis<1>), 1e-5f);
  auto const cosine =
      cp::sum(dx * dy, cp::axis<1>) / cp::sqrt(cp::sum(dx * dx, cp::axis<1>) * cp::sum(dy * dy, cp::axis<1>));
  matrix const a = dx, b = dy;
  vector const ab = cp::sum(a * b, cp::axis<1>), aa = cp::sum(a * a, cp::axis<1>), bb = cp::sum(b * b, cp::axis<1>);
  same(cosine, ab / cp::sqrt(aa * bb), 1e-5f);
  auto const gx = (x - y) * 2.0f + (x + y) * cp::exp(x - 1.0f);
  auto const gy = (y - x) * 2.0f + (y + x) * cp::exp(y - 1.0f);
  matrix const sx = gx, sy = gy;
  same(cp::sqrt(gx * gx + gy * gy), cp::sqrt(sx * sx + sy * sy), 1e-5f);
  // Numbers without a square of their own kind.
  cp::ndarray<bool, 2> const big = x > 0;
  same(cp::sum((big | (y > 0)) * (big | (y > 0)), cp::axis<1>), cp::sum(cp::eval(big | (y > 0)), cp::axis<1>));
  auto const wave = cp::exp(cp::astype<cp::complex<float>>(x) * cp::complex<float>(0, 1));
  cp::ndarray<cp::complex<float>, 2> const made = wave;
  cp::ndarray<cp::complex<float>, 1> const squares = cp::sum(wave * wave, cp::axis<1>),
                                           wanted = cp::sum(made * made, cp::axis<1>);
  same(cp::abs(squares - wanted), cp::zeros<float>({15}), 1e-5f);
  cp::ndarray<std::int8_t, 2> const small = cp::astype<std::int8_t>(x * 100.0f);
  same(cp::max((small + std::int8_t(1)) * (small + std::int8_t(1)), cp::axis<1>),
       cp::max(cp::eval(cp::eval(small + std::int8_t(1)) * cp::eval(small + std::int8_t(1))), cp::axis<1>));
}

TEST_CASE("means of vectors beside what is made of rows") {
  matrix const x = numbers(60, 300);
  vector const u = cp::eval(cp::cos(cp::arange<float>(300)));
  auto const e = cp::exp(x - cp::max(x, cp::axis<1>, cp::keepdims));
  auto const p = e / cp::sum(e, cp::axis<1>, cp::keepdims);
  matrix const made = p;
  float const mean = cp::mean(u).item(), square = cp::mean(u * u).item();
  vector entropy;
  // The mean, and one kernel of rows.
  CHECK(cost_of([&] { entropy = cp::mean(u) - cp::sum(p * cp::log(p + 0.001f), 1); }).launches == 2);
  same(entropy, mean - cp::sum(made * cp::log(made + 0.001f), 1), 1e-5f);
  CHECK(cost_of([&] { entropy = cp::sum(p * cp::log(p + cp::mean(u * u)), 1) * cp::mean(u * u); }).launches == 2);
  same(entropy, cp::sum(made * cp::log(made + square), 1) * square, 1e-5f);
  matrix to;
  CHECK(cost_of([&] { to = p * cp::mean(u * u) + cp::mean(u * u); }).launches == 2);
  same(to, made * square + square, 1e-6f);
  // Two means are two kernels more.
  CHECK(cost_of([&] { to = p * cp::mean(u * u) + cp::mean(u); }).launches == 3);
  same(to, made * square + mean, 1e-6f);
}
