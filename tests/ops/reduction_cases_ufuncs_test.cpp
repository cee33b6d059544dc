// The methods of ufuncs (reduce, outer, at), as NumPy has them.
#include <tuple>

#include "ops/reduction_cases.hpp"

namespace {

using cases::array;
using cases::compare;
using cases::outcome_of;
using cases::reader;

template <class T, class F>
void reduce(reader& in, F const& f, array<T, 2> const& x, double epsilons) {
  compare(in, outcome_of([&] { return f.reduce(x); }), epsilons, {4});
  if constexpr (cases::is_of_each_kind<T>) {
    compare(in, outcome_of([&] { return f.reduce(x, 1); }), epsilons, {3});
    compare(in, outcome_of([&] { return f.reduce(x, cp::axis<0, 1>, cp::keepdims); }), epsilons, {1, 1});
  } else {
    cases::pass(in, 2, false);
  }
  compare(in, outcome_of([&] { return f.reduce(x(cp::slice(0, 0))); }), epsilons, {4});
}

template <class T>
void of_dtype(reader& in, std::vector<T> const& values) {
  auto const line = cases::shaped<1, T>(values, {12});
  auto const x = cases::shaped<2, T>(values, {3, 4});
  constexpr bool exact = cp::boolean<T> || cp::integral<T>;
  reduce<T>(in, cp::add, x, 4);
  reduce<T>(in, cp::multiply, x, 8);
  reduce<T>(in, cp::maximum, x, 0);
  reduce<T>(in, cp::minimum, x, 0);
  reduce<T>(in, cp::fmax, x, 0);
  reduce<T>(in, cp::fmin, x, 0);
  reduce<T>(in, cp::logical_and, x, 0);
  reduce<T>(in, cp::logical_or, x, 0);
  reduce<T>(in, cp::logical_xor, x, 0);
  if constexpr (exact) {
    reduce<T>(in, cp::bitwise_and, x, 0);
    reduce<T>(in, cp::bitwise_or, x, 0);
    reduce<T>(in, cp::bitwise_xor, x, 0);
  }
  if constexpr (cp::integral<T>) {
    reduce<T>(in, cp::gcd, x, 0);
    reduce<T>(in, cp::lcm, x, 0);
  }
  if constexpr (!cp::complex_floating<T>) {
    reduce<T>(in, cp::hypot, x, 4);
    reduce<T>(in, cp::logaddexp, x, 8);
    reduce<T>(in, cp::logaddexp2, x, 8);
  }
  if constexpr (!cp::boolean<T>) compare(in, outcome_of([&] { return cp::subtract.outer(x(0), x(1)); }), 0, {4, 4});
  compare(in, outcome_of([&] { return cp::less.outer(x, x(0)); }), 0, {3, 4, 4});
  compare(in, outcome_of([&] { return cp::multiply.outer(x(0), x); }), 1, {4, 3, 4});
  array<std::int64_t, 1> const index =
      cp::ndarray<std::int64_t, 1, cp::host_space>{0, 2, 2, -1, 0, 1}.to<cp::default_space>();
  array<std::int32_t, 2> const more =
      cp::ndarray<std::int32_t, 2, cp::host_space>{{0, 3}, {3, -4}, {1, 1}}.to<cp::default_space>();
  compare(in, outcome_of([&] {
            auto const a = line.copy();
            cp::add.at(a, index, line(3));
            return a;
          }),
          4, {12});
  compare(in, outcome_of([&] {
            auto const a = x.copy();
            cp::maximum.at(a, index, x(0));
            return a;
          }),
          0, {3, 4});
  compare(in, outcome_of([&] {
            auto const a = x.copy();
            cp::multiply.at(a, std::tuple(index(cp::slice(0, 3), cp::newaxis), more), x(cp::all, cp::slice(0, 2)));
            return a;
          }),
          8, {3, 4});
}

}  // namespace

// covers: cupy.ufunc.reduce; cupy.ufunc.outer; cupy.ufunc.at
TEST_CASE("reduce, outer and at are NumPy's") {
  cases::each_dtype<bool, std::int8_t, std::uint16_t, cp::float16, float, double, cp::complex64, cp::complex128>(
      "ufuncs", [](reader& in, auto const& values) { of_dtype(in, values); });
}
