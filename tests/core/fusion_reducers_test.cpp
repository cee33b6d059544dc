// Every reduction in a lambda for cp::fuse, as a function and as a member, and dtypes to sum in: values and dtypes are
// NumPy's.
#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

template <class... T, class F>
void each(cases& in, std::string const& name, F const& f) {
  (check<matrix<T>>(in, name + " " + code_of<T>, f, 8), ...);
}

}  // namespace

TEST_CASE("reductions as functions and as members") {
  cases in("reducers");
  using h = std::int16_t;
  using F = cp::complex64;
  each<bool, h, float, F>(in, "sum", [](auto x) { return cp::sum(x); });
  each<bool, h, float, F>(in, "prod", [](auto x) { return cp::prod(x); });
  each<bool, h, float, F>(in, "amax", [](auto x) { return cp::amax(x); });
  each<bool, h, float, F>(in, "amin", [](auto x) { return cp::amin(x); });
  each<bool, h, float, F>(in, "max", [](auto x) { return cp::max(x); });
  each<bool, h, float, F>(in, "min", [](auto x) { return cp::min(x); });
  each<bool, h, float>(in, "all", [](auto x) { return cp::all(x); });
  each<bool, h, float>(in, "any", [](auto x) { return cp::any(x); });
  each<cp::uint8, cp::float16>(in, "x.sum()", [](auto x) { return x.sum(); });
  each<cp::uint8, double>(in, "x.prod()", [](auto x) { return x.prod(); });
  each<cp::uint8, double>(in, "x.max()", [](auto x) { return x.max(); });
  each<cp::uint8, double>(in, "x.min()", [](auto x) { return x.min(); });
  each<cp::uint8, double>(in, "x.all()", [](auto x) { return x.all(); });
  each<cp::uint8, double>(in, "x.any()", [](auto x) { return x.any(); });
  each<std::int32_t>(in, "prod(x)", [](auto x) { return cp::prod(x); });
  each<std::int32_t>(in, "max(x, 0)", [](auto x) { return cp::max(x, cp::axis<0>); });
  each<std::int32_t>(in, "min(x, 0)", [](auto x) { return cp::min(x, cp::axis<0>); });
}

TEST_CASE("sums in a dtype that is named") {
  cases in("sums_in_dtypes");
#define SUM_IN(From, To) \
  check<matrix<From>>(   \
      in, std::string("sum ") + code_of<From> + code_of<To>, [](auto x) { return cp::sum<To>(x, cp::axis<0>); }, 4);
  SUM_IN(std::int8_t, std::int8_t)
  SUM_IN(std::int8_t, float)
  SUM_IN(std::int32_t, double)
  SUM_IN(cp::uint8, std::int64_t)
  SUM_IN(cp::uint16, cp::uint32)
  SUM_IN(std::int64_t, cp::uint64)
  SUM_IN(cp::float16, double)
  SUM_IN(float, cp::float16)
  SUM_IN(double, float)
  SUM_IN(float, double)
}
