// Exponential, trigonometric and hyperbolic integrals, Lambert's W.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.exp1; cupyx.scipy.special.expi; cupyx.scipy.special.expn
TEST_CASE("exponential integrals are mpmath's") {
  reference::check("exp1", sp::exp1, {8, 5});
  reference::check("expi", sp::expi, {8, 4});
  reference::check_float("expi_worst", sp::expi);
  reference::check("expn", sp::expn);
}

// covers: cupyx.scipy.special.sici; cupyx.scipy.special.shichi
TEST_CASE("trigonometric and hyperbolic integrals are mpmath's") {
  reference::check("si", sp::si);
  reference::check("ci", sp::ci, {8, 4.5});
  reference::check_float("ci_worst", sp::ci, 500);  // beside the zeros from 12 to 40, of all others 4
  reference::check("shi", sp::shi, {8, 5});
  reference::check("chi", sp::chi);
  reference::check_float("chi_worst", sp::chi);
  auto const [s, c] = sp::sici(cp::ndarray<double, 1>{1.0});
  CHECK(cp::sum(s).item() == doctest::Approx(0.946083070367183));
  CHECK(cp::sum(c).item() == doctest::Approx(0.3374039229009681));
  auto const [hs, hc] = sp::shichi(cp::ndarray<double, 1>{1.0});
  CHECK(cp::sum(hs - hc).item() == doctest::Approx(0.21938393439552029));
}

// covers: cupyx.scipy.special.lambertw
TEST_CASE("Lambert's W is mpmath's") {
  reference::check("lambertw", cp::ufunc<sp::ops::lambertw<false>>{});
  reference::check("lambertw_lower", cp::ufunc<sp::ops::lambertw<true>>{});
  auto const x = cp::eval(cp::linspace(-0.36, 50.0, 1000));
  auto const worst = cp::fuse([](auto v) {
    auto const w = sp::lambertw(v);
    return cp::max(cp::abs(w * cp::exp(w) - v));
  });
  CHECK(worst(x).item() < 1e-13);
  // of the numbers next to -1 / e, from which only the nearest one's rounding is taken away
  CHECK(sp::lambertw(-0.36787945f) == -1);
  CHECK(sp::lambertw<-1>(-0.36787945f) == -1);
  CHECK(std::isnan(sp::lambertw(-0.36787948f)));
  CHECK(std::isnan(sp::lambertw<-1>(-0.36787948f)));
  CHECK(sp::lambertw<-1>(-0.1) == doctest::Approx(-3.577152063957297));
}

TEST_CASE("16 bits compute in float32, integers in float64: integrals") {
  reference::check_dtypes(sp::expi);
  reference::check_dtypes(sp::si);
}

TEST_CASE("E(n)'s recurrence (DLMF 8.19.12), and Shi + Chi = Ei, in one kernel with a maximum") {
  auto const x = cp::eval(cp::linspace(0.05, 20.0, 1000));
  auto const worst = cp::fuse([](auto v) {
    return cp::max(cp::abs((3 * sp::expn(4, v) + v * sp::expn(3, v)) * cp::exp(v) - 1)) +
           cp::max(cp::abs((cp::ufunc<sp::ops::shi>{}(v) + cp::ufunc<sp::ops::chi>{}(v)-sp::expi(v)) * cp::exp(-v)));
  });
  CHECK(worst(x).item() < 1e-13);
}
