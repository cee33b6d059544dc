// Reductions and running sums as members of arrays and expressions: x.sum(0). Declarations alone; ops/methods.hpp has
// what they call.
#pragma once

namespace cp {

namespace detail {

enum class folding_method { sum, prod, mean, var, std, min, max, ptp, argmin, argmax, any, all, dot, cumsum, cumprod };
// Defined in ops/methods.hpp.
template <folding_method Method, class To, class E, class... Option>
auto fold_method(E const& e, Option const&... option);

}  // namespace detail

/// What arrays and expressions have in common as members: reductions and running sums, lazy as the functions of the
/// same names, with the same options.
template <class Self>
struct reduction_methods {
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
};

}  // namespace cp
