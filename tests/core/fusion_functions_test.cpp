// Elementwise functions in lambdas for cp::fuse, of a few dtypes each: values and dtypes are NumPy's.
#include <tuple>

#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

template <class... T, class F>
void unary(cases& in, std::string const& name, double epsilons, F const& f) {
  (check<matrix<T>>(in, name + " " + code_of<T>, f, epsilons), ...);
}
#define UNARY(name, epsilons, ...) unary<__VA_ARGS__>(in, #name, epsilons, [](auto x) { return cp::name(x); });

using namespace fusion::characters;

}  // namespace

TEST_CASE("functions of bits and of truth, and what elements are") {
  cases in("unary_logic");
  UNARY(invert, 0, bool, b, H, l)
  UNARY(logical_not, 0, bool, i, f)
  UNARY(isfinite, 0, i, e, f, F)
  UNARY(isinf, 0, i, e, f, F)
  UNARY(isnan, 0, i, e, f, F)
}
TEST_CASE("trigonometric and hyperbolic functions") {
  cases in("unary_trigonometric");
  UNARY(sin, 4, bool, e, f, F)
  UNARY(cos, 4, bool, e, f, F)
  UNARY(tan, 4, bool, e, f, F)
  UNARY(arcsin, 4, bool, e, f, F)
  UNARY(arccos, 4, bool, e, f, F)
  UNARY(arctan, 4, bool, e, f, F)
  UNARY(sinh, 4, bool, e, f, F)
  UNARY(cosh, 4, bool, e, f, F)
  UNARY(tanh, 4, bool, e, f, F)
  UNARY(arcsinh, 4, bool, e, f, F)
  UNARY(arccosh, 4, bool, e, f, F)
  UNARY(arctanh, 4, bool, e, f, F)
  UNARY(deg2rad, 2, B, f)
  UNARY(rad2deg, 2, B, f)
  UNARY(degrees, 2, B, f)
  UNARY(radians, 2, B, f)
}
TEST_CASE("exponents, logarithms, rounding") {
  cases in("unary_explog");
  UNARY(exp, 4, b, e, F)
  UNARY(expm1, 4, b, e, F)
  UNARY(exp2, 4, b, e, F)
  UNARY(log, 4, b, e, F)
  UNARY(log10, 4, b, e, F)
  UNARY(log2, 4, b, e, F)
  UNARY(log1p, 4, b, e, F)
  UNARY(around, 0, bool, h, f)
  UNARY(round, 0, bool, h, f)
  UNARY(rint, 0, bool, h, f)
  UNARY(floor, 0, bool, h, f)
  UNARY(ceil, 0, bool, h, f)
  UNARY(trunc, 0, bool, h, f)
  UNARY(fix, 0, bool, h, f)
}
TEST_CASE("arithmetic of one operand, parts of numbers") {
  cases in("unary_arithmetic");
  UNARY(reciprocal, 2, i, f, F)
  UNARY(negative, 0, h, f, F)
  UNARY(angle, 4, i, f, F)
  UNARY(conj, 0, i, f, F)
  UNARY(real, 0, i, f, F)
  UNARY(imag, 0, i, f, F)
  UNARY(signbit, 0, H, f)
  UNARY(frexp, 0, H, f)
  UNARY(modf, 0, b, f)
  UNARY(sqrt, 1, bool, B, f)
  UNARY(cbrt, 4, bool, h, d)
  UNARY(square, 1, b, f, F)
  UNARY(absolute, 0, h, f)
  UNARY(abs, 0, h, f)
  UNARY(sign, 0, h, f)
  UNARY(sinc, 4, f, d)
  unary<B, f>(in, "clip", 0, [](auto x) { return cp::clip(x, 2, 4); });
}
