// Residuals of decompositions in float32, and of single cases.
#include "decompositions.hpp"

TEST_CASE("residuals in float32") { decompositions::all_of<float>(); }

TEST_CASE("residuals of factors that the device makes of the other triangle") {
  using namespace decompositions;
  cholesky_of<cp::complex64>(positive(make(kind::random, 1, 512, 512, false), 0.01));
}
