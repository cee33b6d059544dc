// Conversions between all dtypes against NumPy's astype, and what assignment converts without being asked.
#include "golden.hpp"

namespace {

using golden::codes;
using golden::count;
using golden::exact;
using golden::type_of;

template <std::size_t I>
void convert(golden::reader& file) {
  using From = type_of<codes[I / count]>;
  using To = type_of<codes[I % count]>;
  auto const x = file.next<From>();
  auto const want = file.next<To>().to_host();
  auto const y = cp::astype<To>(x);
  static_assert(std::is_same_v<typename std::remove_cvref_t<decltype(y)>::value_type, To>);
  std::string const what = std::string("astype from ") + cp::dtype_traits<From>::name + " to " + cp::dtype_traits<To>::name;
  golden::compare(what, cp::eval(y).to_host(), want, exact, x.to_host());
  golden::compare(what + ", backwards", cp::eval(cp::astype<To>(golden::layouts<From>(x).reversed)).to_host(), want, exact, x.to_host());
}

template <std::size_t... I>
void convert_all(std::index_sequence<I...>) {
  golden::reader file("astype");
  (convert<I>(file), ...);
}

template <class To, class From>
constexpr bool assigns = cp::detail::same_kind<To, From>;

// NumPy's casting="same_kind"
static_assert(assigns<cp::int8, cp::int64> && assigns<float, double> && assigns<cp::float16, cp::int64> && assigns<cp::complex64, double>);
static_assert(assigns<cp::int8, cp::uint64> && !assigns<cp::uint8, cp::int8> && !assigns<cp::int64, float> && !assigns<double, cp::complex64>);
static_assert(assigns<cp::int8, bool> && !assigns<bool, cp::int8> && !assigns<bool, double>);

}  // namespace

TEST_CASE("astype gives NumPy's values from every dtype to every dtype") { convert_all(std::make_index_sequence<count * count>{}); }

TEST_CASE("an array's member astype and an expression's conversion agree") {
  auto const x = cp::array<double>({-1.9, 0.0, 2.5, 300.7});
  auto const a = cp::eval(x.astype<cp::int32>()).to_host(), b = cp::eval(cp::astype<cp::int32>(x + 0.0)).to_host();
  for (int i = 0; i < 4; ++i) CHECK(a(i) == b(i));
  CHECK((a(0) == -1 && a(1) == 0 && a(2) == 2 && a(3) == 300));
  auto const truth = cp::eval(cp::astype<bool>(x)).to_host();
  CHECK((truth(0) && !truth(1) && truth(2) && truth(3)));
}
