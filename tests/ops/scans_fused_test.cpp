// Scans with what feeds them and what is computed from them.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

#include "running.hpp"
#include "scan_data.hpp"

using namespace scan_data;
using tests::launches;

TEST_CASE("what feeds a scan is part of its kernel, and what is computed from its elements") {
  array<float, 1> const x = noise(5000);
  array<float, 2> const m = cp::reshape(x, {50, 100});
  array<float, 1> y = cp::empty<float>({5000});
  array<float, 2> z = cp::empty<float>({50, 100});
  auto const before = cp::count();
  y(cp::all) = cp::cumsum(x * x, cp::axis<0>);
  auto const one = cp::count() - before;
  CHECK(one.launches == 1);
  CHECK(one.temporaries == 0);
  CHECK(one.bytes_read == 2 * 4 * 5000);
  CHECK(launches([&] { y(cp::all) = cp::cumsum(m); }) == 1);
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m + m(0), 0); }) == 1);
  CHECK(launches([&] { z(cp::all) = cp::cumprod(1 + m * 0.001f, cp::axis<1>); }) == 1);
  CHECK(launches([&] { z(cp::all) = cp::fuse([](auto v) { return cp::cumsum(cp::exp(v) * v, cp::axis<1>); })(m); }) ==
        1);
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m, 0) * 2 + m; }) == 1);
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m / cp::sum(m), 0); }) == 2);
  CHECK(launches([&] { (void)cp::eval(cp::max(cp::cumsum(m, 1), 1) * 2); }) == 2);
  CHECK(same_bits(values_of(cp::cumsum(m, 0) * 2 + m), values_of(cp::eval(cp::cumsum(m, 0)) * 2 + m)));
  CHECK(same_bits(values_of(cp::cumsum(cp::cumsum(m, 0), 1)), values_of(cp::cumsum(cp::eval(cp::cumsum(m, 0)), 1))));
  CHECK(same_bits(values_of(cp::max(cp::cumsum(m, 1), 1)), values_of(cp::max(cp::eval(cp::cumsum(m, 1)), 1))));
  auto const traced = cp::fuse([](auto v, auto w) { return cp::cumsum(v * w, cp::axis<0>) + v; });
  CHECK(same_bits(values_of(traced(m, m + 1)), values_of(cp::eval(cp::cumsum(m * cp::eval(m + 1), 0)) + m)));
  auto const [sums, twice] = cp::evaluate(cp::cumsum(m, 1), m * 2);
  CHECK(same_bits(values_of(sums), values_of(cp::cumsum(m, 1))));
  CHECK(same_bits(values_of(twice), values_of(m * 2)));
  CHECK(same_bits(values_of(cp::cumsum(m, 1)(cp::all, cp::slice(10, 20))),
                  values_of(cp::eval(cp::cumsum(m, 1))(cp::all, cp::slice(10, 20)))));
  array<double, 2> const stretched = cp::zeros<double>({3, 5000});
  stretched(cp::all) = cp::cumsum(m);
  CHECK(same_bits(values_of(stretched(1)), values_of(cp::astype<double>(cp::cumsum(m)))));
}

namespace {
/// Averages so far, of lines of any length along and across memory, aligned and not, into what does not lie side by
/// side too: the bits are those of two steps.
void compare_behind(array<double, 2> const& x, array<float, 2> const& w) {
  std::int64_t const rows = x.shape(0), columns = x.shape(1);
  array<double, 2> const apart = cp::zeros<double>({columns, rows}), to = apart.T();
  auto const down = [](auto const& sums, auto const& a) { return sums / (cp::index<0>(a.shape()) + 1) - a; };
  auto const along = [](auto const& sums, auto const& a, auto const& b) { return sums * b + a(0); };
  CHECK(launches([&] { to(cp::all) = down(cp::cumsum(x, 0), x); }) == 1);
  CHECK(same_bits(values_of(to), values_of(down(cp::eval(cp::cumsum(x, 0)), x))));
  CHECK(launches([&] { to(cp::all) = along(cp::cumsum(x, 1), x, w); }) == 1);
  CHECK(same_bits(values_of(to), values_of(along(cp::eval(cp::cumsum(x, 1)), x, w))));
  array<double, 2> const y = x.copy();
  y(cp::all) = along(cp::cumsum(y, 1), x, w);
  CHECK(same_bits(values_of(y), values_of(to)));
}
}  // namespace

TEST_CASE("what is computed from a scan has the bits of two steps") {
  for (std::int64_t n : {1, 3, 40, 129, 1000, 4100, 30001}) {
    CAPTURE(n);
    array<double, 1> const x = cp::astype<double>(noise(40 * n + 1));
    array<float, 1> const w = noise(41 * n);
    compare_behind(cp::reshape(x(cp::slice(0, -1)), {n, 40}), cp::reshape(w(cp::slice(n, cp::end)), {n, 40}));
    compare_behind(cp::reshape(x(cp::slice(1, cp::end)), {40, n}), cp::reshape(w(cp::slice(0, -n)), {40, n}));
    compare_behind(cp::reshape(x(cp::slice(0, 3 * n)), {3, n}), cp::reshape(w(cp::slice(0, 3 * n)), {3, n}));
  }
  array<float, 2> const m = cp::reshape(noise(300), {20, 15}), z = cp::empty<float>({20, 15});
  auto const twice = cp::fuse([](auto v) {
    auto const c = cp::cumsum(v * v, cp::axis<0>);
    return c * c + cp::exp(c) * v;
  });
  CHECK(launches([&] { z(cp::all) = twice(m); }) == 1);
  array<float, 2> const c = cp::cumsum(m * m, 0);
  CHECK(same_bits(values_of(z), values_of(cp::eval(c * c + cp::exp(c) * m))));
}

TEST_CASE("what a scan's kernel does not compute comes before or after it") {
  array<float, 2> const m = cp::reshape(noise(300), {20, 15}), z = cp::empty<float>({20, 15});
  array<float, 3> const wide = cp::empty<float>({2, 20, 15});
  array<float, 2> const down = cp::cumsum(m, 0), along = cp::cumsum(m, 1);
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m, 1) / cp::sum(m, cp::axis<1>, cp::keepdims); }) == 2);
  CHECK(same_bits(values_of(z), values_of(along / cp::eval(cp::sum(m, cp::axis<1>, cp::keepdims)))));
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m, 0) + cp::cumsum(m, 1); }) == 3);
  CHECK(same_bits(values_of(z), values_of(down + along)));
  CHECK(launches([&] { z(cp::all) = cp::cumsum(m(0), 0) * m; }) == 2);
  CHECK(same_bits(values_of(z), values_of(cp::eval(cp::cumsum(m(0), 0)) * m)));
  CHECK(launches([&] { wide(cp::all) = cp::cumsum(m, 1) * 2; }) == 2);
  CHECK(same_bits(values_of(wide(1)), values_of(along * 2)));
  CHECK(launches([&] { z(cp::all) = cp::reshape(cp::cumsum(m) + 1, {20, 15}); }) <= 3);
  CHECK(same_bits(values_of(z), values_of(cp::eval(cp::cumsum(m)) + 1)));
  auto const [first, second] = cp::evaluate(cp::cumsum(m, 1) * 2, cp::cumsum(m, 0) - m);
  CHECK(same_bits(values_of(first), values_of(along * 2)));
  CHECK(same_bits(values_of(second), values_of(down - m)));
}
