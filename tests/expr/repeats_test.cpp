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
template <class A, class N>
auto part(A const& x, N number) {
  return cp::exp(cp::square(x) * number);
}
/// The same computed apart.
template <class A, class N>
auto apart(A const& x, N number) {
  return cp::eval(part(x, number));
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
  matrix const x = numbers(40, 30), y = numbers(30, 40).T().copy();
  matrix const to = cp::empty_like(x);
  std::int64_t const bytes = x.size() * 4;

  CHECK(cost_of(to, part(x, 2.0f) / (part(x, 2.0f) + 1.0f)).bytes_read == bytes);
  same(to, apart(x, 2.0f) / (apart(x, 2.0f) + 1.0f), 1e-6f);
  // Of two arrays, and of two numbers: each is what it was.
  CHECK(cost_of(to, part(x, 2.0f) / (part(y, 2.0f) + 1.0f)).bytes_read == 2 * bytes);
  same(to, apart(x, 2.0f) / (apart(y, 2.0f) + 1.0f), 1e-6f);
  same(part(x, 2.0f) - part(x, 3.0f), apart(x, 2.0f) - apart(x, 3.0f), 1e-6f);
  same(part(x, 2.0f) - part(x, 2.0f) + part(y, 2.0f), apart(y, 2.0f), 1e-6f);
  same(part(x, 2.0f) + part(y, 2.0f) - part(x, 2.0f), apart(x, 2.0f) + apart(y, 2.0f) - apart(x, 2.0f), 1e-6f);
}

TEST_CASE("zeros of two signs are two numbers") {
  vector const x = cp::eval(cp::arange<float>(5) + 1.0f);
  auto const both = [&](float a, float b) { return cp::exp(cp::copysign(x, a)) * cp::exp(cp::copysign(x, b)); };
  same(both(0.0f, -0.0f), cp::ones_like(x), 1e-6f);
  same(both(-0.0f, -0.0f), cp::exp(-2.0f * x), 1e-6f);
}

TEST_CASE("views of one memory are the same where they lie alike") {
  matrix const x = numbers(12, 12);
  same(part(x, 1.0f) - part(x.T(), 1.0f), apart(x, 1.0f) - cp::eval(apart(x, 1.0f).T()), 1e-6f);
  same(part(x, 1.0f) - part(cp::flip(x, 0), 1.0f), apart(x, 1.0f) - cp::eval(cp::flip(apart(x, 1.0f), 0)), 1e-6f);
  vector const v = cp::eval(cp::ravel(x));
  auto const left = v(cp::slice(0, 100)), right = v(cp::slice(1, 101));
  same(part(left, 1.0f) - part(right, 1.0f), apart(left, 1.0f) - apart(right, 1.0f), 1e-6f);
  // One element against a whole axis of it: as long, and with another stride.
  auto const row = cp::broadcast_to(v(cp::slice(0, 1)), {100});
  same(part(left, 1.0f) - part(row, 1.0f), apart(left, 1.0f) - apart(row, 1.0f), 1e-6f);
  // Shapes that broadcast.
  auto const across = x(cp::slice(0, 1), cp::all), down = x(cp::all, cp::slice(0, 1));
  same(part(across, 1.0f) * part(down, 1.0f), apart(across, 1.0f) * apart(down, 1.0f), 1e-6f);
}

TEST_CASE("an expression in place of its operand") {
  matrix x = numbers(9, 7);
  matrix const before = cp::copy(x);
  x(cp::all, cp::all) = part(x, 1.0f) / (part(x, 1.0f) + x);
  same(x, apart(before, 1.0f) / (apart(before, 1.0f) + before), 1e-6f);
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
  same(softmax(x, 0), f(cp::eval(x.T())).T(), 1e-6f);
  // A part that has a part again.
  vector const entropies = cp::empty<float>({60});
  auto const p = softmax(x, cp::axis<1>);
  CHECK(cost_of(entropies, -cp::sum(p * cp::log(p + 0.001f), cp::axis<1>)).launches == 1);
  matrix const known = cp::eval(f(x));
  same(entropies, -cp::sum(known * cp::log(known + 0.001f), cp::axis<1>), 1e-5f);

  auto const normed = [](auto const& a, auto const& b) {
    return (a - cp::mean(b, 1, cp::keepdims)) / cp::sqrt(cp::var(a, 1, cp::keepdims) + 0.01f);
  };
  CHECK(cost_of(to, normed(x, x)).bytes_read == x.size() * 4);
  same(to, (x - cp::eval(cp::mean(x, 1, cp::keepdims))) / cp::eval(cp::sqrt(cp::var(x, 1, cp::keepdims) + 0.01f)),
       1e-5f);
  matrix const y = cp::eval(x * 2.0f + 1.0f);
  same(normed(x, y),
       (x - cp::eval(cp::mean(y, 1, cp::keepdims))) / cp::eval(cp::sqrt(cp::var(x, 1, cp::keepdims) + 0.01f)), 1e-5f);
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

TEST_CASE("places along two axes are two things") {
  auto const spread = [](auto x) {
    auto const a = (x | (x << 8)) & 16711935;
    auto const b = (a | (a << 4)) & 252645135;
    auto const c = (b | (b << 2)) & 858993459;
    return (c | (c << 1)) & 1431655765;
  };
  auto const codes =
      cp::eval(cp::astype<std::int32_t>(spread(cp::index<1>({50, 300})) | (spread(cp::index<0>({50, 300})) << 1)));
  auto const found = tests::values(codes);
  for (std::int64_t i = 0; i < 50; ++i)
    for (std::int64_t j = 0; j < 300; ++j) {
      std::int32_t code = 0;
      for (int bit = 0; bit < 9; ++bit)
        code |= static_cast<std::int32_t>((j >> bit & 1) << 2 * bit | (i >> bit & 1) << (2 * bit + 1));
      REQUIRE(found[static_cast<std::size_t>(i * 300 + j)] == code);
    }
  // Grids of one axis that begin elsewhere.
  auto const place = cp::index<0>({20});
  auto const grown = [](auto i) { return cp::exp(cp::astype<float>(i) * 0.1f); };
  same(grown(place(cp::slice(0, 10))) - grown(place(cp::slice(10, 20))),
       cp::eval(grown(place(cp::slice(0, 10)))) - cp::eval(grown(place(cp::slice(10, 20)))), 1e-5f);
}

TEST_CASE("draws are the same if they are one") {
  auto rng = cp::random::default_rng(7);
  auto const first = rng.standard_normal<float>({500}), second = rng.standard_normal<float>({500});
  auto const a = cp::eval(first), b = cp::eval(second);
  same(part(first, -1.0f) - part(second, -1.0f), apart(a, -1.0f) - apart(b, -1.0f), 1e-6f);
  same(part(first, -1.0f) - part(first, -1.0f), cp::zeros_like(a));
}
