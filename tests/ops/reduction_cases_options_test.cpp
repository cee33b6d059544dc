// Masks and dtypes of reductions, as NumPy has them; options that do not fit.
#include "ops/reduction_cases.hpp"

namespace {

using cases::array;
using cases::compare;
using cases::outcome_of;
using cases::reader;

template <class T, class F>
void masked(reader& in, F const& f, array<T, 2> const& x, double epsilons) {
  auto const mask = cases::mask34();
  auto const row = cases::mask4();
  array<bool, 1> const none = cp::zeros<bool>({4});
  auto const all_of = [&](auto... axis) {
    compare(in, outcome_of([&] { return f(x, axis..., cp::where(mask)); }), epsilons);
    compare(in, outcome_of([&] { return f(x, axis..., cp::where(row)); }), epsilons);
    compare(in, outcome_of([&] { return f(x, axis..., cp::where(none)); }), epsilons);
  };
  all_of();
  all_of(0);
  all_of(1);
}

template <class T>
void of_dtype(reader& in, std::vector<T> const& values) {
  auto const x = cases::shaped<2, T>(values, {3, 4});
  masked<T>(in, AS_NUMPY(mean), x, 4);
  masked<T>(in, AS_NUMPY(var), x, 8);
  masked<T>(in, AS_NUMPY(std), x, 8);
  masked<T>(in, AS_NUMPY(any), x, 0);
  masked<T>(in, AS_NUMPY(all), x, 0);
  masked<T>(in, AS_NUMPY(nanmean), x, 4);
  masked<T>(in, AS_NUMPY(nanvar), x, 8);
  masked<T>(in, AS_NUMPY(nanstd), x, 8);
}

}  // namespace

TEST_CASE("masks are NumPy's") {
  cases::each_dtype<bool, std::int8_t, cp::float16, float, double, cp::complex128>(
      "where", [](reader& in, auto const& values) { of_dtype(in, values); });
}

TEST_CASE("a mask that does not broadcast to the operand, an initial value that does not fit") {
  array<float, 1> const one = cp::ones<float>({1}), three = cp::ones<float>({3});
  auto const mask = three > 0;
  CHECK_THROWS_WITH_AS((void)cp::eval(cp::sum(one, cp::where(mask))),
                       "cp::sum: the operand cannot be stretched to another's shape; these are (1,) and (3,)",
                       cp::shape_error);
  CHECK_THROWS_AS((void)cp::sum(cp::ones<float>({2}), cp::where(mask)).item(), cp::shape_error);
  CHECK(cp::sum(cp::ones<float>({2, 3}), cp::where(mask)).item() == 6);
  array<std::int8_t, 1> const small = cp::ones<std::int8_t>({3});
  CHECK_THROWS_AS((void)cp::max(small, cp::initial(300)), cp::value_error);
  CHECK(cp::sum(small, cp::initial(300)).item() == 303);
  CHECK(cp::sum(small, cp::initial(2.5)).item() == 5);
}

TEST_CASE("dtypes of results") {
  array<std::int8_t, 1> const x = cp::astype<std::int8_t>(cp::arange<std::int64_t>(5));
  static_assert(std::is_same_v<decltype(cp::sum<float>(x))::value_type, float>);
  static_assert(std::is_same_v<decltype(cp::prod<std::int8_t>(x))::value_type, std::int8_t>);
  static_assert(std::is_same_v<decltype(cp::mean<float>(x))::value_type, float>);
  static_assert(std::is_same_v<decltype(cp::var<float>(x))::value_type, float>);
  static_assert(std::is_same_v<decltype(cp::std<cp::complex64>(x))::value_type, cp::complex64>);
  static_assert(std::is_same_v<decltype(cp::nanmean<float>(x))::value_type, float>);
  CHECK(cp::mean<float>(x).item() == 2);
  CHECK(cp::var<float>(x).item() == 2);
  CHECK(cp::std<cp::complex64>(x, cp::ddof<1>).item().real() == doctest::Approx(1.5811388));
  CHECK(cp::prod<std::int8_t>(cp::eval(x + 1)).item() == 120);
}
