// Options of reductions: masks and initial values that do not fit, dtypes of results. The values of every dtype:
// reduction_cases_options_test.cpp and reduction_cases_initial_test.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;

}  // namespace

TEST_CASE("masks and initial values join in") {
  auto const x = cp::eval(cp::reshape(cp::astype<float>(cp::arange<std::int64_t>(12)), {3, 4}));
  auto const odd = cp::reshape(cp::arange<std::int64_t>(12), {3, 4}) % 2 == 1;
  array<bool, 1> const row = cp::ndarray<bool, 1, cp::host_space>{true, false, false, true}.to<cp::default_space>();
  CHECK(cp::sum(x, cp::where(odd)).item() == 36);
  CHECK(cp::mean(x, cp::where(odd)).item() == 6);
  CHECK(cp::max(x, cp::where(x < 5), cp::initial(-1)).item() == 4);
  CHECK(cp::max(x, cp::where(x < 0), cp::initial(-1)).item() == -1);
  auto const sums = cp::eval(cp::sum(x, cp::axis<1>, cp::where(row), cp::initial(100))).to_host();
  for (int i = 0; i < 3; ++i) CHECK(sums.data()[i] == 100 + 8 * i + 3);
  auto const all = cp::eval(cp::all(x > 2, cp::axis<0>, cp::where(odd))).to_host();
  CHECK((all.data()[0] && !all.data()[1] && all.data()[2] && all.data()[3]));
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
