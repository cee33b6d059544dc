// Parts that an expression names several times are computed once where they are the same, and only there.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/random.hpp>
#include <vector>

#include "array/values.hpp"

namespace {

using matrix = cp::ndarray<float, 2>;
using vector = cp::ndarray<float, 1>;

matrix numbers(std::int64_t rows, std::int64_t columns) {
  return cp::eval(cp::reshape(cp::sin(cp::arange<float>(rows * columns)), {rows, columns}));
}

/// Elements of two results, which have the same shape.
template <class A, class B>
void same(A const& a, B const& b, float within = 0) {
  auto const x = cp::eval(a), y = cp::eval(b);
  REQUIRE(x.shape() == y.shape());
  auto const found = tests::values(x), wanted = tests::values(y);
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(std::abs(found[i] - wanted[i]) <= within);
}

/// A part that is heavy, of an array and a number.
auto part(matrix const& x, float number) { return cp::exp(cp::square(x) * number); }

/// Two such parts in one expression: what it holds, against what each part is by itself, and the bytes that it read.
std::int64_t quotient(matrix const& a, float of_a, matrix const& b, float of_b) {
  matrix const apart_a = cp::eval(part(a, of_a)), apart_b = cp::eval(part(b, of_b));
  matrix const to = cp::empty_like(a / b);
  std::int64_t const before = cp::count().bytes_read;
  to(cp::all, cp::all) = part(a, of_a) / (part(b, of_b) + 1.0f);
  std::int64_t const bytes = cp::count().bytes_read - before;
  same(to, matrix(apart_a / (apart_b + 1.0f)), 1e-6f);
  return bytes;
}

template <class Axis>
auto softmax(matrix const& x, Axis axis) {
  return cp::exp(x - cp::max(x, axis, cp::keepdims)) /
         cp::sum(cp::exp(x - cp::max(x, axis, cp::keepdims)), axis, cp::keepdims);
}

/// What evaluating an expression into `to` launches and reads.
template <class To, class E>
cp::counters cost_of(To const& to, E const& e) {
  cp::counters const before = cp::count();
  to(cp::ellipsis) = e;
  cp::counters c = cp::count();
  c.launches -= before.launches, c.bytes_read -= before.bytes_read, c.temporaries -= before.temporaries;
  return c;
}

}  // namespace

TEST_CASE("parts of the same arrays and numbers are computed once") {
  matrix const x = numbers(40, 30), y = numbers(40, 30) + 1.0f;
  std::int64_t const bytes = x.size() * 4;
  CHECK(quotient(x, 2.0f, x, 2.0f) == bytes);
  CHECK(quotient(x, 2.0f, x.copy(), 2.0f) == 2 * bytes);
  CHECK(quotient(x, 2.0f, y, 2.0f) == 2 * bytes);
  quotient(x, 2.0f, x, 3.0f);
  quotient(x, 0.0f, x, -0.0f);
}

TEST_CASE("views of one memory are the same where they lie alike") {
  matrix const x = numbers(12, 12);
  quotient(x, 1.0f, x.T(), 1.0f);
  quotient(x, 1.0f, cp::flip(x, 0), 1.0f);
  quotient(x(cp::all, cp::slice(0, 11)), 1.0f, x(cp::all, cp::slice(1, 12)), 1.0f);
  matrix const across = x(cp::slice(0, 1), cp::all), down = x(cp::all, cp::slice(0, 1));
  quotient(across, 1.0f, down, 1.0f);
  // One element against a whole axis that begins with it: as long, and with another stride.
  quotient(across, 1.0f, cp::broadcast_to(x(cp::slice(0, 1), cp::slice(0, 1)), {1, 12}), 1.0f);
}

