// Arithmetic: sums, products, quotients, powers, remainders (NumPy's "Arithmetic operations").
#pragma once

#include <fuse/core/divisor.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/program/narrow.hpp>
#include <fuse/program/opposed_inputs.hpp>

namespace cp {

/// Two expressions that belong together, as `auto [q, r] = cp::divmod(x, y)`.
template <class First, class Second>
struct expression_pair {
  First first;    ///< the first of the two
  Second second;  ///< and the second
};

namespace detail {
/// Integers wrap around, as in NumPy; C++ leaves the overflow of signed ones undefined.
template <class T>
FUSE_HD constexpr T wrapping_add(T const& x, T const& y) {
  if constexpr (integral<T>) {
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) + static_cast<std::make_unsigned_t<T>>(y));
  } else {
    static_assert(
        requires { x + y; },
        "cp: this element type has no operator +; give your struct one (FUSE_HD), or use cp::elementwise");
    return static_cast<T>(x + y);
  }
}
template <class T>
FUSE_HD constexpr T wrapping_subtract(T const& x, T const& y) {
  if constexpr (integral<T>) {
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) - static_cast<std::make_unsigned_t<T>>(y));
  } else {
    static_assert(
        requires { x - y; },
        "cp: this element type has no operator -; give your struct one (FUSE_HD), or use cp::elementwise");
    return static_cast<T>(x - y);
  }
}
template <class T>
FUSE_HD constexpr T wrapping_multiply(T const& x, T const& y) {
  if constexpr (integral<T>) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) < 4)
      if (!__builtin_is_constant_evaluated()) {
        std::uint32_t product;
        asm("mul.lo.u32 %0, %1, %2;"
            : "=r"(product)
            : "r"(std::uint32_t{static_cast<std::make_unsigned_t<T>>(x)}),
              "r"(std::uint32_t{static_cast<std::make_unsigned_t<T>>(y)}));
        return static_cast<T>(product);
      }
#endif
    return static_cast<T>(1u * static_cast<std::make_unsigned_t<T>>(x) * static_cast<std::make_unsigned_t<T>>(y));
  } else {
    static_assert(
        requires { x* y; },
        "cp: this element type has no operator *; give your struct one (FUSE_HD), or use cp::elementwise");
    return static_cast<T>(x * y);
  }
}
}  // namespace detail

namespace expr::rules {
/// Numbers compute in the widest type of their kind (NumPy's float_power).
struct at_least_double : any {
  template <class P>
  using loop = std::conditional_t<complex_floating<P>, complex128, double>;
  template <class P>
  static constexpr bool accepts = number<P>;
};
/// Integers alone (NumPy's gcd).
struct no_booleans : any {
  template <class P>
  static constexpr bool accepts = integral<P>;
};
/// As `inexact`, but float64 for booleans (NumPy's angle is arctan2(0, x), and 0 makes them int64).
struct angles : inexact {
  template <class P>
  using loop = std::conditional_t<boolean<P>, double, float_for<P>>;
};
}  // namespace expr::rules

