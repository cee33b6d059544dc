// Functions of the user's over pieces, lines and axes; what ufuncs say of themselves.
#include <fuse/functional.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "joins.hpp"

// covers: cupy.piecewise; cupy.apply_along_axis; cupy.apply_over_axes
TEST_CASE("pieces, lines and axes: as NumPy's") {
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
#include "../data/joins/pieces.inc"
  CHECK_THROWS_AS((void)cp::apply_along_axis([](auto const& a) { return cp::sum(a); }, 2, x), cp::index_error);
  CHECK_THROWS_AS((void)cp::apply_along_axis([](auto const& a) { return cp::sum(a); }, 0, e), cp::value_error);
  auto const bytes = cp::array<std::uint8_t>({1, 2, 3});
  CHECK_THROWS_AS((void)cp::piecewise(bytes, std::tuple(bytes < 2), std::tuple(-1)), cp::value_error);
  CHECK_THROWS_AS((void)cp::piecewise(bytes, std::tuple(bytes < 2), std::tuple(1, 300)), cp::value_error);
  // Of numbers alone too the conditions have x's shape, or broadcast to it.
  auto const m = cp::array({{1, 2, 3}, {4, 5, 6}});
  CHECK(tests::equals<std::int64_t>(cp::piecewise(m, std::tuple(cp::array({true, false, true})), std::tuple(1, 2)),
                                    {2, 3}, {1, 2, 1, 1, 2, 1}));
  CHECK_THROWS_WITH_AS((void)cp::piecewise(m, std::tuple(cp::array({true, false})), std::tuple(1, 2)),
                       "cp::piecewise: cannot broadcast shape to another (2,) and (2, 3): axis 1 has extents 2 and 3",
                       cp::shape_error);
  auto const before = cp::count();
  auto const z = cp::eval(cp::piecewise(v, std::tuple(v < 2), std::tuple([](auto a) { return a * a; }, 3)));
  CHECK((cp::count() - before).launches == 1);
}

// covers: cupyx.GeneralizedUFunc
TEST_CASE("functions of arrays by a signature: as NumPy's vectorize calls them one by one") {
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
  auto const inner =
      cp::generalized_ufunc<"(i),(i)->()">([](auto const& a, auto const& c) { return cp::sum(a * c, -1); });
  auto const outer = cp::generalized_ufunc<" (i), (j) -> (i, j) ">(
      [](auto const& a, auto const& c) { return cp::expand_dims(a, -1) * cp::expand_dims(c, -2); });
  auto const times = cp::generalized_ufunc<"(rows,n_1),(n_1)->(rows)">(
      [](auto const& a, auto const& c) { return cp::sum(a * cp::expand_dims(c, -2), -1); });
  auto const shifted = cp::generalized_ufunc<"(n),()->(n)">([](auto const& a, auto const& c) {
    if constexpr (cp::expression<decltype(c)>)
      return a - cp::expand_dims(c, -1);
    else
      return a - c;
  });
  auto const ends =
      cp::generalized_ufunc<"(n)->(),(n)">([](auto const& a) { return std::tuple(cp::min(a, -1), cp::cumsum(a, -1)); });
#include "../data/joins/gufuncs.inc"
  static_assert(inner.nin == 2 && inner.nout == 1 && inner.nargs == 3 && ends.nout == 2);
  auto const before = cp::count();
  auto const z = cp::eval(inner(t * 2, w));
  CHECK((cp::count() - before).launches == 1);
  // What does not fit is said before anything is computed.
  CHECK_THROWS_AS((void)inner(x, y), cp::shape_error);                   // i
  CHECK_THROWS_AS((void)inner(t, x(cp::slice(0, 2))), cp::shape_error);  // loop axes
  CHECK_THROWS_AS((void)times(t, w(cp::slice(0, 3))), cp::shape_error);  // n_1
  auto const three = cp::generalized_ufunc<"(3)->()">([](auto const& a) { return cp::sum(a, -1); });
  CHECK(tests::equals<double>(three(v(cp::slice(1, 4))), {}, {14}));
  CHECK_THROWS_WITH_AS((void)three(v),
                       "cp::generalized_ufunc: the signature's core axes need another extent: got and expected (4,) "
                       "and (3,): axis 0 has extents 4 and 3",
                       cp::shape_error);
  auto const wrong =
      cp::generalized_ufunc<"(n)->(n)">([](auto const& a) { return a(cp::ellipsis, cp::slice(1, cp::end)); });
  CHECK_THROWS_AS((void)wrong(v), cp::shape_error);
  auto const turned = cp::generalized_ufunc<"(n)->(n)">([](auto const& a) { return cp::transpose(a); });
  CHECK_THROWS_AS((void)turned(x), cp::shape_error);
}

// covers: cupy.vectorize; cupy.vectorize.__call__
TEST_CASE("a function of elements") {
  auto const larger = cp::vectorize(CP_LAMBDA(float a, float b) { return a > b ? a : b; });
  CHECK(tests::equals<float>(larger(cp::array<float>({1, 5}), cp::array<float>({3, 2})), {2}, {3, 5}));
}

// covers: cupy.broadcast; cupy.broadcast.nd; cupy.broadcast.shape; cupy.broadcast.size; cupy.broadcast.values
TEST_CASE("what operands broadcast to") {
  cp::broadcast const b(cp::array<float>({1, 2}), cp::reshape(cp::arange<float>(3), {3, 1}));
  CHECK(b.nd == 2);
  CHECK(tests::list_of(b.shape) == tests::longs{3, 2});
  CHECK(b.size == 6);
  CHECK(tests::equals<float>(std::get<1>(b.values), {3, 2}, {0, 0, 1, 1, 2, 2}));
}

// covers: cupy.ufunc.__call__; cupy.ufunc.name; cupy.ufunc.nargs; cupy.ufunc.nin; cupy.ufunc.nout; cupy.ufunc.types
TEST_CASE("what ufuncs say of themselves") {
  static_assert(cp::add.nin == 2 && cp::add.nout == 1 && cp::add.nargs == 3 && cp::sqrt.nin == 1 && cp::clip.nin == 3);
  CHECK(std::string(cp::add.name) == "add");
  CHECK(std::string(cp::logical_and.name) == "logical_and");
  CHECK(tests::equals<float>(cp::add(cp::array<float>({1, 2}), 1), {2}, {2, 3}));
  using strings = std::vector<std::string>;
  CHECK(cp::add.types() == strings{"?"
                                   "?->?",
                                   "bb->b", "BB->B", "hh->h", "HH->H", "ii->i", "II->I", "ll->l", "LL->L", "ee->e",
                                   "ff->f", "dd->d", "FF->F", "DD->D"});
  static_assert(cp::less.nin == 2 && cp::equal.nargs == 3 && cp::not_equal.nout == 1);
  CHECK(std::string(cp::greater_equal.name) == "greater_equal");
  CHECK(cp::less.types() == strings{"?"
                                    "?->?",
                                    "bb->?", "BB->?", "hh->?", "HH->?", "ii->?", "II->?", "ll->?", "LL->?", "ee->?",
                                    "ff->?", "dd->?", "FF->?", "DD->?"});
  CHECK(cp::hypot.types() == strings{"ee->e", "ff->f", "dd->d"});
  CHECK(cp::sqrt.types() == strings{"e->e", "f->f", "d->d", "F->F", "D->D"});
  CHECK(cp::bitwise_count.types() == strings{"b->B", "B->B", "h->B", "H->B", "i->B", "I->B", "l->B", "L->B"});
  CHECK(cp::isnan.types().back() == "D->?");
}
