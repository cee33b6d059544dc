// Distributions on the incomplete gamma function.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.gdtr; cupyx.scipy.special.gdtrc
TEST_CASE("the gamma distribution is mpmath's") {
  reference::check("gdtr", sp::gdtr, {8, 8});     // what gammainc reaches
  reference::check("gdtrc", sp::gdtrc, {8, 10});  // what gammainc reaches
}

// covers: cupyx.scipy.special.pdtr; cupyx.scipy.special.pdtrc; cupyx.scipy.special.pdtri
TEST_CASE("Poisson's distribution is mpmath's") {
  reference::check("pdtr", sp::pdtr);
  reference::check("pdtrc", sp::pdtrc);
  reference::check("pdtri", sp::pdtri);
}

// covers: cupyx.scipy.special.chdtr; cupyx.scipy.special.chdtrc; cupyx.scipy.special.chdtri
TEST_CASE("the chi-squared distribution is mpmath's") {
  reference::check("chdtr", sp::chdtr);
  reference::check("chdtrc", sp::chdtrc);
  reference::check("chdtri", sp::chdtri);
}

TEST_CASE("quantiles undo the chi-squared distribution, in one kernel with a maximum") {
  auto const p = cp::eval(cp::linspace(0.01, 0.99, 99));
  auto const v = cp::reshape(cp::eval(cp::linspace(0.5, 200.0, 41)), cp::make_shape({41, 1}));
  auto const worst = cp::fuse([](auto n, auto q) { return cp::max(cp::abs(sp::chdtrc(n, sp::chdtri(n, q)) / q - 1)); });
  CHECK(worst(v, p).item() < 1e-13);
}
