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
  of_rank_3<float, 2>('f');
  of_rank_3<float, 3>('f');
  of_rank_3<float, 4>('f');
}