TEST_CASE("parts that have parts again are computed once each, whatever they are of") {
  matrix const x = numbers(30, 40), y = numbers(30, 40) + 1.0f, to = cp::empty_like(x);
  std::int64_t const bytes = x.size() * 4;
  auto const powers = [](matrix const& a, matrix const& b, float number) {
    auto const e = cp::exp(a * number);
    auto const f = e / (e + b);
    return f / (f + number);
  };
  auto const apart = [&](matrix const& a, matrix const& b, float number) {
    matrix const e = cp::eval(cp::exp(a * number)), f = cp::eval(e / (e + b));
    return cp::eval(f / (f + number));
  };
  auto const check = [&](matrix const& a, matrix const& b, float of_first, matrix const& c, matrix const& d,
                         float of_second) {
    auto const cost = cost_of(to, powers(a, b, of_first) - powers(c, d, of_second) * 2.0f);
    CHECK(cost.launches == 1);
    same(to, matrix(apart(a, b, of_first) - apart(c, d, of_second) * 2.0f), 1e-6f);
    return cost.bytes_read;
  };
  CHECK(check(x, x, 1.0f, x, x, 1.0f) == bytes);
  CHECK(check(x, x, 1.0f, y, y, 1.0f) == 2 * bytes);
  CHECK(check(x, x, 1.0f, x, x, 2.0f) == 2 * bytes);
  CHECK(check(x, x, 1.0f, x.copy(), x, 1.0f) >= 2 * bytes);  // two arrays, once each on the device
  check(x, y, 1.0f, y, x, 1.0f);
  check(x, y, 0.0f, x, y, -0.0f);
  check(x, x, 1.0f, matrix(cp::flip(x, 0)), matrix(cp::flip(x, 0)), 1.0f);
}

TEST_CASE("parts of several arrays are computed once where parts of one array are of different ones") {
  matrix const x = numbers(20, 30), y = numbers(20, 30) + 1.0f, z = numbers(20, 30) - 2.0f, to = cp::empty_like(x);
  std::int64_t const bytes = x.size() * 4;
  // exp(x) and exp(y) are of one type, t is one part.
  auto const mixed = [](matrix const& a, matrix const& b, matrix const& c) {
    auto const t = cp::exp(b) * c;
    return cp::exp(a) + cp::where(t > 0.5f, t, t * 0.125f);
  };
  auto const wanted = [](matrix const& a, matrix const& b, matrix const& c) {
    matrix const e = cp::eval(cp::exp(a)), t = cp::eval(cp::eval(cp::exp(b)) * c);
    return cp::eval(e + cp::where(t > 0.5f, t, t * 0.125f));
  };
  auto const check = [&](matrix const& a, matrix const& b, matrix const& c) {
    auto const cost = cost_of(to, mixed(a, b, c));
    CHECK(cost.launches == 1);
    same(to, wanted(a, b, c), 1e-6f);
    return cost.bytes_read;
  };
  CHECK(check(x, y, z) == 3 * bytes);
  CHECK(check(x, x, z) == 2 * bytes);
  check(x, y, x);
  check(y, x, matrix(cp::flip(x, 0)));
  // Nor need that part be one.
  auto const apart = cp::exp(x) + cp::where(cp::exp(y) * z > 0.5f, cp::exp(x) * z, cp::exp(z) * y * 0.125f);
  same(apart,
       matrix(cp::exp(x) +
              cp::where(cp::eval(cp::exp(y) * z) > 0.5f, cp::eval(cp::exp(x) * z), cp::eval(cp::exp(z) * y) * 0.125f)),
       1e-6f);
}

TEST_CASE("a polynomial reads its array once") {
  matrix const x = numbers(20, 30), y = x.copy(), to = cp::empty_like(x);
  std::int64_t const bytes = x.size() * 4;
  auto const series = [](matrix const& a, matrix const& b) {
    return a + a * a * a * 0.25f + a * a * a * a * a * 0.5f + a * a * a * a * a * a * b * 0.125f;
  };
  auto const check = [&](matrix const& a, matrix const& b) {
    auto wanted = tests::values(a);
    auto const other = tests::values(b);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      float const v = wanted[i], w = other[i];
      wanted[i] = v + v * v * v * 0.25f + v * v * v * v * v * 0.5f + v * v * v * v * v * v * w * 0.125f;
    }
    auto const cost = cost_of(to, series(a, b));
    CHECK(cost.launches == 1);
    auto const found = tests::values(to);
    for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(std::abs(found[i] - wanted[i]) <= 1e-6f);
    return cost.bytes_read;
  };
  CHECK(check(x, x) == bytes);
  CHECK(check(x, y) >= 2 * bytes);
  check(x, matrix(cp::flip(x, 1)));
}

