// Shapes in lambdas for cp::fuse: broadcasting, indices, shapes that do not fit and places outside. Values, dtypes and
// shapes are NumPy's.
//
// Not here, as none of these compiles (tests/compile_fail has the messages): more indices than axes
// (too_many_integers.cpp); an operation of too few or too many operands, or of what is no array (too_few_operands.cpp,
// too_many_operands.cpp).
#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

using l = std::int64_t;
template <int Rank>
using longs = of_rank<l, Rank>;

constexpr auto end = cp::end;

template <int First, int Second>
void broadcast(cases& in, std::initializer_list<char const*> shapes) {
  for (char const* shape : shapes) check<longs<First>, longs<Second>>(in, shape, [](auto x, auto y) { return x + y; });
}
template <int First, int Second>
void refuse(cases& in, std::initializer_list<char const*> shapes) {
  for (char const* shape : shapes)
    check_raises<longs<First>, longs<Second>>(in, shape, [](auto x, auto y) { return x + y; });
}

#define INDEX(T, ...) check<T>(in, "x[" #__VA_ARGS__ "]", [](auto x) { return x(__VA_ARGS__); });

}  // namespace

TEST_CASE("broadcasting of each pair of shapes") {
  cases in("broadcasts");
  broadcast<0, 0>(in, {"() + ()"});
  broadcast<0, 1>(in, {"() + (1,)", "() + (3,)"});
  broadcast<1, 0>(in, {"(1,) + ()", "(3,) + ()"});
  broadcast<0, 2>(in, {"() + (2, 3)"});
  broadcast<2, 0>(in, {"(2, 3) + ()"});
  broadcast<1, 1>(in, {"(1,) + (1,)", "(10,) + (1,)", "(1,) + (10,)", "(0,) + (0,)", "(0,) + (1,)", "(1,) + (0,)"});
  broadcast<2, 2>(in, {"(3, 4) + (3, 4)", "(3, 4) + (3, 1)", "(3, 1) + (3, 4)", "(3, 4) + (1, 4)", "(1, 4) + (3, 4)",
                       "(3, 4) + (1, 1)", "(1, 1) + (3, 4)", "(3, 1) + (1, 4)", "(1, 4) + (3, 1)", "(24, 25) + (24, 1)",
                       "(24, 1) + (24, 25)"});
  broadcast<2, 1>(in, {"(3, 4) + (4,)", "(3, 4) + (1,)", "(24, 25) + (25,)"});
  broadcast<1, 2>(in, {"(4,) + (3, 4)", "(1,) + (3, 4)", "(25,) + (24, 25)"});
  broadcast<3, 3>(in, {"(2, 3, 4) + (1, 1, 1)", "(1, 1, 1) + (2, 3, 4)", "(2, 0, 3) + (2, 0, 3)"});
  broadcast<3, 2>(in, {"(2, 1, 4) + (3, 1)", "(2, 0, 3) + (0, 1)"});
  broadcast<2, 3>(in, {"(3, 1) + (2, 1, 4)", "(0, 1) + (2, 0, 3)"});
}

TEST_CASE("shapes that do not broadcast") {
  cases in("refused");
  refuse<1, 1>(in, {"(2,) + (3,)", "(3,) + (2,)", "(2,) + (0,)", "(0,) + (2,)"});
  refuse<2, 2>(in, {"(3, 2) + (3, 3)", "(3, 3) + (3, 2)", "(3, 2) + (2, 2)", "(2, 2) + (3, 2)"});
  refuse<1, 2>(in, {"(3,) + (1, 2)"});
  refuse<2, 1>(in, {"(1, 2) + (3,)"});
}

TEST_CASE("a function called with several dtypes, shapes and layouts") {
  cases in("calls");
  auto const add = [](auto x, auto y) { return x + y; };
  check<matrix<std::int32_t>, matrix<std::int32_t>>(in, "ii", add);
  check<matrix<std::int32_t>, matrix<std::int16_t>>(in, "ih", add);
  check<matrix<std::int16_t>, matrix<std::int32_t>>(in, "hi", add);
  record const &same = in.take("x, x"), &turned = in.take("x, x.T");
  auto const x = matrix<std::int32_t>::from(same.operands[0]), y = matrix<std::int32_t>::from(turned.operands[0]);
  compare("x, x", results_of(cp::fuse(add)(x, x)), same.results, 0);
  compare("x, x.T", results_of(cp::fuse(add)(y, y.T())), turned.results, 0);
}

TEST_CASE("indices") {
  cases in("indices");
  using three = longs<3>;
  INDEX(three, 1)
  INDEX(three, -1)
  INDEX(three, 1, 0)
  INDEX(three, 1, 0, 2)
  INDEX(three, -1, 0, -2)
  INDEX(three, cp::all)
  INDEX(three, cp::slice(end, end, 1))
  INDEX(three, cp::slice(end, end, -1))
  INDEX(three, cp::all, cp::slice(end, end, -1))
  INDEX(three, cp::ellipsis)
  INDEX(three, cp::newaxis)
  INDEX(three, cp::newaxis, cp::newaxis, cp::newaxis)
  INDEX(three, cp::all, 0, cp::slice(end, end, -1))
  INDEX(three, 1, cp::newaxis, cp::slice(end, end, -1), cp::newaxis, 2)
  INDEX(three, cp::ellipsis, 2)
  INDEX(three, 1, cp::ellipsis)
  INDEX(longs<1>, cp::all, cp::newaxis)
  INDEX(longs<4>, 1, cp::ellipsis, 3)
  for (int const i : {-3, 3}) {
    std::string const name = "x[" + std::to_string(i) + "]";
    record const& r = in.take(name);
    CHECK(r.raises);
    auto const f = cp::fuse([i](auto x) { return x(i) + 0; });
    CHECK_THROWS_AS((void)cp::eval(f(longs<3>::from(r.operands[0]))), cp::index_error);
  }
}

TEST_CASE("indices beside what they are taken of") {
  cases in("indices_and_sums");
  using x = matrix<std::int32_t>;
  using y = vector<float>;
  using z = vector<std::int32_t>;
  check<x, y, z>(in, "x + y[1]", [](auto a, auto b, auto) { return a + b(1); });
  check<x, y, z>(in, "x + z[0] + y", [](auto a, auto b, auto c) { return a + c(0) + b; });
  check<x, y, z>(in, "x + x[0] + x[1]", [](auto a, auto, auto) { return a + a(0) + a(1); });
  check<x, y, z>(in, "x + x[0, 1] + x[1] + x + x[2, 1]",
                 [](auto a, auto, auto) { return a + a(0, 1) + a(1) + a + a(2, 1); });
  check<x, y, z>(in, "x[0][1]", [](auto a, auto, auto) { return a(0)(1); });
  check<x, y, z>(in, "x[0][1] + x[1][0]", [](auto a, auto, auto) { return a(0)(1) + a(1)(0); });
  check<x, y, z>(in, "x[0][1] + x[1] + y[0] + x[1][0] + x",
                 [](auto a, auto b, auto) { return a(0)(1) + a(1) + b(0) + a(1)(0) + a; });
}
