// The F distribution.
#include "reference.hpp"

namespace sp = cp::special;

// covers: cupyx.scipy.special.fdtr; cupyx.scipy.special.fdtrc; cupyx.scipy.special.fdtri
TEST_CASE("the F distribution is mpmath's") {
  reference::check("fdtr", sp::fdtr, {12, 8});  // SciPy is up to 76 steps off
  reference::check("fdtrc", sp::fdtrc, {12, 8});
  reference::check("fdtri", sp::fdtri, {24, 12});  // steep where the first number of degrees is small
}
