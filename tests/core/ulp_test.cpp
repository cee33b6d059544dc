// The elementary functions in vectorised loops, against NumPy's own validation tables (26,692 lines of bits).
//
// The tables are NumPy's (Debian: python3-numpy); FUSE_UMATH_DATA, as a macro or in the environment, names their
// folder.
#include <doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <fuse/core/scalar_math.hpp>

#ifndef FUSE_UMATH_DATA
#define FUSE_UMATH_DATA "/usr/lib/python3/dist-packages/numpy/core/tests/data"
#endif

namespace {

template <class T>
struct table {
  std::vector<T> input, expected;
  double bound = 0;
};

template <class T>
using bits_of = decltype(cp::detail::float_bits(T{}));

bool read(std::string const& path, table<float>& single, table<double>& full) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    std::size_t const a = line.find(','), b = line.find(',', a + 1), c = line.find(',', b + 1);
    if (c == std::string::npos || line[0] == '#' || line.starts_with("dtype")) continue;
    std::uint64_t const input = std::stoull(line.substr(a + 1), nullptr, 16),
                        output = std::stoull(line.substr(b + 1), nullptr, 16);
    double const bound = std::stod(line.substr(c + 1));
    if (line.starts_with("np.float32")) {
      single.input.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(input)));
      single.expected.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(output)));
      single.bound = std::max(single.bound, bound);
    } else {
      full.input.push_back(std::bit_cast<double>(input));
      full.expected.push_back(std::bit_cast<double>(output));
      full.bound = std::max(full.bound, bound);
    }
  }
  return !full.input.empty();
}

// Values between the two, counted along the ordered bits.
template <class T>
double distance(T x, T y) {
  if (x != x || y != y) return x != x && y != y ? 0 : 1e300;
  auto const ordered = [](T v) {
    auto const u = static_cast<std::int64_t>(cp::detail::float_bits(v) & (~bits_of<T>{0} >> 1));
    return cp::scalar::signbit(v) ? -u : u;
  };
  auto const a = ordered(x), b = ordered(y);
  return static_cast<double>(a > b ? a - b : b - a);
}

template <class T, class F>
void check(char const* name, table<T> const& t, F f) {
  std::vector<T> result(t.input.size());
  T const* x = t.input.data();
  T* y = result.data();
  auto const n = static_cast<std::int64_t>(result.size());
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) y[i] = f(x[i]);
  double worst = 0, worst_single = 0;
  T at{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    double const d = distance(result[i], t.expected[i]);
    if (d > worst) worst = d, at = t.input[i];
    T volatile const one = t.input[i];
    worst_single = std::max(worst_single, distance(static_cast<T>(f(one)), t.expected[i]));
  }
  MESSAGE(std::string(name) << " float" << 8 * sizeof(T) << ": " << worst << " ulp in a loop, " << worst_single
                            << " alone; NumPy allows " << t.bound);
  INFO(std::string(name) << " of " << at);
  CHECK(worst <= std::max(4.0, t.bound));
  CHECK(worst_single <= std::max(4.0, t.bound));
}

}  // namespace

TEST_CASE("vectorised elementary functions stay within NumPy's bounds on NumPy's tables") {
  char const* const set = std::getenv("FUSE_UMATH_DATA");
  std::string const folder = set != nullptr ? set : FUSE_UMATH_DATA;
#define FUNCTION(f)                                                                             \
  {                                                                                             \
    table<float> single;                                                                        \
    table<double> full;                                                                         \
    if (!read(folder + "/umath-validation-set-" #f ".csv", single, full)) {                     \
      MESSAGE("skipped: no umath-validation-set-" #f ".csv in " << folder);                     \
    } else {                                                                                    \
      check(                                                                                    \
          #f, single, [](float x) __attribute__((always_inline)) { return cp::scalar::f(x); }); \
      check(                                                                                    \
          #f, full, [](double x) __attribute__((always_inline)) { return cp::scalar::f(x); });  \
    }                                                                                           \
  }
  // clang-format off
  FUNCTION(cbrt) FUNCTION(cos) FUNCTION(cosh) FUNCTION(exp) FUNCTION(exp2) FUNCTION(expm1) FUNCTION(log)
  FUNCTION(log10) FUNCTION(log1p) FUNCTION(log2) FUNCTION(sin) FUNCTION(sinh) FUNCTION(tan) FUNCTION(tanh)
  FUNCTION(arccos) FUNCTION(arccosh) FUNCTION(arcsin) FUNCTION(arcsinh) FUNCTION(arctan) FUNCTION(arctanh)
  // clang-format on
#undef FUNCTION
}
