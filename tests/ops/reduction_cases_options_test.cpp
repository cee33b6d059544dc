// Masks of reductions, as NumPy has them.
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
  auto const all_of = [&](cases::extents const& shape, auto... axis) {
    if constexpr (cases::is_of_each_kind<T>)
      compare(in, outcome_of([&] { return f(x, axis..., cp::where(mask)); }), epsilons, shape);
    else
      cases::pass(in, 1, false);
    compare(in, outcome_of([&] { return f(x, axis..., cp::where(row)); }), epsilons, shape);
    compare(in, outcome_of([&] { return f(x, axis..., cp::where(none)); }), epsilons, shape);
  };
  all_of({});
  all_of({4}, 0);
  all_of({3}, 1);
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
      "where", [](reader& in, auto const& values) { of_dtype(in, values); }, std::integral_constant<int, 72>{});
}
