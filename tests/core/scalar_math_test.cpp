// cp::scalar on real numbers, against NumPy and against wide integers.
#include <fuse/core/scalar_math.hpp>

#include <doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>
#include <string>

namespace {

namespace s = cp::scalar;

struct golden {
  char const* name;
  int dtype;
  std::uint64_t x, y, result, unused;
};

golden const values[] = {
#include "../data/core/real.inc"
};

template <class T>
T call(std::string const& name, T x, T y) {
#define UNARY(f) \
  if (name == #f) return static_cast<T>(s::f(x));
#define BINARY(f) \
  if (name == #f) return s::f(x, y);
  // clang-format off
  BINARY(arctan2) BINARY(hypot) BINARY(fmod) BINARY(remainder) BINARY(floor_divide) BINARY(copysign) BINARY(nextafter)
  BINARY(logaddexp) BINARY(logaddexp2) BINARY(maximum) BINARY(minimum) BINARY(fmax) BINARY(fmin) BINARY(heaviside)
  UNARY(rint) UNARY(floor) UNARY(ceil) UNARY(trunc) UNARY(sign) UNARY(spacing) UNARY(sinc) UNARY(degrees)
  UNARY(radians) UNARY(cbrt) UNARY(exp2) UNARY(expm1) UNARY(log1p) UNARY(signbit)
#undef UNARY
#undef BINARY
  if (name == "power") return s::pow(x, y);
  // clang-format on
  FAIL("unknown function " << name);
  return x;
}

template <class T>
bool agrees(std::string const& name, T x, T y, T expected) {
  if (name == "power" && y == T(0.5) && x <= 0) return true;  // NumPy takes sqrt, which differs from C99's pow there
  T const got = call(name, x, y);
  if (std::isnan(expected) && std::isnan(got)) return true;
  bool const inexact = name == "arctan2" || name == "hypot" || name == "power" || name.starts_with("logaddexp") ||
                       name == "sinc" || name == "cbrt" || name == "exp2" || name == "expm1" || name == "log1p" ||
                       name == "degrees" || name == "radians";
  T const slack = inexact ? 4 * std::numeric_limits<T>::epsilon() * std::abs(expected) : T{0};
  // of two equal zeros NumPy's vector code returns either
  bool const order = name == "maximum" || name == "minimum" || name == "fmax" || name == "fmin";
  bool const same_sign = std::signbit(got) == std::signbit(expected) || (order && got == 0) || name == "heaviside";
  if ((got == expected || std::abs(got - expected) <= slack) && same_sign) return true;
  MESSAGE(name << "(" << x << ", " << y << ") = " << got << ", expected " << expected);
  return false;
}

template <class T>
struct reference {  // what the functions promise, in 64 bits
  static std::int64_t floor_divide(std::int64_t x, std::int64_t y) {
    return y == 0 ? 0 : x / y - ((x % y != 0) && ((x % y < 0) != (y < 0)));
  }
  static std::int64_t remainder(std::int64_t x, std::int64_t y) { return y == 0 ? 0 : x - floor_divide(x, y) * y; }
  static std::int64_t fmod(std::int64_t x, std::int64_t y) { return y == 0 ? 0 : x % y; }
};

template <class T>
int wrong_integers(T x, T y) {
  using R = reference<T>;
  int wrong = 0;
  wrong += s::floor_divide(x, y) != static_cast<T>(R::floor_divide(x, y));
  wrong += s::remainder(x, y) != static_cast<T>(R::remainder(x, y));
  wrong += s::fmod(x, y) != static_cast<T>(R::fmod(x, y));
  wrong += s::maximum(x, y) != std::max(x, y) || s::minimum(x, y) != std::min(x, y);
  wrong += s::abs(x) != static_cast<T>(std::abs(static_cast<std::int64_t>(x)));
  wrong += s::negative(x) != static_cast<T>(-static_cast<std::int64_t>(x));
  wrong += s::gcd(x, y) != static_cast<T>(std::gcd(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)));
  if constexpr (sizeof(T) == 1) {
    wrong += s::lcm(x, y) != static_cast<T>(std::lcm(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)));
    bool const inside = static_cast<unsigned>(y) < 8;
    wrong += s::left_shift(x, y) != static_cast<T>(inside ? x << y : 0);
    wrong += s::right_shift(x, y) != static_cast<T>(x >> (inside ? y : 31));
    std::uint8_t power = 1;
    for (int i = 0; i < y; ++i) power = static_cast<std::uint8_t>(power * x);
    wrong += static_cast<unsigned>(y) < 256 && s::pow(x, y) != static_cast<T>(power);
  }
  return wrong;
}

template <class T>
void check_random_integers() {
  std::mt19937_64 random(7);
  T const edges[] = {0, 1, static_cast<T>(-1), 2, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), 7, 10};
  int wrong = 0;
  for (int i = 0; i < 200000; ++i) {
    T const x = static_cast<T>(random() >> (random() % 32)), y = static_cast<T>(random() >> (random() % 64));
    wrong += wrong_integers(x, y);
    wrong += wrong_integers(x, edges[i % 8]) + wrong_integers(edges[i % 8], y);
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("real functions agree with NumPy on special values") {
  int wrong = 0;
  for (golden const& g : values) {
    double const x = std::bit_cast<double>(g.x), y = std::bit_cast<double>(g.y), e = std::bit_cast<double>(g.result);
    wrong += g.dtype == 64
                 ? !agrees<double>(g.name, x, y, e)
                 : !agrees<float>(g.name, static_cast<float>(x), static_cast<float>(y), static_cast<float>(e));
  }
  CHECK(wrong == 0);
}

TEST_CASE("8-bit integers: every pair") {
  int wrong = 0;
  for (int x = -128; x < 128; ++x) {
    for (int y = -128; y < 128; ++y) {
      wrong += wrong_integers(static_cast<std::int8_t>(x), static_cast<std::int8_t>(y));
      wrong += wrong_integers(static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y));
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("wider integers: random pairs and edges") {
  check_random_integers<std::int16_t>();
  check_random_integers<std::uint16_t>();
  check_random_integers<std::int32_t>();
  check_random_integers<std::uint32_t>();
}

TEST_CASE("64-bit integers wrap") {
  std::int64_t const low = std::numeric_limits<std::int64_t>::min();
  CHECK(s::floor_divide(low, std::int64_t{-1}) == low);
  CHECK(s::remainder(low, std::int64_t{-1}) == 0);
  CHECK(s::remainder(std::int64_t{-7}, std::int64_t{3}) == 2);
  CHECK(s::floor_divide(std::int64_t{-7}, std::int64_t{0}) == 0);
  CHECK(s::abs(low) == low);
  CHECK(s::pow(std::int64_t{3}, std::int64_t{41}) == static_cast<std::int64_t>(18026252303461234787ull));
  CHECK(s::pow(std::int64_t{-1}, std::int64_t{-3}) == -1);
  CHECK(s::left_shift(std::int64_t{1}, std::int64_t{64}) == 0);
  CHECK(s::right_shift(std::int64_t{-5}, std::int64_t{-1}) == -1);
  CHECK(s::square(std::uint16_t{65535}) == 1);
}

TEST_CASE("fmod of floats and doubles is exact over the whole range") {
  std::mt19937_64 random(11);
  int wrong = 0;
  for (int i = 0; i < 400000; ++i) {
    auto const x = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    auto const y = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    float const got = s::fmod(x, y), expected = std::fmod(x, y);
    wrong += std::bit_cast<std::uint32_t>(got) != std::bit_cast<std::uint32_t>(expected) &&
             !(std::isnan(got) && std::isnan(expected));
    double const a = std::bit_cast<double>(random() & 0xffdfffffffffffffu);  // finite
    double const b = std::ldexp(std::bit_cast<double>((random() >> 12) | 0x3ff0000000000000u),
                                std::ilogb(a) - static_cast<int>(random() % 60));
    double const r = s::fmod(a, b), e = std::fmod(a, b);
    wrong += r != e && !(std::isnan(r) && std::isnan(e));
  }
  CHECK(wrong == 0);
}

TEST_CASE("nextafter and spacing of 16-bit types step through the bits") {
  using cp::bfloat16, cp::float16;
  CHECK(s::nextafter(float16(1.0f), float16(2.0f)).bits == 0x3c01);
  CHECK(s::nextafter(float16(0.0f), float16(-1.0f)).bits == 0x8001);
  CHECK(s::nextafter(float16(65504.0f), float16(INFINITY)).bits == 0x7c00);
  CHECK(s::nextafter(bfloat16(1.0f), bfloat16(0.0f)).bits == 0x3f7f);
  CHECK(float(s::spacing(float16(1.0f))) == 0x1p-10f);
  CHECK(float(s::spacing(bfloat16(-1.0f))) == -0x1p-7f);
}

TEST_CASE_TEMPLATE("0 comes after -0, whichever is named first", T, cp::float16, cp::bfloat16, float, double) {
  T const zero(0.0f), minus(-0.0f), nan(NAN);
  auto const is_minus = [](T x) { return std::signbit(static_cast<float>(x)) && static_cast<float>(x) == 0; };
  for (auto const& [x, y] : {std::pair{zero, minus}, std::pair{minus, zero}}) {
    CHECK_FALSE(is_minus(s::maximum(x, y)));
    CHECK_FALSE(is_minus(s::fmax(x, y)));
    CHECK(is_minus(s::minimum(x, y)));
    CHECK(is_minus(s::fmin(x, y)));
  }
  CHECK(is_minus(s::maximum(minus, minus)));
  CHECK(is_minus(s::fmax(minus, minus)));
  CHECK_FALSE(is_minus(s::minimum(zero, zero)));
  CHECK(is_minus(s::fmin(minus, nan)));
  CHECK(is_minus(s::fmax(nan, minus)));
  CHECK(s::isnan(s::maximum(nan, minus)));
  CHECK(s::isnan(s::minimum(zero, nan)));
  CHECK(s::isnan(s::fmax(nan, nan)));
}
static_assert(__builtin_copysign(1.0, s::maximum(-0.0, 0.0)) > 0 && __builtin_copysign(1.0, s::minimum(0.0, -0.0)) < 0);

TEST_CASE("16-bit types compute in float") {
  cp::float16 const x(0.3f), nan(NAN);
  CHECK(s::exp(x).bits == cp::float16(std::exp(float(x))).bits);
  CHECK(s::hypot(x, x).bits == cp::float16(std::hypot(float(x), float(x))).bits);
  CHECK(s::isnan(s::maximum(x, nan)));
  CHECK(s::fmax(x, nan) == x);
  CHECK(s::rint(cp::bfloat16(2.5f)) == cp::bfloat16(2.0f));
  CHECK(s::isinf(cp::float16(INFINITY)));
  CHECK_FALSE(s::isfinite(nan));
}

TEST_CASE("pieces of numbers") {
  int e = 0;
  double whole = 0;
  CHECK(s::frexp(12.0, e) == 0.75);
  CHECK(e == 4);
  CHECK(s::ldexp(0.75, 4) == 12.0);
  CHECK(s::modf(-2.5, whole) == -0.5);
  CHECK(whole == -2.0);
  CHECK(std::signbit(s::modf(static_cast<double>(-INFINITY), whole)));
  CHECK(s::clip(7, 0, 5) == 5);
  CHECK(std::isnan(s::clip(static_cast<double>(NAN), 0.0, 5.0)));
  CHECK(s::angle(-2.0) == doctest::Approx(3.14159265358979));
  CHECK(s::gamma(5.0) == 24.0);
  CHECK(s::lgamma(0.5) == doctest::Approx(0.5723649429247001).epsilon(1e-15));
  CHECK(s::erf(0.5) == doctest::Approx(0.5204998778130465).epsilon(1e-15));
}
