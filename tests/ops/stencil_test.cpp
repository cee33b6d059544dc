// Stencils of one and two axes are NumPy's: boundaries, radii, dtypes, layouts.
#include <doctest/doctest.h>

#include <cstdint>

#include "ops/stencil_cases.hpp"

namespace {

using tests::as_numpy;

template <class T, int R>
void of_rank_1(char code) {
  as_numpy<T, 1, R>(code, {{1}, {2}, {3}, {5}, {11}, {67}});
}
template <class T, int R>
void of_rank_2(char code) {
  as_numpy<T, 2, R>(code, {{1, 1}, {1, 7}, {3, 2}, {9, 13}, {6, 40}});
}
}  // namespace

TEST_CASE("stencils along one axis are NumPy's, up to radius 4") {
  of_rank_1<float, 1>('f');
#if FUSE_TEST_EVERYTHING
  of_rank_1<float, 2>('f');
  of_rank_1<float, 3>('f');
#endif
  of_rank_1<float, 4>('f');
}
TEST_CASE("stencils of two axes are NumPy's") {
  of_rank_2<float, 1>('f');
#if FUSE_TEST_EVERYTHING
  of_rank_2<float, 2>('f');
#endif
  of_rank_2<float, 3>('f');
  of_rank_2<float, 4>('f');
}
TEST_CASE("stencils of other dtypes are NumPy's") {
  of_rank_2<double, 2>('d');
  of_rank_2<std::int32_t, 2>('i');
  of_rank_2<cp::complex64, 2>('F');
}
