// The negative binomial distribution.
#include "reference.hpp"

namespace sp = cp::special;

// covers: cupyx.scipy.special.nbdtr; cupyx.scipy.special.nbdtrc; cupyx.scipy.special.nbdtri
TEST_CASE("the negative binomial distribution is mpmath's") {
  reference::check("nbdtr", sp::nbdtr);
  reference::check("nbdtrc", sp::nbdtrc);
  reference::check("nbdtri", sp::nbdtri);
}
