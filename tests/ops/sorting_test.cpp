// Sorting against NumPy, for every dtype and axis; long rows, many rows and hostile keys against std::stable_sort.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fuse/sorting.hpp>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "array/values.hpp"
#include "running.hpp"
#include "sorting_data.hpp"

namespace {

using tests::as_numpy;
using tests::sorting_data;
using tests::values;

#if FUSE_TEST_EVERYTHING
#define ALL_DTYPES                                                                                         \
  bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, \
      std::uint64_t, cp::float16, float, double, cp::complex64, cp::complex128
#else
#define ALL_DTYPES bool, std::int8_t, std::int64_t, std::uint16_t, cp::float16, float, cp::complex64
#endif

// covers: cupy.sort; cupy.argsort; cupy.ndarray.sort; cupy.ndarray.argsort
TEST_CASE_TEMPLATE("sort and argsort are NumPy's", T, ALL_DTYPES) {
  std::string const code = tests::code_of<T>();
  auto const x = sorting_data<T, 3>("operand_" + code);
  for (int axis = 0; axis < 3; ++axis) {
    CAPTURE(axis);
    CHECK(as_numpy(cp::sort(x, axis), "sort_" + code + "_" + std::to_string(axis)));
    CHECK(as_numpy(cp::argsort(x, axis - 3), "argsort_" + code + "_" + std::to_string(axis)));
  }
  CHECK(as_numpy(cp::sort(x), "sort_" + code + "_2"));
  auto y = x.copy();
  y.sort(1);
  CHECK(as_numpy(y, "sort_" + code + "_1"));
  CHECK(as_numpy(x.argsort(0), "argsort_" + code + "_0"));
}

// covers: cupy.msort; cupy.partition; cupy.argpartition; cupy.ndarray.partition; cupy.ndarray.argpartition
TEST_CASE("partitions are sorted; msort is along the first axis") {
  auto const x = sorting_data<float, 3>("operand_f");
  CHECK(as_numpy(cp::msort(x), "sort_f_0"));
  CHECK(as_numpy(cp::partition(x, 3, 1), "sort_f_1"));
  CHECK(as_numpy(cp::argpartition(x, -1), "argsort_f_2"));
  auto y = x.copy();
  y.partition(2, 0);
  CHECK(as_numpy(y, "sort_f_0"));
  CHECK(as_numpy(x.argpartition(0, 1), "argsort_f_1"));
  CHECK_THROWS_WITH_AS((void)cp::partition(x, 23),
                       "cp::partition: kth must lie in [-23, 23), the axis' extent; it is 23", cp::value_error);
  CHECK_THROWS_AS((void)cp::sort(x, 3), cp::index_error);
}

// covers: cupy.sort_complex
TEST_CASE("sort_complex") {
  auto const z = cp::sort_complex(cp::array<double>({3, 1, 2}));
  CHECK(tests::equals<cp::complex128>(z, {3}, {{1, 0}, {2, 0}, {3, 0}}));
  CHECK(tests::equals<cp::complex64>(cp::sort_complex(cp::array<std::int16_t>({3, -1})), {2}, {{-1, 0}, {3, 0}}));
  CHECK(tests::equals<cp::complex128>(cp::sort_complex(cp::array<std::int32_t>({3, -1})), {2}, {{-1, 0}, {3, 0}}));
}

// covers: cupy.lexsort
TEST_CASE("lexsort: the last key comes first") {
  auto const keys = sorting_data<std::int64_t, 2>("lexsort_keys");
  CHECK(as_numpy(cp::lexsort(keys), "lexsort"));
  CHECK(as_numpy(cp::lexsort(keys(0), keys(1), keys(2)), "lexsort"));
  CHECK(cp::lexsort(cp::empty<float>({0})).size() == 0);
  CHECK_THROWS_AS((void)cp::lexsort(keys(0), keys(1)(cp::slice(3))), cp::shape_error);
  CHECK_THROWS_AS((void)cp::lexsort(cp::empty<float>({0, 3})), cp::value_error);
}

/// Numbers with many ties, of any dtype.
template <class T>
std::vector<T> drawn(std::int64_t n, std::uint64_t range) {
  std::vector<T> v(static_cast<std::size_t>(n));
  std::uint64_t s = 88172645463325252u + static_cast<std::uint64_t>(n);
  for (T& x : v) {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    double const value = static_cast<double>(s % range) - static_cast<double>(range / 2);
    if constexpr (cp::floating<T>)
      x = static_cast<T>(s % 61 != 0 ? value : s & 64 ? cp::nan : -cp::nan);
    else
      x = static_cast<T>(static_cast<std::int64_t>(value));  // bits that T has no room for are lost
  }
  return v;
}

template <class T>
void check_rows(std::int64_t rows, std::int64_t n, std::uint64_t range) {
  CAPTURE(rows);
  CAPTURE(n);
  auto const before = [](T const& x, T const& y) { return cp::detail::sorts_before(x, y); };
  auto const v = drawn<T>(rows * n, range);
  auto const x = cp::ndarray<T, 1>(v).reshape(rows, n);
  auto const sorted = values(cp::sort(x));
  auto const order = values(cp::argsort(x));
  bool right = true;
  for (std::int64_t r = 0; r < rows; ++r) {
    T const* const row = v.data() + r * n;
    std::vector<std::int64_t> expected(static_cast<std::size_t>(n));
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::int64_t i, std::int64_t j) { return before(row[i], row[j]); });
    for (std::int64_t i = 0; i < n; ++i) {
      auto const at = static_cast<std::size_t>(r * n + i);
      right = right && order[at] == expected[static_cast<std::size_t>(i)] &&
              tests::is_same(sorted[at], row[expected[static_cast<std::size_t>(i)]], 0);
    }
  }
  CHECK(right);
}

