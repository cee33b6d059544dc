// Slices of rows of narrow elements, whose vectors go on from row to row, against the same on the host.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

#include "array/values.hpp"

namespace {

template <class T, int Rank>
using array = cp::ndarray<T, Rank, cp::default_space>;

template <class A, class B>
void same(A const& found, B const& wanted) {
  REQUIRE(found.shape() == wanted.shape());
  CHECK(tests::values(found) == tests::values(wanted));
}

template <class T>
array<T, 1> numbers(std::int64_t n) {
  return cp::eval(cp::astype<T>((cp::arange<std::int64_t>(n) * 37 + cp::arange<std::int64_t>(n) / 11) % 101));
}

/// Columns `from` to `from + n` of a table.
template <class X>
auto part(X const& x, std::int64_t from, std::int64_t n) {
  return x(cp::all, cp::slice(from, from + n));
}
/// One to seven slices of a table, beside numbers, columns and whole tables.
template <class X, class Y>
void check_expressions(X const& x, Y const& host, std::int64_t n) {
  using T = typename X::value_type;
  auto const all = [n](auto const& a, auto const& each) {
    each(part(a, 1, n) * T(3));
    each(part(a, 0, n) + part(a, 1, n));
    each(part(a, 3, n) - part(a, 2, n) + part(a, 0, n) * T(2));
    each(part(a, 3, n) + part(a, 2, n) + part(a, 1, n) + part(a, 0, n) * a(cp::all, cp::slice(0, 1)));
    each(cp::maximum(cp::maximum(part(a, 0, n), part(a, 2, n)), cp::maximum(part(a, 3, n), part(a, 1, n))));
    each(part(a, 3, n) + part(a, 2, n) + part(a, 1, n) + part(a, 0, n) + part(a, 2, n) * part(a, 1, n) - part(a, 3, n));
    auto const whole = cp::eval(part(a, 1, n) + T(1));
    each(whole + part(a, 2, n));
    each(cp::astype<float>(part(a, 2, n)) + cp::astype<float>(part(a, 1, n)));
  };
  int number = 0;
  all(x, [&](auto const& e) {
    auto const found = cp::eval(e);
    int k = 0;
    all(host, [&](auto const& h) {
      if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(h)>::value_type,
                                   typename std::remove_cvref_t<decltype(e)>::value_type>)
        if (k == number) {
          CAPTURE(k);
          same(found, cp::eval(h));
        }
      ++k;
    });
    ++number;
  });
}

template <class T>
void check_widths() {
  for (std::int64_t const n : {5, 8, 15, 16, 17, 24, 31, 33, 48, 66, 127, 128, 129, 256, 329, 1001}) {
    CAPTURE(n);
    std::int64_t const rows = n < 100 ? 67 : 13;
    auto const x = cp::reshape(numbers<T>(rows * (n + 3)), {rows, n + 3});
    check_expressions(x, x.to_host(), n);
    // Beside a table that begins elsewhere, and of three axes.
    auto const shifted = cp::reshape(numbers<T>(rows * (n + 3) + 5)(cp::slice(5, cp::end)), {rows, n + 3});
    check_expressions(shifted, shifted.to_host(), n);
    auto const cube = cp::reshape(numbers<T>(7 * 6 * (n + 3)), {7, 6, n + 3});
    auto const inside = [n](auto const& a) {
      auto const rest = cp::slice(1, -1);
      return a(rest, rest, cp::slice(2, n + 2)) + a(cp::slice(0, -2), rest, cp::slice(1, n + 1)) * T(2);
    };
    same(cp::eval(inside(cube)), cp::eval(inside(cube.to_host())));
  }
}

}  // namespace

TEST_CASE("slices of rows of uint8") { check_widths<std::uint8_t>(); }
TEST_CASE("slices of rows of int16") { check_widths<std::int16_t>(); }
TEST_CASE("slices of rows of float16") { check_widths<cp::float16>(); }
