// Elements read elsewhere: how many kernels, what else is in them, what reads what it writes.
#include <array/values.hpp>
#include <doctest/doctest.h>
#include <fuse/fuse.hpp>

namespace {

using tests::doubles;
using tests::floats;
using tests::ints;
using tests::longs;

template <class F>
cp::counters counts_of(F const& f) {
  auto const before = cp::count();
  f();
  return cp::count() - before;
}
struct pair_of {
  float a;
  std::int32_t b;
};
bool operator==(pair_of const& x, pair_of const& y) { return x.a == y.a && x.b == y.b; }
struct wide_element {
  double value[3];
};

}  // namespace

TEST_CASE("a roll, a join or a frame is part of the kernel that uses it") {
  auto const x = tests::counted<float>({6, 8});
  auto const y = cp::empty<float>({6, 8}), z = cp::empty<float>({12, 8});
  auto const one_kernel = [](cp::counters const& n) { return n.launches == 1 && n.temporaries == 0 && n.copies == 0; };
  CHECK(one_kernel(counts_of([&] { y(cp::all) = x + cp::roll(x, 1, 1); })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::roll(2 * x + 1, {1, 2}, {0, 1}) * x; })));
  CHECK(one_kernel(counts_of([&] { z(cp::all) = cp::concatenate(x, x); })));
  CHECK(one_kernel(counts_of([&] { z(cp::all) = cp::concatenate(x, 2 * x) + 1; })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::pad(x(cp::slice(1, 5), cp::slice(1, 7)), 1) - x; })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::tile(x(cp::slice(0, 3)), {2, 1}); })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::repeat(x(cp::slice(0, 3)), 2, 0); })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::stack(x(0), x(1), x(2), x(3), x(4), x(5)); })));
  auto const s = cp::empty<float>(6);
  CHECK(one_kernel(counts_of([&] { s(cp::all) = cp::sum(x * cp::roll(x, 1, 1), 1); })));
  CHECK(one_kernel(counts_of([&] { y(cp::all) = cp::cumsum(cp::roll(x, 1, 1), 1); })));
}

TEST_CASE("what reads out of order what it writes goes through a temporary") {
  auto const x = tests::counted<std::int32_t>({4});
  auto const n = counts_of([&] { x(cp::all) = cp::roll(x, 1); });
  CHECK(n.temporaries == 1);
  CHECK(tests::values(x) == ints{3, 0, 1, 2});
  x(cp::slice(1, 4)) = cp::concatenate(x(cp::slice(2, 4)), x(cp::slice(0, 1)));
  CHECK(tests::values(x) == ints{3, 1, 2, 3});
  x(cp::all) = cp::pad(x(cp::slice(0, 2)), 1);
  CHECK(tests::values(x) == ints{0, 3, 1, 0});
  auto y = tests::counted<std::int32_t>({4});
  y = cp::roll(y, 1) + cp::roll(y, 2);
  CHECK(tests::values(y) == ints{5, 3, 1, 3});
  y += cp::roll(y, 1);
  CHECK(tests::values(y) == ints{8, 8, 4, 4});
}

TEST_CASE("views of what is moved compute what they show") {
  auto const x = tests::counted<std::int32_t>({3, 4});
  auto const joined = cp::concatenate<1>(x, 10 * x);
  CHECK(tests::equals<std::int32_t>(joined(1, cp::slice(2, 6)), {4}, {6, 7, 40, 50}));
  CHECK(tests::equals<std::int32_t>(joined.T()(cp::slice(3, 5)), {2, 3}, {3, 7, 11, 0, 40, 80}));
  CHECK(tests::equals<std::int32_t>(cp::flip(joined, 1)(0, cp::slice(0, 5)), {5}, {30, 20, 10, 0, 3}));
  CHECK(tests::equals<std::int32_t>(cp::roll(x, 1, 1)(cp::slice(cp::end, cp::end, -2), -1), {2}, {10, 2}));
  CHECK(tests::equals<std::int32_t>(cp::diagonal(cp::roll(x, 1, 1)), {3}, {3, 4, 9}));
  CHECK(tests::equals<std::int32_t>(cp::roll(cp::roll(x, 1, 1), 1, 0)(0), {4}, {11, 8, 9, 10}));
  auto const nested = cp::concatenate(cp::concatenate<1>(x, x + 1), cp::pad(x, {{0, 0}, {2, 2}}));
  CHECK(tests::equals<std::int32_t>(nested(cp::slice(2, 4)), {2, 8},
                                    {8, 9, 10, 11, 9, 10, 11, 12, 0, 0, 0, 1, 2, 3, 0, 0}));
  CHECK(tests::equals<std::int64_t>(cp::roll(cp::index<0>({4}), 1), {4}, {3, 0, 1, 2}));
  CHECK(tests::equals<std::int64_t>(cp::concatenate(cp::index<0>({2}), cp::index<0>({3}) * 5), {5}, {0, 1, 0, 5, 10}));
  auto const stretched = cp::broadcast_to(cp::array<std::int32_t>({1, 2}), {2, 2});
  CHECK(tests::equals<std::int32_t>(cp::concatenate(stretched, x(cp::slice(0, 1), cp::slice(0, 2))), {3, 2},
                                    {1, 2, 1, 2, 0, 1}));
}

