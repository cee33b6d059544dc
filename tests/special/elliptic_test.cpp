// Elliptic integrals and Jacobi's elliptic functions.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.ellipk; cupyx.scipy.special.ellipkm1; cupyx.scipy.special.ellipkinc
// covers: cupyx.scipy.special.ellipeinc
TEST_CASE("elliptic integrals are mpmath's") {
  reference::check("ellipk", sp::ellipk, {8, 5});
  reference::check("ellipkm1", sp::ellipkm1, {8, 5});
  reference::check("ellipkinc", sp::ellipkinc);
  reference::check("ellipeinc", sp::ellipeinc);
}

// covers: cupyx.scipy.special.ellipj
TEST_CASE("Jacobi's elliptic functions are mpmath's") {
  reference::check("ellipj_sn", cp::ufunc<sp::ops::ellipj<0>>{});
  reference::check("ellipj_cn", cp::ufunc<sp::ops::ellipj<1>>{});
  reference::check("ellipj_dn", cp::ufunc<sp::ops::ellipj<2>>{});
}

TEST_CASE("the amplitude undoes the integral, and sn^2 + cn^2 is 1, in one kernel with a maximum") {
  auto const phi = cp::eval(cp::linspace(-1.5, 1.5, 200));
  auto const m = cp::reshape(cp::eval(cp::linspace(0.0, 0.98, 30)), cp::make_shape({30, 1}));
  auto const worst = cp::fuse([](auto p, auto k) {
    auto const [sn, cn, dn, am] = sp::ellipj(sp::ellipkinc(p, k), k);
    return cp::max(cp::abs(am - p)) + cp::max(cp::abs(sn * sn + cn * cn - 1)) +
           cp::max(cp::abs(dn * dn + k * sn * sn - 1));
  });
  CHECK(worst(phi, m).item() < 1e-13);
}

TEST_CASE("16 bits compute in float32, integers in float64: ellipkm1") { reference::check_dtypes(sp::ellipkm1); }
