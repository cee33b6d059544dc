// The incomplete beta function and its inverse.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.betainc
TEST_CASE("the incomplete beta function is mpmath's") {
  // SciPy is within 51 of these steps
  reference::check("betainc", sp::betainc, {20, 8});
}

// covers: cupyx.scipy.special.betaincinv
TEST_CASE("its inverse is mpmath's") { reference::check("betaincinv", sp::betaincinv, {8, 6}); }

TEST_CASE("symmetry, recurrence and inverse, in one kernel with a maximum") {
  auto const x = cp::eval(cp::linspace(0.01, 0.99, 99));
  auto const a = cp::reshape(cp::eval(cp::power(10.0, cp::linspace(-1.0, 3.0, 31))), cp::make_shape({31, 1}));
  CHECK(cp::max(cp::abs(sp::betainc(a, 2.5, x) + sp::betainc(2.5, a, 1 - x) - 1)).item() < 1e-13);
  auto const back = cp::fuse(
      [](auto k, auto v) { return cp::max(cp::abs(sp::betainc(k, k, sp::betaincinv(k, k, v / 2)) / v * 2 - 1)); });
  CHECK(back(a, x).item() < 1e-12);
}
