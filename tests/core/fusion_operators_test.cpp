// Operators in lambdas for cp::fuse, between arrays, scalars and numbers in any place: values and dtypes are NumPy's.
#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

template <class A, class B, class F>
void forms(cases& in, std::string const& name, F const& f, double epsilons) {
  check<matrix<A>, matrix<B>>(in, name + " array, array", f, epsilons);
  check<matrix<A>, scalar<B>>(in, name + " array, scalar", f, epsilons);
  check<matrix<A>, number<B>>(in, name + " array, number", f, epsilons);
  check<scalar<A>, matrix<B>>(in, name + " scalar, array", f, epsilons);
  check<number<A>, matrix<B>>(in, name + " number, array", f, epsilons);
}
#define FORMS(name, A, B, ...) \
  forms<A, B>(                 \
      in, #name, [](auto x, [[maybe_unused]] auto y) { return __VA_ARGS__; }, 1);

}  // namespace

TEST_CASE("arithmetic") {
  cases in("arithmetic");
  FORMS(neg, std::int16_t, float, -x)
  FORMS(add, std::int16_t, float, x + y)
  FORMS(sub, cp::uint8, cp::float16, x - y)
  FORMS(mul, cp::complex64, double, x* y)
  FORMS(div, std::int32_t, std::int64_t, x / y)
  FORMS(pow, float, std::int8_t, cp::power(x, y))
  FORMS(floordiv, std::int64_t, float, cp::floor_divide(x, y))
}
TEST_CASE("comparisons") {
  cases in("comparisons");
  FORMS(eq, std::int32_t, cp::uint16, x == y)
  FORMS(ne, cp::complex64, float, x != y)
  FORMS(lt, std::int8_t, double, x < y)
  FORMS(le, cp::float16, std::int16_t, x <= y)
  FORMS(gt, cp::uint32, std::int64_t, x > y)
  FORMS(ge, float, cp::uint8, x >= y)
}
TEST_CASE("operators of bits") {
  cases in("bits");
  FORMS(lshift, std::int16_t, std::int32_t, x << y)
  FORMS(rshift, std::int64_t, cp::uint8, x >> y)
  FORMS(and, std::int8_t, cp::uint16, x & y)
  FORMS(or, cp::uint32, cp::uint8, x | y)
  FORMS(xor, std::int32_t, std::int64_t, x ^ y)
  FORMS(invert, cp::uint8, std::int32_t, ~x)
}
