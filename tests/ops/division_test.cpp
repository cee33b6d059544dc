// Quotients and remainders against NumPy.
#include "golden.hpp"

using golden::exact;

// covers: cupy.divide; cupy.floor_divide; cupy.remainder; cupy.fmod
BINARY_AS_NUMPY(divide, {.complex_epsilons = 4})
BINARY_AS_NUMPY(floor_divide, exact)
BINARY_AS_NUMPY(remainder, exact)
BINARY_AS_NUMPY(fmod, exact)
MIXED_AS_NUMPY(divide, {.complex_epsilons = 4})
MIXED_AS_NUMPY(floor_divide, exact)

/// Quotients of 16-bit floats are float32's, rounded: every numerator by denominators of every exponent and kind.
template <class T>
void check_quotients() {
  auto const all = cp::eval(cp::astype<cp::uint16>(cp::arange<std::int64_t>(65536))).template view<T>();
  auto const some = cp::eval(cp::astype<cp::uint16>(cp::arange<std::int64_t>(67) * 977 + 41)).template view<T>();
  auto const x = all(cp::all, cp::newaxis), y = some(cp::newaxis);
  auto const got = cp::eval(x / y).template view<cp::uint16>();
  auto const wanted = cp::eval(cp::astype<T>(cp::astype<float>(x) / cp::astype<float>(y))).template view<cp::uint16>();
  auto const is_nan = [](auto const& bits) { return (bits & 0x7fff) > int(T::infinity_bits); };
  CHECK(cp::count_nonzero((got != wanted) & ~(is_nan(got) & is_nan(wanted))).item() == 0);
}
TEST_CASE("quotients of 16-bit floats are rounded once") {
  check_quotients<cp::float16>();
  check_quotients<cp::bfloat16>();
}
