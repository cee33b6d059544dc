// Functions that compute in packs of elements on the host: what lies beside an element does not count.
#include "packs.hpp"

namespace sp = cp::special;

TEST_CASE("an element's bits do not depend on those beside it") {
  auto const a = packs::numbers(1, 0.1, 8), b = packs::numbers(2, 0.1, 8), x = packs::numbers(3, 0, 1),
             far = packs::numbers(4, -60, 60), whole = packs::whole_numbers(5, 0, 12);
#define ONE(NAME, X) packs::check_order(#NAME, sp::NAME, X)
#define TWO(NAME, X, Y) packs::check_order(#NAME, sp::NAME, X, Y)
  ONE(gamma, far), ONE(loggamma, far), ONE(rgamma, far), ONE(psi, far);
  TWO(beta, a, b), TWO(betaln, a, b), TWO(poch, a, b), TWO(binom, a, b);
  ONE(j0, far), ONE(j1, far), ONE(y0, far), ONE(y1, far), TWO(yn, whole, far);
  TWO(zeta, a, b), TWO(polygamma, whole, far), TWO(expn, whole, b);
  ONE(ellipk, far), ONE(ellipkm1, far), TWO(ellipkinc, far, x), TWO(ellipeinc, far, x);
  ONE(sindg, far), ONE(cosdg, far), TWO(boxcox, a, far), TWO(boxcox1p, a, far);
  ONE(erfinv, x), ONE(erfcinv, x), ONE(ndtri, x);
  packs::check_order("si", cp::ufunc<sp::ops::si>{}, far);
  packs::check_order("ci", cp::ufunc<sp::ops::ci>{}, far);
  packs::check_order("lambertw", cp::ufunc<sp::ops::lambertw<false>>{}, far);
}

TEST_CASE("a part of a larger expression, and beside others, is computed in packs too") {
  auto const x = packs::array(packs::numbers(3, 0, 1)), a = packs::array(packs::numbers(1, 0.1, 8));
  auto const alone = tests::values(cp::eval(sp::gammainc(a, x)));
  auto const within = tests::values(cp::eval(2.0 * sp::gammainc(a, x) + 0.0 * sp::ndtri(cp::abs(sp::j0(x)) / 4.0)));
  std::size_t differ = 0;
  for (std::size_t i = 0; i < alone.size(); ++i) differ += std::isnan(within[i]) || within[i] == 2 * alone[i] ? 0 : 1;
  CHECK(differ == 0);
}
