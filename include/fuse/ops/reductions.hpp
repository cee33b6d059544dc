// Reductions: sums, products, means, variances, extremes and their places, truth, logarithms of sums (NumPy's "Sums,
// products, differences", "Statistics" and "Logic functions").
#pragma once

#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/lists.hpp>
#include <fuse/ops/reduction_algebra.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <type_traits>
#include <utility>

namespace cp {

/// Sum of the elements along axes (all of them if none is given).
///
/// options  cp::axis<...> or one integer, cp::keepdims, cp::initial(x), cp::where(mask)
/// dtype    integers widen to 64 bits, everything else stays; `cp::sum<double>(x)` says otherwise. 16-bit floats
///          accumulate in float32
/// error    pairwise: grows with the logarithm of the number of elements; the same bits in every run and for any number
///          of threads
/// throws   index_error, value_error for axes; shape_error (when evaluated) where the mask does not broadcast to the
///          operand
/// numpy    numpy.sum
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto sum(X&& x, Option const&... option) {
  return detail::make_reduction<ops::sum<To>, detail::with_initial | detail::with_where>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(sum)
FUSE_NO_SEQUENCE(sum)
/// Product of the elements along axes; options and dtypes as of cp::sum.
///
/// numpy    numpy.prod
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto prod(X&& x, Option const&... option) {
  return detail::make_reduction<ops::prod<To>, detail::with_initial | detail::with_where>(std::forward<X>(x),
                                                                                          option...);
}
FUSE_AXES_IN_BRACES(prod)
FUSE_NO_SEQUENCE(prod)
/// Arithmetic mean along axes; NaN of no elements.
///
/// options  cp::axis<...> or one integer, cp::keepdims, cp::where(mask)
/// dtype    float64 for integers and booleans, otherwise the operand's; `cp::mean<double>(x)` says otherwise
/// numpy    numpy.mean
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto mean(X&& x, Option const&... option) {
  return detail::make_reduction<ops::mean<To>, unsigned{detail::with_where}>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(mean)
FUSE_NO_SEQUENCE(mean)
/// Mean of the squared distances from the mean along axes, in one pass without cancellation, accumulated in float64. No
/// elements give NaN, and no more than ddof an infinity or NaN.
///
/// options  cp::axis<...> or one integer, cp::keepdims, cp::ddof<N>, cp::where(mask)
/// dtype    float64 for integers and booleans, the real part's for complex numbers, otherwise the operand's;
///          `cp::var<double>(x)` says otherwise
/// error    a few units in the last place times the data's condition number, whatever the offset and the order of the
///          data
/// numpy    numpy.var
/// example  cp::var(x, cp::axis<0>, cp::ddof<1>)
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto var(X&& x, Option const&... option) {
  return detail::make_reduction<ops::var<(0 + ... + detail::ddof_given<Option>), To>,
                                detail::with_ddof | detail::with_where>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(var)
FUSE_NO_SEQUENCE(var)
/// Square root of the variance, which may be larger than its dtype holds; options and dtypes as of cp::var.
///
/// numpy    numpy.std
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto std(X&& x, Option const&... option) {
  using op = ops::deviation<(0 + ... + detail::ddof_given<Option>), To>;
  return detail::make_reduction<op, detail::with_ddof | detail::with_where>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(std)
FUSE_NO_SEQUENCE(std)
/// Largest element along axes; NaN if there is one. With cp::initial(x) it is at least that, and results of no elements
/// are allowed.
///
/// options  cp::axis<...> or one integer, cp::keepdims, cp::initial(x), and with that cp::where(mask)
/// throws   value_error where a result has no elements
/// numpy    numpy.max
template <expression X, class... Option>
[[nodiscard]] constexpr auto max(X&& x, Option const&... option) {
  return detail::make_reduction<ops::max, detail::with_initial | detail::with_where>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(max)
FUSE_NO_SEQUENCE(max)
/// Smallest element along axes; NaN if there is one. Options as of cp::max.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.min
template <expression X, class... Option>
[[nodiscard]] constexpr auto min(X&& x, Option const&... option) {
  return detail::make_reduction<ops::min, detail::with_initial | detail::with_where>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(min)
FUSE_NO_SEQUENCE(min)
/// The same as cp::max.
template <expression X, class... Option>
[[nodiscard]] constexpr auto amax(X&& x, Option const&... option) {
  return max(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(amax)
/// The same as cp::min.
template <expression X, class... Option>
[[nodiscard]] constexpr auto amin(X&& x, Option const&... option) {
  return min(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(amin)
/// Largest minus smallest element along axes.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.ptp
template <expression X, class... Option>
[[nodiscard]] constexpr auto ptp(X const& x, Option const&... option) {
  return max(x, option...) - min(x, option...);
}
FUSE_AXES_IN_BRACES(ptp)
/// Place of the first largest element (of the first NaN, if there is one) along an axis, or in the flattened operand:
/// int64.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.argmax
template <expression X, class... Option>
[[nodiscard]] auto argmax(X&& x, Option const&... option) {
  return detail::make_placed_reduction<ops::argmax>(std::forward<X>(x), option...);
}
/// Place of the first smallest element (of the first NaN, if there is one) along an axis, or in the flattened operand:
/// int64.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.argmin
template <expression X, class... Option>
[[nodiscard]] auto argmin(X&& x, Option const&... option) {
  return detail::make_placed_reduction<ops::argmin>(std::forward<X>(x), option...);
}
/// Whether any element along axes is not zero.
///
/// options  cp::axis<...> or one integer, cp::keepdims, cp::where(mask)
/// numpy    numpy.any
template <expression X, class... Option>
[[nodiscard]] constexpr auto any(X&& x, Option const&... option) {
  return detail::make_reduction<ops::any, unsigned{detail::with_where}>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(any)
FUSE_NO_SEQUENCE(any)
/// Whether all elements along axes are not zero: `cp::all(x, cp::axis<0>)`. As an index, cp::all is the whole axis.
///
/// options  cp::axis<...> or one integer, cp::keepdims, cp::where(mask)
/// numpy    numpy.all
template <class X, class... Option>
auto all_t::operator()(X&& x, Option const&... option) const {
  static_assert(expression<X>, "cp::all takes an array or an expression; cp::asarray(v) makes one of a std::vector");
  return detail::make_reduction<ops::all, unsigned{detail::with_where}>(std::forward<X>(x), option...);
}
template <class X, int N, class... Option>
auto all_t::operator()(X const& x, int const (&axes)[N], Option const&... option) const {
  return all(x, detail::axes_in(axes), option...);
}
/// How many elements along axes are not zero: int64.
///
/// numpy    numpy.count_nonzero
template <expression X, class... Option>
[[nodiscard]] constexpr auto count_nonzero(X&& x, Option const&... option) {
  return detail::make_reduction<ops::count_nonzero, unsigned{detail::plain_options}>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(count_nonzero)
/// log(sum(exp(x))) along axes without overflow, in one pass; -inf of no elements.
///
/// options  cp::axis<...> or one integer, cp::keepdims, cp::where(mask)
/// dtype    float64 for integers and booleans, otherwise the operand's; real operands
/// numpy    numpy.logaddexp.reduce; scipy.special.logsumexp
template <expression X, class... Option>
[[nodiscard]] constexpr auto logsumexp(X&& x, Option const&... option) {
  static_assert(!complex_floating<typename std::remove_cvref_t<X>::value_type>, "cp::logsumexp: takes real operands");
  return detail::make_reduction<ops::logsumexp, unsigned{detail::with_where}>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(logsumexp)

}  // namespace cp
