// Searches, bins, interpolation, different elements and sets against NumPy.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fuse/sorting.hpp>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "array/values.hpp"
#include "running.hpp"
#include "sorting_data.hpp"

namespace {

using tests::as_numpy;
using tests::equals;
using tests::sorting_data;

#if FUSE_TEST_EVERYTHING
#define SEARCHED_DTYPES                                                                                    \
  bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, \
      std::uint64_t, cp::float16, float, double
#else
#define SEARCHED_DTYPES bool, std::int8_t, std::int64_t, cp::float16, float
#endif

/// Every third of the elements in C order, from one on.
template <class T>
cp::ndarray<T, 1> every(cp::ndarray<T, 3> const& x, std::int64_t first, std::int64_t step) {
  return cp::ravel(x)(cp::slice(first, cp::end, step)).copy();
}

// covers: cupy.searchsorted; cupy.ndarray.searchsorted; cupy.isin; cupy.in1d
TEST_CASE_TEMPLATE("searchsorted and isin are NumPy's", T, SEARCHED_DTYPES) {
  std::string const code = tests::code_of<T>();
  auto const x = sorting_data<T, 3>("operand_" + code);
  auto const table = cp::sort(every(x, 1, 5));
  auto const y = every(x, 0, 3);
  CHECK(as_numpy(cp::searchsorted(table, y), "searchsorted_left_" + code));
  CHECK(as_numpy(cp::searchsorted(table, y, cp::side::right), "searchsorted_right_" + code));
  CHECK(as_numpy(table.searchsorted(y), "searchsorted_left_" + code));
  auto const row = x(1, 2).copy();
  CHECK(as_numpy(cp::isin(x, row), "isin_" + code));
  CHECK(tests::values(cp::in1d(x, row)) == tests::values(cp::isin(x, row)));
  CHECK(tests::values(cp::isin(x, row, true)) == tests::values(!cp::isin(x, row)));
}

// covers: cupy.intersect1d; cupy.union1d; cupy.setdiff1d; cupy.setxor1d
TEST_CASE_TEMPLATE("sets are NumPy's", T, SEARCHED_DTYPES) {
  std::string const code = tests::code_of<T>();
  auto const x = sorting_data<T, 3>("operand_" + code);
  auto const a = x(0, cp::slice(3)), b = x(2, cp::slice(3, cp::end));
  CHECK(as_numpy(cp::intersect1d(a, b), "intersect1d_" + code));
  CHECK(as_numpy(cp::union1d(a, b), "union1d_" + code));
  CHECK(as_numpy(cp::setdiff1d(a, b), "setdiff1d_" + code));
  if constexpr (!cp::floating<T>) CHECK(as_numpy(cp::setxor1d(a, b), "setxor1d_" + code));
}

#if FUSE_TEST_EVERYTHING
#define UNIQUE_DTYPES SEARCHED_DTYPES, cp::complex64, cp::complex128
#else
#define UNIQUE_DTYPES SEARCHED_DTYPES, cp::complex64
#endif

// covers: cupy.unique; cupy.unique_all; cupy.unique_counts; cupy.unique_inverse; cupy.unique_values
TEST_CASE_TEMPLATE("unique is NumPy's", T, UNIQUE_DTYPES) {
  std::string const code = tests::code_of<T>();
  auto const x = sorting_data<T, 3>("operand_" + code);
  CHECK(as_numpy(cp::unique(x), "unique_" + code));
  CHECK(as_numpy(cp::unique_values(x), "unique_" + code));
  auto const all = cp::unique_all(x);
  CHECK(as_numpy(all.values, "unique_" + code));
  CHECK(as_numpy(all.indices, "unique_index_" + code));
  CHECK(as_numpy(all.inverse_indices, "unique_inverse_" + code));
  CHECK(as_numpy(all.counts, "unique_counts_" + code));
  CHECK(as_numpy(cp::unique_counts(x).counts, "unique_counts_" + code));
  CHECK(as_numpy(cp::unique_inverse(x).inverse_indices, "unique_inverse_" + code));
  auto const [values, counts] = cp::unique(x, cp::return_counts);
  CHECK(as_numpy(values, "unique_" + code));
  CHECK(as_numpy(counts, "unique_counts_" + code));
}

TEST_CASE("different rows and columns") {
  auto const x = cp::array<float>({{1, 2}, {0, 5}, {1, 2}, {-0.0f, 4}, {1, -2}});
  auto const [rows, index, inverse, counts] = cp::unique(x, 0, cp::return_index, cp::return_inverse, cp::return_counts);
  CHECK(tests::equals<float>(rows, {4, 2}, {0, 4, 0, 5, 1, -2, 1, 2}));
  CHECK(tests::equals<std::int64_t>(index, {4}, {3, 1, 4, 0}));
  CHECK(tests::equals<std::int64_t>(inverse, {5}, {3, 1, 3, 0, 2}));
  CHECK(tests::equals<std::int64_t>(counts, {4}, {1, 1, 1, 2}));
  auto const y = cp::eval(cp::reshape(cp::arange<std::int32_t>(12) % 4, {2, 3, 2}));
  CHECK(tests::equals<std::int32_t>(cp::unique(y, -2), {2, 2, 2}, {0, 1, 2, 3, 2, 3, 0, 1}));
  CHECK(cp::unique(cp::array<float>({{cp::nan, 1}, {cp::nan, 1}, {0, 1}, {0, 1}}), 0).shape() ==
        cp::make_shape({3, 2}));
  CHECK(cp::unique(cp::zeros<float>({3, 0}), 0).shape() == cp::make_shape({1, 0}));
  CHECK(cp::unique(cp::zeros<float>({3, 0}), 1).shape() == cp::make_shape({3, 0}));
  CHECK_THROWS_AS((void)cp::unique(x, 2), cp::index_error);
}

TEST_CASE("sets of nothing, and of other dtypes; a set waits once") {
  auto const none = cp::empty<float>({0});
  CHECK(cp::unique(none).size() == 0);
  CHECK(cp::unique_all(none).counts.size() == 0);
  CHECK(cp::intersect1d(none, none).size() == 0);
  CHECK(equals<double>(cp::union1d(cp::array<float>({2, 1}), cp::array<std::int32_t>({3, 1})), {3}, {1, 2, 3}));
  CHECK(equals<std::int32_t>(cp::setxor1d(cp::array<std::int32_t>({1, 2, 2}), cp::array<std::int32_t>({2, 5})), {2},
                             {1, 5}));
  auto const x = cp::array<std::int32_t>({{3, 1}, {3, 2}});
  auto const waits = [&](auto const& f) { return tests::spent(f).synchronizations; };
  bool const device = !std::is_same_v<cp::default_space, cp::host_space>;
  CHECK(waits([&] { (void)cp::unique_all(x); }) == (device ? 1 : 0));
  CHECK(waits([&] { (void)cp::setdiff1d(x, x); }) == (device ? 1 : 0));
  CHECK(waits([&] { (void)cp::isin(x, x); }) == 0);
}

TEST_CASE("searchsorted: numbers, sorters, dtypes, NaN, nothing") {
  auto const a = cp::array<double>({3, 1, 2});
  auto const order = cp::argsort(a);
  CHECK(equals<std::int64_t>(cp::searchsorted(a, cp::array<float>({2, 2.5}), cp::side::right, order), {2}, {2, 2}));
  CHECK(equals<std::int64_t>(cp::searchsorted(cp::sort(a), 2), {}, {1}));
  CHECK(equals<std::int64_t>(cp::searchsorted(cp::array<std::int64_t>({1, 5}), cp::array<float>({4.5f, cp::nan})), {2},
                             {1, 2}));
  CHECK(equals<std::int64_t>(cp::searchsorted(cp::empty<float>({0}), 2.f), {}, {0}));
  CHECK_THROWS_AS((void)cp::searchsorted(a, 2., cp::side::left, order(cp::slice(2))), cp::shape_error);
  auto const x = cp::array<double>({0.5, 1.5});
  CHECK(tests::launches([&] { (void)cp::searchsorted(cp::sort(a), x * 2 + 1); }) <= 2);
}

// covers: cupy.digitize
TEST_CASE("digitize is NumPy's") {
  auto const x = sorting_data<float, 1>("sample");
  auto const bins = cp::array<double>({-1, -0.5, 0, 0.5, 1}), y = cp::array<double>({-1, 0, 0.5, 2});
  CHECK(as_numpy(cp::digitize(x, bins), "digitize_left"));
  CHECK(as_numpy(cp::digitize(y, bins, true), "digitize_right"));
  auto const falling = cp::array<double>({1, 0.5, 0, -0.5, -1});
  CHECK(as_numpy(cp::digitize(cp::array<double>({-1, 0, 0.5, 2, cp::nan}), falling), "digitize_falling"));
  CHECK(as_numpy(cp::digitize(y, falling, true), "digitize_falling_right"));
  auto const zigzag = cp::array<double, cp::host_space>({1, 3, 2});
  CHECK_THROWS_AS((void)cp::digitize(cp::array<double, cp::host_space>({1}), zigzag), cp::value_error);
}

// covers: cupy.interp
TEST_CASE("interp is NumPy's") {
  auto const at = sorting_data<double, 1>("at"), xp = sorting_data<double, 1>("xp"), fp = sorting_data<double, 1>("fp");
  CHECK(as_numpy(cp::interp(at, xp, fp), "interp", 1e-14));
  CHECK(as_numpy(cp::interp(at, xp, fp, {.left = -5, .right = 7}), "interp_ends", 1e-14));
  CHECK(as_numpy(cp::interp(at, xp, fp, {.period = 1.5}), "interp_period", 1e-13));
  CHECK(as_numpy(cp::interp(at, xp, sorting_data<cp::complex128, 1>("fp_complex")), "interp_complex", 1e-14));
  CHECK(equals<double>(cp::interp(2, cp::array<float>({1, 3}), cp::array<std::int32_t>({10, 20})), {}, {15}));
  CHECK_THROWS_AS((void)cp::interp(at, xp, fp(cp::slice(3))), cp::shape_error);
  CHECK_THROWS_AS((void)cp::interp(at, cp::empty<double>({0}), cp::empty<double>({0})), cp::value_error);
  CHECK_THROWS_AS((void)cp::interp(at, xp, fp, {.period = 0}), cp::value_error);
}

TEST_CASE("compact leaves the count in memory, in graphs too") {
  auto x = cp::array<float>({3, -1, 2, -5, 4});
  auto const r = cp::compact(x * 2, x > 0);
  CHECK(r.count.item() == 3);
  CHECK(equals<float>(r.values(cp::slice(3)), {3}, {6, 4, 8}));
  auto const places = cp::compact(cp::arange(5), x < 0);
  CHECK(equals<std::int64_t>(places.values(cp::slice(2)), {2}, {1, 3}));
  auto count = cp::zeros<std::int64_t>({1});
  cp::graph const g = cp::capture([&] { count(cp::all) = cp::compact(x, x > 0).count; });
  x(cp::all) = 1;
  g.launch();
  CHECK(count.item() == 5);
  CHECK(cp::compact(cp::empty<float>({0}), cp::empty<bool>({0})).count.item() == 0);
  CHECK_THROWS_AS((void)cp::compact(x, x(cp::slice(3)) > 0), cp::shape_error);
}

}  // namespace