TEST_CASE("reductions, scans and functions within") {
  auto const x = tests::counted<float>({2, 3});
  CHECK(tests::values(cp::roll(x - cp::max(x, 1, cp::keepdims), 1, 1)) == floats{0, -2, -1, 0, -2, -1});
  CHECK(tests::values(cp::concatenate<1>(cp::cumsum(x, 1), x)) == floats{0, 1, 3, 0, 1, 2, 3, 7, 12, 3, 4, 5});
  CHECK(tests::values(cp::max(cp::concatenate(x, 2 * x), 0)) == floats{6, 8, 10});
  auto const f = cp::fuse([](auto a, auto b) { return cp::concatenate(a, b) + cp::roll(cp::concatenate(b, a), 1, 0); });
  CHECK(tests::values(f(x, x)) == tests::values(cp::concatenate(x, x) + cp::roll(cp::concatenate(x, x), 1, 0)));
  auto const g = cp::fuse([](auto a) { return cp::pad(a, 1, cp::padding::edge{}) + cp::tile(a, {2, 1})(0, 0); });
  CHECK(tests::values(g(x(cp::slice(0, 1)))) == floats{0, 0, 1, 2, 2, 0, 0, 1, 2, 2, 0, 0, 1, 2, 2});
  auto const picked = cp::gather(cp::array<float>({10, 20, 30}), cp::roll(cp::index<0>({3}), 1));
  CHECK(tests::values(cp::concatenate(picked, x(0))) == floats{30, 10, 20, 0, 1, 2});
}

TEST_CASE("functions of the user's see elements that are there") {
  auto const x = cp::array<std::int32_t>({1, 2, 4});
  auto const inverse = cp::elementwise(CP_LAMBDA(std::int32_t i) { return 8 / i; });
  CHECK(tests::values(cp::concatenate(inverse(x), x)) == ints{8, 4, 2, 1, 2, 4});
  CHECK(tests::values(cp::pad(inverse(x), 1)) == ints{0, 8, 4, 2, 0});
}

TEST_CASE("elements of any type") {
  using cp::complex128;
  auto const c = cp::array<complex128>({complex128(1, 2), complex128(3, 4), complex128(5, 6)});
  CHECK(tests::values(cp::roll(c, 1)) == std::vector<complex128>{complex128(5, 6), complex128(1, 2), complex128(3, 4)});
  CHECK(tests::values(cp::abs(cp::sum(cp::concatenate(c, c)))) == doubles{30});
  CHECK(tests::values(cp::cumsum(cp::real(cp::concatenate(c, 2 * c)), 0)) == doubles{1, 4, 9, 11, 17, 27});
  auto const s = cp::elementwise(CP_LAMBDA(std::int64_t i) {
    return pair_of{static_cast<float>(i), static_cast<std::int32_t>(i)};
  })(cp::index<0>({3}));
  auto const a = cp::eval(s);
  CHECK(tests::values(cp::roll(a, 1)) == std::vector<pair_of>{{2, 2}, {0, 0}, {1, 1}});
  CHECK(tests::values(cp::concatenate(a, a(cp::slice(0, 1)))) == std::vector<pair_of>{{0, 0}, {1, 1}, {2, 2}, {0, 0}});
  CHECK(tests::values(cp::concatenate(s, a))[4] == pair_of{1, 1});
  CHECK(tests::values(cp::pad(a, {1, 0}, cp::padding::constant{pair_of{7, 8}}))[0] == pair_of{7, 8});
  auto const wide = cp::eval(cp::elementwise(CP_LAMBDA(std::int64_t i) {
    return wide_element{{static_cast<double>(i), 0, 1}};
  })(cp::index<0>({1000})));
  auto const value = cp::elementwise(CP_LAMBDA(wide_element const& e) { return e.value[0]; });
  CHECK(tests::values(cp::sum(value(cp::roll(wide, 3)) * value(wide)))[0] > 0);
  CHECK(tests::values(value(cp::roll(wide, 1)))[0] == 999);
  auto const m = cp::array<bool>({true, false, true});
  CHECK(tests::values(cp::roll(m, 1)) == tests::bools{true, true, false});
}

