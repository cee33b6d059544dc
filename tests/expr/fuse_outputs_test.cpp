// Lambdas of several outputs: within others, into arrays, and what functions of two results give.
#include <tuple>

#include "expr/lambdas.hpp"

using namespace tests;

TEST_CASE("lambdas of several outputs within others, and into arrays") {
  array<float, 1> const v = vector(), w = v + 0.5f;
  auto const both = cp::fuse([](auto x, auto y) { return std::tuple(x * y, x + y); });
  check(
      [=](auto x, auto y) {
        auto const [p, s] = both(x, y);
        return p / s;
      },
      v, w);
  check([=](auto x, auto y) { return std::get<0>(both(x, y)) - std::get<1>(both(y, x)); }, v, w);
  auto const outer = cp::fuse([=](auto x, auto y) {
    auto const [p, s] = both(x, y(cp::slice(cp::end, cp::end, -1)));
    return std::tuple(p - s, s(cp::slice(cp::end, cp::end, -1)), x.size() * y);
  });
  auto const turned = cp::eval(w(cp::slice(cp::end, cp::end, -1)));
  auto const [a, b, c] = outer(v, w);
  CHECK(equal(a, v * turned - (v + turned)));
  CHECK(equal(b, cp::eval(v + turned)(cp::slice(cp::end, cp::end, -1))));
  CHECK(equal(c, 6.0f * w));
  auto to = array<float, 1>(cp::zeros<float>({6})), second = to.copy(), third = to.copy();
  outer.into(to, second, third)(v, w);
  CHECK(equal(to, a));
  CHECK(equal(second, b));
  CHECK(equal(third, c));
}

TEST_CASE("what functions of two results give are two outputs") {
  array<float, 1> const v = vector(), w = v + 0.5f;
  auto const [quotient, rest] = cp::fuse([](auto x, auto y) { return cp::divmod(x, y); })(v, w);
  CHECK(equal(quotient, cp::floor_divide(v, w)));
  CHECK(equal(rest, cp::remainder(v, w)));
  auto const [mantissa, exponent] = cp::fuse([](auto x) { return cp::frexp(x * 3); })(v);
  CHECK(equal(mantissa, cp::frexp(v * 3).first));
  CHECK(equal(exponent, cp::frexp(v * 3).second));
  float const k = 0.3f;
  auto const split = cp::fuse([k](auto x) { return cp::modf(x * k); });
  auto const [fraction, whole] = split(v);
  CHECK(equal(fraction, cp::modf(v * k).first));
  CHECK(equal(whole, cp::modf(v * k).second));
  check(
      [=](auto x) {
        auto const [f, n] = split(x);
        return f + n;
      },
      v);
  array<float, 1> one = cp::zeros<float>({6}), two = cp::zeros<float>({6});
  split.into(one, two)(v);
  CHECK(equal(one, fraction));
  CHECK(equal(two, whole));
}
