// Scans: running sums, products and extremes (NumPy's "Sums, products, differences", and `accumulate` of ufuncs).
#pragma once

#include <cstdint>
#include <fuse/core/scalar_math.hpp>
#include <fuse/expr/run_scan.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/reductions.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace ops {

/// -0, which leaves every float as it is, -0 too.
struct neutral_minus_zero : neutral_number<0> {
  template <class A>
  FUSE_HD static A value() {
    if constexpr (complex_floating<A>)
      return A(typename A::value_type(-0.0), typename A::value_type(-0.0));
    else if constexpr (floating<A>)
      return A(-0.0);
    else
      return A(0);
  }
};
template <class To>
struct cumsum : widening_fold<add, neutral_minus_zero, To> {
  static constexpr char const* qualified_name = "cp::cumsum";
  static constexpr char const* nan_name = "cp::nancumsum";
  template <class T, class...>
  using few = typename sum<To>::template few<T>;
  static constexpr int cost = 8;
};
template <class To>
struct cumprod : widening_fold<multiply, neutral_number<1>, To> {
  static constexpr char const* qualified_name = "cp::cumprod";
  static constexpr char const* nan_name = "cp::nancumprod";
  static constexpr int cost = 8;
};
/// NaN counts as `Instead`.
template <class Op, int Instead>
struct scan_without_nan : Op {
  static constexpr char const* qualified_name = Op::nan_name;
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return scalar::isnan(x) ? A(Instead) : expr::cast<A>{}(x);
  }
};
template <class To>
struct nancumsum : scan_without_nan<cumsum<To>, 0> {};
template <class To>
struct nancumprod : scan_without_nan<cumprod<To>, 1> {};
struct cummax : choosing_fold<larger, neutral_lowest<>> {
  static constexpr char const* qualified_name = "cp::cummax";
  static constexpr int cost = 8;
};
struct cummin : choosing_fold<smaller, neutral_highest> {
  static constexpr char const* qualified_name = "cp::cummin";
  static constexpr int cost = 8;
};

/// The scan that an operation's `accumulate` is.
template <class Op, class To>
struct scan_by {
  using type = void;
};
template <class To>
struct scan_by<add, To> {
  using type = cumsum<To>;
};
template <class To>
struct scan_by<multiply, To> {
  using type = cumprod<To>;
};
template <>
struct scan_by<maximum, void> {
  using type = cummax;
};
template <>
struct scan_by<minimum, void> {
  using type = cummin;
};

}  // namespace ops

