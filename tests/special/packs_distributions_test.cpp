// Distribution functions that compute in packs of elements on the host: what lies beside an element does not count.
#include "packs.hpp"

namespace sp = cp::special;

TEST_CASE("a probability's bits do not depend on those beside it") {
  auto const a = packs::numbers(1, 0.1, 8), b = packs::numbers(2, 0.1, 8), x = packs::numbers(3, 0, 1),
             far = packs::numbers(4, -60, 60), whole = packs::whole_numbers(5, 0, 12);
#define TWO(NAME, X, Y) packs::check_order(#NAME, sp::NAME, X, Y)
#define THREE(NAME, X, Y, Z) packs::check_order(#NAME, sp::NAME, X, Y, Z)
  TWO(gammainc, a, b), TWO(gammaincc, a, b), TWO(gammaincinv, a, x), TWO(gammainccinv, a, x);
  auto const large = packs::numbers(6, 15, 90), beside = packs::numbers(7, 15, 90);
  TWO(gammainc, large, beside), TWO(gammaincc, large, beside), TWO(gammaincinv, large, x);
  TWO(chdtr, whole, far), TWO(chdtrc, whole, far), TWO(chdtri, whole, x), TWO(pdtr, whole, far), TWO(pdtrc, whole, far);
  THREE(betainc, a, b, x), THREE(betaincinv, a, b, x), THREE(fdtr, a, b, far), THREE(fdtrc, a, b, far);
  THREE(betainc, large, b, x), THREE(betainc, large, beside, x);
  THREE(bdtr, whole, b, x), THREE(bdtrc, whole, b, x), THREE(nbdtr, whole, b, x), THREE(nbdtrc, whole, b, x);
  THREE(gdtr, a, b, far), THREE(gdtrc, a, b, far);
}
