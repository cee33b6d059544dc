// Conversions from booleans and signed integers, and what assignment converts without being asked.
#include "conversions.hpp"

namespace {

template <class To, class From>
constexpr bool assigns = cp::detail::same_kind<To, From>;

// NumPy's casting="same_kind"
static_assert(assigns<cp::int8, cp::int64> && assigns<float, double> && assigns<cp::float16, cp::int64> &&
              assigns<cp::complex64, double>);
static_assert(assigns<cp::int8, cp::uint64> && !assigns<cp::uint8, cp::int8> && !assigns<cp::int64, float> &&
              !assigns<double, cp::complex64>);
static_assert(assigns<cp::int8, bool> && !assigns<bool, cp::int8> && !assigns<bool, double>);

}  // namespace

TEST_CASE("astype from booleans and signed integers gives NumPy's values") { golden::convert_from<0, 5>(); }

TEST_CASE("an array's member astype and an expression's conversion agree") {
  auto const x = cp::array<double>({-1.9, 0.0, 2.5, 300.7});
  auto const a = cp::eval(x.astype<cp::int32>()).to_host(), b = cp::eval(cp::astype<cp::int32>(x + 0.0)).to_host();
  for (int i = 0; i < 4; ++i) CHECK(a(i) == b(i));
  CHECK((a(0) == -1 && a(1) == 0 && a(2) == 2 && a(3) == 300));
  auto const truth = cp::eval(cp::astype<bool>(x)).to_host();
  CHECK((truth(0) && !truth(1) && truth(2) && truth(3)));
}
