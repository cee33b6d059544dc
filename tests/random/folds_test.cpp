// Reductions of draws: each draw is the same numbers wherever an expression names it, in step with its blocks or not.
#include <doctest.h>

#include <fuse/random.hpp>

#include "array/values.hpp"

namespace {

/// A count of draws, which is exact, against that of the arrays they are.
template <class F, class... X>
void check_count(F const& count, X const&... x) {
  CHECK(cp::eval(count(x...)).item() == cp::eval(count(cp::eval(x)...)).item());
}

template <class T, class Bits>
void check_folds(Bits const& bits) {
  auto rng = cp::random::default_rng(bits);
  std::int64_t const n = 70001;
  auto const x = rng.template random<T>(n), y = rng.template random<T>(n);
  auto const different = [](auto const& a, auto const& b) { return cp::sum(a < b); };
  auto const alike = [](auto const& a, auto const& b) { return cp::sum(a * a + b * b < 1); };
  auto const crossed = [](auto const& a, auto const& b) { return cp::sum(a * b + b * a < a); };
  auto const views = [&](auto const& count) {
    check_count(count, x, y);
    check_count(count, x(cp::slice(4, cp::end)), y(cp::slice(0, -4)));
    check_count(count, x(cp::slice(1, cp::end)), y(cp::slice(0, -1)));
    check_count(count, x(cp::slice(2, 3)), y(cp::slice(0, 1)));
    check_count(count, x(cp::slice(0, 0)), y(cp::slice(0, 0)));
    check_count(count, x(cp::slice(cp::end, cp::end, -3)), y(cp::slice(cp::end, cp::end, -3)));
  };
  views(different);
  views(alike);
  views(crossed);
  // Two views of one draw are no copies of each other.
  check_count(different, x(cp::slice(1, cp::end)), x(cp::slice(0, -1)));
  CHECK(cp::eval(different(x, x)).item() == 0);
}

}  // namespace

TEST_CASE("counts of draws are those of the arrays they are") {
  check_folds<float>(cp::random::Philox4x3210(5));
  check_folds<double>(cp::random::Philox4x3210(6));
}

TEST_CASE("draws beside wider elements, and rows of draws") {
  auto rng = cp::random::default_rng(cp::random::XORWOW(7));
  auto const x = rng.random<float>({60, 1003});
  cp::ndarray<double, 2> const half = cp::full<double>({60, 1003}, 0.5);
  cp::ndarray<float, 2> const whole = x;
  CHECK(cp::eval(cp::sum(x < half)).item() == cp::eval(cp::sum(whole < half)).item());
  CHECK(tests::values(cp::sum(x < 0.5f, cp::axis<1>)) == tests::values(cp::sum(whole < 0.5f, cp::axis<1>)));
  CHECK(tests::values(cp::sum(x < 0.5f, cp::axis<0>)) == tests::values(cp::sum(whole < 0.5f, cp::axis<0>)));
}

TEST_CASE("places of extremes of draws are those of the arrays they are, wherever a view begins") {
  auto rng = cp::random::default_rng(cp::random::Philox4x3210(8));
  std::int64_t const n = 70001;
  auto const u = rng.random<float>(n);
  cp::ndarray<float, 1> const drawn = u;
  auto a = cp::zeros<float>(n);
  a(cp::slice(0, cp::end, 7)) = 1;  // each extreme comes often: the first one is meant
  for (std::int64_t const from : {0, 1, 2, 3, 4}) {
    auto const part = cp::slice(from, cp::end);
    auto const lazy = cp::where(u(part) > 0.5f, a(part), -a(part));
    auto const made = cp::where(drawn(part) > 0.5f, a(part), -a(part));
    CHECK(cp::argmax(lazy).item() == cp::argmax(made).item());
    CHECK(cp::argmin(lazy).item() == cp::argmin(made).item());
    CHECK(cp::nanargmax(lazy).item() == cp::nanargmax(made).item());
  }
}
