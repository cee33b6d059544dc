// The gamma function's logarithmic derivatives, its reciprocal, zeta.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.psi; cupyx.scipy.special.digamma; cupyx.scipy.special.polygamma
TEST_CASE("psi and polygamma are mpmath's") {
  reference::check("psi", sp::psi);
  CHECK(&sp::digamma == &sp::psi);
  reference::check("polygamma", sp::polygamma);
}

// covers: cupyx.scipy.special.zeta; cupyx.scipy.special.zetac
TEST_CASE("zeta is mpmath's") {
  reference::check("zeta", sp::zeta);
  reference::check("riemann_zeta", cp::ufunc<sp::ops::riemann_zeta>{});
  reference::check_float("riemann_zeta_worst", cp::ufunc<sp::ops::riemann_zeta>{});
  reference::check("zetac", sp::zetac);
  CHECK(sp::zeta(2.0) == doctest::Approx(1.6449340668482264));
  CHECK(cp::sum(sp::zeta(cp::ndarray<double, 1>{2.0})).item() == doctest::Approx(1.6449340668482264));
}

// covers: cupyx.scipy.special.gamma; cupyx.scipy.special.gammaln; cupyx.scipy.special.loggamma
// covers: cupyx.scipy.special.rgamma; cupyx.scipy.special.gammasgn
TEST_CASE("gamma and what is near it are mpmath's") {
  reference::check("gamma", sp::gamma);
  reference::check("gammaln", sp::gammaln);
  reference::check("loggamma", sp::loggamma);
  reference::check("rgamma", sp::rgamma);
  reference::check_float("rgamma_worst", sp::rgamma, 2);
  reference::check("gammasgn", sp::gammasgn);
}

TEST_CASE("16 bits compute in float32, integers in float64: psi") { reference::check_dtypes(sp::psi); }

TEST_CASE("psi's recurrence and reflection, in one kernel with a maximum") {
  auto const x = cp::eval(cp::linspace(0.05, 8.0, 1000));
  auto const worst = cp::fuse([](auto v) {
    return cp::max(cp::abs(sp::psi(v + 1) - sp::psi(v) - 1 / v)) +
           cp::max(cp::abs(sp::polygamma(1, v) - 1 / (v * v) - sp::polygamma(1, v + 1)) * v * v);
  });
  CHECK(worst(x).item() < 1e-13);
}

TEST_CASE("gamma's reflection, Hurwitz' recurrence (DLMF 25.11.3) and zeta's functional equation, in one kernel") {
  auto const x = cp::eval(cp::linspace(0.02, 0.98, 1000));
  auto const worst = cp::fuse([](auto v) {
    constexpr double pi = 3.14159265358979323846;
    auto const s = 5 * v + 1;
    return cp::max(cp::abs(sp::rgamma(v) * sp::rgamma(1 - v) * pi / cp::sin(pi * v) - 1)) +
           cp::max(cp::abs((sp::zeta(s, v) - sp::zeta(s, v + 1)) * cp::power(v, s) - 1)) +
           cp::max(
               cp::abs(2 * cp::power(2 * pi, -s) * cp::cos(pi / 2 * s) * sp::gamma(s) * sp::zeta(s) - sp::zeta(1 - s)));
  });
  CHECK(worst(x).item() < 1e-13);
}
