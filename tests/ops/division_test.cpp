// Quotients and remainders against NumPy.
#include <limits>
#include <vector>

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

/// Quotients of numbers of every kind by each other, 0 / y above all, are the processor's own.
template <class T, class Bits>
void check_bits() {
  std::vector<T> some;
  for (T const v :
       {T(0), T(1), T(3), T(0.1), T(1e30), std::numeric_limits<T>::denorm_min(),
        3 * std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min(), std::numeric_limits<T>::max(),
        std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()}) {
    some.push_back(v);
    some.push_back(-v);
  }
  auto const n = static_cast<std::int64_t>(some.size());
  auto const numbers = cp::array<T>(some);
  cp::ndarray<T, 2> const quotients = numbers(cp::all, cp::newaxis) / numbers;
  auto const got = quotients.template to<cp::host_space>();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      T const wanted = some[static_cast<std::size_t>(i)] / some[static_cast<std::size_t>(j)];
      CAPTURE(i);
      CAPTURE(j);
      if (wanted != wanted)
        CHECK(got(i, j) != got(i, j));
      else
        CHECK(__builtin_bit_cast(Bits, got(i, j)) == __builtin_bit_cast(Bits, wanted));
    }
}
TEST_CASE("quotients have IEEE 754's bits") {
  check_bits<float, cp::uint32>();
  check_bits<double, cp::uint64>();
}
