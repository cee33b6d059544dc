// Modified Bessel functions.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupy.i0; cupyx.scipy.special.i0; cupyx.scipy.special.i0e; cupyx.scipy.special.i1; cupyx.scipy.special.i1e
TEST_CASE("I of orders 0 and 1 is mpmath's") {
  reference::check("i0", sp::i0);
  reference::check("i0e", sp::i0e);
  reference::check("i1", sp::i1);
  reference::check("i1e", sp::i1e);
}

// covers: cupyx.scipy.special.k0; cupyx.scipy.special.k0e; cupyx.scipy.special.k1; cupyx.scipy.special.k1e
TEST_CASE("K of orders 0 and 1 is mpmath's") {
  reference::check("k0", sp::k0, {8, 5});
  reference::check("k0e", sp::k0e, {8, 5});
  reference::check("k1", sp::k1);
  reference::check("k1e", sp::k1e);
}

TEST_CASE("16 bits compute in float32, integers in float64: i0, k0") {
  reference::check_dtypes(sp::i0);
  reference::check_dtypes(sp::k0);
}

TEST_CASE("Wronskian of I and K (DLMF 10.28.2), in one kernel with a maximum") {
  auto const x = cp::eval(cp::linspace(0.05, 300.0, 2000));
  auto const worst =
      cp::fuse([](auto v) { return cp::max(cp::abs((sp::i0e(v) * sp::k1e(v) + sp::i1e(v) * sp::k0e(v)) * v - 1)); });
  CHECK(worst(x).item() < 1e-14);
}
