// Functions of one float32 against themselves in float64: every float32 on the device, some on the host.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/special.hpp>
#include <string>
#include <type_traits>
#include <utility>

namespace ops = cp::special::ops;

namespace {

/// How far a function of a float32 is from float64's, in float32's steps; 1e300 for another special value.
template <class Op>
struct error_of {
  FUSE_HD_NOINLINE double operator()(std::uint32_t bits) const {
    float const x = std::bit_cast<float>(bits), got = Op{}(x);
    double const right = Op{}(static_cast<double>(x)), wide = static_cast<double>(got);
    if (right != right || got != got) return (right != right) == (got != got) ? 0 : 1e300;
    double const size = cp::scalar::abs(right);
    if (size > 3.402823e38) return cp::scalar::abs(wide) > 3.4e38 ? 0 : 1e300;
    if (wide == right) return 0;
    int e = 0;
    (void)cp::scalar::frexp(right, e);
    e = right == 0 || e < -125 ? -125 : e;
    double const error = cp::scalar::abs(wide - right) * cp::scalar::ldexp(1.0, 24 - e);
    return error < 1e300 ? error : 1e300;
  }
};

/// All are within `bar`, but for `few`, which are within `bar_of_few`: floats next to zeros that are not at 0.
template <class Op>
void every_float(double bar, std::int64_t few = 0, double bar_of_few = 0) {
  bool const host = std::is_same_v<cp::default_space, cp::host_space>;
  std::int64_t const step = host ? 65521 : 1, n = (std::int64_t{1} << 32) / step, most = std::int64_t{1} << 27;
  double worst = 0;
  std::int64_t beyond = 0;
  for (std::int64_t first = 0; first < n; first += most) {
    auto const bits = cp::astype<std::uint32_t>((cp::index<0>({std::min(most, n - first)}) + first) * step);
    auto const errors = cp::eval(cp::elementwise(error_of<Op>{})(bits));
    worst = std::max(worst, cp::max(errors).item());
    beyond += cp::count_nonzero(errors > bar).item();
  }
  INFO(std::string(Op::qualified_name));
  CHECK(worst <= std::max(bar, bar_of_few));
  CHECK(beyond <= few);
}

}  // namespace

/// About 200000 floats from `low` to `high`, of one sign.
template <class Op>
void some_floats(float low, float high, double bar) {
  auto const at = [](float x) { return static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(x)); };
  std::int64_t const first = std::min(at(low), at(high)), n = std::max(at(low), at(high)) - first,
                     step = n / 200000 + 1;
  auto const bits = cp::astype<std::uint32_t>(cp::index<0>({n / step}) * step + first);
  double const worst = cp::max(cp::elementwise(error_of<Op>{})(bits)).item();
  std::string const name =
      std::string(Op::qualified_name) + " from " + std::to_string(low) + " to " + std::to_string(high);
  INFO(name);
  CHECK(worst <= bar);
}
/// What a GPU takes for cosm1 of float32.
struct cosm1_of_rest {
  static constexpr char const* qualified_name = "cp::special::formulas::cosm1_of_rest";
  FUSE_HD float operator()(float x) const { return cp::special::formulas::cosm1_of_rest(x); }
  FUSE_HD double operator()(double x) const { return cp::special::formulas::cosm1(x); }
};

/// What a GPU takes for larger ones.
struct cosm1_of_large {
  static constexpr char const* qualified_name = "cp::special::formulas::cosm1_of_large";
  FUSE_HD float operator()(float x) const { return cp::special::formulas::cosm1_of_large(x); }
  FUSE_HD double operator()(double x) const { return cp::special::formulas::cosm1(x); }
};

