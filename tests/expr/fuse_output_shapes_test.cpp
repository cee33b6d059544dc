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

TEST_CASE("shapes that are known at run time only: a kernel each, or one where they agree") {
  array<float, 2> const a = cp::sin(cp::reshape(cp::arange<float>(12), {3, 4}));
  array<float, 2> const square = cp::eval(a(cp::all, cp::slice(0, 3)));
  for (int axis = 0; axis < 2; ++axis) {
    auto const sums = cp::fuse([axis](auto x) {
      return std::tuple(cp::sum(x, axis), cp::max(x * 2, 1 - axis), cp::sum(x), cp::sum(x, axis) + 1);
    });
    auto const [first, second, all, more] = sums(a);
    CHECK(equal(first, cp::sum(a, axis)));
    CHECK(equal(second, cp::max(a * 2, 1 - axis)));
    CHECK(equal(all, cp::sum(a)));
    CHECK(equal(more, cp::sum(a, axis) + 1));
    cp::counters const before = cp::count();
    auto const [p, q] = cp::fuse([axis](auto x) { return std::tuple(cp::sum(x, axis), cp::max(x, axis)); })(a);
    CHECK((cp::count() - before).launches == 1);
    CHECK(equal(p, cp::sum(a, axis)));
    CHECK(equal(q, cp::max(a, axis)));
    auto const [s, t, u, v] = sums(square);
    CHECK(equal(s, cp::sum(square, axis)));
    CHECK(equal(t, cp::max(square * 2, 1 - axis)));
    CHECK(equal(u, cp::sum(square)));
    CHECK(equal(v, cp::sum(square, axis) + 1));
  }
  // Numbers in braces, reductions of reductions, and views that the outputs are computed from.
  auto const named =
      cp::fuse([](auto x) { return std::tuple(cp::sum(x, 0, cp::keepdims), x - cp::mean(x, 1, cp::keepdims)); });
  auto const [low, centred] = named(a);
  CHECK(equal(low, cp::sum(a, 0, cp::keepdims)));
  CHECK(equal(centred, a - cp::mean(a, 1, cp::keepdims)));
  array<float, 2> const room = cp::eval(a + 0);
  auto const row = cp::eval(cp::sum(room, 0)), column = cp::eval(cp::sum(room, 1));
  array<float, 1> const left = cp::zeros<float>({3});
  cp::fuse([](auto x) { return std::tuple(cp::sum(x, 0), cp::sum(x, 1)); }).into(room(0), left)(room);
  CHECK(equal(room(0), row));
  CHECK(equal(left, column));
}
