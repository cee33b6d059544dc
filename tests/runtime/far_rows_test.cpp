// Rows that come from memory go through a loop of their own on the host: the same results as by hand, whatever the
// lengths and types.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <tuple>

namespace {

using cp::slice;

template <class T, int N>
using host_array = cp::ndarray<T, N, cp::host_space>;

constexpr auto in = slice(1, -1), before = slice(0, -2), behind = slice(2, cp::end);

/// Elements that differ from their neighbours, of which every sum of five is exact in each dtype.
template <class T>
host_array<T, 2> numbers(std::int64_t rows, std::int64_t columns) {
  host_array<T, 2> a = cp::empty<T, cp::host_space>({rows, columns});
  for (std::int64_t i = 0; i < rows * columns; ++i) a.data()[i] = static_cast<T>(i * 7 % 23);
  return a;
}
/// How many of the results of a five-point sum are wrong.
template <class T, class R>
std::int64_t wrong(host_array<T, 2> const& a, host_array<R, 2> const& r, double factor) {
  std::int64_t const m = a.shape()[1], w = m - 2;
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < a.shape()[0] - 2; ++i)
    for (std::int64_t j = 0; j < w; ++j) {
      T const* const c = a.data() + (i + 1) * m + j + 1;
      double const sum = double(c[-m]) + double(c[m]) + double(c[-1]) + double(c[1]) + 2 * double(c[0]);
      count += static_cast<double>(r.data()[i * w + j]) != factor * sum;
    }
  return count;
}

template <class T>
void five_points(std::int64_t rows, std::int64_t columns) {
  CAPTURE(rows);
  CAPTURE(columns);
  auto const a = numbers<T>(rows, columns);
  host_array<T, 2> const r = a(before, in) + a(behind, in) + a(in, before) + a(in, behind) + a(in, in) + a(in, in);
  CHECK(wrong(a, r, 1) == 0);
  auto const sum =
      cp::fuse([](auto u) { return cp::at<-1, 0>(u) + cp::at<1, 0>(u) + cp::at<0, -1>(u) + cp::at<0, 1>(u) + u + u; });
  host_array<T, 2> const s = sum(cp::valid(a));
  CHECK(wrong(a, s, 1) == 0);
}

}  // namespace

TEST_CASE("rows of any length, out of memory and out of a cache") {
  five_points<float>(2100, 2100);
  five_points<float>(300001, 19);  // a block and one element a row
  five_points<float>(600001, 9);   // less than a block
  five_points<float>(600, 3);
  five_points<double>(1100, 1997);
  five_points<std::int16_t>(2501, 2501);
  five_points<std::int8_t>(3001, 4001);
}

TEST_CASE("several outputs of other types, and one that is an input") {
  auto const a = numbers<float>(2003, 2111);
  auto const shape = cp::shape_array<2>{2001, 2109};
  host_array<double, 2> const twice = cp::empty<double, cp::host_space>(shape);
  host_array<float, 2> const once = cp::empty<float, cp::host_space>(shape);
  auto const both = cp::fuse([](auto c, auto n, auto s, auto w, auto e) {
    auto const sum = n + s + w + e + c + c;
    return std::tuple(sum * 2.0, sum);
  });
  both.into(twice, once)(a(in, in), a(before, in), a(behind, in), a(in, before), a(in, behind));
  CHECK(wrong(a, twice, 2) == 0);
  CHECK(wrong(a, once, 1) == 0);

  // Each element is written where it is read, among rows that others do not touch.
  auto const b = numbers<float>(2003, 2111), c = numbers<float>(2003, 2111);
  auto const x = b(in, in);
  x(cp::all) = x + c(in, in) + a(in, in) + c(before, in);
  std::int64_t count = 0;
  for (std::int64_t i = 1; i < 2002; ++i)
    for (std::int64_t j = 1; j < 2110; ++j) {
      std::int64_t const at = i * 2111 + j;
      count += b.data()[at] != 3 * a.data()[at] + c.data()[at - 2111];
    }
  CHECK(count == 0);
}