TEST_CASE_TEMPLATE("rows of every kind of length", T, float, std::int64_t, cp::float16, std::int8_t) {
  for (std::int64_t n : {1, 2, 127, 129, 511, 513, 1024, 1025, 4096, 4097, 70001}) check_rows<T>(1, n, 1000);
  for (std::int64_t n : {2, 128, 129, 1025, 4096, 4097}) check_rows<T>(5, n, 50);
  for (std::int64_t n = 1; n < 70; ++n) check_rows<T>(n % 3 == 0 ? 5 : n % 3 == 1 ? 40 : 131, n, 50);
  for (std::int64_t n : {100, 255, 256, 511, 512}) check_rows<T>(66, n, 1000);
  for (std::int64_t n : {200, 257, 300, 600, 1023, 1500, 2048, 2049, 3000}) check_rows<T>(9, n, 1000);
  check_rows<T>(2, 70001, 1u << 20);
}

TEST_CASE_TEMPLATE("rows of elements that nothing comes after", T, float, std::uint64_t, std::uint16_t, std::int8_t) {
  // What rows are filled up with compares like them.
  T const last = cp::floating<T> ? static_cast<T>(cp::nan) : std::numeric_limits<T>::max();
  for (std::int64_t n : {3, 31, 33, 100, 200, 300, 700, 1100, 2100}) {
    CAPTURE(n);
    auto const i = cp::arange<std::int64_t>(n);
    auto const x =
        cp::eval(cp::where(cp::index<1>({5, n}) % 3 == 1, cp::full<T>({5, n}, T(7)), cp::full<T>({5, n}, last)));
    auto const order = cp::eval(cp::argsort(x));
    auto const few = (n + 1) / 3;
    auto const expected = cp::eval(cp::where(i < few, 3 * i + 1, cp::floor_divide(i - few, 2) * 3 + (i - few) % 2 * 2));
    CHECK(cp::all(order == expected).item());
    CHECK(cp::all((cp::sort(x) == T(7)) == (i < few)).item());
  }
}

