// Elements read elsewhere, of any type: long rows and many axes, functions of the user's.
#include <doctest/doctest.h>
#include <array/values.hpp>
#include <fuse/fuse.hpp>
#include <fuse/random.hpp>

namespace {

using tests::doubles;
using tests::ints;

struct pair_of {
  float a;
  std::int32_t b;
};
bool operator==(pair_of const& x, pair_of const& y) { return x.a == y.a && x.b == y.b; }
struct wide_element {
  double value[3];
};

}  // namespace

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
          expected[static_cast<std::size_t>(i * n + ((j + by) % n + n) % n)] =
              host[static_cast<std::size_t>(i * n + j)];
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

TEST_CASE("elements of 16 bytes in folds, scans and segments") {
  using cp::complex128;
  cp::ndarray<complex128, 2> const x = cp::astype<complex128>(cp::index<0>({300, 17}) * 17 + cp::index<1>({300, 17}));
  auto const moved = cp::roll(x, {7, 3}, {0, 1});
  auto const same = cp::eval(moved);
  CHECK(tests::values(cp::sum(moved)) == tests::values(cp::sum(same)));
  CHECK(tests::values(cp::sum(moved, 0)) == tests::values(cp::sum(same, 0)));
  CHECK(tests::values(cp::sum(cp::abs(moved), 1)) == tests::values(cp::sum(cp::abs(same), 1)));
  CHECK(tests::values(cp::cumsum(cp::real(moved), 0)) == tests::values(cp::cumsum(cp::real(same), 0)));
  CHECK(tests::values(cp::cumsum(moved, 1)) == tests::values(cp::cumsum(same, 1)));
  auto const offsets = cp::array<std::int64_t>({0, 5, 100, 101});
  CHECK(tests::values(cp::add.reduceat(cp::real(moved), offsets)) ==
        tests::values(cp::add.reduceat(cp::real(same), offsets)));
}

TEST_CASE("draws of random numbers are moved as they are") {
  auto generator = cp::random::default_rng(5);
  auto const draw = generator.random<float>({4, 33});
  auto const drawn = cp::eval(draw);
  CHECK(tests::values(cp::roll(draw, 5, 1)) == tests::values(cp::roll(drawn, 5, 1)));
  CHECK(tests::values(cp::concatenate<1>(draw, 2 * draw)) == tests::values(cp::concatenate<1>(drawn, 2 * drawn)));
}
