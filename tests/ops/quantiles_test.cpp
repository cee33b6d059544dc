// Medians, quantiles and percentiles against NumPy.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/sorting.hpp>
#include <string>

#include "array/values.hpp"
#include "running.hpp"
#include "sorting_data.hpp"

namespace {

using tests::as_numpy;
using tests::equals;
using tests::sorting_data;

#if FUSE_TEST_EVERYTHING
#define QUANTILE_DTYPES                                                                                             \
  std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, \
      float, double
#else
#define QUANTILE_DTYPES std::int8_t, std::int64_t, float
#endif

/// The operand, what is not finite replaced by 1.
template <class T>
cp::ndarray<T, 3> clean_operand() {
  auto const x = sorting_data<T, 3>(std::string("operand_") + tests::code_of<T>());
  return cp::where(cp::isfinite(x), x, T(1));
}

// covers: cupy.median; cupy.percentile; cupy.quantile
TEST_CASE_TEMPLATE("medians, quantiles and percentiles are NumPy's", T, QUANTILE_DTYPES) {
  std::string const code = tests::code_of<T>();
  auto const x = sorting_data<T, 3>("operand_" + code), clean = clean_operand<T>();
  double const eps = std::is_same_v<T, float> ? 1e-6 : 1e-14;
  CHECK(as_numpy(cp::median(x, cp::axis<1>), "median_" + code));
  CHECK(as_numpy(cp::median(x, 1), "median_" + code));
  CHECK(as_numpy(cp::median(clean), "median_all_" + code));
  auto const p = cp::percentile(clean, cp::array<double>({10, 50.5}), cp::axis<0, 2>, cp::keepdims);
  CHECK(as_numpy(p, "percentile_" + code, eps));
}

TEST_CASE_TEMPLATE("every method is NumPy's", T, std::int32_t, double) {
  std::string const code = tests::code_of<T>();
  char const* const names[] = {"linear",
                               "lower",
                               "higher",
                               "nearest",
                               "midpoint",
                               "inverted_cdf",
                               "averaged_inverted_cdf",
                               "closest_observation",
                               "interpolated_inverted_cdf",
                               "hazen",
                               "weibull",
                               "median_unbiased",
                               "normal_unbiased"};
  auto const q = cp::array<double>({0, 0.05, 0.25, 1. / 3, 0.5, 0.75, 0.9, 1});
  auto const x = cp::eval(cp::astype<double>(clean_operand<T>()));
  for (int method = 0; method < 13; ++method) {
    CAPTURE(names[method]);
    CHECK(as_numpy(cp::quantile(x, q, 2, static_cast<cp::quantile_method>(method)),
                   std::string("quantile_") + names[method] + "_" + code, 1e-14));
  }
}

// covers: cupy.nanmedian
TEST_CASE_TEMPLATE("NaN is left out where that is asked for", T, float, double) {
  std::string const code = tests::code_of<T>();
  auto const x = sorting_data<T, 3>("operand_" + code);
  CHECK(as_numpy(cp::nanmedian(x, cp::axis<0, 2>), "nanmedian_" + code));
  CHECK(as_numpy(cp::eval(cp::astype<double>(cp::nanquantile(x, cp::array<double>({0.1, 0.5, 0.77}), -1))),
                 "nanquantile_" + code, 1e-6));
  CHECK(cp::nanpercentile(x, 50).item() == cp::nanmedian(x).item());
  auto const nothing = cp::full<T>({3}, static_cast<T>(cp::nan));
  CHECK(std::isnan(cp::nanmedian(nothing).item()));
  CHECK(std::isnan(cp::median(x).item()));
}

// Of a number the host looks for two elements only, and for an array of numbers it sorts.
TEST_CASE("a number gives what an array of it gives, of short rows and of long ones") {
  auto const short_rows =
      cp::eval(cp::astype<float>((cp::index<0>({7, 11}) * 37 + cp::index<1>({7, 11}) * 29) % 53) - 20);
  std::int64_t const prime = 200003;
  auto const long_row = cp::eval(cp::astype<float>(cp::index<0>({prime}) * 7919 % prime) / 1024);
  for (int method = 0; method < 13; ++method)
    for (double const q : {0., 0.013, 0.1, 0.5, 0.77, 0.999, 1.}) {
      CAPTURE(method);
      CAPTURE(q);
      auto const how = static_cast<cp::quantile_method>(method);
      auto const several = cp::array<double>({q});
      auto const same = [](auto const& one, auto const& of_array) {
        return cp::eval(cp::all(cp::abs(cp::astype<double>(one) - of_array) < 1e-4)).item();
      };
      CHECK(same(cp::quantile(short_rows, q, 1, how), cp::quantile(short_rows, several, 1, how)(0)));
      CHECK(same(cp::quantile(long_row, q, how), cp::quantile(long_row, several, how)(0)));
    }
  CHECK(cp::median(long_row).item() == static_cast<float>(prime / 2) / 1024);
  long_row(cp::slice(100, 101)) = static_cast<float>(cp::nan);
  CHECK(std::isnan(cp::median(long_row).item()));
}

TEST_CASE("numbers and arrays of quantiles, dtypes, errors, no wait") {
  auto const x = cp::array<float>({{3, 1, 2, 7}, {5, 3, 9, 1}});
  CHECK(equals<float>(cp::quantile(x, 0.5), {}, {3}));
  CHECK(equals<double>(cp::quantile(x, cp::array<double>({0, 1}), cp::axis<1>), {2, 2}, {1, 1, 7, 9}));
  CHECK(equals<double>(cp::quantile(x, {0, 1}, cp::axis<1>), {2, 2}, {1, 1, 7, 9}));
  CHECK(equals<double>(cp::percentile(x, {50}), {1}, {3}));
  CHECK(equals<float>(cp::median(x, {0, 1}), {}, {3}));
  CHECK(equals<double>(cp::median(cp::array<std::int8_t>({1, 2})), {}, {1.5}));
  CHECK(equals<double>(cp::median(cp::array<bool>({true, false})), {}, {0.5}));
  CHECK(equals<cp::float16>(cp::median(cp::array<cp::float16>({cp::float16(1.f), cp::float16(4.f)})), {},
                            {cp::float16(2.5f)}));
  CHECK(equals<float>(cp::median(x * 2, 1, cp::keepdims), {2, 1}, {5, 8}));
  CHECK(
      equals<float>(cp::median(cp::full<float>({2}, static_cast<float>(cp::inf))), {}, {static_cast<float>(cp::inf)}));
  CHECK_THROWS_WITH_AS((void)cp::quantile(x, 1.5), "cp::quantile: a quantile must lie in [0, 1]; it is 1.500000",
                       cp::value_error);
  CHECK_THROWS_AS((void)cp::percentile(x, -1), cp::value_error);
  CHECK_THROWS_AS((void)cp::median(x, 2), cp::index_error);
  CHECK(std::isnan(cp::median(cp::empty<float>({0})).item()));
  auto const none = cp::median(cp::empty<std::int8_t>({2, 0}), 1, cp::keepdims);
  CHECK(none.shape() == cp::make_shape({2, 1}));
  CHECK((std::isnan(none.item(0, 0)) && std::isnan(none.item(1, 0))));
  CHECK(std::isnan(cp::nanmedian(cp::empty<float>({0, 2}), 0).item(1)));
  CHECK(std::isnan(cp::nanquantile(cp::empty<float>({0}), 0.5).item()));
  CHECK_THROWS_AS((void)cp::quantile(cp::empty<float>({0}), 0.5), cp::value_error);
  CHECK(cp::median(cp::empty<float>({0, 3}), 1).size() == 0);
  CHECK(tests::spent([&] { (void)cp::percentile(x, 30, 0); }).synchronizations == 0);
}

TEST_CASE_TEMPLATE("long rows, of which only two elements are looked for", T, std::int8_t, std::int16_t, float,
                   std::int64_t) {
  // Multiples of 1/8 within [-112, 112): means of two are exact in each dtype. Many elements are equal.
  for (std::int64_t const n : {200000, 300001}) {
    cp::ndarray<T, 1> const all = cp::astype<T>((cp::arange<std::int64_t>(n + 1) * 48271 % 1789 - 894) / 8.0);
    auto const x = all(cp::slice(1, cp::end));  // not aligned
    for (double const q : {0., 1e-5, 0.25, 0.5, 0.7501, 0.99999, 1.}) {
      CAPTURE(q);
      auto const both = cp::quantile(x, cp::array<double>({q}), cp::quantile_method::midpoint);
      CHECK(static_cast<double>(cp::quantile(x, q, cp::quantile_method::midpoint).item()) == both.item(0));
    }
    CHECK(static_cast<double>(cp::median(x).item()) ==
          cp::quantile(x, cp::array<double>({0.5}), cp::quantile_method::midpoint).item(0));
    if constexpr (cp::floating<T>) {
      x(cp::slice(7, 8)) = -static_cast<T>(cp::nan);
      CHECK(std::isnan(cp::median(x).item()));
      auto const wide = cp::eval(cp::where(cp::arange<std::int64_t>(n) < 9, -1.0, 1e300));
      CHECK(cp::percentile(wide, 800. / static_cast<double>(n - 1)).item() == -1);
      CHECK(cp::median(wide).item() == 1e300);
    }
  }
}

}  // namespace