/// Numbers of all lengths of blocks, searched for in arrays of all small lengths and a longer one, with and without
/// NaN.
TEST_CASE_TEMPLATE("searches beside the standard library's", T, std::int8_t, std::uint64_t, float, double) {
  auto const before = [](T a, T b) { return a < b || (b != b && a == a); };
  auto const drawn = [](std::int64_t n, std::uint64_t s) {
    std::vector<T> v(static_cast<std::size_t>(n));
    for (T& x : v) {
      s ^= s << 13, s ^= s >> 7, s ^= s << 17;
      x = static_cast<T>(s >> 33 & 63);
      if constexpr (std::is_floating_point_v<T>)
        if (s % 20 == 0) x = std::numeric_limits<T>::quiet_NaN();
    }
    return v;
  };
  for (std::int64_t const n : {0, 1, 2, 3, 4, 5, 7, 8, 31, 100})
    for (std::int64_t const count : {1, 5, 127, 128, 129, 700}) {
      auto const unsorted = drawn(n, 88172645463325252u + static_cast<std::uint64_t>(n));
      auto sorted = unsorted;
      std::stable_sort(sorted.begin(), sorted.end(), before);
      auto const x = drawn(count, 362436069u + static_cast<std::uint64_t>(count));
      cp::ndarray<T, 1> const a(unsorted), b(sorted), v(x);
      std::vector<std::int64_t> left, right;
      for (T const e : x) {
        left.push_back(std::lower_bound(sorted.begin(), sorted.end(), e, before) - sorted.begin());
        right.push_back(std::upper_bound(sorted.begin(), sorted.end(), e, before) - sorted.begin());
      }
      CAPTURE(n);
      CAPTURE(count);
      CHECK(tests::values(cp::searchsorted(b, v)) == left);
      CHECK(tests::values(cp::searchsorted(b, v, cp::side::right)) == right);
      CHECK(tests::values(cp::searchsorted(a, v, cp::side::left, cp::argsort(a))) == left);
      CHECK(tests::values(cp::digitize(v, b)) == right);
      CHECK(tests::values(cp::digitize(v, b, true)) == left);
      auto const turned = [&](std::vector<std::int64_t> places) {  // bins that fall
        for (auto& p : places) p = n - p;
        return places;
      };
      if (n > 1 && before(sorted.front(), sorted.back())) {
        auto const falling = cp::eval(cp::ascontiguousarray(cp::flip(b, 0)));
        CHECK(tests::values(cp::digitize(v, falling)) == turned(right));
        CHECK(tests::values(cp::digitize(v, falling, true)) == turned(left));
      }
      std::vector<bool> in;
      for (T const e : x) in.push_back(std::find(sorted.begin(), sorted.end(), e) != sorted.end());
      CHECK(tests::values(cp::isin(v, a)) == in);
    }
}
