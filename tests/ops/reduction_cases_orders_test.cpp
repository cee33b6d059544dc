// Norms of all orders, scalar products and averages, as NumPy has them.
#include "ops/reduction_cases.hpp"

namespace {

using cases::array;
using cases::compare;
using cases::outcome_of;
using cases::reader;

template <class T>
void vector_norms(reader& in, array<T, 1> const& v) {
  auto const check = [&](auto ord, double epsilons) {
    compare(in, outcome_of([&] { return cp::linalg::norm(v, ord); }), epsilons, {});
  };
  check(cp::ord<2>, 2);
  check(cp::ord<1>, 2);
  check(cp::ord<0>, 0);
  check(cp::ord_inf, 1);
  check(cp::ord_minus_inf, 1);
  check(cp::ord<3>, 16);
  check(cp::ord<-1>, 16);
  check(cp::ord_p(2.5), 16);
}
template <class T>
void matrix_norms(reader& in, array<T, 2> const& x, array<T, 3> const& t) {
  auto const check = [&](auto ord) {
    compare(in, outcome_of([&] { return cp::linalg::norm(x, ord); }), 4, {});
    compare(in, outcome_of([&] { return cp::linalg::norm(t, ord, cp::axis<0, 2>); }), 4, {2});
    if constexpr (cases::is_of_each_kind<T>) {
      compare(in, outcome_of([&] { return cp::linalg::norm(t, ord, cp::axis<2, 0>, cp::keepdims); }), 4, {1, 2, 1});
      compare(in, outcome_of([&] { return cp::linalg::matrix_norm(t, ord); }), 4, {2});
    } else {
      cases::pass(in, 2, false);
    }
  };
  check(cp::ord_fro);
  check(cp::ord<1>);
  check(cp::ord<-1>);
  check(cp::ord_inf);
  check(cp::ord_minus_inf);
}

template <class T>
void of_dtype(reader& in, std::vector<T> const& values) {
  auto const x = cases::shaped<2, T>(values, {3, 4});
  auto const t = cases::shaped<3, T>(values, {2, 2, 3});
  array<T, 1> const v = x(0), w = x(1);
  vector_norms<T>(in, v);
  matrix_norms<T>(in, x, t);
  auto const none = cp::slice(0, 0);
  compare(in, outcome_of([&] { return cp::linalg::norm(x); }), 4, {});
  compare(in, outcome_of([&] { return cp::linalg::norm(t); }), 4, {});
  compare(in, outcome_of([&] { return cp::linalg::norm(x, 1, cp::keepdims); }), 4, {3, 1});
  compare(in, outcome_of([&] { return cp::linalg::vector_norm(t, cp::ord<1>); }), 4, {});
  compare(in, outcome_of([&] { return cp::linalg::norm(x(none), cp::ord<1>); }), 0, {});
  compare(in, outcome_of([&] { return cp::linalg::norm(x(cp::all, none), cp::ord_inf); }), 0, {});
  compare(in, outcome_of([&] { return cp::linalg::norm(v(none), cp::ord_inf); }), 0, {});
  compare(in, outcome_of([&] { return cp::linalg::norm(v(none), cp::ord_minus_inf); }), 0, {});
  compare(in, outcome_of([&] { return cp::linalg::norm(x(none), cp::ord<-1>); }), 0, {});
  compare(in, outcome_of([&] { return cp::dot(v, w); }), 4, {});
  compare(in, outcome_of([&] { return cp::vdot(v, w); }), 4, {});
  compare(in, outcome_of([&] { return cp::inner(v, w); }), 4, {});
  compare(in, outcome_of([&] { return cp::dot(v(none), w(none)); }), 0, {});
  compare(in, outcome_of([&] { return cp::vdot(x, x); }), 4, {});
  array<float, 1> const rows = cp::ndarray<float, 1, cp::host_space>{1, 2, 3}.to<cp::default_space>();
  array<std::int8_t, 1> const columns = cp::ndarray<std::int8_t, 1, cp::host_space>{4, 0, 1, 2}.to<cp::default_space>();
  auto const whole = cp::reshape(cp::astype<double>(cp::arange<std::int64_t>(12)), {3, 4});
  compare(in, outcome_of([&] { return cp::average(x); }), 4, {});
  compare(in, outcome_of([&] { return cp::average(x, 0, cp::weights(rows)); }), 4, {4});
  compare(in, outcome_of([&] { return cp::average(x, cp::weights(columns), cp::axis<1>, cp::keepdims); }), 4, {3, 1});
  compare(in, outcome_of([&] { return cp::average(x, cp::weights(whole)); }), 4, {});
  compare(in, outcome_of([&] { return cp::average(x, 1, cp::weights(whole)); }), 4, {3});
  compare(in, outcome_of([&] { return cp::average(x, 1, cp::returned, cp::weights(columns)).second; }), 4, {3});
}

}  // namespace

// covers: cupy.average; cupy.linalg.norm; cupy.dot; cupy.vdot; cupy.inner
TEST_CASE("norms, scalar products and averages are NumPy's") {
  cases::each_dtype<bool, std::int8_t, cp::float16, float, double, cp::complex64, cp::complex128>(
      "norms", [](reader& in, auto const& values) { of_dtype(in, values); });
}
