// Residuals of decompositions in float64.
#include "decompositions.hpp"

TEST_CASE("residuals in float64") { decompositions::all_of<double>(); }
