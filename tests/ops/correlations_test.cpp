// Covariances, correlations and convolutions against NumPy.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/sorting.hpp>
#include <string>
#include <utility>

#include "array/values.hpp"
#include "running.hpp"
#include "sorting_data.hpp"

namespace {

using tests::as_numpy;
using tests::equals;
using tests::sorting_data;

// covers: cupy.cov; cupy.corrcoef
TEST_CASE("covariances and correlation coefficients are NumPy's") {
  auto const x = sorting_data<float, 2>("variables");
  CHECK(as_numpy(cp::cov(x), "cov", 1e-13));
  CHECK(as_numpy(cp::cov(x, x(cp::slice(2)), {.bias = true}), "cov_bias", 1e-13));
  CHECK(as_numpy(cp::cov(x, {.rowvar = false, .ddof = 0}), "cov_columns", 1e-13));
  CHECK(as_numpy(cp::corrcoef(x), "corrcoef", 1e-13));
  auto const z = sorting_data<cp::complex64, 2>("complex_variables");
  CHECK(as_numpy(cp::cov(z), "cov_complex", 1e-13));
  CHECK(as_numpy(cp::corrcoef(z), "corrcoef_complex", 1e-13));
  CHECK(equals<double>(cp::cov(cp::array<std::int32_t>({1, 2, 3})), {}, {1}));
  CHECK(equals<double>(cp::corrcoef(cp::array<std::int32_t>({1, 2, 3})), {}, {1}));
  auto const opposite = cp::corrcoef(cp::array<float>({1, 2}), cp::array<float>({4, 2}));
  CHECK(opposite.item(0, 1) == doctest::Approx(-1));
  CHECK(opposite.item(0, 1) >= -1);
  CHECK_THROWS_AS((void)cp::cov(x, x(cp::all, cp::slice(3))), cp::shape_error);
}

// covers: cupy.convolve; cupy.correlate
TEST_CASE("convolve and correlate are NumPy's") {
  auto const all = cp::ravel(sorting_data<float, 2>("variables"));
  auto const z = sorting_data<cp::complex64, 2>("complex_variables");
  std::pair<cp::convolve_mode, std::string> const modes[] = {
      {cp::convolve_mode::full, "full"}, {cp::convolve_mode::same, "same"}, {cp::convolve_mode::valid, "valid"}};
  std::pair<int, int> const lengths[] = {{30, 5}, {5, 30}, {8, 8}, {7, 4}};
  for (auto const& [mode, name] : modes) {
    CAPTURE(name);
    for (auto const& [n, k] : lengths) {
      CAPTURE(n);
      auto const u = all(cp::slice(n)), v = all(cp::slice(20, 20 + k));
      std::string const which = name + "_" + std::to_string(n) + "_" + std::to_string(k);
      CHECK(as_numpy(cp::convolve(u, v, mode), "convolve_" + which, 2e-6));
      CHECK(as_numpy(cp::correlate(u, v, mode), "correlate_" + which, 2e-6));
    }
    CHECK(as_numpy(cp::correlate(z(0), z(1, cp::slice(4)), mode), "correlate_complex_" + name, 2e-6));
  }
  CHECK(equals<std::int64_t>(cp::convolve(cp::array<std::int64_t>({1, 2}), cp::array<std::int8_t>({3, 4})), {3},
                             {3, 10, 8}));
  CHECK(equals<double>(cp::convolve(cp::array<float>({1, 2}) * 2, cp::array<double>({1})), {2}, {2, 4}));
  CHECK_THROWS_WITH_AS((void)cp::convolve(all, cp::empty<float>({0})), "cp::convolve: neither sequence may be empty",
                       cp::value_error);
}

}  // namespace
