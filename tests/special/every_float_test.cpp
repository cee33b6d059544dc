// Functions of one float32 against themselves in float64: every float32 on the device, some on the host.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/special.hpp>
#include <string>
#include <type_traits>

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

template <class Op>
void every_float(double bar) {
  bool const host = std::is_same_v<cp::default_space, cp::host_space>;
  std::int64_t const step = host ? 65521 : 1, n = (std::int64_t{1} << 32) / step, most = std::int64_t{1} << 27;
  double worst = 0;
  for (std::int64_t first = 0; first < n; first += most) {
    auto const bits = cp::astype<std::uint32_t>((cp::index<0>({std::min(most, n - first)}) + first) * step);
    worst = std::max(worst, cp::max(cp::elementwise(error_of<Op>{})(bits)).item());
  }
  INFO(std::string(Op::qualified_name));
  CHECK(worst <= bar);
}

}  // namespace

TEST_CASE("every float32: error functions, the normal distribution, logistic functions") {
  every_float<ops::erfcx>(4);
  every_float<ops::erfinv>(4);
  every_float<ops::erfcinv>(5);
  every_float<ops::ndtr>(4);
  every_float<ops::ndtri>(5);
  every_float<ops::log_ndtr>(5);
  every_float<ops::expit>(4);
  every_float<ops::logit>(5);
  every_float<ops::log_expit>(4);
  every_float<ops::entr>(4);
  every_float<ops::exprel>(5);
}

TEST_CASE("every float32: modified Bessel functions, integrals") {
  every_float<ops::i0>(5);
  every_float<ops::i0e>(5);
  every_float<ops::i1>(5);
  every_float<ops::i1e>(5);
  every_float<ops::k0>(5);
  every_float<ops::k1e>(5);
  every_float<ops::exp1>(5);
  every_float<ops::si>(5);
  every_float<ops::ellipkm1>(6);
}
