// Joins, pads and repeats of arrays whose last axis is short, element by element.
#include <doctest/doctest.h>

#include <array/values.hpp>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

namespace {

/// Rows of a result of three axes whose last one is short are what `of` says of their places.
template <class A, class F>
void check_short_rows(char const* what, A const& result, F const& of) {
  auto const s = result.shape();
  CAPTURE(what);
  CAPTURE(s[1]);
  CAPTURE(s[2]);
  std::vector<typename A::value_type> expected;
  for (std::int64_t i = 0; i < s[0]; ++i)
    for (std::int64_t j = 0; j < s[1]; ++j)
      for (std::int64_t k = 0; k < s[2]; ++k) expected.push_back(static_cast<typename A::value_type>(of(i, j, k)));
  CHECK(tests::values(result) == expected);
}

template <class T>
void check_short_joins(std::int64_t n, std::int64_t a, std::int64_t b) {
  auto const part = [](std::int64_t i, std::int64_t j, std::int64_t k) { return (i * 31 + j * 7 + k * 3) % 101; };
  auto const array = [&](std::int64_t width) -> cp::ndarray<T, 3> {
    std::int64_t const s[] = {2, n, width};
    return cp::astype<T>((cp::index<0>({s[0], s[1], s[2]}) * 31 + cp::index<1>({s[0], s[1], s[2]}) * 7 +
                          cp::index<2>({s[0], s[1], s[2]}) * 3) %
                         101);
  };
  cp::ndarray<T, 3> const x = array(a), y = array(b);
  auto const joined = [=](auto i, auto j, auto k) { return k < a ? part(i, j, k) : part(i, j, k - a); };
  check_short_rows("joined", cp::eval(cp::concatenate({x, y}, 2)), joined);
  check_short_rows("joined, plus one", cp::eval(cp::concatenate({x, y}, 2) + T(1)),
                   [=](auto i, auto j, auto k) { return joined(i, j, k) + 1; });
  check_short_rows("joined, backwards", cp::eval(cp::flip(cp::concatenate({x, y}, 2), 1) + T(1)),
                   [=](auto i, auto j, auto k) { return joined(i, n - 1 - j, k) + 1; });
  check_short_rows("joined, every second",
                   cp::eval(cp::concatenate({x, y}, 2)(cp::all, cp::slice(0, cp::end, 2), cp::all)),
                   [=](auto i, auto j, auto k) { return joined(i, j * 2, k); });
  check_short_rows("rows of one part and of the next",
                   cp::eval(cp::concatenate({x, x}, 1)(cp::all, cp::slice(0, cp::end, 2), cp::all)),
                   [=](auto i, auto j, auto k) { return part(i, j * 2 % n, k); });
  check_short_rows("joined along another axis", cp::eval(cp::concatenate(x, x + T(1), cp::axis<1>)),
                   [=](auto i, auto j, auto k) { return j < n ? part(i, j, k) : part(i, j - n, k) + 1; });
  auto const z = x(0, cp::all, cp::all);
  check_short_rows("stacked", cp::eval(cp::stack(z, z + T(1), z + T(2), cp::axis<2>)),
                   [=](auto i, auto j, auto k) { return part(0, i, j) + k; });
  cp::ndarray<T, 2> const p = cp::eval(z), q = cp::eval(z + T(1)), r = cp::eval(z + T(2));
  check_short_rows("stacked arrays", cp::eval(cp::stack({p, q, r}, 2)),
                   [=](auto i, auto j, auto k) { return part(0, i, j) + k; });
  check_short_rows("padded", cp::eval(cp::pad(x, {{0, 0}, {1, 2}, {2, 1}})), [=](auto i, auto j, auto k) {
    return j < 1 || j > n || k < 2 || k > a + 1 ? 0 : part(i, j - 1, k - 2);
  });
  check_short_rows("repeated", cp::eval(cp::repeat(x, 3, 1)),
                   [=](auto i, auto j, auto k) { return part(i, j / 3, k); });
  check_short_rows("repeated along the row", cp::eval(cp::repeat(x, 2, 2)),
                   [=](auto i, auto j, auto k) { return part(i, j, k / 2); });
}

}  // namespace

TEST_CASE("joins of short rows") {
  for (std::int64_t const n : {1, 3, 8, 40, 700})
    for (std::int64_t const a : {1, 2, 3, 5})
      for (std::int64_t const b : {1, 4, 33}) {
        check_short_joins<float>(n, a, b);
        if (b == 4) check_short_joins<std::uint8_t>(n, a, b), check_short_joins<double>(n, a, b);
      }
}
