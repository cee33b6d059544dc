// Rounding and the parts of floats against NumPy.
#include "golden.hpp"

using golden::exact;

// covers: cupy.floor; cupy.ceil; cupy.trunc; cupy.rint; cupy.fix; cupy.copysign; cupy.nextafter
UNARY_AS_NUMPY(floor, exact)
UNARY_AS_NUMPY(ceil, exact)
UNARY_AS_NUMPY(trunc, exact)
UNARY_AS_NUMPY(rint, exact)
UNARY_AS_NUMPY(fix, exact)
UNARY_AS_NUMPY(spacing, exact)
BINARY_AS_NUMPY(copysign, exact)
BINARY_AS_NUMPY(nextafter, exact)

namespace {

template <class T>
void modf_of(golden::reader& file, std::string const& what) {
  auto const x = file.next<T>();
  using F = cp::float_for<T>;
  auto const [fraction, whole] = cp::modf(x);
  static_assert(std::is_same_v<typename decltype(fraction)::value_type, F> &&
                std::is_same_v<typename decltype(whole)::value_type, F>);
  golden::compare(what + ": fraction", cp::eval(fraction), file.next<F>(), exact, x);
  golden::compare(what + ": whole", cp::eval(whole), file.next<F>(), exact, x);
  auto const [a, b] = cp::evaluate(fraction, whole);
  golden::same_bits(what + ": fraction in one kernel", a, cp::eval(fraction));
  golden::same_bits(what + ": whole in one kernel", b, cp::eval(whole));
}

template <class T>
void frexp_of(golden::reader& file, std::string const& what) {
  auto const x = file.next<T>();
  using F = cp::float_for<T>;
  auto const [mantissa, exponent] = cp::frexp(x);
  static_assert(std::is_same_v<typename decltype(mantissa)::value_type, F> &&
                std::is_same_v<typename decltype(exponent)::value_type, cp::int32>);
  golden::compare(what + ": mantissa", cp::eval(mantissa), file.next<F>(), exact, x);
  auto const e = cp::eval(exponent).to_host(), want = file.next<cp::int32>().to_host();
  auto const h = x.to_host();
  REQUIRE(e.size() == want.size());
  for (std::int64_t i = 0; i < e.size(); ++i)  // of infinities and NaN the exponent is unspecified
    if (cp::scalar::isfinite(h(i))) CHECK_MESSAGE(e(i) == want(i), what << " of " << golden::values(x).text(i));
}

template <class T, class E>
void ldexp_of(golden::reader& file, std::string const& what) {
  auto const x = file.next<T>();
  auto const e = file.next<E>();
  using F = cp::float_for<T>;
  auto const y = cp::ldexp(x, e);
  static_assert(std::is_same_v<typename decltype(y)::value_type, F>);
  golden::compare(what, cp::eval(y), file.next<F>(), exact, x, e);
}

}  // namespace

// covers: cupy.modf
TEST_CASE("modf gives NumPy's fractions and whole parts") {
  golden::reader file("modf");
  modf_of<cp::float16>(file, "modf of float16");
  modf_of<float>(file, "modf of float32");
  modf_of<double>(file, "modf of float64");
  modf_of<cp::int8>(file, "modf of int8");
  modf_of<cp::uint16>(file, "modf of uint16");
}

// covers: cupy.frexp
TEST_CASE("frexp gives NumPy's mantissas and exponents") {
  golden::reader file("frexp");
  frexp_of<cp::float16>(file, "frexp of float16");
  frexp_of<float>(file, "frexp of float32");
  frexp_of<double>(file, "frexp of float64");
  frexp_of<cp::int8>(file, "frexp of int8");
  frexp_of<cp::uint16>(file, "frexp of uint16");
}

// covers: cupy.ldexp
TEST_CASE("ldexp gives NumPy's values") {
  golden::reader file("ldexp");
  ldexp_of<cp::float16, cp::int32>(file, "ldexp of float16");
  ldexp_of<float, cp::int32>(file, "ldexp of float32");
  ldexp_of<double, cp::int32>(file, "ldexp of float64");
  ldexp_of<cp::int8, cp::int8>(file, "ldexp of int8");
  ldexp_of<cp::uint16, cp::int8>(file, "ldexp of uint16");
  CHECK(cp::eval(cp::ldexp(cp::array<float>({1.5f}), 3)).to_host()(0) == 12.0f);
}

TEST_CASE("ldexp saturates at exponents that int32 does not hold") {
  double const inf = std::numeric_limits<double>::infinity();
  auto const x = cp::array<double>({1, -1, 1, -1, 0, 3});
  std::int64_t const huge = std::int64_t{1} << 32;
  auto const y = cp::eval(cp::ldexp(x, cp::array<std::int64_t>({huge, huge, -huge, -huge, huge, -1}))).to_host();
  CHECK(y(0) == inf);
  CHECK(y(1) == -inf);
  CHECK((y(2) == 0 && !std::signbit(y(2))));
  CHECK((y(3) == 0 && std::signbit(y(3))));
  CHECK(y(4) == 0);
  CHECK(y(5) == 1.5);
  CHECK(cp::eval(cp::ldexp(x, huge)).item(0) == inf);
  CHECK(cp::eval(cp::ldexp(x, cp::full<std::uint64_t>(6, ~std::uint64_t{0}))).item(1) == -inf);
  CHECK(cp::eval(cp::ldexp(x, cp::full<std::uint32_t>(6, 1u << 31))).item(0) == inf);
  CHECK(cp::eval(cp::ldexp(x, INT32_MIN)).item(0) == 0);
  CHECK(cp::eval(cp::ldexp(cp::full<double>(1, 5e-324), 2097)).item(0) == 0x1p1023);
  CHECK(cp::eval(cp::ldexp(cp::ones<cp::float16>(1), huge)).item(0) == cp::float16(inf));
}
