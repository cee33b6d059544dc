// Matrices so large that compute-sanitizer does not come to an end over the thousands of kernels of their
// decompositions.
#include <doctest/doctest.h>

#include <fuse/fuse.hpp>
#include <fuse/linalg.hpp>

TEST_CASE("eigenvalues of matrices for which LAPACK says its workspace in a rounded float") {
  if (!FUSE_TEST_EVERYTHING) return;  // seconds
  auto const i = cp::index<0>({2895});
  auto const a = cp::eval(cp::where(cp::index<0>({2895, 2895}) == cp::index<1>({2895, 2895}),
                                    cp::astype<float>(cp::index<0>({2895, 2895})), 0.f));
  auto const [values, vectors] = cp::linalg::eigh(a);
  CHECK(cp::max(cp::abs(values - cp::astype<float>(i))).item() < 0.01f);
}
