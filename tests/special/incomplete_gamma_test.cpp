// The incomplete gamma function and its inverses.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.gammainc; cupyx.scipy.special.gammaincc
TEST_CASE("incomplete gamma functions are mpmath's") {
  // in tails of large x float32's are fourth powers of what is within 1.5 ulp
  reference::check("gammainc", sp::gammainc, {8, 10});
  reference::check("gammaincc", sp::gammaincc, {8, 10});
}

// covers: cupyx.scipy.special.gammaincinv; cupyx.scipy.special.gammainccinv
TEST_CASE("their inverses are mpmath's") {
  reference::check("gammaincinv", sp::gammaincinv);
  reference::check("gammainccinv", sp::gammainccinv, {8, 6});
}

TEST_CASE("a chi-squared map is one kernel") {
  cp::ndarray<float, 2> const r{{1.0f, 2.0f, 0.5f}, {0.1f, 0.2f, 0.3f}};
  auto const chance = cp::fuse([](auto v) { return sp::gammaincc(1.5f, cp::sum(v * v, cp::axis<1>) / 2.0f); });
  auto const got = values(cp::eval(chance(r)));
  CHECK(got[0] == doctest::Approx(0.15437992).epsilon(1e-6));
  CHECK(got[1] == doctest::Approx(0.98663886).epsilon(1e-6));
}

TEST_CASE("every input ends, and P + Q is 1") {
  auto const x = cp::eval(cp::power(10.0, cp::linspace(-320.0, 308.0, 158)));
  auto const a = cp::reshape(x, cp::make_shape({158, 1}));
  CHECK(cp::max(cp::abs(sp::gammainc(a, x) + sp::gammaincc(a, x) - 1)).item() < 1e-15);
  CHECK(cp::all(sp::gammaincinv(a, 0.3) >= 0).item());
}
