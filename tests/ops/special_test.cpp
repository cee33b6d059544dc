// The error function and its complement against mpmath's values, and erfc of every float32 against that of float64.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <limits>
#include <string>
#include <type_traits>

#include "array/values.hpp"
#include "close.hpp"
#include "data.hpp"

using tests::values;

namespace {

/// The distance of a value from the right one in steps of the dtype's numbers there, 1e300 for another special value.
template <class T>
double ulp(T got, double right) {
  double const x = static_cast<double>(got);
  if (x == right || (x != x && right != right)) return 0;
  if (!(std::abs(x - right) <= std::numeric_limits<double>::max())) return 1e300;
  // The exponent of the dtype's least normal number.
  int const least = sizeof(T) == 8 ? -1021 : std::is_same_v<T, cp::float16> ? -13 : -125;
  return std::abs(x - right) / std::ldexp(tests::epsilon_of<T>, std::max(std::ilogb(right) + 1, least) - 1);
}

template <class T>
void as_mpmath(double bound_erf, double bound_erfc) {
  auto const all = cp::load<double, 2, cp::host_space>(tests::data_folder() + "/special/errors.npy");
  auto const x = values(all(0)), erf = values(all(1)), erfc = values(all(2));
  cp::ndarray<T, 1> const in = cp::astype<T>(cp::eval(all(0)).template to<cp::default_space>());
  auto const taken = values(in), got_erf = values(cp::eval(cp::erf(in))), got_erfc = values(cp::eval(cp::erfc(in)));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (static_cast<double>(taken[i]) != x[i] && x[i] == x[i]) continue;  // not a number of a 16-bit dtype
    CAPTURE(x[i]);
    CHECK(ulp(got_erf[i], erf[i]) <= bound_erf);
    CHECK(ulp(got_erfc[i], erfc[i]) <= bound_erfc);
  }
}

/// How far erfc of a float32 is from float64's, in float32's steps.
struct erfc_error {
  FUSE_HD double operator()(std::uint32_t bits) const {
    float const x = std::bit_cast<float>(bits), got = cp::scalar::erfc(x);
    double const right = cp::scalar::erfc(static_cast<double>(x));
    if (x != x) return got != got ? 0 : 1e300;
    int e = 0;
    (void)cp::scalar::frexp(right, e);
    e = right == 0 || e < -125 ? -125 : e;
    double const error = cp::scalar::abs(static_cast<double>(got) - right) * cp::scalar::ldexp(1.0, 24 - e);
    return error == error ? error : 1e300;
  }
};

}  // namespace

// covers: cupyx.rsqrt
TEST_CASE("rsqrt is the reciprocal square root") {
  auto const r = cp::eval(cp::rsqrt(cp::array<double>({4, 0.25, 0})));
  CHECK(tests::equals<double>(r, {3}, {0.5, 2, cp::inf}));
  CHECK(tests::equals<float>(cp::rsqrt(cp::array<float>({16})), {1}, {0.25f}));
  CHECK(std::isnan(cp::eval(cp::rsqrt(cp::array<double>({-1}))).item()));
}

TEST_CASE("erf and erfc are mpmath's") {
  as_mpmath<double>(4, 5);
  as_mpmath<float>(4, 4);
  as_mpmath<cp::float16>(0.51, 0.51);
  as_mpmath<cp::bfloat16>(0.51, 0.51);
}

TEST_CASE("erfc of every float32 on the device, of some on the host") {
  bool const host = std::is_same_v<cp::default_space, cp::host_space>;
  std::int64_t const step = host ? 16381 : 1, n = (std::int64_t{1} << 32) / step, most = std::int64_t{1} << 27;
  auto const error = cp::elementwise(erfc_error{});
  double worst = 0;
  for (std::int64_t first = 0; first < n; first += most) {
    auto const bits = cp::astype<std::uint32_t>((cp::index<0>({std::min(most, n - first)}) + first) * step);
    worst = std::max(worst, cp::max(error(bits)).item());
  }
  MESSAGE("erfc of float32: " << worst << " ulp");
  CHECK(worst <= 4);
  float const nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  auto const special =
      values(cp::eval(cp::erfc(cp::ndarray<float, 1>{0.0f, -0.0f, inf, -inf, nan, 10.1f, -10.1f, 1e-45f})));
  CHECK((special[0] == 1 && special[1] == 1 && special[2] == 0 && special[3] == 2 && std::isnan(special[4])));
  CHECK((special[5] == 0 && !std::signbit(special[5]) && special[6] == 2 && special[7] == 1));
}
