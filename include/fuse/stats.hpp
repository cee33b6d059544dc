// cp::stats: scores, entropies, trimmed means (scipy.stats).
#pragma once

#include <cmath>
#include <fuse/fuse.hpp>
#include <fuse/sorting.hpp>
#include <fuse/special.hpp>
#include <limits>
#include <string>

namespace cp::stats {

/// The type of cp::stats::omit_nan.
struct omit_nan_t {};
/// Leaves NaN out of means and deviations: `cp::stats::zscore(x, cp::axis<0>, cp::ddof<0>, cp::stats::omit_nan)`.
inline constexpr omit_nan_t omit_nan{};

/// What the logarithm of an entropy is to: `cp::stats::entropy(p, cp::axis<0>, cp::stats::base(2))`.
class base {
 public:
  constexpr base() = default;
  /// Throws value_error for a number that is not positive.
  explicit base(double value) : logarithm_(std::log(value)) {
    if (!(value > 0))
      throw value_error("cp::stats::entropy: the base must be positive; it is " + std::to_string(value));
  }
  /// Its natural logarithm.
  [[nodiscard]] constexpr double logarithm() const { return logarithm_; }

 private:
  double logarithm_ = 1;
};

/// How many deviations each element of x lies from the mean of y along an axis; NaN where the elements of y are equal.
///
/// options  cp::axis<...> or one integer (axis 0; cp::ravel gives what an axis of None is), cp::ddof<N>, omit_nan
/// dtype    float64 for integers and booleans, otherwise the operands'
/// numpy    scipy.stats.zmap
template <expression X, expression Y, class Axis = axis_list<0>, class Ddof = ddof_t<0>, class... Omit>
[[nodiscard]] auto zmap(X const& x, Y const& y, Axis const& along = {}, Ddof const& freedom = {}, Omit const&...) {
  static_assert(sizeof...(Omit) <= 1 && (std::is_same_v<Omit, omit_nan_t> && ...),
                "cp::stats::zmap: takes an axis, cp::ddof<N> and cp::stats::omit_nan, in this order");
  auto const scores = [&](auto const& mean, auto const& deviation) {
    using T = typename std::remove_cvref_t<decltype(cp::eval(mean))>::value_type;
    return cp::where(deviation == 0, static_cast<T>(std::numeric_limits<double>::quiet_NaN()), (x - mean) / deviation);
  };
  if constexpr (sizeof...(Omit) == 1)
    return scores(cp::nanmean(y, along, cp::keepdims), cp::nanstd(y, along, freedom, cp::keepdims));
  else
    return scores(cp::mean(y, along, cp::keepdims), cp::std(y, along, freedom, cp::keepdims));
}
/// cp::stats::zmap of an operand by itself; options and dtypes are its.
///
/// numpy    scipy.stats.zscore
template <expression X, class... Option>
[[nodiscard]] auto zscore(X const& x, Option const&... option) {
  return zmap(x, x, option...);
}

/// Shannon's entropy along an axis: the sum of -p log(p), p being divided by its sum.
///
/// options  cp::axis<...> or one integer (axis 0), cp::stats::base(b)
/// numpy    scipy.stats.entropy
template <expression P, class Axis = axis_list<0>>
requires(!expression<Axis>) [[nodiscard]] auto entropy(P const& p, Axis const& along = {}, base const& of = {}) {
  auto const x = special::formulas::as_real(p);
  return cp::sum(special::entr(x / cp::sum(x, along, cp::keepdims)), along) / of.logarithm();
}
/// The entropy of p relative to q: the sum of p log(p / q), each being divided by its sum.
template <expression P, expression Q, class Axis = axis_list<0>>
[[nodiscard]] auto entropy(P const& p, Q const& q, Axis const& along = {}, base const& of = {}) {
  auto const x = special::formulas::as_real(p);
  auto const y = special::formulas::as_real(q);
  return cp::sum(special::rel_entr(x / cp::sum(x, along, cp::keepdims), y / cp::sum(y, along, cp::keepdims)), along) /
         of.logarithm();
}

/// The logarithm of the likelihood of the Box-Cox transformation by lambda, along axis 0: (lambda - 1) times the sum of
/// log(x), less n / 2 times the logarithm of the variance of what cp::special::boxcox makes of x. NaN of no elements.
///
/// numpy    scipy.stats.boxcox_llf
template <expression X>
[[nodiscard]] auto boxcox_llf(double lambda, X const& x) {
  auto const logarithms = cp::log(special::formulas::as_real(x));
  auto const n = static_cast<double>(expr::shape_of(x)[0]);
  // of x^lambda / lambda: what is constant has no variance
  auto const moved = cp::where(lambda == 0, logarithms, cp::exp(lambda * logarithms) / (lambda == 0 ? 1 : lambda));
  return (lambda - 1) * cp::sum(logarithms, cp::axis<0>) - n / 2 * cp::log(cp::var(moved, cp::axis<0>));
}

/// The mean along an axis of what is left of sorted elements without a share of them at either end, rounded down.
///
/// throws   value_error for a share that leaves nothing, index_error for the axis
/// dtype    as cp::mean
/// numpy    scipy.stats.trim_mean
template <expression X>
[[nodiscard]] auto trim_mean(X const& x, double share, int axis = 0) {
  auto const sorted = cp::sort(cp::moveaxis(cp::asarray(x), axis, -1));
  std::int64_t const n = sorted.shape()[X::rank - 1], low = static_cast<std::int64_t>(share * static_cast<double>(n));
  if (!(share >= 0) || (n > 0 && low >= n - low))
    throw value_error("cp::stats::trim_mean: the share must be positive, and leave elements; it is " +
                      std::to_string(share));
  return cp::mean(cp::eval(sorted)(cp::ellipsis, cp::slice(low, n - low)), cp::axis<-1>);
}

}  // namespace cp::stats