TEST_CASE("an expression in place of its operand") {
  matrix x = numbers(9, 7);
  matrix const wanted = cp::eval(cp::eval(part(x, 1.0f)) + x);
  x(cp::all, cp::all) = (part(x, 1.0f) / 2.0f + x) + part(x, 1.0f) / 2.0f;
  same(x, wanted, 1e-6f);
}

TEST_CASE("rows without a lambda take one launch and one pass") {
  matrix const x = numbers(60, 70), to = cp::empty_like(x);
  auto const f = cp::fuse([](auto a) {
    auto const e = cp::exp(a - cp::max(a, cp::axis<1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<1>, cp::keepdims);
  });
  auto const cost = cost_of(to, softmax(x, cp::axis<1>));
  CHECK(cost.launches == 1);
  CHECK(cost.temporaries == 0);
  CHECK(cost.bytes_read == x.size() * 4);
  same(to, f(x));
  CHECK(cost_of(to, softmax(x, 1)).bytes_read == x.size() * 4);
  same(to, f(x));
  // A part that has a part again.
  vector const entropies = cp::empty<float>({60});
  auto const p = softmax(x, cp::axis<1>);
  auto const entropy_cost = cost_of(entropies, -cp::sum(p * cp::log(p + 0.001f), cp::axis<1>));
  CHECK(entropy_cost.launches == 1);
  CHECK(entropy_cost.bytes_read == x.size() * 4);
  matrix const known = cp::eval(f(x));
  same(entropies, -cp::sum(known * cp::log(known + 0.001f), cp::axis<1>), 1e-5f);

  auto const normed = [](matrix const& a, matrix const& b) {
    return (a - cp::mean(b, 1, cp::keepdims)) / cp::sqrt(cp::var(a, 1, cp::keepdims) + 0.01f);
  };
  matrix const y = cp::eval(x * 2.0f + 1.0f), root = cp::eval(cp::sqrt(cp::var(x, 1, cp::keepdims) + 0.01f));
  for (matrix const& b : {x, y}) {
    CHECK(cost_of(to, normed(x, b)).bytes_read == (b.data() == x.data() ? 1 : 3) * x.size() * 4);
    same(to, matrix((x - cp::eval(cp::mean(b, 1, cp::keepdims))) / root), 1e-5f);
  }
}

TEST_CASE("what is folded is read once though what it is compared with folds it too") {
  matrix const x = numbers(60, 70), y = cp::eval(x * 2.0f + 1.0f);
  vector const sums = cp::empty<float>({60}), columns = cp::empty<float>({70});
  for (matrix const& m : {x, y}) {
    std::int64_t const bytes = (m.data() == x.data() ? 1 : 2) * x.size() * 4;
    matrix const high = cp::eval(cp::max(m, cp::axis<1>, cp::keepdims));
    auto const exponentials = [&](auto axis) { return cp::sum(cp::exp(x - cp::max(m, axis, cp::keepdims)), axis); };
    auto cost = cost_of(sums, cp::log(exponentials(cp::axis<1>)));
    CHECK(cost.launches == 1);
    CHECK(cost.bytes_read == bytes);
    same(sums, cp::log(cp::sum(cp::exp(x - high), cp::axis<1>)), 1e-5f);
    cost = cost_of(sums, exponentials(1));
    CHECK(cost.launches == 1);
    CHECK(cost.bytes_read == bytes);
    same(sums, cp::sum(cp::exp(x - high), cp::axis<1>), 1e-3f);
    cost = cost_of(columns, exponentials(cp::axis<0>));
    CHECK(cost.launches == 1);
    CHECK(cost.bytes_read == bytes);
    matrix const top = cp::eval(cp::max(m, cp::axis<0>, cp::keepdims));
    same(columns, cp::sum(cp::exp(x - top), cp::axis<0>), 1e-3f);
    // Along other axes: as many kernels as without.
    CHECK(cost_of(sums, cp::sum(x / cp::sum(m), cp::axis<1>)).launches == 2);
    CHECK(cost_of(sums, cp::sum(x / cp::sum(m, cp::axis<0>, cp::keepdims), cp::axis<1>)).launches == 2);
    CHECK(cost_of(sums, cp::sum(x / cp::sum(m, 0, cp::keepdims), 1)).launches == 2);
    // Two levels of it, and another array of the type beside them.
    matrix const mean = cp::eval(cp::mean(m, cp::axis<1>, cp::keepdims));
    same(cp::eval(cp::sum(cp::square(x - cp::mean(m, cp::axis<1>, cp::keepdims)) * y, cp::axis<1>)),
         cp::sum(cp::square(x - mean) * y, cp::axis<1>), 1e-3f);
  }
}

TEST_CASE("reductions along axes that are known at run time are the same if the axes are") {
  matrix const x = numbers(8, 8);
  auto const two = [&](int a, int b) {
    return cp::sum(cp::exp(x), a, cp::keepdims) - cp::sum(cp::exp(x), b, cp::keepdims);
  };
  same(two(0, 1), cp::eval(cp::sum(cp::exp(x), 0, cp::keepdims)) - cp::eval(cp::sum(cp::exp(x), 1, cp::keepdims)),
       1e-5f);
  same(two(1, 1), cp::zeros<float>({8, 1}));
}

TEST_CASE("results of one array, and of several of its type") {
  for (std::int64_t columns : {3, 100, 4099}) {
    CAPTURE(columns);
    matrix const x = numbers(301, columns), y = cp::eval(x * 2.0f - 0.5f), z = cp::eval(cp::square(x) - x);
    auto const check = [](matrix const& a, matrix const& b, matrix const& c, matrix const& d, auto axis) {
      std::int64_t const before = cp::count().launches;
      auto const [sum, most, least, deviation] =
          cp::evaluate(cp::mean(a, axis), cp::max(b, axis), cp::argmin(c, axis), cp::nanstd(d, axis));
      CHECK(cp::count().launches - before == 1);
      same(sum, cp::mean(a, axis), 1e-5f);
      same(most, cp::max(b, axis));
      CHECK(cp::all(least == cp::argmin(c, axis)).item());
      same(deviation, cp::nanstd(d, axis), 1e-5f);
    };
    check(x, x, x, x, cp::axis<1>);
    check(x, y, z, x, cp::axis<1>);
    check(x, x, x, y, cp::axis<0>);
    check(y, y, y, y, cp::axis<0>);
    check(x, matrix(x(cp::slice(cp::end, cp::end, -1))), x, x, cp::axis<1>);
  }
}

TEST_CASE("places along two axes are not the same") {
  auto const spread = [](auto x) {
    auto const a = (x | (x << 8)) & 16711935;
    auto const b = (a | (a << 4)) & 252645135;
    auto const c = (b | (b << 2)) & 858993459;
    return (c | (c << 1)) & 1431655765;
  };
  auto const codes =
      cp::eval(cp::astype<std::int32_t>(spread(cp::index<1>({50, 300})) | (spread(cp::index<0>({50, 300})) << 1)));
  auto const found = tests::values(codes);
  for (std::int64_t row = 0; row < 50; ++row)
    for (std::int64_t j = 0; j < 300; ++j) {
      std::int32_t code = 0;
      for (int bit = 0; bit < 9; ++bit)
        code |= static_cast<std::int32_t>((j >> bit & 1) << 2 * bit | (row >> bit & 1) << (2 * bit + 1));
      REQUIRE(found[static_cast<std::size_t>(row * 300 + j)] == code);
    }
  auto const i = cp::index<0>({3, 4}), j = cp::index<1>({3, 4});  // one type
  CHECK(cp::eval(i * 4 + j).item(2, 3) == 11);
  // Grids of one axis that begin elsewhere.
  auto const place = cp::index<0>({20});
  auto const grown = [](auto at) { return cp::exp(cp::astype<float>(at)); };
  auto const ratio = tests::values(cp::eval(grown(place(cp::slice(10, 20))) / grown(place(cp::slice(0, 10)))));
  for (float r : ratio) CHECK(r == doctest::Approx(std::exp(10.0)));
}

TEST_CASE("draws are the same if they are one") {
  auto rng = cp::random::default_rng(7);
  auto const first = rng.standard_normal<float>({500}), second = rng.standard_normal<float>({500});
  auto const difference = [](auto const& x, auto const& y) { return tests::values(cp::eval(cp::exp(x) - cp::exp(y))); };
  std::vector<float> const apart = difference(first, second), alike = difference(first, first);
  int equal = 0;
  for (float d : apart) equal += d == 0;
  for (float d : alike) CHECK(d == 0);
  CHECK(equal < 5);
}