TEST_CASE("long rows, misaligned vectors and many axes") {
  for (std::int64_t const n : {1, 3, 64, 1000, 4099}) {
    auto const x = tests::counted<std::int32_t>({3, n});
    auto const host = tests::values(x);
    for (std::int64_t const by : {std::int64_t{1}, std::int64_t{4}, n / 2, -n - 1}) {
      ints expected(host.size());
      for (std::int64_t i = 0; i < 3; ++i)
        for (std::int64_t j = 0; j < n; ++j)
          expected[static_cast<std::size_t>(i * n + ((j + by) % n + n) % n)] = host[static_cast<std::size_t>(i * n + j)];
      CHECK(tests::values(cp::roll(x, by, 1)) == expected);
    }
    CHECK(tests::values(cp::concatenate<1>(x, x(cp::all, cp::slice(1, n)))(1, cp::slice(n, cp::end))) ==
          tests::values(x(1, cp::slice(1, n))));
  }
  auto const t = tests::counted<std::int32_t>({3, 4, 5, 6, 7});
  CHECK(tests::values(cp::roll(cp::roll(t, {1, 2, 3}, {0, 2, 4}), {-1, -2, -3}, {0, 2, 4})) == tests::values(t));
  CHECK(tests::values(cp::concatenate<3>(t, t)(cp::all, cp::all, cp::all, cp::slice(6, 12))) == tests::values(t));
  CHECK(tests::values(cp::pad(t, 2, cp::padding::wrap{})(cp::slice(2, -2), cp::slice(2, -2), cp::slice(2, -2),
                                                         cp::slice(2, -2), cp::slice(2, -2))) == tests::values(t));
}

TEST_CASE("bad shapes, axes and widths are refused before anything runs") {
  auto const x = tests::counted<float>({2, 3});
  auto const n = counts_of([&] {
    CHECK_THROWS_AS((void)cp::concatenate(x, x(cp::all, cp::slice(0, 2))), cp::shape_error);
    CHECK_THROWS_AS((void)cp::concatenate(std::vector<cp::ndarray<float, 2>>{}), cp::value_error);
    CHECK_THROWS_AS((void)cp::concatenate(std::vector{x}, 2), cp::index_error);
    CHECK_THROWS_AS((void)cp::stack(x(0), x(0, cp::slice(0, 2))), cp::shape_error);
    CHECK_THROWS_AS((void)cp::roll(x, 1, 2), cp::index_error);
    CHECK_THROWS_AS((void)cp::repeat(x, -1, 0), cp::value_error);
    CHECK_THROWS_AS((void)cp::tile(x, {2, -1}), cp::value_error);
    CHECK_THROWS_AS((void)cp::pad(x, -1), cp::value_error);
    CHECK_THROWS_AS((void)cp::pad(x, {{1, 1}, {1, 1}, {1, 1}}), cp::value_error);
    CHECK_THROWS_AS((void)cp::pad(x(cp::slice(0, 0)), 1, cp::padding::edge{}), cp::value_error);
    CHECK_THROWS_AS((void)cp::insert(x, 4, 1.0f, 1), cp::index_error);
    CHECK_THROWS_AS((void)cp::insert(x, 1, x(0, cp::slice(0, 2)), 0), cp::shape_error);
    CHECK_THROWS_AS((void)cp::delete_(x, 3, 1), cp::index_error);
    CHECK_THROWS_AS((void)cp::repeat(x, cp::array<int>({1, 2, 3}), 0), cp::shape_error);
  });
  CHECK(n.launches == 0);
}
