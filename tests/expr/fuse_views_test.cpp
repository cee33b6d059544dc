// What lambdas of cp::fuse may take of their arguments besides elementwise functions: views, differences, gathers,
// numbers of shapes.
#include <cstdint>
#include <fuse/linalg.hpp>
#include <vector>

#include "expr/lambdas.hpp"

using namespace tests;

namespace {

array<float, 2> matrix() {
  return cp::reshape(cp::arange<float>(24), {4, 6}) * cp::reshape(cp::arange<float>(24), {4, 6});
}

}  // namespace

TEST_CASE("views of a lambda's arguments") {
  array<float, 2> const a = matrix();
  array<float, 1> const v = vector();
  check([](auto x) { return x(cp::slice(1, cp::end)) - x(cp::slice(0, -1)); }, v);
  check([](auto x) { return x(cp::all, 0) + x(cp::all, -1); }, a);
  check([](auto x) { return x * x.T(); }, cp::eval(a(cp::all, cp::slice(0, 4))));
  check([](auto x, auto y) { return x(cp::all, cp::newaxis) * y; }, v, v);
  check([](auto x) { return cp::flip(x) + cp::flip(x, 0); }, a);
  check([](auto x) { return cp::sum((2 * x + 1)(cp::slice(0, cp::end, 2)), cp::axis<1>); }, a);
  check([](auto x) { return cp::transpose(x) + cp::swapaxes(x, 0, 1); }, a);
  check([](auto x) { return cp::ravel(x) * 2 + cp::reshape(x, {24}); }, a);
  check([](auto x) { return cp::expand_dims(x, 0) + cp::broadcast_to(x, {3, 6}); }, v);
  check([](auto x, auto y) { return cp::concatenate(x, y) * 2; }, v, v);
  // Of a part of an expression, of a view, of what another lambda gives.
  auto const inner = cp::fuse([](auto x) { return x(cp::slice(1, cp::end)) * 2; });
  check([=](auto x) { return inner(x + 1) + inner(x)(cp::slice(cp::end, cp::end, -1)); }, v);
  // A lambda with a capture, and an operand that is an expression.
  int const first = 2;
  float const scale = 3;
  check([=](auto x) { return x(cp::slice(first, cp::end)) * scale; }, v);
  CHECK(equal(cp::fuse([](auto x) { return x(cp::slice(1, 3)) * x(0); })(v * 2 + 1),
              cp::eval(v * 2 + 1)(cp::slice(1, 3)) * 7.0f));
}

TEST_CASE("differences, integrals, products, places and gathers in a lambda") {
  array<float, 2> const a = matrix();
  array<float, 1> const v = vector();
  array<std::int64_t, 1> const i = {5, 0, 2};
  check([](auto x) { return cp::diff(x, cp::axis<0>) * 2; }, a);
  check([](auto x) { return cp::diff<2>(x, 1) + cp::diff<2>(x); }, a);
  check([](auto x) { return cp::trapezoid(x) + cp::trapezoid(x * x); }, v);
  check([](auto x, auto y) { return cp::outer(x, y) + 1; }, v, v);
  check([](auto x, auto y) { return cp::einsum<"ij,j->i">(x, y) * 2; }, a, v);
  check([](auto x, auto y) { return cp::einsum<"i,i->">(x, y) + 1; }, v, v);
  check([](auto x) { return cp::argmax(x, cp::axis<-1>) + cp::argmin(x * x, cp::axis<1>); }, a);
  check([](auto x) { return x - cp::astype<float>(cp::argmax(x)); }, v);
  check([](auto x, auto k) { return cp::take(x, k) * 2; }, v, i);
  check([](auto x, auto k) { return cp::gather(x, k + 0) - cp::gather(x, k); }, v, i);
  check([](auto x) { return cp::gradient(x) + cp::ediff1d(cp::concatenate(x, x(cp::slice(0, 1)))); }, v);
  check([](auto x) { return cp::gradient(x, cp::axis<1>); }, a);
  check([](auto x) { return cp::tril(x) * 2 - cp::triu(x + 1, 1); }, a);
}

TEST_CASE("neighbours beside views") {
  array<float, 1> const v = vector();
  auto const f =
      cp::fuse([](auto u, auto x) { return cp::at<1>(u) - cp::at<-1>(u) + x(cp::slice(cp::end, cp::end, -1)); });
  array<float, 1> const expected = {1 - 9 + 9, 4 - 3 + 5, 1 - 1 + 1, 5 - 4 + 4, 9 - 1 + 1, 3 - 5 + 3};
  CHECK(equal(f(cp::wrap(v), v), expected));
}

TEST_CASE("numbers of an argument's shape") {
  array<float, 2> const a = matrix();
  check([](auto x) { return cp::sum(x) / x.size(); }, a);
  check([](auto x) { return x * x.shape(0) + x.shape(-1); }, a);
  array<std::int8_t, 1> const small = {1, 2, 3};
  check([](auto x) { return x * x.size(); }, small);  // weak, as a number is: int8 stays
  CHECK((a + 1).size() == 24);
  CHECK((a + 1).shape(-1) == 6);
  CHECK_THROWS_AS((void)(a + 1).shape(2), cp::index_error);
}
