// Reductions that leave NaN out (NumPy's nan functions). Of dtypes without NaN they are the plain ones.
#pragma once

#include <fuse/ops/lists.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <fuse/ops/reductions.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {
template <class Op, class X, class... Option>
auto nan_variance(X&& x, Option const&... option) {
  using T = typename decltype(expr::as_node(std::forward<X>(x)))::value_type;
  using op = std::conditional_t<floating<T> || complex_floating<T>, ops::skip_nan<Op>, Op>;
  return make_reduction<op, with_ddof | with_where>(std::forward<X>(x), option...);
}
}  // namespace detail

/// Sum of the elements that are not NaN; 0 of none. Options and dtypes as of cp::sum.
///
/// numpy    numpy.nansum
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto nansum(X&& x, Option const&... option) {
  return detail::make_reduction<ops::skip_nan<ops::sum<To>>, detail::with_initial | detail::with_where>(
      std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(nansum)
/// Product of the elements that are not NaN; 1 of none. Options and dtypes as of cp::prod.
///
/// numpy    numpy.nanprod
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto nanprod(X&& x, Option const&... option) {
  return detail::make_reduction<ops::skip_nan<ops::prod<To>>, detail::with_initial | detail::with_where>(
      std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(nanprod)
/// Mean of the elements that are not NaN; NaN of none, without NumPy's warning. Options and dtypes as of cp::mean.
///
/// numpy    numpy.nanmean
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto nanmean(X&& x, Option const&... option) {
  return detail::make_reduction<ops::skip_nan<ops::mean<To>>, unsigned{detail::with_where}>(std::forward<X>(x),
                                                                                            option...);
}
FUSE_AXES_IN_BRACES(nanmean)
/// Variance of the elements that are not NaN; NaN of no more than ddof, without NumPy's warning. Options and dtypes as
/// of cp::var.
///
/// numpy    numpy.nanvar
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto nanvar(X&& x, Option const&... option) {
  return detail::nan_variance<ops::var<(0 + ... + detail::ddof_given<Option>), To>>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(nanvar)
/// Square root of cp::nanvar.
///
/// numpy    numpy.nanstd
template <class To = void, expression X, class... Option>
[[nodiscard]] constexpr auto nanstd(X&& x, Option const&... option) {
  return detail::nan_variance<ops::deviation<(0 + ... + detail::ddof_given<Option>), To>>(std::forward<X>(x),
                                                                                          option...);
}
FUSE_AXES_IN_BRACES(nanstd)
/// Largest of the elements that are not NaN; NaN where all are, without NumPy's warning. Options as of cp::max.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.nanmax
template <expression X, class... Option>
[[nodiscard]] constexpr auto nanmax(X&& x, Option const&... option) {
  return detail::make_reduction<ops::nanmax, detail::with_initial | detail::with_where>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(nanmax)
/// Smallest of the elements that are not NaN; NaN where all are, without NumPy's warning. Options as of cp::min.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.nanmin
template <expression X, class... Option>
[[nodiscard]] constexpr auto nanmin(X&& x, Option const&... option) {
  return detail::make_reduction<ops::nanmin, detail::with_initial | detail::with_where>(std::forward<X>(x), option...);
}
FUSE_AXES_IN_BRACES(nanmin)
/// Place of the first largest element that is not NaN along an axis, or in the flattened operand: int64. -1 where all
/// are NaN: NumPy throws then, which here would mean to wait for the values.
///
/// throws   value_error where a result has no elements
/// numpy    numpy.nanargmax
template <expression X, class... Option>
[[nodiscard]] auto nanargmax(X&& x, Option const&... option) {
  return detail::make_placed_reduction<ops::nanargmax>(std::forward<X>(x), option...);
}
/// Place of the first smallest element that is not NaN along an axis, or in the flattened operand: int64; -1 where all
/// are NaN (see cp::nanargmax).
///
/// throws   value_error where a result has no elements
/// numpy    numpy.nanargmin
template <expression X, class... Option>
[[nodiscard]] auto nanargmin(X&& x, Option const&... option) {
  return detail::make_placed_reduction<ops::nanargmin>(std::forward<X>(x), option...);
}

}  // namespace cp
