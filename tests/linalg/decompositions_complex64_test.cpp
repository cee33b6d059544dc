// Residuals of decompositions in complex64.
#include "decompositions.hpp"

TEST_CASE("residuals in complex64") { decompositions::all_of<cp::complex64>(); }
