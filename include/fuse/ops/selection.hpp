// Choosing between values element by element.
#pragma once

#include <fuse/core/convert.hpp>
#include <fuse/core/dtype_tools.hpp>
#include <fuse/expr/none.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/program/narrow.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace ops {

struct where {
  static constexpr int cost = 4;
  static constexpr char const* qualified_name = "cp::where";
  template <class, class T, class>
  using result = T;
  template <class T>
  FUSE_HD constexpr T operator()(bool c, T const& x, T const& y) const {
    return detail::select(c, x, y);
  }
};

struct clip : expr::operation<3, expr::rules::any, 8> {
  static constexpr char const* qualified_name = "cp::clip";
  template <class T, class, class>
  using result = T;
  template <class T>
  FUSE_HD constexpr T operator()(T const& x, T const& low, T const& high) const {
    return scalar::clip(x, low, high);
  }
};

/// What is not finite, replaced.
struct nan_to_num {
  static constexpr int cost = 8;
  static constexpr char const* qualified_name = "cp::nan_to_num";
  template <class T, class, class, class>
  using result = T;
  template <class T, class R>
  FUSE_HD T operator()(T const& x, R const& nan, R const& posinf, R const& neginf) const {
    if constexpr (complex_floating<T>)
      return T((*this)(x.re, nan, posinf, neginf), (*this)(x.im, nan, posinf, neginf));
    else
      return detail::select(
          x != x, T(nan),
          detail::select(!scalar::isinf(x), x, detail::select(scalar::signbit(x), T(neginf), T(posinf))));
  }
};

}  // namespace ops

namespace program {
template <class P>
constexpr bool is_read = false;
template <int I, class T>
constexpr bool is_read<input<I, T>> = true;
template <int Offset, class T>
constexpr bool is_read<scalar<Offset, T>> = true;

/// Whether numbers of one byte are compared.
template <class C>
constexpr bool compares_bytes = false;
template <class Op, class... P>
constexpr bool compares_bytes<apply<Op, P...>> =
    ((sizeof(typename type_of<P>::type) == 1 && !boolean<typename type_of<P>::type>) || ...) ||
    (compares_bytes<P> || ...);

/// Of what is only read a conditional is no branch, and quicker than bits (sums of where(mask, x, 0): 4.1 ms, so 5.8),
/// but g++ for AVX-512 has no masks for numbers of 8 bytes of what compares bytes, and of booleans none at all.
template <class C, class P, class Q>
requires(is_read<P>&& is_read<Q>) struct apply<ops::where, C, P, Q> {
  template <class Context>
  FUSE_HD static typename type_of<apply>::type eval(Context const& c) {
    auto const chosen = operand<C>::eval(c);
    auto const x = operand<P>::eval(c), y = operand<Q>::eval(c);
    using T = typename type_of<apply>::type;
    if constexpr (boolean<T> || (sizeof(T) == 8 && compares_bytes<C>))
      return detail::select(chosen, static_cast<T>(x), static_cast<T>(y));
    else
      return chosen ? x : y;
  }
};
}  // namespace program

/// x where `condition` is not zero, y elsewhere; all three broadcast. dtype: x and y promoted.
template <operand C, operand X, operand Y>
requires detail::any_expression<C, X, Y>
[[nodiscard]] constexpr auto where(C&& condition, X&& x, Y&& y) {
  auto c = expr::cast_to<bool>(expr::as_node(std::forward<C>(condition)));
  auto a = expr::as_node(std::forward<X>(x));
  auto b = expr::as_node(std::forward<Y>(y));
  using common = typename expr::common_dtype<decltype(a), decltype(b)>::type;
  auto p = expr::cast_to<common>(std::move(a));
  auto q = expr::cast_to<common>(std::move(b));
  return expr::map<ops::where, decltype(c), decltype(p), decltype(q)>({std::move(c), std::move(p), std::move(q)});
}

