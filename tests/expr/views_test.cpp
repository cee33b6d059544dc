// Slices, transposes and broadcasts of expressions: they move onto the operands, so that only what is asked for is
// computed, in one kernel.
#include <doctest.h>

#include <fuse/fuse.hpp>

#include "array/values.hpp"

using namespace tests;

namespace {

struct triple {
  FUSE_HD float operator()(float x) const { return 3 * x; }
};

/// The view of an expression is lazy, one kernel, and has the values of the same view of its array.
template <cp::expression E>
void check(E const& e, auto const& view) {
  auto const lazy = view(e);
  static_assert(!cp::is_array<std::remove_cvref_t<decltype(lazy)>>);
  auto const expected = view(cp::eval(e));
  CHECK(list_of(lazy.shape()) == list_of(expected.shape()));
  auto const before = cp::count();
  auto const got = cp::eval(lazy);
  auto const c = cp::count() - before;
  CHECK(c.launches == (got.size() > 0 ? 1 : 0));
  CHECK(c.temporaries == 0);
  CHECK(values(got) == values(expected));
}

/// Views of something of shape (3, 4): one of each thing that a view does to an axis.
void check_some(auto const& e) {
  using namespace cp;
  check(e, [](auto const& x) { return x(1); });
  check(e, [](auto const& x) { return x(slice(cp::end, cp::end, -1), slice(cp::end, cp::end, 2)); });
  check(e, [](auto const& x) { return x(newaxis, cp::all, newaxis, 1); });
  check(e, [](auto const& x) { return x.T(); });
  check(e, [](auto const& x) { return broadcast_to(x(cp::all, slice(0, 1)), {3, 5}); });
}
/// All views, for one expression of each kind.
void check_all(auto const& e) {
  using namespace cp;
  check_some(e);
  check(e, [](auto const& x) { return x(-1, 2, ellipsis); });
  check(e, [](auto const& x) { return x(cp::all, slice(1, 3)); });
  check(e, [](auto const& x) { return x(ellipsis, -1); });
  check(e, [](auto const& x) { return x(slice(2, 2)); });
  check(e, [](auto const& x) { return transpose(x, {1, 0})(slice(1, 4), 0); });
  check(e, [](auto const& x) { return broadcast_to(x, {2, 3, 4}); });
  check(e, [](auto const& x) { return flip(x); });
  check(e, [](auto const& x) { return flip(x, 0)(0); });
  check(e, [](auto const& x) { return expand_dims(x, 1); });
  check(e, [](auto const& x) { return squeeze<0>(x(slice(0, 1))); });
  check(e, [](auto const& x) { return moveaxis(x(newaxis), 0, -1); });
  check(e, [](auto const& x) { return swapaxes(x, 0, 1).T(); });
  check(e, [](auto const& x) { return diagonal(x, 1); });
}

}  // namespace

TEST_CASE("views of elementwise expressions whose operands broadcast") {
  auto const a = counted<float>({3, 4});
  auto const row = cp::arange<float>(4), one = cp::ones<float>({1});
  auto const column = cp::eval(cp::reshape(cp::arange<float>(3), {3, 1}) * 100);
  check_all(a * 2 + row);
  check_some(column - row);
  check_some(cp::where(a > 5, column, one) + cp::ndarray<float, 0>(7));
}

TEST_CASE("views of index grids") {
  check_all(cp::index<0>({3, 4}) * 10 + cp::index<1>({3, 4}));
  check_some(cp::index<1>({3, 4}) + cp::arange<std::int64_t>(4));
  auto const grid = cp::index<0>({3, 4});
  static_assert(!cp::is_array<std::remove_const_t<decltype(grid)>>);
  check(grid, [](auto const& x) { return x.T()(cp::slice(1, 3)); });
  check(grid, [](auto const& x) { return x(cp::slice(cp::end, cp::end, -2), 1); });
}

