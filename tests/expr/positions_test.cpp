// Integers computed from positions: in 32 bits where they fit, the same numbers where they do not.
#include <doctest.h>

#include <cstdint>
#include <functional>
#include <fuse/fuse.hpp>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

constexpr std::int64_t two31 = std::int64_t{1} << 31, far = std::int64_t{1} << 40;

std::int64_t floor_mod(std::int64_t x, std::int64_t y) { return (x % y + y) % y; }
std::int64_t floor_div(std::int64_t x, std::int64_t y) { return (x - floor_mod(x, y)) / y; }

/// Nine positions from `first` on, of an axis that has no memory, are what `of` makes of them.
template <class E>
void check(std::int64_t first, E const& e, std::function<std::int64_t(std::int64_t)> const& of) {
  auto const i = cp::index<0>({far})(cp::slice(first, first + 9));
  longs expected;
  for (std::int64_t k = 0; k < 9; ++k) expected.push_back(of(first + k));
  CAPTURE(first);
  CHECK(values(e(i)) == expected);
}

}  // namespace

TEST_CASE("positions and what is computed of them at the bounds of 32 bits") {
  for (std::int64_t const first :
       {std::int64_t{0}, two31 / 2 - 4, two31 - 10, two31 - 9, two31 - 4, 2 * two31 - 4, far - 9}) {
    check(
        first, [](auto i) { return i + 1; }, [](auto i) { return i + 1; });
    check(
        first, [](auto i) { return -i - 2; }, [](auto i) { return -i - 2; });
    check(
        first, [](auto i) { return i * 2 - i; }, [](auto i) { return i; });
    check(
        first, [](auto i) { return (i * i) % 1000; },
        [](auto i) {
          return floor_mod(static_cast<std::int64_t>(static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(i)),
                           1000);
        });
    check(
        first, [](auto i) { return (5 - i) % 7 + cp::floor_divide(i - 3, -4); },
        [](auto i) { return floor_mod(5 - i, 7) + floor_div(i - 3, -4); });
    check(
        first, [](auto i) { return (i << 1) | (i >> 1) | (i & 5); },
        [](auto i) { return (i << 1) | (i >> 1) | (i & 5); });
    check(
        first, [](auto i) { return (((i | (i << 8)) & 0x00ff00ff) << 6) + ((i - 7) & 0xffff) * 2; },
        [](auto i) { return (((i | (i << 8)) & 0x00ff00ff) << 6) + ((i - 7) & 0xffff) * 2; });
    check(
        first, [](auto i) { return i ^ (~i - 3); }, [](auto i) { return i ^ (~i - 3); });
    check(
        first, [](auto i) { return cp::where(i % 3 == 0, i, cp::abs(1 - i)); },
        [](auto i) { return i % 3 == 0 ? i : (1 - i < 0 ? i - 1 : 1 - i); });
    check(
        first, [](auto i) { return cp::minimum(i, 100) + cp::maximum(i, 200) % 50; },
        [](auto i) { return (i < 100 ? i : 100) + (i > 200 ? i : 200) % 50; });
    check(
        first, [](auto i) { return (i < 5) + (i % 2 == 1) + i; }, [](auto i) { return (i < 5 || i % 2 == 1) + i; });
    check(
        first, [](auto i) { return i * (std::int64_t{1} << 33) + 1; },
        [](auto i) { return static_cast<std::int64_t>((static_cast<std::uint64_t>(i) << 33) + 1); });
    check(
        first, [](auto i) { return cp::square(i - 3) % 11; },
        [](auto i) {
          auto const d = static_cast<std::uint64_t>(i - 3);
          return floor_mod(static_cast<std::int64_t>(d * d), 11);
        });
    check(
        first, [](auto i) { return i % (i + 1) + cp::floor_divide(i, i % 4); },
        [](auto i) { return i + (i % 4 == 0 ? 0 : i / (i % 4)); });
    check(
        first, [](auto i) { return i % 0 + i % -1; }, [](auto) { return 0; });
  }
}

TEST_CASE("positions of two axes, turned and broadcast, beside arrays") {
  std::int64_t const n = 70000;
  auto const i = cp::index<0>({n, n}), j = cp::index<1>({n, n});
  auto const corner = [&](auto const& e) { return e(cp::slice(n - 1, n - 4, -1), cp::slice(n - 2, n)); };
  longs expected, sums;
  for (std::int64_t a = n - 1; a > n - 4; --a)
    for (std::int64_t b = n - 2; b < n; ++b) expected.push_back(a * b - 7), sums.push_back((a * 3 + b) % 256);
  CHECK(values(corner(i * j - 7)) == expected);
  CHECK(values(corner((i * 3 + j) % 256)) == sums);
  CHECK(values(cp::transpose(corner(i)) + corner(j)(0, cp::all)(cp::all, cp::newaxis)) ==
        longs{2 * n - 3, 2 * n - 4, 2 * n - 5, 2 * n - 2, 2 * n - 3, 2 * n - 4});
  // Elements of arrays stay int64: what is computed with them is not narrowed.
  auto const big = cp::full<std::int64_t>({3, 2}, std::int64_t{1} << 40);
  auto const k = cp::index<0>({3, 2});
  CHECK(values(big + k % 2) == longs{far, far, far + 1, far + 1, far, far});
  auto const small = cp::astype<std::int8_t>(cp::index<1>({3, 2}) - 1);
  auto const a = cp::eval(small);
  CHECK(values(a * k + 1) == longs{1, 1, 0, 1, -1, 1});
  CHECK(values(cp::astype<float>(k * 2) * 0.5f) == floats{0, 0, 1, 1, 2, 2});
}

TEST_CASE("one axis named several times: the same positions, or others") {
  auto const k = cp::index<0>({3});
  CHECK(values(cp::abs(k(cp::all, cp::newaxis) - k(cp::newaxis, cp::all))) == longs{0, 1, 2, 1, 0, 1, 2, 1, 0});
  CHECK(values(k * k + k % 2) == longs{0, 2, 4});
  auto const i = cp::index<0>({far});
  CHECK(values(i(cp::slice(0, 3)) * 10 + i(cp::slice(4, 7)) % 5 - i(cp::slice(2, cp::end, -1))(cp::slice(0, 3))) ==
        longs{2, 9, 21});
  auto const spread = [](auto const& x) {
    auto const a = (x | (x << 8)) & 0x00ff00ff;
    auto const b = (a | (a << 4)) & 0x0f0f0f0f;
    return (b | (b << 2)) & 0x33333333;
  };
  auto const p = cp::index<0>({200, 200}), q = cp::index<1>({200, 200});
  CHECK(values((spread(p) | (spread(q) << 1))(cp::slice(197, 199), cp::slice(100, 102))) ==
        longs{13361, 13363, 13362, 13362});
}

TEST_CASE("gathers wrap indices of any size") {
  auto const x = cp::arange<std::int32_t>(5);
  auto const i = cp::index<0>({far})(cp::slice(0, 23));
  ints near, distant;
  for (std::int64_t k = 0; k < 23; ++k)
    near.push_back(static_cast<std::int32_t>(floor_mod(k - 11, 5))),
        distant.push_back(static_cast<std::int32_t>(floor_mod(far * 3 - k * two31, 5)));
  CHECK(values(x(i - 11)) == near);
  CHECK(values(x(far * 3 - i * two31)) == distant);
}
