// The binomial distribution, the beta distribution.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.bdtr; cupyx.scipy.special.bdtrc; cupyx.scipy.special.bdtri
TEST_CASE("the binomial distribution is mpmath's") {
  // what cp::special::betainc reaches in float32; SciPy is up to 3.7e4 steps off
  reference::check("bdtr", sp::bdtr, {12, 8});
  reference::check("bdtrc", sp::bdtrc, {12, 8});
  reference::check("bdtri", sp::bdtri);
}

// covers: cupyx.scipy.special.btdtr; cupyx.scipy.special.btdtri
TEST_CASE("the beta distribution is the incomplete beta function") {
  CHECK(sp::btdtr(2.0, 3.0, 0.3) == sp::betainc(2.0, 3.0, 0.3));
  CHECK(sp::btdtri(2.0, 3.0, 0.3) == sp::betaincinv(2.0, 3.0, 0.3));
}

TEST_CASE("chances of all numbers of successes, broadcast and summed") {
  auto const k = cp::arange<std::int32_t>(0, 41);
  auto const chances = sp::bdtr(k, 40, 0.3) + sp::bdtrc(k, 40, 0.3);
  CHECK(cp::max(cp::abs(chances - 1)).item() < 1e-15);
  auto const mean = cp::sum(sp::bdtrc(k, 40, 0.3)).item();
  CHECK(mean == doctest::Approx(12.0).epsilon(1e-14));
}
