// Outputs of one lambda that have one rank and other shapes.
#include <tuple>

#include "expr/lambdas.hpp"

using namespace tests;

TEST_CASE("sums along different axes have shapes of their own") {
  array<float, 2> const a = cp::sin(cp::reshape(cp::arange<float>(12), {3, 4}));
  auto const sums = cp::fuse([](auto x, auto w) {
    return std::tuple(w + 1, cp::sum(x, cp::axis<0>), cp::sum(x * 2, cp::axis<1>), cp::max(x, cp::axis<0>));
  });
  array<float, 1> const w = {1, 2, 3, 4};
  cp::counters const before = cp::count();
  auto const [plus, columns, rows, largest] = sums(a, w);
  cp::counters const work = cp::count() - before;
  CHECK(work.launches == 2);
  CHECK(work.temporaries == 0);
  CHECK(equal(plus, w + 1));
  CHECK(equal(columns, cp::sum(a, cp::axis<0>)));
  CHECK(equal(rows, cp::sum(a * 2, cp::axis<1>)));
  CHECK(equal(largest, cp::max(a, cp::axis<0>)));
  // Those of one kernel must have one shape.
  array<float, 1> const short_w = {1, 2, 3};
  CHECK_THROWS_AS((void)sums(a, short_w), cp::shape_error);
}