/// x + y; booleans: or.
FUSE_UFUNC2(add, any, same, 4, detail::wrapping_add(x, y));
/// x - y.
FUSE_UFUNC2(subtract, arithmetic, same, 4, detail::wrapping_subtract(x, y));
/// x * y; booleans: and.
FUSE_UFUNC2(multiply, any, same, 4, detail::wrapping_multiply(x, y));
/// x / y; integers give float64.
FUSE_UFUNC2(divide, division, same, 16, scalar::quotient(x, y));
/// The largest whole number not above x / y; 0 for an integer x / 0.
FUSE_UFUNC2(floor_divide, real_widened, same, 60, scalar::floor_divide(x, y));
/// The remainder that goes with floor_divide, with the sign of y.
FUSE_UFUNC2(remainder, real_widened, same, 60, scalar::remainder(x, y));
namespace ops {
/// Floor division by a number known at the launch, and its remainder.
struct floor_divide_by {
  static constexpr int cost = 16;
  template <class T, class>
  using result = T;
  template <class T, class Divisor>
  FUSE_HD constexpr T operator()(T const& x, Divisor const& y) const {
    return scalar::floor_divide(x, y);
  }
};
struct remainder_by {
  static constexpr int cost = 16;
  template <class T, class>
  using result = T;
  template <class T, class Divisor>
  FUSE_HD constexpr T operator()(T const& x, Divisor const& y) const {
    return scalar::remainder(x, y);
  }
};
}  // namespace ops
namespace expr {
/// Division by a number becomes multiplication.
template <class Op>
struct by_divisor {
  using type = Op;
  template <class T>
  static constexpr bool possible = integral<T>;
  template <class T>
  using operand = scalar::divisor<T>;
};
template <>
struct by_known_number<ops::floor_divide> : by_divisor<ops::floor_divide_by> {};
template <>
struct by_known_number<ops::remainder> : by_divisor<ops::remainder_by> {};
}  // namespace expr
/// The remainder of C's division, with the sign of x.
FUSE_UFUNC2(fmod, real_widened, same, 60, scalar::fmod(x, y));
/// x to the power y; x * x where y is the number 2 (and no other power of a number stands in the expression); integers
/// wrap, and a negative integer power of an integer is 0 or +-1 (NumPy refuses it).
FUSE_UFUNC2(power, widened, same, 100, scalar::pow(x, y));
/// x to the power y in at least float64 or complex128.
FUSE_UFUNC2(float_power, at_least_double, same, 100, scalar::pow(x, y));
/// -x.
FUSE_UFUNC1(negative, arithmetic, same, 4, scalar::negative(x));
/// +x.
FUSE_UFUNC1(positive, arithmetic, same, 4, x);
/// |x|; of complex numbers the modulus, a float.
FUSE_UFUNC1(absolute, any, magnitude, 4, scalar::abs(x));
/// |x| in floats.
FUSE_UFUNC1(fabs, real_inexact, same, 4, scalar::abs(x));
/// x squared.
FUSE_UFUNC1(square, widened, same, 4, scalar::square(x));
/// 1 / x; integers: 1 / x cut to an integer.
FUSE_UFUNC1(reciprocal, widened, same, 16, scalar::reciprocal(x));
/// -1, 0 or 1; NaN stays; complex: x / |x|.
FUSE_UFUNC1(sign, arithmetic, same, 8, scalar::sign(x));
/// 0 below zero, 1 above, y at zero.
FUSE_UFUNC2(heaviside, real_inexact, same, 8, scalar::heaviside(x, y));
/// Greatest common divisor of the magnitudes.
FUSE_UFUNC2(gcd, no_booleans, same, 400, scalar::gcd(x, y));
/// Least common multiple of the magnitudes.
FUSE_UFUNC2(lcm, no_booleans, same, 400, scalar::lcm(x, y));
/// The larger of x and y; NaN if either is.
FUSE_UFUNC2(maximum, any, same, 4, scalar::maximum(x, y));
/// The smaller of x and y; NaN if either is.
FUSE_UFUNC2(minimum, any, same, 4, scalar::minimum(x, y));
/// The larger of x and y; the other one if one is NaN.
FUSE_UFUNC2(fmax, any, same, 4, scalar::fmax(x, y));
/// The smaller of x and y; the other one if one is NaN.
FUSE_UFUNC2(fmin, any, same, 4, scalar::fmin(x, y));
/// The complex conjugate.
FUSE_UFUNC1(conjugate, widened, same, 4, scalar::conj(x));
/// The real part.
FUSE_UFUNC1(real, any, magnitude, 4, scalar::real(x));
/// The imaginary part; 0 for real numbers.
FUSE_UFUNC1(imag, any, magnitude, 4, scalar::imag(x));
namespace ops {
struct angle : expr::operation<1, expr::rules::angles, 60> {
  static constexpr char const* qualified_name = "cp::angle";
  template <class T>
  using result = expr::magnitude<T>;
  template <class T>
  FUSE_HD constexpr expr::magnitude<T> operator()(T const& x) const {
    return static_cast<expr::magnitude<T>>(scalar::angle(x));
  }
};
}  // namespace ops
namespace detail {
/// The type of cp::angle.
struct angle_function : ufunc<ops::angle> {
  using ufunc<ops::angle>::operator();
  /// In degrees, if `deg`.
  template <operand X>
  [[nodiscard]] constexpr auto operator()(X&& x, bool deg) const {
    return multiply((*this)(std::forward<X>(x)), deg ? 180 / 3.14159265358979323846 : 1.0);
  }
};
}  // namespace detail
/// The angle of a complex number in radians, in (-pi, pi]; in degrees: `cp::angle(z, true)`.
inline constexpr detail::angle_function angle{};

