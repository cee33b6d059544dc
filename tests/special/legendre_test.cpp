// Associated Legendre functions, spherical harmonics.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.lpmv
TEST_CASE("associated Legendre functions are mpmath's") {
  // Recurrences in the degree, to 40: SciPy is within 57 steps of the integral degrees.
  reference::check("lpmv", sp::lpmv, {100, 32});
}

// covers: cupyx.scipy.special.sph_harm_y; cupyx.scipy.special.sph_harm
TEST_CASE("spherical harmonics are mpmath's, and complex") {
  reference::check("sph_legendre", sp::sph_legendre, {64, 16});  // SciPy: 60
  cp::ndarray<double, 1> const theta{0.3, 1.2}, phi{0.5, 2.0};
  auto const y = values(cp::eval(sp::sph_harm_y(3, 2, theta, phi)));
  static_assert(std::is_same_v<typename decltype(y)::value_type, cp::complex128>);
  // SciPy's sph_harm_y(3, 2, [0.3, 1.2], [0.5, 2.0])
  CHECK(y[1].imag() == doctest::Approx(-0.24346307).epsilon(1e-6));
  CHECK(y[0].real() == doctest::Approx(0.04606937).epsilon(1e-6));
  auto const older = values(cp::eval(sp::sph_harm(2, 3, phi, theta)));
  CHECK((older[0] == y[0] && older[1] == y[1]));
}

TEST_CASE("spherical harmonics of one degree add up (DLMF 14.30.9), in one kernel with a sum") {
  auto const theta = cp::eval(cp::linspace(0.05, 3.0, 50));
  auto const m = cp::reshape(cp::arange<std::int32_t>(-20, 21), cp::make_shape({41, 1}));
  auto const y = sp::sph_legendre(20, m, theta);
  CHECK(cp::max(cp::abs(cp::sum(y * y, cp::axis<0>) * (4 * 3.141592653589793 / 41) - 1)).item() < 1e-13);
}
