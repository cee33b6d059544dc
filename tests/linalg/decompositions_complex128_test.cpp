// Residuals of decompositions in complex128.
#include "decompositions.hpp"

TEST_CASE("residuals in complex128") { decompositions::all_of<cp::complex128>(); }
