// Folds of functions of short rows, as the distances of points are: on a device threads hold the rows.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

namespace {

/// Numbers from -8 to 8, many of them equal; exact in any dtype, and so are sums of a few squares.
template <class T>
auto numbers(std::int64_t n, std::int64_t d) {
  auto const i = cp::index<0>({n, d}) * d + cp::index<1>({n, d});
  return cp::eval(cp::astype<T>((i * 7919 + cp::floor_divide(i, 13)) % 33 - 16) / T(cp::integral<T> ? 1 : 2));
}
template <class A, class B>
bool same(A const& a, B const& b) {
  return a.shape() == b.shape() && cp::all(a == b).item();
}

/// Each point's least distance to others, where it is first, and the sum of all, with the distances computed here.
template <class T, class P, class Q>
void check(P const& p, Q const& q) {
  auto const x = p.to_host(), y = q.to_host();
  std::int64_t const n = x.shape()[0], m = y.shape()[0], d = x.shape()[1];
  CAPTURE(n);
  CAPTURE(m);
  CAPTURE(d);
  auto const distances = cp::sum(cp::square(p(cp::all, cp::newaxis) - q(cp::newaxis)), 2);
  auto const least = cp::eval(cp::min(distances, 1)).to_host();
  auto const first = cp::eval(cp::argmin(distances, 1)).to_host();
  auto const total = cp::eval(cp::sum(distances, 1)).to_host();
  auto const of_others = cp::eval(cp::max(distances, 0)).to_host();
  bool right = true;
  std::vector<double> farthest(static_cast<std::size_t>(m), 0);
  for (std::int64_t i = 0; i < n; ++i) {
    double best = INFINITY, sum = 0;
    std::int64_t at = 0;
    for (std::int64_t j = 0; j < m; ++j) {
      double distance = 0;
      for (std::int64_t k = 0; k < d; ++k) {
        double const e = static_cast<double>(x.item(i, k)) - static_cast<double>(y.item(j, k));
        distance += e * e;
      }
      if (distance < best) best = distance, at = j;
      sum += distance;
      auto& other = farthest[static_cast<std::size_t>(j)];
      other = distance > other ? distance : other;
    }
    right = right && static_cast<double>(least.item(i)) == best && first.item(i) == at &&
            std::abs(static_cast<double>(total.item(i)) - sum) <= 1e-6 * sum;
  }
  for (std::int64_t j = 0; j < m; ++j)
    right = right && static_cast<double>(of_others.item(j)) == farthest[static_cast<std::size_t>(j)];
  CHECK(right);
}

}  // namespace

TEST_CASE("nearest points, of every number of dimensions") {
  for (std::int64_t d = 1; d <= 17; ++d) check<float>(numbers<float>(70, d), numbers<float>(29, d));
  check<double>(numbers<double>(70, 2), numbers<double>(29, 2));
  check<double>(numbers<double>(70, 4), numbers<double>(29, 4));
  check<double>(numbers<double>(70, 5), numbers<double>(29, 5));
  check<std::int32_t>(numbers<std::int32_t>(70, 3), numbers<std::int32_t>(29, 3));
}

TEST_CASE("nearest points, many and few of them") {
  check<float>(numbers<float>(60000, 2), numbers<float>(9, 2));
  check<float>(numbers<float>(40001, 3), numbers<float>(33, 3));
  check<float>(numbers<float>(5, 8), numbers<float>(70001, 8));
  check<double>(numbers<double>(9001, 6), numbers<double>(100, 6));
  check<float>(numbers<float>(1, 3), numbers<float>(1, 3));
}

TEST_CASE("nearest points that lie in other ways") {
  auto const p = numbers<float>(5000, 8), q = numbers<float>(41, 8);
  check<float>(p(cp::all, cp::slice(1, 5)), q(cp::all, cp::slice(0, 4)));
  check<float>(p(cp::all, cp::slice(cp::end, cp::end, -2)), q(cp::all, cp::slice(0, 8, 2)));
  check<float>(p(cp::slice(cp::end, cp::end, -3), cp::slice(0, 3)),
               q(cp::slice(cp::end, cp::end, -1), cp::slice(5, 8)));
  auto const t = cp::eval(numbers<float>(4, 5000).T() * 1), u = numbers<float>(4, 41);
  check<float>(t, u.T());
  check<float>(numbers<float>(4, 5000).T(), u.T());
}

TEST_CASE("rows of several lengths, of arrays that have a row for each pair, and with NaN") {
  auto const p = numbers<double>(4000, 3), q = numbers<double>(20, 3), r = numbers<double>(4000, 6),
             s = numbers<double>(20, 6);
  auto const near = cp::sum(cp::square(p(cp::all, cp::newaxis) - q(cp::newaxis)), 2);
  auto const far = cp::sum(cp::abs(r(cp::all, cp::newaxis) - s(cp::newaxis)), 2);
  auto const a = cp::eval(near), b = cp::eval(far);
  CHECK(same(cp::eval(cp::min(near + far, 1)), cp::eval(cp::min(a + b, 1))));
  CHECK(same(cp::eval(cp::argmax(near - 2 * far, 1)), cp::eval(cp::argmax(a - 2 * b, 1))));
  auto const each = cp::eval(cp::reshape(numbers<double>(4000 * 20, 3), {4000, 20, 3}));
  auto const c = cp::eval(cp::max(each * q(cp::newaxis), 2));
  CHECK(same(cp::eval(cp::sum(cp::max(each * q(cp::newaxis), 2), 1)), cp::eval(cp::sum(c, 1))));
  auto const hole = cp::eval(cp::where(cp::index<0>({4000, 1}) % 7 == 3, cp::nan, p));
  auto const with_nan = cp::sum(cp::square(hole(cp::all, cp::newaxis) - q(cp::newaxis)), 2);
  auto const least = cp::eval(cp::min(with_nan, 1));
  CHECK(same(cp::eval(cp::isnan(least)), cp::eval(cp::index<0>({4000}) % 7 == 3)));
  CHECK(cp::sum(cp::where(cp::isnan(least), 0, least)).item() ==
        cp::sum(cp::where(cp::index<0>({4000}) % 7 == 3, 0, cp::min(a, 1))).item());
}