TEST_CASE("floats where roundings add up") {
  some_floats<ops::log_ndtr>(0.05f, 2.0f, 3);
  some_floats<ops::log_ndtr>(-2.0f, -1e-3f, 3.5);
  some_floats<ops::ndtr>(-9.0f, -8.0f, 2.5);
  some_floats<ops::erfcinv>(1e-8f, 1e-7f, 3.2);
  some_floats<ops::ndtri>(1e-5f, 1e-3f, 3.9);
  some_floats<ops::i0>(4.0f, 30.0f, 3);
  some_floats<ops::i1>(4.0f, 30.0f, 3.4);
  some_floats<ops::k0>(0.1f, 2.0f, 3);
  some_floats<ops::k0e>(0.1f, 2.0f, 3.4);
  some_floats<ops::k1>(0.5f, 85.0f, 3);
  some_floats<ops::rgamma>(-40.0f, -1e-9f, 4);
  some_floats<ops::rgamma>(1.0f, 36.0f, 2);
  some_floats<ops::expi>(0.1f, 6.0f, 4.1);
  some_floats<ops::riemann_zeta>(-70.0f, -1e-5f, 4);
  some_floats<ops::expi>(6.0f, 20.0f, 3);
  some_floats<ops::shi>(4.0f, 10.0f, 3);
  some_floats<ops::chi>(4.0f, 10.0f, 3);
  some_floats<ops::lambertw<false>>(-0.34f, -0.1f, 4);
  some_floats<ops::cotdg>(1e-38f, 1e-3f, 3);
  some_floats<ops::ellipkm1>(100.0f, 400.0f, 4);
  some_floats<ops::chi>(0.2f, 4.0f, 4);
  some_floats<cosm1_of_rest>(1e-6f, 99000.0f, 4);
  some_floats<cosm1_of_large>(1e5f, 3e38f, 3);
}

TEST_CASE("floats near zeros that are not at 0, and large ones, of which a wave takes all digits") {
  for (auto const [low, high] :
       {std::pair(1e-30f, 4.0f), {4.0f, 12.0f}, {12.0f, 100.0f}, {1e3f, 1e5f}, {1e5f, 3e38f}}) {
    bool const behind = low == 12;  // where a few floats beside zeros have fewer digits
    some_floats<ops::j0>(low, high, 4);
    some_floats<ops::j1>(low, high, 4);
    some_floats<ops::y0>(low, high, 4.7);
    some_floats<ops::y1>(low, high, 4.2);
    some_floats<ops::ci>(low, high, behind ? 500 : 4.5);
  }
  // those next to zeros
  for (float const zero : {2.40482556f, 5.52007811f, 8.65372791f, 11.7915344f})
    some_floats<ops::j0>(zero - 1e-4f, zero + 1e-4f, 4);
  for (float const zero : {3.83170597f, 7.01558667f, 10.1734681f}) some_floats<ops::j1>(zero - 1e-4f, zero + 1e-4f, 4);
  for (float const zero : {0.893576966f, 3.95767842f, 7.08605106f, 10.2223450f})
    some_floats<ops::y0>(zero - 1e-4f, zero + 1e-4f, 4);
  for (float const zero : {2.19714133f, 5.42968104f, 8.59600587f, 11.7491548f})
    some_floats<ops::y1>(zero - 1e-4f, zero + 1e-4f, 4);
  for (float const zero : {0.616505486f, 3.38418042f, 6.42704774f, 9.52962f})
    some_floats<ops::ci>(zero - 1e-4f, zero + 1e-4f, 4);
}

TEST_CASE("every float32: error functions, the normal distribution, logistic functions") {
  every_float<ops::erfcx>(4);
  every_float<ops::erfinv>(4);
  every_float<ops::erfcinv>(4);
  every_float<ops::ndtr>(4);
  every_float<ops::ndtri>(4);
  every_float<ops::log_ndtr>(4);
  every_float<ops::expit>(4);
  every_float<ops::logit>(4);
  every_float<ops::log_expit>(4);
  every_float<ops::entr>(4);
  every_float<ops::exprel>(5);
}

TEST_CASE("every float32: modified Bessel functions, integrals") {
  every_float<ops::i0>(4);
  every_float<ops::i0e>(4);
  every_float<ops::i1>(4);
  every_float<ops::i1e>(4);
  every_float<ops::k0>(4);
  every_float<ops::k0e>(4);
  every_float<ops::k1>(4);
  every_float<ops::k1e>(4);
  every_float<ops::exp1>(4);
  every_float<ops::expi>(4);
  every_float<ops::chi>(4);
  every_float<ops::shi>(4);
  every_float<ops::rgamma>(4);
  every_float<ops::j0>(4.2, 2000, 200);
  every_float<ops::j1>(4.2);
  every_float<ops::y0>(4.2, 10, 20);
  every_float<ops::y1>(4.2);
  every_float<ops::ci>(4.2, 600, 500);
  every_float<ops::riemann_zeta>(4.2);
  every_float<ops::cosm1>(4);
  every_float<ops::si>(5);
  every_float<ops::ellipkm1>(6);
}
