// complex<T>, and cp::scalar on it, against mpmath and the special values that NumPy gives.
#include <fuse/core/complex.hpp>

#include <doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>

#include <fuse/core/scalar_math.hpp>

namespace {

struct golden {
  char const* name;
  int dtype;
  std::uint64_t re, im, result_re, result_im;
};

golden const values[] = {
#include "../data/core/complex.inc"
};
golden const special[] = {
#include "../data/core/complex_special.inc"
};

template <class T>
cp::complex<T> call(std::string const& name, cp::complex<T> z) {
#define CALL(f) \
  if (name == #f) return cp::scalar::f(z);
  // clang-format off
  CALL(exp) CALL(exp2) CALL(expm1) CALL(log) CALL(log2) CALL(log10) CALL(log1p) CALL(sqrt) CALL(sin) CALL(cos)
  CALL(tan) CALL(sinh) CALL(cosh) CALL(tanh) CALL(arcsin) CALL(arccos) CALL(arctan) CALL(arcsinh) CALL(arccosh)
  CALL(arctanh) CALL(reciprocal) CALL(square)
#undef CALL
  FAIL("unknown function " << name);
  // clang-format on
  return z;
}

template <class T>
T value(std::uint64_t bits) {
  return static_cast<T>(std::bit_cast<double>(bits));
}

// The distance in units of the last place of the expected value's magnitude.
template <class T>
double ulps(cp::complex<T> got, cp::complex<T> expected) {
  T const size = std::max(std::abs(expected.re), std::abs(expected.im));
  T const ulp = std::nextafter(size, std::numeric_limits<T>::infinity()) - size;
  if (got == expected) return 0;
  double const distance =
      std::max(std::abs(double(got.re) - double(expected.re)), std::abs(double(got.im) - double(expected.im)));
  return distance / static_cast<double>(ulp);
}
template <class T>
double part_ulps(T got, T expected) {
  if (got == expected) return 0;
  T const size = std::abs(expected);
  return std::abs(double(got) - double(expected)) /
         double(std::nextafter(size, std::numeric_limits<T>::infinity()) - size);
}

template <class T>
void check_values(int tag, std::string const& name, double bound, double part_bound) {
  double worst = 0, worst_part = 0;
  for (golden const& g : values) {
    if (g.dtype != tag || name != g.name) continue;
    cp::complex<T> const z(value<T>(g.re), value<T>(g.im)), expected(value<T>(g.result_re), value<T>(g.result_im));
    cp::complex<T> const got = call<T>(name, z);
    worst = std::max(worst, ulps(got, expected));
    double const part = std::max(part_ulps(got.re, expected.re), part_ulps(got.im, expected.im));
    if (part_bound > 0 && !(part <= part_bound)) {
      MESSAGE(name << "(" << z.re << ", " << z.im << ") = (" << got.re << ", " << got.im << "), expected ("
                   << expected.re << ", " << expected.im << "): " << part << " ulp");
    }
    worst_part = std::max(worst_part, part);
  }
  MESSAGE(name << " complex" << tag << ": " << worst << " ulp of the magnitude, " << worst_part << " ulp of a part");
  CHECK(worst <= bound);
  if (part_bound > 0) CHECK(worst_part <= part_bound);
}

}  // namespace

TEST_CASE("complex functions stay within their error against mpmath") {
  struct {
    char const* name;
    double bound, part_bound;  // 0: cancellation in one part is allowed
  } const bounds[] = {{"exp", 4, 4},    {"exp2", 8, 0},   {"expm1", 6, 0},   {"log", 4, 4},     {"log2", 5, 5},
                      {"log10", 5, 5},  {"log1p", 4, 4},  {"sqrt", 3, 3},    {"sin", 5, 5},     {"cos", 5, 5},
                      {"tan", 8, 8},    {"sinh", 5, 5},   {"cosh", 5, 5},    {"tanh", 8, 8},    {"arcsin", 5, 5},
                      {"arccos", 5, 5}, {"arctan", 5, 5}, {"arcsinh", 5, 5}, {"arccosh", 5, 5}, {"arctanh", 5, 5},
                      {"square", 2, 0}};
  for (auto const& b : bounds) {
    check_values<float>(64, b.name, b.bound, b.part_bound);
    check_values<double>(128, b.name, b.bound, b.part_bound);
  }
}

TEST_CASE("special values are those of C99 Annex G, as in NumPy") {
  int wrong = 0;
  for (golden const& g : special) {
    double const x = value<double>(g.re), y = value<double>(g.im);
    cp::complex128 const got = call<double>(g.name, {x, y});
    double const expected[] = {value<double>(g.result_re), value<double>(g.result_im)}, parts[] = {got.re, got.im};
    for (int i = 0; i < 2; ++i) {
      double const e = expected[i], p = parts[i];
      bool const both_nan = std::isnan(e) && std::isnan(p);
      bool const close = e == p || std::abs(e - p) <= 1e-15 * std::abs(e);
      // beside a NaN, the sign of a zero or an infinity is not specified
      bool const unsigned_case = std::isnan(expected[1 - i]) && std::abs(e) == std::abs(p);
      bool const same_sign = unsigned_case || std::isnan(e) || std::signbit(e) == std::signbit(p);
      if ((both_nan || close || unsigned_case) && same_sign) continue;
      ++wrong;
      MESSAGE(std::string(g.name) << "(" << x << ", " << y << "): part " << i << " is " << p << ", expected " << e);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("arithmetic and division survive large and small parts") {
  cp::complex128 const a(1e300, 1e300), b(1e-300, -1e-300);
  CHECK(a / a == cp::complex128(1, 0));
  CHECK((b / b).re == doctest::Approx(1));
  CHECK((cp::complex128(1, 2) / cp::complex128(3, 4)).re == doctest::Approx(0.44));
  CHECK((cp::complex128(1, 2) / cp::complex128(3, 4)).im == doctest::Approx(0.08));
  cp::complex128 const q = cp::complex128(1, -1) / cp::complex128(0, 0);
  CHECK(q.re == INFINITY);
  CHECK(q.im == -INFINITY);
  CHECK(cp::complex64(1, 2) * 2.0f == cp::complex64(2, 4));
  CHECK(1 - cp::complex64(1, 2) == cp::complex64(0, -2));
}

TEST_CASE("std::complex converts both ways") {
  std::complex<float> const s(1, 2);
  cp::complex64 const z = s;
  std::complex<float> const back = z;
  CHECK(z == cp::complex64(1, 2));
  CHECK(back == s);
  CHECK(z + s == cp::complex64(2, 4));
}

TEST_CASE("complex numbers are ordered by parts, NaN last") {
  using cp::complex128;
  namespace s = cp::scalar;
  CHECK(s::less(complex128(1, 5), complex128(2, 0)));
  CHECK(s::less(complex128(1, 0), complex128(1, 5)));
  CHECK(s::less(complex128(9, 9), complex128(0, NAN)));
  CHECK(s::less(complex128(0, NAN), complex128(NAN, 0)));
  CHECK(s::maximum(complex128(1, 5), complex128(1, 7)).im == 7);
  CHECK(std::isnan(s::maximum(complex128(1, NAN), complex128(5, 7)).im));
  CHECK(std::isnan(s::minimum(complex128(1, 5), complex128(NAN, 7)).re));
  CHECK(s::fmax(complex128(NAN, 5), complex128(1, 7)) == complex128(1, 7));
}

TEST_CASE("sign of a complex number lies on the unit circle") {
  namespace s = cp::scalar;
  CHECK(s::sign(cp::complex128(3, 4)) == cp::complex128(0.6, 0.8));
  CHECK(s::sign(cp::complex128(0, 0)) == cp::complex128(0, 0));
  CHECK(s::sign(cp::complex128(-INFINITY, 1)) == cp::complex128(-1, 0));
  CHECK(s::sign(cp::complex128(1e308, 1e308)).re == doctest::Approx(std::sqrt(0.5)));
  CHECK(s::isnan(s::sign(cp::complex128(NAN, 1))));
}

TEST_CASE("whole powers are exact, powers of zero as in NumPy") {
  namespace s = cp::scalar;
  CHECK(s::pow(cp::complex128(1, 2), cp::complex128(3, 0)) == cp::complex128(-11, -2));
  CHECK(s::pow(cp::complex64(1, 2), cp::complex64(-1, 0)) == cp::complex64(1) / cp::complex64(1, 2));
  CHECK(s::pow(cp::complex128(0, 0), cp::complex128(0, 0)) == cp::complex128(1, 0));
  CHECK(s::pow(cp::complex128(0, 0), cp::complex128(2, 0)) == cp::complex128(0, 0));
  CHECK(s::isnan(s::pow(cp::complex128(0, 0), cp::complex128(-1, 0))));
  cp::complex128 const i_to_i = s::pow(cp::complex128(0, 1), cp::complex128(0, 1));
  CHECK(i_to_i.re == doctest::Approx(std::exp(-1.5707963267948966)).epsilon(1e-15));
}
