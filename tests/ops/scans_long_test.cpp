// Scans of lines so long that a GPU sums their tiles ahead: each element follows from the one before it, exactly.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>

#include "running.hpp"

namespace {

/// Under sanitizers a hundredth: the host's code is the same.
constexpr std::int64_t n = FUSE_TEST_EVERYTHING ? 9000001 : 90001;

/// Integers between -3 and 3 of no simple period.
template <class T>
cp::ndarray<T, 1> steps(std::int64_t count) {
  auto const i = cp::index<0>({count});
  return cp::eval(cp::astype<T>((i * i % 1009) * (i % 65537) % 7 - 3));
}

/// Whether y is the running sum of x.
template <class Y, class X>
bool adds_up(Y const& y, X const& x) {
  using T = typename Y::value_type;
  auto const later = cp::slice(1, cp::end), earlier = cp::slice(0, -1);
  return y.item(0) == static_cast<T>(x.item(0)) && cp::all(y(later) - y(earlier) == cp::astype<T>(x(later))).item();
}

}  // namespace

TEST_CASE("running sums of a line of millions") {
  auto const x = steps<std::int32_t>(n);
  auto const y = cp::eval(cp::cumsum(x));
  CHECK(y.dtype() == cp::dtype_of<std::int64_t>);
  CHECK(adds_up(y, x));
  CHECK(y.item(n - 1) == cp::sum(x).item());
  CHECK(tests::launches([&] { (void)cp::eval(cp::cumsum(x)); }) == 1);
  CHECK(adds_up(cp::eval(cp::cumsum(steps<std::int8_t>(n))), steps<std::int8_t>(n)));
  CHECK(adds_up(cp::eval(cp::cumsum(steps<double>(n))), steps<double>(n)));
  auto const floats = steps<float>(n);
  CHECK(adds_up(cp::eval(cp::cumsum(floats)), floats));
}

TEST_CASE("long lines that are no aligned run, several lines, in place") {
  auto const x = steps<float>(3 * n);
  auto const from_one = x(cp::slice(1, n + 2)), turned = x(cp::slice(cp::end, cp::end, -1));
  CHECK(adds_up(cp::eval(cp::cumsum(from_one)), from_one));
  CHECK(adds_up(cp::eval(cp::cumsum(turned)), turned));
  auto const lines = cp::reshape(x, {3, n});
  auto const along = cp::eval(cp::cumsum(lines, cp::axis<1>));
  for (int line = 0; line < 3; ++line) CHECK(adds_up(along(line), lines(line)));
  auto const product = cp::eval(cp::cumsum(lines(0) * lines(1) + 1));
  CHECK(adds_up(product, cp::eval(lines(0) * lines(1) + 1)));
  auto y = x.copy();
  y(cp::all) = cp::cumsum(y);
  CHECK(adds_up(y, x));
  auto const again = cp::eval(cp::cumsum(x));
  auto in_place = cp::reshape(x, {3, n}).copy();
  in_place(cp::all) = cp::cumsum(in_place, cp::axis<1>);
  CHECK(cp::all(in_place == along).item());
  CHECK(cp::all(again == y).item());
}

TEST_CASE("running extremes of a line of millions, NaN among them") {
  auto x = cp::eval(cp::sin(cp::astype<float>(cp::index<0>({n}) % 100003)) * cp::astype<float>(cp::index<0>({n})));
  auto const y = cp::eval(cp::cummax(x));
  auto const later = cp::slice(1, cp::end), earlier = cp::slice(0, -1);
  CHECK(cp::all(y(later) == cp::maximum(y(earlier), x(later))).item());
  x(n - 5) = std::numeric_limits<float>::quiet_NaN();
  auto const with_nan = cp::eval(cp::cummax(x));
  CHECK(cp::sum(cp::isnan(with_nan)).item() == 5);
  CHECK(cp::all(with_nan(cp::slice(0, n - 5)) == y(cp::slice(0, n - 5))).item());
}
