// Functions of several operands in lambdas for cp::fuse, of two pairs of dtypes each: values and dtypes are NumPy's.
#include <fuse/special.hpp>

#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

template <class A, class B>
struct pair {};

template <class... A, class... B, class F>
void binary(cases& in, std::string const& name, double epsilons, F const& f, pair<A, B>...) {
  (check<matrix<A>, matrix<B>>(in, name + " " + code_of<A> + code_of<B>, f, epsilons), ...);
}
#define BINARY(name, epsilons, ...) \
  binary(                           \
      in, #name, epsilons, [](auto x, auto y) { return cp::name(x, y); }, __VA_ARGS__);

using namespace fusion::characters;

}  // namespace

TEST_CASE("functions of bits, comparisons, logic, extremes") {
  cases in("binary_logic");
  BINARY(bitwise_and, 0, pair<b, H>(), pair<bool, bool>())
  BINARY(bitwise_or, 0, pair<b, H>(), pair<bool, bool>())
  BINARY(bitwise_xor, 0, pair<b, H>(), pair<bool, bool>())
  BINARY(left_shift, 0, pair<i, B>(), pair<h, b>())
  BINARY(right_shift, 0, pair<i, B>(), pair<h, b>())
  BINARY(greater, 0, pair<bool, b>(), pair<l, f>())
  BINARY(greater_equal, 0, pair<bool, b>(), pair<l, f>())
  BINARY(less, 0, pair<bool, b>(), pair<l, f>())
  BINARY(less_equal, 0, pair<bool, b>(), pair<l, f>())
  BINARY(equal, 0, pair<bool, b>(), pair<l, f>())
  BINARY(not_equal, 0, pair<bool, b>(), pair<l, f>())
  BINARY(logical_and, 0, pair<bool, f>(), pair<i, B>())
  BINARY(logical_or, 0, pair<bool, f>(), pair<i, B>())
  BINARY(logical_xor, 0, pair<bool, f>(), pair<i, B>())
  BINARY(maximum, 0, pair<B, h>(), pair<f, f>())
  BINARY(minimum, 0, pair<B, h>(), pair<f, f>())
  BINARY(fmax, 0, pair<B, h>(), pair<f, f>())
  BINARY(fmin, 0, pair<B, h>(), pair<f, f>())
}
TEST_CASE("arithmetic of two operands") {
  cases in("binary_arithmetic");
  BINARY(add, 0, pair<h, B>(), pair<f, l>())
  BINARY(subtract, 0, pair<h, B>(), pair<f, l>())
  BINARY(multiply, 0, pair<h, B>(), pair<f, l>())
  BINARY(power, 4, pair<h, B>(), pair<f, l>())
  BINARY(divide, 1, pair<b, b>(), pair<i, f>())
  BINARY(true_divide, 1, pair<b, b>(), pair<i, f>())
  BINARY(floor_divide, 0, pair<h, h>(), pair<f, d>(), pair<bool, B>())
  BINARY(fmod, 0, pair<h, h>(), pair<f, d>(), pair<bool, B>())
  BINARY(remainder, 0, pair<h, h>(), pair<f, d>(), pair<bool, B>())
  BINARY(mod, 0, pair<h, h>(), pair<f, d>(), pair<bool, B>())
  BINARY(divmod, 0, pair<h, h>(), pair<f, d>(), pair<bool, B>())
  BINARY(arctan2, 4, pair<h, f>(), pair<bool, e>())
  BINARY(hypot, 4, pair<h, f>(), pair<bool, e>())
  BINARY(logaddexp, 4, pair<B, f>(), pair<e, d>())
  BINARY(logaddexp2, 4, pair<B, f>(), pair<e, d>())
  BINARY(ldexp, 0, pair<f, i>(), pair<e, i>(), pair<d, l>())
  BINARY(copysign, 0, pair<h, f>(), pair<e, e>())
  BINARY(nextafter, 0, pair<h, f>(), pair<e, e>())
}
TEST_CASE("choices, and a special function") {
  cases in("choices");
  auto const choose = [](auto condition, auto x, auto y) { return cp::where(condition, x, y); };
  check<matrix<bool>, matrix<h>, matrix<f>>(in, "where hf", choose);
  check<matrix<bool>, matrix<F>, matrix<B>>(in, "where FB", choose);
  check<matrix<bool>, matrix<bool>, matrix<d>>(in, "where ?d", choose);
  check<matrix<bool>, number<i>, number<i>>(in, "where of numbers", choose);
  auto const clip = [](auto x, auto low, auto high) { return cp::clip(x, low, high); };
  check<matrix<d>, matrix<d>, matrix<d>>(in, "clip between arrays", clip);
  check<matrix<h>, scalar<h>, scalar<h>>(in, "clip between scalars", clip);
  check<matrix<e>, number<f>, number<i>>(in, "clip between numbers", clip);
  check<matrix<f>, matrix<f>>(
      in, "power of negative numbers", [](auto x, auto y) { return cp::power(x, y); }, 2);
  check<matrix<d>>(in, "round to two digits", [](auto x) { return cp::round(x, 2); });
  check<matrix<f>>(
      in, "i0 f", [](auto x) { return cp::special::i0(x); }, 8);
  check<matrix<d>>(
      in, "i0 d", [](auto x) { return cp::special::i0(x); }, 8);
  check<matrix<d>, matrix<d>, matrix<d>>(in, "square of a sum",
                                         [](auto x, auto y, auto) { return cp::square(cp::add(x, y)); });
}
