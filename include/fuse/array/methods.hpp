// What arrays and expressions have as members: x.sum(0), x.reshape(2, -1). Declarations alone; ops/methods.hpp and
// ops/array_methods.hpp have what they call.
#pragma once

#include <fuse/core/shape.hpp>

namespace cp {

namespace detail {

enum class folding_method { sum, prod, mean, var, std, min, max, ptp, argmin, argmax, any, all, dot, cumsum, cumprod };
// Defined in ops/methods.hpp.
template <folding_method Method, class To, class E, class... Option>
auto fold_method(E const& e, Option const&... option);
// Defined in ops/array_methods.hpp.
enum class array_method {
  astype,
  reshape,
  ravel,
  flatten,
  transpose,
  swapaxes,
  mT,
  squeeze,
  diagonal,
  trace,
  clip,
  round,
  conj,
  copy,
  to_host,
  tolist
};
template <array_method Method, class To = void, int... Axis, class E, class... Argument>
auto call_method(E const& e, Argument const&... argument);

}  // namespace detail

/// What arrays and expressions have in common as members, with the options of the functions of the same names: lazy, or
/// views, but for those that say otherwise.
template <class Self>
struct array_methods {
  /// Sum along axes, as cp::sum.
  template <class To = void, class... Option>
  [[nodiscard]] auto sum(Option const&... option) const {
    return detail::fold_method<detail::folding_method::sum, To>(static_cast<Self const&>(*this), option...);
  }
  /// Product along axes, as cp::prod.
  template <class To = void, class... Option>
  [[nodiscard]] auto prod(Option const&... option) const {
    return detail::fold_method<detail::folding_method::prod, To>(static_cast<Self const&>(*this), option...);
  }
  /// Mean along axes, as cp::mean.
  template <class To = void, class... Option>
  [[nodiscard]] auto mean(Option const&... option) const {
    return detail::fold_method<detail::folding_method::mean, To>(static_cast<Self const&>(*this), option...);
  }
  /// Variance along axes, as cp::var.
  template <class To = void, class... Option>
  [[nodiscard]] auto var(Option const&... option) const {
    return detail::fold_method<detail::folding_method::var, To>(static_cast<Self const&>(*this), option...);
  }
  /// Standard deviation along axes, as cp::std.
  template <class To = void, class... Option>
  [[nodiscard]] auto std(Option const&... option) const {
    return detail::fold_method<detail::folding_method::std, To>(static_cast<Self const&>(*this), option...);
  }
  /// Smallest element along axes, as cp::min.
  template <class... Option>
  [[nodiscard]] auto min(Option const&... option) const {
    return detail::fold_method<detail::folding_method::min, void>(static_cast<Self const&>(*this), option...);
  }
  /// Largest element along axes, as cp::max.
  template <class... Option>
  [[nodiscard]] auto max(Option const&... option) const {
    return detail::fold_method<detail::folding_method::max, void>(static_cast<Self const&>(*this), option...);
  }
  /// Largest minus smallest element along axes, as cp::ptp.
  template <class... Option>
  [[nodiscard]] auto ptp(Option const&... option) const {
    return detail::fold_method<detail::folding_method::ptp, void>(static_cast<Self const&>(*this), option...);
  }
  /// Place of the smallest element, as cp::argmin.
  template <class... Option>
  [[nodiscard]] auto argmin(Option const&... option) const {
    return detail::fold_method<detail::folding_method::argmin, void>(static_cast<Self const&>(*this), option...);
  }
  /// Place of the largest element, as cp::argmax.
  template <class... Option>
  [[nodiscard]] auto argmax(Option const&... option) const {
    return detail::fold_method<detail::folding_method::argmax, void>(static_cast<Self const&>(*this), option...);
  }
  /// Whether any element along axes is not zero, as cp::any.
  template <class... Option>
  [[nodiscard]] auto any(Option const&... option) const {
    return detail::fold_method<detail::folding_method::any, void>(static_cast<Self const&>(*this), option...);
  }
  /// Whether all elements along axes are not zero, as cp::all.
  template <class... Option>
  [[nodiscard]] auto all(Option const&... option) const {
    return detail::fold_method<detail::folding_method::all, void>(static_cast<Self const&>(*this), option...);
  }
  /// Scalar product with another vector, as cp::dot.
  template <class Y>
  [[nodiscard]] auto dot(Y const& y) const {
    return detail::fold_method<detail::folding_method::dot, void>(static_cast<Self const&>(*this), y);
  }
  /// Running sum along an axis, as cp::cumsum.
  template <class To = void, class... Option>
  [[nodiscard]] auto cumsum(Option const&... option) const {
    return detail::fold_method<detail::folding_method::cumsum, To>(static_cast<Self const&>(*this), option...);
  }
  /// Running product along an axis, as cp::cumprod.
  template <class To = void, class... Option>
  [[nodiscard]] auto cumprod(Option const&... option) const {
    return detail::fold_method<detail::folding_method::cumprod, To>(static_cast<Self const&>(*this), option...);
  }
  /// Elements converted to `To`, as cp::astype.
  template <class To>
  [[nodiscard]] auto astype() const {
    return detail::call_method<detail::array_method::astype, To>(static_cast<Self const&>(*this));
  }
  /// The elements in C order with another shape, as cp::reshape: `a.reshape({2, -1})`, `a.reshape(2, -1)`,
  /// `a.reshape({2, -1}, cp::fortran_order)`. An expression is evaluated.
  template <int N, class... Order>
  [[nodiscard]] auto reshape(extent const (&shape)[N], Order... order) const {
    return detail::call_method<detail::array_method::reshape>(static_cast<Self const&>(*this), make_shape(shape),
                                                              order...);
  }
  /// The same.
  template <class... Shape>
  [[nodiscard]] auto reshape(Shape const&... shape) const {
    return detail::call_method<detail::array_method::reshape>(static_cast<Self const&>(*this), shape...);
  }
  /// All elements in C order as one axis, as cp::ravel: a view where possible. An expression is evaluated.
  [[nodiscard]] auto ravel() const {
    return detail::call_method<detail::array_method::ravel>(static_cast<Self const&>(*this));
  }
  /// The same as a copy.
  [[nodiscard]] auto flatten() const {
    return detail::call_method<detail::array_method::flatten>(static_cast<Self const&>(*this));
  }
  /// The axes in reverse order, or as named: `a.transpose(1, 0, 2)`.
  template <class... Axis>
  [[nodiscard]] auto transpose(Axis... axis) const {
    return detail::call_method<detail::array_method::transpose>(static_cast<Self const&>(*this), axis...);
  }
  /// Two axes exchanged.
  [[nodiscard]] auto swapaxes(int axis1, int axis2) const {
    return detail::call_method<detail::array_method::swapaxes>(static_cast<Self const&>(*this), axis1, axis2);
  }
  /// The last two axes exchanged.
  [[nodiscard]] auto mT() const {
    return detail::call_method<detail::array_method::mT>(static_cast<Self const&>(*this));
  }
  /// Without axes of extent 1, which are named: `a.squeeze(0)`, `a.squeeze<0, 2>()`, `a.squeeze(cp::axis<0, 2>)`.
  template <int... Axis, class... Option>
  [[nodiscard]] auto squeeze(Option... option) const {
    return detail::call_method<detail::array_method::squeeze, void, Axis...>(static_cast<Self const&>(*this),
                                                                             option...);
  }
  /// The diagonal of two axes, as cp::diagonal.
  template <class... Which>
  [[nodiscard]] auto diagonal(Which... which) const {
    return detail::call_method<detail::array_method::diagonal>(static_cast<Self const&>(*this), which...);
  }
  /// Limited to [low, high], as cp::clip: `a.clip(0, 1)`, `a.clip(0)`, `a.clip(cp::none, 1)`.
  template <class... Bound>
  [[nodiscard]] auto clip(Bound const&... bound) const {
    return detail::call_method<detail::array_method::clip>(static_cast<Self const&>(*this), bound...);
  }
  /// Rounded to digits behind the point, as cp::round.
  template <class... Decimals>
  [[nodiscard]] auto round(Decimals... decimals) const {
    return detail::call_method<detail::array_method::round>(static_cast<Self const&>(*this), decimals...);
  }
  /// The complex conjugate.
  [[nodiscard]] auto conj() const {
    return detail::call_method<detail::array_method::conj>(static_cast<Self const&>(*this));
  }
};

}  // namespace cp
