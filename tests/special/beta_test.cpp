// The beta function, Pochhammer's symbol, binomials.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.beta; cupyx.scipy.special.betaln
TEST_CASE("beta is mpmath's") {
  reference::check("beta", sp::beta, {8, 5});  // a product of three functions of the C library
  reference::check("betaln", sp::betaln);
}

// covers: cupyx.scipy.special.poch; cupyx.scipy.special.binom
TEST_CASE("Pochhammer's symbol and binomials are mpmath's") {
  reference::check("poch", sp::poch);
  reference::check("binom", sp::binom);
}

TEST_CASE("binomials of fractions are mpmath's") {
  reference::table const t("binom_fractions");
  auto const places = std::make_index_sequence<2>{};
  reference::judge("binom float64", t, 2, reference::measure<double>(t, sp::binom, places), 6);
  reference::judge("binom float32", t, 2, reference::measure<float>(t, sp::binom, places), 6);
}

// covers: cupyx.scipy.special.multigammaln
TEST_CASE("the multivariate gamma function") {
  auto const got = values(cp::eval(sp::multigammaln(cp::ndarray<double, 1>{5.0, 1.0, 2.5}, 3)));
  CHECK(got[0] == doctest::Approx(9.140644699192542).epsilon(1e-14));  // SciPy's
  CHECK((got[1] != got[1] && got[2] == got[2]));
  CHECK_THROWS_AS((void)sp::multigammaln(cp::ndarray<double, 1>{5.0}, 0), cp::value_error);
}

TEST_CASE("Pascal's triangle, broadcast") {
  auto const n = cp::reshape(cp::astype<double>(cp::arange<std::int32_t>(1, 30)), cp::make_shape({29, 1}));
  auto const k = cp::arange<std::int32_t>(1, 30);
  auto const wrong = sp::binom(n, k) - sp::binom(n - 1, k) - sp::binom(n - 1, k - 1);
  CHECK(cp::max(cp::abs(wrong)).item() < 1e-6);
  auto const x = cp::eval(cp::linspace(0.5, 300.0, 500));
  CHECK(cp::max(cp::abs(sp::beta(x, 2.5) * sp::poch(x, 2.5) / sp::gamma(2.5) - 1)).item() < 1e-14);
}
