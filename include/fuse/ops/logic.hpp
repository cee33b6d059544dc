// Comparisons, truth and bits, and tests of floats.
#pragma once

#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/program/narrow.hpp>

namespace cp {

namespace detail {
/// x < y as NumPy has it: false if NaN decides (the order of sorts is scalar::less).
template <class T>
FUSE_HD constexpr bool less(T const& x, T const& y) {
  if constexpr (complex_floating<T>)
    return scalar::greater_equal(y, x) && x != y;
  else
    return x < y;
}
template <class T>
FUSE_HD constexpr bool truth(T const& x) {
  return x != T{};
}
}  // namespace detail

namespace expr::rules {
/// Anything; int64 and uint64 are compared exactly.
struct compared : any {};
}  // namespace expr::rules

/// A ufunc that compares.
template <class Op>
requires std::is_same_v<typename Op::rule, expr::rules::compared>
struct ufunc<Op> : ufunc_facts<Op>, ufunc_methods<Op> {
  /// The lazy comparison.
  template <operand X, operand Y>
  requires detail::any_expression<X, Y>
  [[nodiscard]] constexpr auto operator()(X&& x, Y&& y) const {
    auto a = expr::as_node(std::forward<X>(x));
    auto b = expr::as_node(std::forward<Y>(y));
    using A = typename decltype(a)::value_type;
    using B = typename decltype(b)::value_type;
    if constexpr (!decltype(a)::weak && !decltype(b)::weak &&
                  ((std::is_same_v<A, int64> && std::is_same_v<B, uint64>) ||
                   (std::is_same_v<A, uint64> && std::is_same_v<B, int64>))) {
      auto p = expr::map<expr::cast<detail::wide_integer>, decltype(a)>(expr::arguments<decltype(a)>{std::move(a)});
      auto q = expr::map<expr::cast<detail::wide_integer>, decltype(b)>(expr::arguments<decltype(b)>{std::move(b)});
      return expr::map<Op, decltype(p), decltype(q)>({std::move(p), std::move(q)});
    } else {
      return expr::make_map<Op>(std::move(a), std::move(b));
    }
  }
  /// Of C++ numbers, the answer.
  template <scalar_operand X, scalar_operand Y>
  [[nodiscard]] constexpr bool operator()(X const& x, Y const& y) const {
    using common =
        std::conditional_t<integral<X> && integral<Y>, detail::wide_integer,
                           typename expr::common_dtype<decltype(expr::as_node(x)), decltype(expr::as_node(y))>::type>;
    return Op{}(detail::convert_scalar<common>(expr::as_node(x).value),
                detail::convert_scalar<common>(expr::as_node(y).value));
  }
};

/// x == y.
FUSE_UFUNC2(equal, compared, boolean_result, 4, x == y);
/// x != y.
FUSE_UFUNC2(not_equal, compared, boolean_result, 4, x != y);
/// x < y; complex numbers by real, then imaginary part.
FUSE_UFUNC2(less, compared, boolean_result, 4, detail::less(x, y));
/// x <= y.
FUSE_UFUNC2(less_equal, compared, boolean_result, 4, detail::less(x, y) || x == y);
/// x > y.
FUSE_UFUNC2(greater, compared, boolean_result, 4, detail::less(y, x));
/// x >= y.
FUSE_UFUNC2(greater_equal, compared, boolean_result, 4, detail::less(y, x) || x == y);
/// Both are not zero.
FUSE_UFUNC2(logical_and, any, boolean_result, 4,
            static_cast<int>(detail::truth(x)) & static_cast<int>(detail::truth(y)));
/// At least one is not zero.
FUSE_UFUNC2(logical_or, any, boolean_result, 4,
            static_cast<int>(detail::truth(x)) | static_cast<int>(detail::truth(y)));
/// Exactly one is not zero.
FUSE_UFUNC2(logical_xor, any, boolean_result, 4, detail::truth(x) != detail::truth(y));
/// x is zero.
FUSE_UFUNC1(logical_not, any, boolean_result, 4, !detail::truth(x));
/// Bits set in both.
FUSE_UFUNC2(bitwise_and, bits, same, 4, x& y);
/// Bits set in either.
FUSE_UFUNC2(bitwise_or, bits, same, 4, x | y);
/// Bits set in one of them.
FUSE_UFUNC2(bitwise_xor, bits, same, 4, x ^ y);
/// Bits turned over; booleans: not.
FUSE_UFUNC1(invert, bits, same, 4, boolean<T> ? !x : static_cast<T>(~static_cast<std::int64_t>(x)));
/// How many bits of the absolute value are set. dtype: uint8.
FUSE_UFUNC1(bitwise_count, integers, small_count, 8, scalar::bit_count(x));
/// Bits moved up y places; 0 from the width on.
FUSE_UFUNC2(left_shift, integers, same, 4, scalar::left_shift(x, y));
/// Bits moved down y places, keeping the sign.
FUSE_UFUNC2(right_shift, integers, same, 4, scalar::right_shift(x, y));
/// x is NaN.
FUSE_UFUNC1(isnan, any, boolean_result, 4, scalar::isnan(x));
/// x is an infinity.
FUSE_UFUNC1(isinf, any, boolean_result, 4, scalar::isinf(x));
/// x is neither NaN nor an infinity.
FUSE_UFUNC1(isfinite, any, boolean_result, 4, scalar::isfinite(x));
/// x is infinity.
FUSE_UFUNC1(isposinf, real, boolean_result, 4, static_cast<int>(scalar::isinf(x)) & static_cast<int>(x > T{}));
/// x is -infinity.
FUSE_UFUNC1(isneginf, real, boolean_result, 4, static_cast<int>(scalar::isinf(x)) & static_cast<int>(!(x > T{})));
/// The imaginary part is zero.
FUSE_UFUNC1(isreal, any, boolean_result, 4, !detail::truth(scalar::imag(x)));
/// The imaginary part is not zero.
FUSE_UFUNC1(iscomplex, any, boolean_result, 4, detail::truth(scalar::imag(x)));
/// The sign bit is set (of -0.0 too).
FUSE_UFUNC1(signbit, real_inexact, boolean_result, 4, scalar::signbit(x));

inline constexpr auto& bitwise_not = invert;
inline constexpr auto& bitwise_invert = invert;
inline constexpr auto& bitwise_left_shift = left_shift;
inline constexpr auto& bitwise_right_shift = right_shift;

FUSE_OPERATOR2(==, equal)
FUSE_OPERATOR2(!=, not_equal)
FUSE_OPERATOR2(<, less)
FUSE_OPERATOR2(<=, less_equal)
FUSE_OPERATOR2(>, greater)
FUSE_OPERATOR2(>=, greater_equal)
FUSE_OPERATOR2(&&, logical_and)
FUSE_OPERATOR2(||, logical_or)
FUSE_OPERATOR1(!, logical_not)
FUSE_OPERATOR2(&, bitwise_and)
FUSE_OPERATOR2(|, bitwise_or)
FUSE_OPERATOR2(^, bitwise_xor)
FUSE_OPERATOR1(~, invert)
FUSE_OPERATOR2(<<, left_shift)
FUSE_OPERATOR2(>>, right_shift)

FUSE_NO_SEQUENCES(==)

FUSE_COMPOUND(&=, bitwise_and)
FUSE_COMPOUND(|=, bitwise_or)
FUSE_COMPOUND(^=, bitwise_xor)
FUSE_COMPOUND(<<=, left_shift)
FUSE_COMPOUND(>>=, right_shift)
FUSE_NO_COMPOUND(%=)
FUSE_NO_COMPOUND(&=)
FUSE_NO_COMPOUND(|=)
FUSE_NO_COMPOUND(^=)
FUSE_NO_COMPOUND(<<=)
FUSE_NO_COMPOUND(>>=)

/// Neither arrays nor expressions have ++ and --: `x += 1` says what is written.
template <expression E>
void operator++(E const&) {
  static_assert(!std::same_as<E, E>,
                "cp: there is no ++ here: x += 1 adds to an array's elements, x + 1 is an expression");
}
template <expression E>
void operator--(E const&) {
  static_assert(!std::same_as<E, E>,
                "cp: there is no -- here: x -= 1 subtracts from an array's elements, x - 1 is an expression");
}

/// Whether the dtype of an operand is complex: known while compiling.
template <operand X>
[[nodiscard]] constexpr bool iscomplexobj(X const& x) {
  return complex_floating<typename decltype(expr::as_node(x))::value_type>;
}
/// Whether it is not.
template <operand X>
[[nodiscard]] constexpr bool isrealobj(X const& x) {
  return !iscomplexobj(x);
}
/// Whether an operand is a number, not an array or an expression: known while compiling.
template <operand X>
[[nodiscard]] constexpr bool isscalar(X const&) {
  return scalar_operand<X>;
}

namespace program {
template <class Op>
requires std::is_same_v<typename Op::rule, expr::rules::compared>
inline constexpr in_float32 half_by<Op> = in_float32::exact;
template <>
inline constexpr in_float32 half_by<ops::isnan> = in_float32::exact;
template <>
inline constexpr in_float32 half_by<ops::isinf> = in_float32::exact;
template <>
inline constexpr in_float32 half_by<ops::isfinite> = in_float32::exact;
template <>
struct range_rule<ops::bitwise_and> {
  static constexpr range of(range x, range y) {
    range const all = range_of_all(0.0, x.low, x.high, y.low, y.high);
    if (x.low >= 0 && y.low >= 0) return {0, x.high < y.high ? x.high : y.high};
    if (all.fits() && x.low >= 0) return {0, x.high};
    if (all.fits() && y.low >= 0) return {0, y.high};
    return all.fits() ? range_of_type<std::int32_t> : anything;
  }
};
template <>
struct range_rule<ops::bitwise_or> {
  static constexpr range of(range x, range y) {
    range const all = range_of_all(x.low, x.high, y.low, y.high);
    if (!all.fits()) return anything;
    if (all.low < 0) return range_of_type<std::int32_t>;
    double bits = 1;  // above all bits of both
    while (bits <= all.high) bits *= 2;
    return {0, bits - 1};
  }
};
template <>
struct range_rule<ops::bitwise_xor> : range_rule<ops::bitwise_or> {};
template <>
struct range_rule<ops::left_shift> {
  static constexpr range of(range x, range y) {
    if (y.low < 0 || y.high > 31) return anything;
    auto const most = static_cast<double>(std::int64_t{1} << static_cast<int>(y.high));
    return range_of_all(x.low, x.high, x.low * most, x.high * most);
  }
};
template <>
struct range_rule<ops::right_shift> {
  static constexpr range of(range x, range y) {
    return y.low < 0 || y.high > 31 ? anything : range_of_all(0.0, x.low, x.high);
  }
};
}  // namespace program

}  // namespace cp
