// Bessel functions of the first and second kind.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.j0; cupyx.scipy.special.j1; cupyx.scipy.special.y0; cupyx.scipy.special.y1
TEST_CASE("J and Y of orders 0 and 1 are mpmath's") {
  constexpr reference::bars wave{8, 5};
  reference::check("j0", sp::j0, wave);
  reference::check("j1", sp::j1, wave);
  reference::check("y0", sp::y0, wave);
  reference::check("y1", sp::y1, wave);
  // relative to the value: next to zeros, and of large arguments
  reference::check_float("j0_worst", sp::j0);
  reference::check_float("j1_worst", sp::j1);
  reference::check_float("y0_worst", sp::y0, 4.6);
  reference::check_float("y1_worst", sp::y1);
}

// covers: cupyx.scipy.special.yn; cupyx.scipy.special.spherical_yn
TEST_CASE("Y of whole orders, and the spherical ones, are mpmath's") {
  // every step of the recurrence rounds
  reference::check("yn", sp::yn, {8, 12});
  reference::check("spherical_yn", cp::ufunc<sp::ops::spherical_yn<false>>{}, {8, 8});
  reference::check("spherical_yn_derivative", cp::ufunc<sp::ops::spherical_yn<true>>{}, {8, 8});
  CHECK(sp::spherical_yn(0, 1.0, sp::derivative) == doctest::Approx(1.3817732906760363));
  CHECK(std::isnan(sp::yn(1e30, 1e40)));
  CHECK(std::isinf(sp::yn(1e30, 2.0)));
}

// covers: cupyx.scipy.special.wright_bessel
TEST_CASE("Wright's Bessel function is mpmath's") {
  reference::check("wright_bessel", sp::wright_bessel, {24, 1});  // every term is the one before times a quotient
}

TEST_CASE("16 bits compute in float32, integers in float64: j0") { reference::check_dtypes(sp::j0); }

TEST_CASE("Wronskian of J and Y (DLMF 10.5.2), in one kernel with a maximum") {
  auto const x = cp::eval(cp::linspace(0.05, 40.0, 2000));
  auto const worst = cp::fuse([](auto v) {
    return cp::max(cp::abs((sp::j1(v) * sp::y0(v) - sp::j0(v) * sp::y1(v)) * v * 1.5707963267948966 - 1));
  });
  CHECK(worst(x).item() < 1e-14);
}
