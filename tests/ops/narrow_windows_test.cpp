// Slices of one array of narrow elements, and of another one beside it, at all distances from each other and in rows of
// any length: as loops over their elements have it.
#include <doctest/doctest.h>

#include <array/values.hpp>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

namespace {

using cp::slice;

/// Small integers, whose sums are exact in all dtypes.
template <class T>
auto numbers(std::int64_t rows, std::int64_t columns) {
  return cp::eval(cp::reshape(cp::astype<T>(cp::arange(rows * columns) * 7919 % 10007 % 5), {rows, columns}));
}

template <class T>
void check(std::int64_t rows, std::int64_t columns) {
  CAPTURE(rows);
  CAPTURE(columns);
  auto const x = numbers<T>(rows + 2, columns + 5), y = numbers<T>(rows, columns + 1);
  auto const u = tests::values(x), v = tests::values(y);
  auto const of = [&](int i, int j) { return x(slice(i, i + rows), slice(j, j + columns)); };
  auto const own = y(cp::all, slice(1, columns + 1));
  auto const at = [&](std::int64_t i, std::int64_t j) {
    return static_cast<int>(u[static_cast<std::size_t>(i * (columns + 5) + j)]);
  };
  auto const beside = [&](std::int64_t i, std::int64_t j) {
    return static_cast<int>(v[static_cast<std::size_t>(i * (columns + 1) + j + 1)]);
  };
  auto const expect = [&](auto const& result, auto const& element) {
    auto const got = tests::values(result);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        wrong += static_cast<int>(got[static_cast<std::size_t>(i * columns + j)]) != element(i, j);
    CHECK(wrong == 0);
  };
  auto const nine = of(0, 0) + of(0, 1) * T(2) + of(0, 2) + of(1, 0) * T(3) + of(1, 1) + of(1, 2) + of(2, 0) +
                    of(2, 1) * T(2) + of(2, 2);
  auto const sum = [&](auto i, auto j) {
    return at(i, j) + 2 * at(i, j + 1) + at(i, j + 2) + 3 * at(i + 1, j) + at(i + 1, j + 1) + at(i + 1, j + 2) +
           at(i + 2, j) + 2 * at(i + 2, j + 1) + at(i + 2, j + 2);
  };
  expect(cp::eval(nine), sum);
  expect(cp::eval(of(1, 0) + of(1, 3) * T(4) + of(1, 5)),
         [&](auto i, auto j) { return at(i + 1, j) + 4 * at(i + 1, j + 3) + at(i + 1, j + 5); });
  expect(cp::eval(nine + own * T(2)), [&](auto i, auto j) { return sum(i, j) + 2 * beside(i, j); });
  expect(cp::eval(nine + cp::astype<T>(cp::index<1>({rows, columns}) % 3)),
         [&](auto i, auto j) { return sum(i, j) + static_cast<int>(j % 3); });
  // Into a view that begins anywhere, onto what is read at the same places, and of another narrow dtype.
  auto const wide = cp::zeros<T>({rows, columns + 9});
  auto const inner = wide(cp::all, slice(3, columns + 3));
  inner(cp::all) = of(0, 4) + of(2, 1) + of(1, 2);
  auto const three = [&](auto i, auto j) { return at(i, j + 4) + at(i + 2, j + 1) + at(i + 1, j + 2); };
  expect(cp::eval(inner), three);
  inner(cp::all) = inner + of(0, 0) + of(1, 1) + of(2, 2) + own;
  expect(cp::eval(inner),
         [&](auto i, auto j) { return three(i, j) + at(i, j) + at(i + 1, j + 1) + at(i + 2, j + 2) + beside(i, j); });
  CHECK(bool(tests::values(cp::eval(cp::sum(wide))) ==
             tests::values(cp::eval(cp::sum(wide(cp::all, slice(3, columns + 3)))))));
  expect(cp::eval(of(0, 1) + of(1, 0) < of(1, 2) + of(2, 1)),
         [&](auto i, auto j) { return int(at(i, j + 1) + at(i + 1, j) < at(i + 1, j + 2) + at(i + 2, j + 1)); });
}

template <class T>
void check_rows() {
  for (std::int64_t columns : {31, 32, 33, 35, 36, 38, 63, 64, 147, 1000}) check<T>(37, columns);
  check<T>(1, 5001);
}

}  // namespace

TEST_CASE("narrow windows: bytes") { check_rows<std::uint8_t>(); }
TEST_CASE("narrow windows: 16 bits") { check_rows<cp::float16>(); }
