// Stencils of three axes are NumPy's.
#include <doctest/doctest.h>

#include "ops/stencil_cases.hpp"

namespace {

using tests::as_numpy;

template <class T, int R>
void of_rank_3(char code) {
  as_numpy<T, 3, R>(code, {{2, 3, 5}, {1, 4, 9}, {5, 6, 40}});
}

}  // namespace

TEST_CASE("stencils of three axes are NumPy's") {
  of_rank_3<float, 1>('f');
#if FUSE_TEST_EVERYTHING
  of_rank_3<float, 2>('f');
  of_rank_3<float, 3>('f');
#endif
  of_rank_3<float, 4>('f');
}

TEST_CASE("an axis of one result whose neighbours are read has lines that begin anywhere") {
  // The lines (., 1, .) begin 8 bytes off a boundary of 16, those of the result and the lines (., 0, .) on one.
  auto const u = tests::operand<float, 3>({64, 2, 1002});
  auto const f =
      cp::fuse([](auto a) { return a + 2 * cp::at<1, 0, 0>(a) + 3 * cp::at<0, 1, 0>(a) + 4 * cp::at<0, 0, 2>(a); });
  cp::ndarray<float, 3> const result = f(cp::valid(u));
  auto const columns = cp::slice(0, 1000), planes = cp::slice(0, 63), line = cp::slice(0, 1);
  cp::ndarray<float, 3> const expected = u(planes, line, columns) + 2 * u(cp::slice(1, 64), line, columns) +
                                         3 * u(planes, cp::slice(1, 2), columns) +
                                         4 * u(planes, line, cp::slice(2, 1002));
  CHECK(result.shape() == cp::shape_array<3>{63, 1, 1000});
  CHECK(cp::all(result == expected).item());
}