namespace detail {
/// A bound of cp::clip of integers T among others of dtype R: an integer of C++ that no T passes is as none. Throws
/// value_error for another one that R does not hold.
template <bool High, class T, class R, class B>
constexpr auto clip_bound(B const& b) {
  if constexpr (std::is_integral_v<B> && !boolean<B> && integral<T> && integral<R>) {
    auto const last = []<class N>(N) {  // of N's values
      wide_integer const beyond = wide_integer{1} << (8 * static_cast<int>(sizeof(N)) - std::is_signed_v<N>);
      return High ? beyond - 1 : std::is_signed_v<N> ? -beyond : wide_integer{0};
    };
    bool const passed = High ? b < last(T{}) : b > last(T{});
    return passed ? convert_scalar<R>(b) : static_cast<R>(last(R{}));
  } else {
    return expr::as_node(b);
  }
}

/// The type of cp::clip.
struct clip_function : ufunc<ops::clip> {
  using ufunc<ops::clip>::operator();
  /// x limited to [low, high].
  template <operand X, class Low, class High>
  requires(any_expression<X, Low, High> || is_none<Low> || is_none<High>) [[nodiscard]] constexpr auto operator()(
      X&& x, Low&& low, High&& high) const {
    auto node = expr::as_node(std::forward<X>(x));
    using T = typename decltype(node)::value_type;
    if constexpr (is_none<Low> && is_none<High>) {
      return node;
    } else if constexpr (is_none<Low>) {
      using R = typename expr::common_dtype<decltype(node), decltype(expr::as_node(high))>::type;
      return minimum(std::move(node), clip_bound<true, T, R>(high));
    } else if constexpr (is_none<High>) {
      using R = typename expr::common_dtype<decltype(node), decltype(expr::as_node(low))>::type;
      return maximum(std::move(node), clip_bound<false, T, R>(low));
    } else {
      using R = typename expr::common_dtype<decltype(node), decltype(expr::as_node(low)),
                                            decltype(expr::as_node(high))>::type;
      return expr::make_map<ops::clip>(std::move(node), clip_bound<false, T, R>(low), clip_bound<true, T, R>(high));
    }
  }
  /// x limited to [low, infinity).
  template <expression X, operand Low>
  [[nodiscard]] constexpr auto operator()(X&& x, Low&& low) const {
    return (*this)(std::forward<X>(x), std::forward<Low>(low), none);
  }
};
}  // namespace detail

/// x limited to [low, high]: minimum(maximum(x, low), high); NaN stays. Either may be cp::none, the high one may be
/// left out. dtype: all three promoted. An integer of C++ as a bound may lie beyond x's integers: `cp::clip(bytes, 5,
/// 300)`; throws value_error where that would limit them to what they do not have, `cp::clip(bytes, 300, 400)`.
///
/// numpy    numpy.clip
inline constexpr detail::clip_function clip{};

namespace detail {
/// A number, or none.
struct optional_number {
  double value = 0;
  bool given = false;
  constexpr optional_number() = default;
  constexpr optional_number(double x) : value(x), given(true) {}  // NOLINT(google-explicit-constructor): of an option
  template <class T>
  constexpr T value_or(T const& other) const {
    return given ? static_cast<T>(value) : other;
  }
};
}  // namespace detail

/// What cp::nan_to_num puts in the place of what is not finite.
struct nan_to_num_options {
  double nan = 0;                    ///< instead of NaN
  detail::optional_number posinf{};  ///< instead of infinity; none: the dtype's largest number
  detail::optional_number neginf{};  ///< instead of -infinity; none: the dtype's smallest number
};

/// x with NaN and infinities replaced, in both parts of complex numbers: `nan_to_num(x, {.nan = 1, .posinf = 9})`. The
/// dtype stays; integers and booleans are as they are.
///
/// numpy    numpy.nan_to_num
template <expression X>
[[nodiscard]] constexpr auto nan_to_num(X const& x, nan_to_num_options const& options = {}) {
  using T = typename X::value_type;
  static_assert(number<T>, "cp::nan_to_num takes numbers");
  if constexpr (integral<T> || boolean<T>) {
    return x;
  } else {
    using R = typename dtype_traits<T>::real_type;
    using constant = expr::constant<R, true>;
    constexpr R largest = finfo<T>::max;
    return expr::map<ops::nan_to_num, X, constant, constant, constant>(
        expr::make_arguments(X(x), constant(static_cast<R>(options.nan)), constant(options.posinf.value_or(largest)),
                             constant(options.neginf.value_or(static_cast<R>(-largest)))));
  }
}

namespace program {
template <>
inline constexpr in_float32 half_by<ops::where> = in_float32::exact;
template <>
inline constexpr in_float32 half_by<ops::clip> = in_float32::exact;
template <>
struct range_rule<ops::where> {
  static constexpr range of(range, range x, range y) { return range_of_all(x.low, x.high, y.low, y.high); }
};
}  // namespace program

}  // namespace cp
