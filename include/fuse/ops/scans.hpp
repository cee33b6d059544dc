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

template <class To>
struct cumsum {
  static constexpr char const* qualified_name = "cp::cumsum";
  static constexpr int cost = 8;
  template <class T>
  using result = std::conditional_t<std::is_void_v<To>, sum_type<T>, To>;
  template <class T>
  using accumulator = wide_type<result<T>>;
  /// -0 is what leaves every float as it is, -0 too.
  template <class A>
  FUSE_HD static A identity() {
    if constexpr (complex_floating<A>)
      return A(typename A::value_type(-0.0), typename A::value_type(-0.0));
    else if constexpr (floating<A>)
      return A(-0.0);
    else
      return A(0);
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return expr::cast<A>{}(x);
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return cp::detail::wrapping_add(a, b);
  }
};
template <class To>
struct cumprod : cumsum<To> {
  static constexpr char const* qualified_name = "cp::cumprod";
  template <class A>
  FUSE_HD static A identity() {
    return A(1);
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return cp::detail::wrapping_multiply(a, b);
  }
};
/// NaN counts as 0.
template <class To>
struct nancumsum : cumsum<To> {
  static constexpr char const* qualified_name = "cp::nancumsum";
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return scalar::isnan(x) ? A(0) : expr::cast<A>{}(x);
  }
};
/// NaN counts as 1.
template <class To>
struct nancumprod : cumprod<To> {
  static constexpr char const* qualified_name = "cp::nancumprod";
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return scalar::isnan(x) ? A(1) : expr::cast<A>{}(x);
  }
};
struct cummax {
  static constexpr char const* qualified_name = "cp::cummax";
  static constexpr int cost = 8;
  template <class T>
  using result = T;
  template <class T>
  using accumulator = T;
  template <class A>
  FUSE_HD static A identity() {
    return lowest_of<A>();
  }
  template <class A>
  FUSE_HD static A lift(A const& x) {
    return x;
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return scalar::maximum(a, b);
  }
};
struct cummin : cummax {
  static constexpr char const* qualified_name = "cp::cummin";
  template <class A>
  FUSE_HD static A identity() {
    return highest_of<A>();
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return scalar::minimum(a, b);
  }
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

template <class Op, class To, class X, class... Option>
constexpr auto scan_by(X&& x, Option const&... option) {
  using op = typename ops::scan_by<Op, To>::type;
  static_assert(!std::is_void_v<op>,
                "cp: accumulate is for add, multiply, maximum and minimum; a dtype can be given for add and multiply");
  static_assert(std::remove_cvref_t<X>::rank > 0, "cp: accumulate needs an operand of at least one axis");
  if constexpr (sizeof...(Option) == 0)
    return make_scan<op>(std::forward<X>(x), axis_list<0>{});
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
/// cost     one kernel, which reads each element once; along an axis across which elements lie in memory a GPU may read
///          them twice
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
