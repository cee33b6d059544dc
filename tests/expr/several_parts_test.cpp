// Parts of one form and of several operands in one expression: those that differ are computed once each.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

#include "array/values.hpp"

namespace {

template <class To, class E>
std::int64_t launches_of(To const& to, E const& e) {
  std::int64_t const before = cp::count().launches;
  to(cp::ellipsis) = e;
  return cp::count().launches - before;
}

/// A float in [-1, 1) for each number.
double noise(std::int64_t k, int seed) {
  return static_cast<double>((k * 7919 + seed * 104729 + k * k % 31) % 2048) / 1024 - 1;
}
cp::ndarray<float, 2> field(std::int64_t n, std::int64_t m, int seed, double scale) {
  std::vector<float> v(static_cast<std::size_t>(n * m));
  for (std::int64_t k = 0; k < n * m; ++k) v[static_cast<std::size_t>(k)] = static_cast<float>(noise(k, seed) * scale);
  return cp::array<float>(v).reshape({n, m});
}

/// A part of a form with a part of its own in it.
template <class A>
auto part(A const& a, float number) {
  return cp::exp(cp::square(a) * number) + cp::sqrt(cp::exp(cp::square(a) * number) + 1.0f);
}

}  // namespace

TEST_CASE("as many parts of a form as there are, of whatever operands") {
  auto const a = field(30, 40, 1, 1), b = field(30, 40, 2, 1), c = field(30, 40, 3, 1), d = field(30, 40, 4, 1),
             to = cp::empty_like(a);
  auto const apart = [&](cp::ndarray<float, 2> const& x, float number) { return cp::eval(part(x, number)); };
  auto const check = [&](cp::ndarray<float, 2> const& w, float of_w, cp::ndarray<float, 2> const& x, float of_x,
                         cp::ndarray<float, 2> const& y, float of_y, cp::ndarray<float, 2> const& z, float of_z) {
    CHECK(launches_of(to, part(w, of_w) * part(x, of_x) - part(y, of_y) * part(z, of_z)) == 1);
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
