// Initial values of reductions, with and without masks, as NumPy has them.
#include "ops/reduction_cases.hpp"

namespace {

using cases::array;
using cases::compare;
using cases::outcome_of;
using cases::reader;

/// f with an initial value, and of an empty operand; with masks too, which are another operand of any fold, if
/// `Masked`.
template <bool Masked, class T, class F>
void started(reader& in, F const& f, array<T, 2> const& x, array<T, 2> const& empty, double epsilons) {
  auto const mask = cases::mask34();
  auto const row = cases::mask4();
  auto const all_of = [&](cases::extents const& shape, cases::extents const& shape_of_empty, auto... axis) {
    compare(in, outcome_of([&] { return f(x, axis..., cp::initial(1)); }), epsilons, shape);
    if constexpr (Masked) {
      compare(in, outcome_of([&] { return f(x, axis..., cp::initial(1), cp::where(mask)); }), epsilons, shape);
      compare(in, outcome_of([&] { return f(x, cp::where(row), axis..., cp::initial(1)); }), epsilons, shape);
    } else {
      cases::pass(in, 2, false);
    }
    compare(in, outcome_of([&] { return f(empty, axis..., cp::initial(1)); }), epsilons, shape_of_empty);
  };
  all_of({}, {});
  all_of({4}, {3}, 0);
  all_of({3}, {0}, 1);
}
template <class T>
void of_dtype(reader& in, std::vector<T> const& values) {
  auto const x = cases::shaped<2, T>(values, {3, 4}), empty = cases::shaped<2, T>(values, {0, 3});
  started<true, T>(in, AS_NUMPY(sum), x, empty, 4);
  started<false, T>(in, AS_NUMPY(prod), x, empty, 8);
  started<false, T>(in, AS_NUMPY(nansum), x, empty, 4);
  started<false, T>(in, AS_NUMPY(nanprod), x, empty, 8);
  started<true, T>(in, AS_NUMPY(max), x, empty, 0);
  started<false, T>(in, AS_NUMPY(min), x, empty, 0);
  started<false, T>(in, AS_NUMPY(nanmax), x, empty, 0);
  started<false, T>(in, AS_NUMPY(nanmin), x, empty, 0);
}

}  // namespace

TEST_CASE("initial values are NumPy's") {
  cases::each_dtype<bool, std::int8_t, cp::float16, float, double, cp::complex128>(
      "initial", [](reader& in, auto const& values) { of_dtype(in, values); }, std::integral_constant<int, 96>{});
}