TEST_CASE("a sort does not depend on the number of threads, and takes views, expressions and nothing") {
  auto const v = drawn<float>(200001, 1u << 22);
  auto const x = cp::ndarray<float, 1>(v);
  int const threads = cp::host_threads();
  cp::set_host_threads(1);
  auto const one = values(cp::argsort(x));
  cp::set_host_threads(5);
  auto const five = values(cp::argsort(x));
  cp::set_host_threads(threads);
  CHECK(one == five);
  auto const m = cp::array<float>({{3, 1, 2}, {9, 8, 7}});
  CHECK(tests::equals<float>(cp::sort(m(cp::all, cp::slice(cp::end, cp::end, -1)) * 2), {2, 3}, {2, 4, 6, 14, 16, 18}));
  CHECK(tests::equals<float>(cp::sort(m.T(), 0) + 1, {3, 2}, {2, 8, 3, 9, 4, 10}));
  auto const f = cp::fuse([](auto a) { return cp::sort(a, 0) * 2; });
  CHECK(tests::equals<float>(f(m), {2, 3}, {6, 2, 4, 18, 16, 14}));
  CHECK(cp::sort(cp::empty<float>({0, 3})).shape() == cp::index_array<2>{{0, 3}});
  CHECK(cp::argsort(cp::empty<float>({3, 0})).shape() == cp::index_array<2>{{3, 0}});
}

struct particle {
  float x, y, z;
  bool operator==(particle const&) const = default;
};

TEST_CASE("many elements move with their keys") {
  std::int64_t const n = 3'400'001;
  auto const i = cp::arange<std::int64_t>(n);
  auto const key = cp::eval(cp::astype<std::int32_t>(i * 40503 % 65537));
  auto const [k, a, b, c] =
      cp::sort_by_key(key, cp::astype<float>(i), cp::astype<double>(i) / 2, cp::astype<std::int32_t>(-i));
  CHECK(cp::all(k(cp::slice(1, cp::end)) >= k(cp::slice(0, -1))).item());
  CHECK(cp::array_equal(cp::take(key, cp::astype<std::int64_t>(a)), k).item());
  CHECK(cp::array_equal(b * 2, cp::astype<double>(a)).item());
  CHECK(cp::array_equal(-c, cp::astype<std::int32_t>(a)).item());
}

TEST_CASE("sort_by_key and permute move arrays of any type and rank") {
  auto const key = cp::array<std::int32_t>({2, 0, 1, 0});
  auto const a = cp::array<double>({.5, 1.5, 2.5, 3.5});
  cp::ndarray<particle, 1> const p(std::vector<particle>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {0, 1, 2}});
  auto const [k, b, q] = cp::sort_by_key(key, a, p);
  // One kernel moves all of it; the sort is a library's, or a launch on the host.
  auto const order = cp::argsort(key);
  CHECK(tests::launches([&] { (void)cp::permute(order, key, a, p); }) == 1);
  CHECK(tests::equals<std::int32_t>(k, {4}, {0, 0, 1, 2}));
  CHECK(tests::equals<double>(b, {4}, {1.5, 3.5, 2.5, .5}));
  CHECK(values(q) == std::vector<particle>{{4, 5, 6}, {0, 1, 2}, {7, 8, 9}, {1, 2, 3}});
  auto const m = cp::array<float>({{1, 2}, {3, 4}, {5, 6}, {7, 8}});
  auto const [l, n] = cp::sort_by_key(-key, m);
  CHECK(tests::equals<float>(n, {4, 2}, {1, 2, 5, 6, 3, 4, 7, 8}));
  auto const [r] = cp::permute(cp::array<std::int64_t>({3, 2, 1, 0}), m);
  CHECK(tests::equals<float>(r, {4, 2}, {7, 8, 5, 6, 3, 4, 1, 2}));
  CHECK_THROWS_AS((void)cp::sort_by_key(key, a(cp::slice(3))), cp::shape_error);
  auto const [none] = cp::permute(cp::empty<std::int64_t>({0}), cp::empty<float>({0, 3}));
  CHECK(none.size() == 0);
}

TEST_CASE("sorting is captured into graphs") {
  auto const x = cp::array<float>({{3, 1, 2}, {9, 8, 7}});
  auto y = cp::zeros<float>({2, 3});
  cp::graph const g = cp::capture([&] { y(cp::all) = cp::sort(x * 2); });
  x(0, cp::all) = 5;
  g.launch();
  CHECK(tests::equals<float>(y, {2, 3}, {10, 10, 10, 14, 16, 18}));
}

}  // namespace
