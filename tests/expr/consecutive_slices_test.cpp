// Slices of one array that begin one element after the other, as taps of a filter do: of vectors and of rows that
// begin anywhere, stored anywhere, against loops over whole numbers.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <utility>

#include "array/values.hpp"

namespace {

/// The sum of slices of `n` elements, the i-th of which begins at begin + i and counts i % 7 + 1 times.
template <class X, int First, int... I>
auto filtered(X const& x, std::int64_t begin, std::int64_t n, std::integer_sequence<int, First, I...>) {
  auto const tap = [&](int i) { return x(cp::all, cp::slice(begin + i, begin + i + n)) * (i % 7 + 1); };
  return (tap(First) + ... + tap(I));
}

/// Rows of `n` elements, from `begin` on, of an array of `rows` rows of `columns`.
template <class T, int Taps>
void check(std::int64_t rows, std::int64_t columns, std::int64_t begin, std::int64_t n) {
  CAPTURE(rows);
  CAPTURE(begin);
  CAPTURE(n);
  auto const x = tests::scattered<T, 2>({{rows, columns}}, 61);
  auto const got = filtered(x, begin, n, std::make_integer_sequence<int, Taps>{});
  auto const plain = tests::values(cp::eval(got));
  auto to = cp::eval(cp::zeros<T>({rows, n + 3}));
  to(cp::all, cp::slice(1, n + 1)) = got;
  auto const placed = tests::values(to), from = tests::values(x);
  std::int64_t wrong = 0;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t i = 0; i < n; ++i) {
      T right = 0;
      for (int k = 0; k < Taps; ++k)
        right += from[static_cast<std::size_t>(r * columns + begin + i + k)] * static_cast<T>(k % 7 + 1);
      wrong += plain[static_cast<std::size_t>(r * n + i)] != right ||
               placed[static_cast<std::size_t>(r * (n + 3) + i + 1)] != right;
    }
  for (std::int64_t r = 0; r < rows; ++r)
    wrong += placed[static_cast<std::size_t>(r * (n + 3))] != 0 ||
             placed[static_cast<std::size_t>(r * (n + 3) + n + 1)] != 0 ||
             placed[static_cast<std::size_t>(r * (n + 3) + n + 2)] != 0;
  CHECK(wrong == 0);
}

template <class T, int Taps>
void check_all() {
  for (std::int64_t const begin : {0, 1, 2, 3})
    for (std::int64_t const n : {1, 31, 32, 33, 250, 1021}) {
      check<T, Taps>(1, begin + n + Taps - 1, begin, n);
      check<T, Taps>(5, begin + n + Taps + 1, begin, n);
    }
  check<T, Taps>(1, 300007, 5, 300007 - Taps - 4);
  check<T, Taps>(301, 1003, 2, 990 - Taps);
}

}  // namespace

TEST_CASE("slices that begin one element after the other") {
  check_all<float, 5>();
  check_all<float, 13>();
  check_all<double, 7>();
  check_all<std::int32_t, 8>();
}

TEST_CASE("slices that begin elsewhere") {
  std::int64_t const n = 100003;
  auto const x = tests::scattered<float, 1>({{n}}, 61);
  auto const at = [&](std::int64_t i) { return x(cp::slice(8 + i, n - 8 + i)); };
  auto const a = tests::values(x);
  auto const check_taps = [&](auto const& got, auto const&... i) {
    auto const values = tests::values(cp::eval(got));
    std::int64_t wrong = 0;
    for (std::size_t k = 0; k < values.size(); ++k)
      wrong += values[k] != (0.0f + ... + a[static_cast<std::size_t>(static_cast<std::int64_t>(k) + 8 + i)]);
    CHECK(wrong == 0);
  };
  check_taps(at(0) + at(1) + at(2) + at(3) + at(5), 0, 1, 2, 3, 5);
  check_taps(at(4) + at(3) + at(2) + at(1) + at(0), 4, 3, 2, 1, 0);
  check_taps(at(0) + at(1) + at(1) + at(2) + at(3), 0, 1, 1, 2, 3);
  check_taps(at(0) + at(2) + at(4) + at(6) + at(8), 0, 2, 4, 6, 8);
}
