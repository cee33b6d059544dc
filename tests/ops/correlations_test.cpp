// Covariances, correlations and convolutions against NumPy.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/library/fft.hpp>
#include <fuse/sorting.hpp>
#include <string>
#include <utility>
#include <vector>

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
  for (auto const& of_mode : modes) {
    auto const mode = of_mode.first;
    auto const name = of_mode.second;
    CAPTURE(name);
    for (auto const& length : lengths) {
      int const n = length.first, k = length.second;
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

// Long sequences, one of which is 0 but for a few elements: what they give is written down at once. By transforms where
// the build has them.
struct long_case {
  static constexpr bool on_device = cp::default_space::kind == cp::memory_kind::device;
  std::int64_t n = on_device ? 1 << 18 : 20000, m = on_device ? 2048 : 3000;
  std::vector<std::pair<std::int64_t, double>> few{{0, 2}, {17, -1}, {n / 2, 0.5}, {n / 2 + 900, 3}, {n - 1, 1}};

  [[nodiscard]] cp::ndarray<double, 1> taps() const { return cp::arange<double>(m) + 1; }
  [[nodiscard]] cp::ndarray<double, 1> sparse() const {
    cp::ndarray<double, 1> a = cp::zeros<double>({n});
    for (auto const& [at, x] : few) a(at) = x;
    return a;
  }
  // Element i of the full convolution with the taps, or with the taps turned round.
  [[nodiscard]] double full(std::int64_t i, bool turned) const {
    double sum = 0;
    for (auto const& [at, x] : few)
      if (std::int64_t const k = i - at; k >= 0 && k < m) sum += x * static_cast<double>(turned ? m - k : k + 1);
    return sum;
  }
  // The largest distance from those that begin at `begin`; infinite where what is no number stands elsewhere.
  template <class A>
  [[nodiscard]] double distance(A const& made, std::int64_t begin, bool turned) const {
    double worst = 0;
    auto const h = made.to_host();
    for (std::int64_t i = 0; i < h.size(); ++i) {
      double const is = h.item(i), expected = full(begin + i, turned);
      if (std::isnan(is) != std::isnan(expected)) return INFINITY;
      if (!std::isnan(is)) worst = std::max(worst, std::abs(is - expected));
    }
    return worst;
  }
};

TEST_CASE("long sequences are convolved by transforms, and what is no number stays where it is") {
  long_case c;
  auto const taps = c.taps();
  using mode = cp::convolve_mode;
  for (bool const with_nan : {false, true}) {
    CAPTURE(with_nan);
    if (with_nan) c.few[2].second = NAN;
    auto const a = c.sparse();
    auto const before = cp::count().library_calls;
    auto const full = cp::convolve(a, taps);
    if (long_case::on_device || cp::library::has_host_fft()) CHECK(cp::count().library_calls > before);
    CHECK(full.size() == c.n + c.m - 1);
    CHECK(c.distance(full, 0, false) < 1e-8);
    CHECK(c.distance(cp::convolve(taps, a, mode::same), (c.m - 1) / 2, false) < 1e-8);
    CHECK(c.distance(cp::correlate(a, taps), c.m - 1, true) < 1e-8);
    CHECK(c.distance(cp::convolve(cp::astype<float>(a), cp::astype<float>(taps)), 0, false) < 0.05);
  }
  c.few[2].second = 1;
  cp::ndarray<cp::complex64, 1> const z = cp::complex64(0, 1) * cp::astype<float>(c.sparse());
  auto const squares = cp::correlate(z, cp::complex64(0, 1) * cp::astype<float>(taps), mode::full);
  CHECK(c.distance(cp::eval(cp::real(squares)), 0, true) < 0.05);
  CHECK(cp::max(cp::abs(cp::imag(squares))).item() < 0.05f);
}

}  // namespace
