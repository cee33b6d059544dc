// Residuals of decompositions in float32, and of single cases.
#include "decompositions.hpp"

TEST_CASE("residuals in float32") { decompositions::all_of<float>(); }

TEST_CASE("residuals of factors that the device makes of the other triangle") {
  using namespace decompositions;
  cholesky_of<cp::complex64>(positive(make(kind::random, 1, 512, 512, false), 0.01));
}

TEST_CASE("eigenvalues of matrices for which LAPACK says its workspace in a rounded float") {
  if (!FUSE_TEST_EVERYTHING) return;  // seconds
  auto const i = cp::index<0>({2895});
  auto const a = cp::eval(cp::where(cp::index<0>({2895, 2895}) == cp::index<1>({2895, 2895}), cp::astype<float>(cp::index<0>({2895, 2895})), 0.f));
  auto const [values, vectors] = cp::linalg::eigh(a);
  CHECK(cp::max(cp::abs(values - cp::astype<float>(i))).item() < 0.01f);
}