namespace detail {

/// A scan along the axis named by an option, or over all elements in C order. An array of rank 0 counts as one element
/// of one axis.
template <class Op, class X, class... Option>
constexpr auto make_scan(X&& x, Option const&... option) {
  static_assert(sizeof...(Option) <= 1 && ((axes_given<Option> == 1) && ...),
                "cp: a scan runs along one axis (an integer, or cp::axis<1>), or, if none is given, over all elements "
                "in C order");
  using node = decltype(expr::as_node(std::forward<X>(x)));
  int axis = 0;
  ((axis = axis_of<node::rank>(option, Op::qualified_name)), ...);
  return expr::scan<Op, (sizeof...(Option) == 0 || node::rank == 0), node>(
      expr::make_arguments(expr::as_node(std::forward<X>(x))), axis);
}

/// What users call it: "cp::add.reduce", or "cp::add.accumulate".
template <class Op, bool Running>
constexpr auto make_method_name() {
  constexpr char const* method = Running ? ".accumulate" : ".reduce";
  constexpr std::size_t n = __builtin_strlen(Op::qualified_name), m = __builtin_strlen(method);
  struct {
    char text[n + m + 1];
  } name{};
  for (std::size_t i = 0; i < n; ++i) name.text[i] = Op::qualified_name[i];
  for (std::size_t i = 0; i < m; ++i) name.text[n + i] = method[i];
  return name;
}
template <class Op, bool Running>
inline constexpr auto method_name = make_method_name<Op, Running>();

// Defined in ops/ordered_folds.hpp.
template <class Op, class Node>
struct ordered;

template <class Op, class To, class X, class... Option>
constexpr auto scan_by(X&& x, Option const&... option) {
  using op = typename ops::scan_by<Op, To>::type;
  using T = typename std::remove_cvref_t<X>::value_type;
  static_assert(std::remove_cvref_t<X>::rank > 0, "cp: accumulate needs an operand of at least one axis");
  if constexpr ((axes_given<Option> && ...))
    (static_cast<void>(axis_of<std::remove_cvref_t<X>::rank>(option, method_name<Op, true>.text)), ...);
  if constexpr (std::is_void_v<op> && !std::is_void_v<To>)
    return scan_by<Op, void>(expr::cast_to<To>(expr::as_node(std::forward<X>(x))), option...);
  else if constexpr (std::is_void_v<op>)
    return ordered<Op, decltype(expr::as_node(std::forward<X>(x)))>::accumulate(expr::as_node(std::forward<X>(x)),
                                                                                option...);
  else if constexpr (sizeof...(Option) == 0)
    return scan_by<Op, To>(std::forward<X>(x), axis_list<0>{});
  else if constexpr (requires { typename op::template loop<T>; })
    return make_scan<op>(expr::cast_to<typename op::template loop<T>>(expr::as_node(std::forward<X>(x))), option...);
  else
    return make_scan<op>(std::forward<X>(x), option...);
}

}  // namespace detail

/// Running sum along an axis (an integer, or `cp::axis<1>`): element i is the sum of elements 0 to i. Without an axis
/// over all elements in C order, as one axis.
///
/// dtype    integers widen to 64 bits, everything else stays; `cp::cumsum<double>(x)` says otherwise. 16-bit floats
///          accumulate in float32
/// error    as of cp::sum: grows with the logarithm of the number of elements; the same bits in every run and for any
///          number of threads
/// cost     one kernel, which reads each element once, and stores what is computed from the sums (`cumsum(x, 0) / n`);
///          a GPU reads elements twice along an axis across which they lie in memory, and, the second time from its
///          cache, where a line has millions of them
/// throws   index_error for an axis that does not exist
/// numpy    numpy.cumsum
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto cumsum(X&& x, Option const&... option) {
  return detail::make_scan<ops::cumsum<To>>(std::forward<X>(x), option...);
}
/// Running product along an axis; options and dtypes as of cp::cumsum.
///
/// numpy    numpy.cumprod
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto cumprod(X&& x, Option const&... option) {
  return detail::make_scan<ops::cumprod<To>>(std::forward<X>(x), option...);
}
/// Running sum in which NaN counts as 0; options and dtypes as of cp::cumsum.
///
/// numpy    numpy.nancumsum
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto nancumsum(X&& x, Option const&... option) {
  return detail::make_scan<ops::nancumsum<To>>(std::forward<X>(x), option...);
}
/// Running product in which NaN counts as 1; options and dtypes as of cp::cumsum.
///
/// numpy    numpy.nancumprod
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto nancumprod(X&& x, Option const&... option) {
  return detail::make_scan<ops::nancumprod<To>>(std::forward<X>(x), option...);
}
/// Largest element so far; NaN from the first NaN on. Options as of cp::cumsum; the dtype stays.
///
/// numpy    numpy.maximum.accumulate
template <expression X, class... Option>
[[nodiscard]] constexpr auto cummax(X&& x, Option const&... option) {
  return detail::make_scan<ops::cummax>(std::forward<X>(x), option...);
}
/// Smallest element so far; NaN from the first NaN on. Options as of cp::cumsum; the dtype stays.
///
/// numpy    numpy.minimum.accumulate
template <expression X, class... Option>
[[nodiscard]] constexpr auto cummin(X&& x, Option const&... option) {
  return detail::make_scan<ops::cummin>(std::forward<X>(x), option...);
}

}  // namespace cp
