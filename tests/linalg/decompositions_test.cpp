// Residuals of decompositions in float32, and of single cases.
#include "decompositions.hpp"

// covers: cupy.linalg.cholesky; cupy.linalg.eig; cupy.linalg.eigh; cupy.linalg.eigvals; cupy.linalg.eigvalsh
// covers: cupy.linalg.qr; cupy.linalg.svd; cupyx.scipy.linalg.lu
TEST_CASE("residuals in float32") { decompositions::all_of<float>(); }

TEST_CASE("residuals of factors that the device makes of the other triangle") {
  using namespace decompositions;
  cholesky_of<cp::complex64>(positive(make(kind::random, 1, 512, 512, false), 0.01));
}