namespace expr {

/// x to the power 2 is x * x, as in NumPy, where that is a number of x's dtype.
template <class A, class T, bool Weak>
requires(
    number<T> && !complex_floating<T> &&
    std::is_same_v<typename map<ops::power, A, constant<T, Weak>>::value_type,
                   typename map<ops::square, A>::value_type>) struct by_value<map<ops::power, A, constant<T, Weak>>> {
  using node = map<ops::power, A, constant<T, Weak>>;
  static constexpr bool possible = true;
  static bool applies(node const& n) { return n.args.b.value == T(2); }
  static auto simple(node const& n) { return map_on<ops::square>(make_arguments(n.args.a)); }
};
/// x * x of an expression x is its square: as a product each x would read and compute its own.
template <class A>
requires(!is_leaf<A> && !bare<A> && repeats::is_comparable<A> && number<typename A::value_type> &&
         !boolean<typename A::value_type> &&
         !complex_floating<typename A::value_type>) struct by_operands<map<ops::multiply, A, A>> {
  using node = map<ops::multiply, A, A>;
  static constexpr bool possible = true;
  static bool applies(node const& n) { return repeats::same_parts(n.args.a, n.args.b); }
  static auto simple(node const& n) { return map_on<ops::square>(make_arguments(n.args.a)); }
};
template <class A, class T, std::uint64_t Bits, bool Weak>
requires(number<T> && !complex_floating<T> && program::literal<T, Bits>::value() == T(2) &&
         std::is_same_v<
             typename map<ops::power, A, literal<T, Bits, Weak>>::value_type,
             typename map<ops::square, A>::value_type>) struct by_literal<map<ops::power, A, literal<T, Bits, Weak>>> {
  using type = map<ops::square, A>;
};

}  // namespace expr

inline constexpr auto& true_divide = divide;
inline constexpr auto& mod = remainder;
inline constexpr auto& pow = power;
inline constexpr auto& abs = absolute;
inline constexpr auto& conj = conjugate;

FUSE_OPERATOR2(+, add)
FUSE_OPERATOR2(-, subtract)
FUSE_OPERATOR2(*, multiply)
FUSE_OPERATOR2(/, divide)
FUSE_OPERATOR2(%, remainder)
FUSE_OPERATOR1(-, negative)
FUSE_OPERATOR1(+, positive)

FUSE_COMPOUND(+=, add)
FUSE_COMPOUND(-=, subtract)
FUSE_COMPOUND(*=, multiply)
FUSE_COMPOUND(/=, divide)
FUSE_COMPOUND(%=, remainder)

FUSE_NO_SEQUENCES(+)
FUSE_NO_SEQUENCES(-)
FUSE_NO_SEQUENCES(*)
FUSE_NO_SEQUENCES(/)
FUSE_NO_SEQUENCES(+=)
FUSE_NO_SEQUENCES(-=)
FUSE_NO_SEQUENCES(*=)
FUSE_NO_SEQUENCES(/=)