TEST_CASE("views of fused calls") {
  auto const a = counted<float>({3, 4});
  auto const f = cp::fuse([](auto x, auto y) { return x * y + 1; });
  double const k = 3;
  auto const g = cp::fuse([=](auto x) { return x - k; });
  check_all(f(a, cp::arange<float>(4)));
  check_some(g(a));
  check_some(f(a, 2) + g(cp::arange<float>(4)));
}

TEST_CASE("views of gathers and of user kernels") {
  auto const table = cp::eval(cp::arange<float>(12) * 10);
  check_all(cp::take(table, counted<std::int64_t>({3, 4})));
  check_all(cp::gather(counted<float>({3, 4}), cp::index<0>({3, 4}), cp::ndarray<std::int32_t, 1>{3, 2, 1, 0}));
  check_some(cp::elementwise(triple{})(counted<float>({3, 4})));
}

TEST_CASE("a slice of an expression reads only its part") {
  auto const a = cp::ones<float>({1000, 10});
  auto const before = cp::count();
  cp::ndarray<float, 1> const y = (a * 2 + a.T().T())(500);
  auto const c = cp::count() - before;
  CHECK(c.bytes_written == 40);
  CHECK(c.bytes_read <= 80);
  CHECK(y.item(3) == 3);
}

TEST_CASE("elements of expressions") {
  auto const a = counted({2, 3});
  CHECK((a + a)(1, 2).item() == 10);
  CHECK((a * a)(-1)(0).item() == 9);
  CHECK((cp::index<0>({5}) + 1)(4).item() == 5);
  CHECK_THROWS_WITH_AS((a + a).item(), "cp::ndarray::item: an array of exactly one element is needed, this one has 6",
                       cp::value_error);
  CHECK_THROWS_AS((a + a)(0, 3), cp::index_error);
  CHECK_THROWS_AS((a + cp::ones<float>(4))(0), cp::shape_error);  // the shape must be known to be indexed
  CHECK_THROWS_WITH_AS((a + cp::ones<float>(4)).shape(),
                       "cp::add: cannot broadcast shapes (2, 3) and (4,): axis 1 has extents 3 and 4", cp::shape_error);
}

TEST_CASE("a column beside rows that lie apart: each row has its own element") {
  for (std::int64_t const rows : {7, 100})
    for (std::int64_t const n : {1, 3, 40, 300, 1100}) {
      CAPTURE(rows);
      CAPTURE(n);
      cp::ndarray<std::int32_t, 2> const wide = cp::reshape(cp::arange<std::int32_t>(rows * 2 * n), {rows, 2 * n}),
                                         apart = wide(cp::all, cp::slice(0, cp::end, 2));
      cp::ndarray<std::int32_t, 2> const column = cp::reshape(cp::arange<std::int32_t>(rows) * 1000000, {rows, 1});
      cp::ndarray<std::int32_t, 2> const sum = apart + column, turned = apart.T() - column.T();
      auto const found = values(sum), back = values(turned);
      bool right = true;
      for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < n; ++c) {
          std::int64_t const element = r * 2 * n + 2 * c;
          right = right && found[static_cast<std::size_t>(r * n + c)] == element + r * 1000000 &&
                  back[static_cast<std::size_t>(c * rows + r)] == element - r * 1000000;
        }
      CHECK(right);
    }
}

TEST_CASE("views of expressions with empty and stretched axes") {
  auto const none = cp::zeros<float>({0, 3}) + cp::arange<float>(3);
  CHECK(list_of(none.shape()) == longs{0, 3});
  CHECK(values(none.T()).empty());
  CHECK(values(none(cp::all, 1)).empty());
  CHECK_THROWS_AS(none(0), cp::index_error);
  auto const stretched = cp::ones<float>({1, 3}) + cp::zeros<float>({2, 1});
  CHECK(values(stretched(1)) == floats{1, 1, 1});
  CHECK(values(stretched.T()(0)) == floats{1, 1});
  auto const inner = (cp::ones<float>({1, 3}) * 2)(cp::all, cp::slice(0, 2)) + cp::zeros<float>({4, 2});
  CHECK(values(inner(3)) == floats{2, 2});
}
