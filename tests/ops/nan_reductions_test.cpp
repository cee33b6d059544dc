// Reductions that leave NaN out, and places along all axes by name: values of NumPy 2.4.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <type_traits>

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("with all axes named, the place of an extreme is that in the flattened operand") {
  auto const x = cp::array<float>({{0, 0}, {5, 0}});
  CHECK(cp::argmax(x, cp::axis<0, 1>).item() == 2);
  CHECK(cp::argmax(x, cp::axis<-1, 0>).item() == 2);
  CHECK(cp::argmin(-x, cp::axis<0, 1>).item() == 2);
  CHECK(cp::nanargmax(x, cp::axis<0, 1>).item() == 2);
  CHECK(cp::nanargmin(-x, cp::axis<0, 1>).item() == 2);
  auto const kept = cp::eval(cp::argmax(x, cp::axis<0, 1>, cp::keepdims));
  CHECK(kept.shape() == cp::make_shape({1, 1}));
  CHECK(kept.item(0, 0) == 2);
  auto const cube = cp::array<float>({{1, 7, 7, 0, 7, 2}, {3, 0, 7, 0, 7, 7}});
  auto const parts = cp::reshape(cube, {2, 2, 3});
  CHECK(cp::argmax(parts, cp::axis<0, 1, 2>).item() == 1);
  CHECK(cp::argmin(parts, cp::axis<2, 0, 1>).item() == 3);
  CHECK(cp::argmax(cp::ones<float>({3}), cp::axis<0>).item() == 0);
}

TEST_CASE("the first of equal elements wins in the operand's order, also if it is transposed") {
  auto const x = cp::array<float>({{1, 2, 9}, {9, 0, not_a_number}});
  auto const t = x.T();  // 1 9 / 2 0 / 9 nan
  CHECK(cp::nanargmax(x, cp::axis<0, 1>).item() == 2);
  CHECK(cp::nanargmax(t, cp::axis<0, 1>).item() == 1);
  CHECK(cp::nanargmax(t, cp::axis<1, 0>).item() == 1);
  CHECK(cp::nanargmin(t, cp::axis<0, 1>).item() == 3);
  CHECK(cp::argmax(x, cp::axis<0, 1>).item() == 5);
  CHECK(cp::argmin(t, cp::axis<0, 1>).item() == 5);
  CHECK(cp::nanargmax(x + t.T(), cp::axis<0, 1>).item() == 2);
  for (std::int64_t const n : {7, 64, 1000}) {  // all alike but one column, so that every kernel sees ties
    auto a = cp::zeros<float>({n, n + 1});
    a(cp::all, 5) = 1;
    a(cp::all, 3) = -1;
    CHECK(cp::argmax(a, cp::axis<0, 1>).item() == 5);
    CHECK(cp::argmin(a, cp::axis<0, 1>).item() == 3);
    CHECK(cp::argmax(a.T(), cp::axis<0, 1>).item() == 5 * n);
    CHECK(cp::argmin(a.T(), cp::axis<0, 1>).item() == 3 * n);
    CHECK(cp::nanargmax(a.T(), cp::axis<0, 1>).item() == 5 * n);
    CHECK(cp::nanargmin(a.T(), cp::axis<0, 1>).item() == 3 * n);
  }
}