namespace detail {
/// The type of cp::divmod.
struct divmod_function {
  /// Quotient and remainder.
  template <operand X, operand Y>
  requires any_expression<X, Y>
  [[nodiscard]] constexpr auto operator()(X const& x, Y const& y) const {
    return expression_pair<decltype(floor_divide(x, y)), decltype(remainder(x, y))>{floor_divide(x, y),
                                                                                    remainder(x, y)};
  }
  /// Those of all pairs.
  template <operand X, operand Y>
  [[nodiscard]] auto outer(X const& x, Y const& y) const {
    return expression_pair<decltype(floor_divide.outer(x, y)), decltype(remainder.outer(x, y))>{
        floor_divide.outer(x, y), remainder.outer(x, y)};
  }
};
}  // namespace detail
/// floor_divide and remainder at once (lazy: evaluate both with cp::evaluate for one kernel).
inline constexpr detail::divmod_function divmod{};

namespace program {
template <class T>
constexpr bool is_of_library<cp::scalar::divisor<T>> = true;
template <>
inline constexpr bool is_of_library<cp::scalar::small_divisor> = true;

template <>
inline constexpr bool opposes<ops::subtract> = true;
template <>
inline constexpr bool takes_distance<ops::square> = true;
template <>
inline constexpr bool takes_distance<ops::absolute> = true;
template <>
inline constexpr bool takes_distance<ops::fabs> = true;

// Where integers come to lie: what may be computed in 32 bits.
template <>
struct range_rule<ops::add> {
  static constexpr range of(range x, range y) { return {x.low + y.low, x.high + y.high}; }
};
template <>
struct range_rule<ops::subtract> {
  static constexpr range of(range x, range y) { return {x.low - y.high, x.high - y.low}; }
};
template <>
struct range_rule<ops::multiply> {
  static constexpr range of(range x, range y) {
    return range_of_all(x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high);
  }
};
template <>
struct range_rule<ops::negative> {
  static constexpr range of(range x) { return {-x.high, -x.low}; }
};
template <>
struct range_rule<ops::absolute> {
  static constexpr range of(range x) { return range_of_all(0.0, x.high, -x.low); }
};
template <>
struct range_rule<ops::square> {
  static constexpr range of(range x) { return range_of_all(0.0, x.low * x.low, x.high * x.high); }
};
template <>
struct range_rule<ops::maximum> {
  static constexpr range of(range x, range y) { return range_of_all(x.low, x.high, y.low, y.high); }
};
template <>
struct range_rule<ops::minimum> : range_rule<ops::maximum> {};
template <>
struct range_rule<ops::floor_divide> {
  static constexpr range of(range x, range y) {
    range const all = range_of_all(0.0, x.low, x.high);
    return y.low >= 0 ? range_of_all(0.0, x.low, x.high) : range_of_all(all.low, all.high, -all.low, -all.high);
  }
};
template <>
struct range_rule<ops::floor_divide_by> : range_rule<ops::floor_divide> {};
template <>
struct range_rule<ops::remainder> {
  static constexpr range of(range, range y) { return range_of_all(0.0, y.low, y.high); }
};
template <>
struct range_rule<ops::remainder_by> : range_rule<ops::remainder> {};
}  // namespace program

namespace program {
template <>
inline constexpr in_float32 half_by<ops::add> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::subtract> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::multiply> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::divide> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::square> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::reciprocal> = in_float32::rounded;
template <>
inline constexpr in_float32 half_by<ops::negative> = in_float32::exact;
template <>
inline constexpr in_float32 half_by<ops::absolute> = in_float32::exact;
template <>
inline constexpr in_float32 half_by<ops::maximum> = in_float32::exact;
template <>
inline constexpr in_float32 half_by<ops::minimum> = in_float32::exact;
}  // namespace program

}  // namespace cp
