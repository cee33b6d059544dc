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
  auto const before = cp::count();
  auto const z = cp::eval(cp::piecewise(v, std::tuple(v < 2), std::tuple([](auto a) { return a * a; }, 3)));
  CHECK((cp::count() - before).launches == 1);
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
  CHECK(cp::hypot.types() == strings{"ee->e", "ff->f", "dd->d"});
  CHECK(cp::sqrt.types() == strings{"e->e", "f->f", "d->d", "F->F", "D->D"});
  CHECK(cp::bitwise_count.types() == strings{"b->B", "B->B", "h->B", "H->B", "i->B", "I->B", "l->B", "L->B"});
  CHECK(cp::isnan.types().back() == "D->?");
}
