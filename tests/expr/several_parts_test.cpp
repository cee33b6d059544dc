// Parts of one form and of several operands in one expression: those that differ are computed once each.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>

#include "array/values.hpp"
#include "running.hpp"

namespace {

cp::ndarray<float, 2> numbers(float seed) {
  return cp::eval(cp::reshape(cp::sin(cp::arange<float>(30 * 40) * seed), {30, 40}));
}

/// A part of a form with a part of its own in it.
template <class A>
auto part(A const& a, float number) {
  return cp::exp(cp::square(a) * number) + cp::sqrt(cp::exp(cp::square(a) * number) + 1.0f);
}

}  // namespace

TEST_CASE("as many parts of a form as there are, of whatever operands") {
  auto const a = numbers(1), b = numbers(2), c = numbers(3), d = numbers(4), to = cp::empty_like(a);
  auto const apart = [&](cp::ndarray<float, 2> const& x, float number) { return cp::eval(part(x, number)); };
  auto const check = [&](cp::ndarray<float, 2> const& w, float of_w, cp::ndarray<float, 2> const& x, float of_x,
                         cp::ndarray<float, 2> const& y, float of_y, cp::ndarray<float, 2> const& z, float of_z) {
    CHECK(tests::launches([&] { to(cp::ellipsis) = part(w, of_w) * part(x, of_x) - part(y, of_y) * part(z, of_z); }) ==
          1);
    auto const found = tests::values(to);
    auto const wanted = tests::values(cp::eval(apart(w, of_w) * apart(x, of_x) - apart(y, of_y) * apart(z, of_z)));
    for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(std::abs(found[i] - wanted[i]) <= 1e-5f);
  };
  check(a, 1, a, 1, a, 1, a, 1);
  check(a, 1, b, 1, a, 1, b, 1);
  check(a, 1, b, 1, b, 1, b, 1);
  check(a, 1, b, 1, c, 1, b, 1);
  check(a, 1, b, 1, c, 1, d, 1);
  check(a, 1, a, .5f, a, .25f, a, 1);
  check(a, 0.0f, a, -0.0f, a, 0.0f, a, 1);
  check(a, 1, a.copy(), 1, cp::eval(cp::flip(a, 0)), 1, a, 1);
}
