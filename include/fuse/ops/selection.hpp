// Choosing between values element by element.
#pragma once

#include <fuse/expr/ufunc.hpp>

namespace cp {

namespace ops {

struct where {
  static constexpr int cost = 4;
  static constexpr char const* qualified_name = "cp::where";
  template <class, class T, class>
  using result = T;
  template <class T>
  FUSE_HD constexpr T operator()(bool c, T const& x, T const& y) const {
    return c ? x : y;
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

}  // namespace ops

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

/// x limited to [low, high]: minimum(maximum(x, low), high); NaN stays. dtype: all three promoted.
inline constexpr ufunc<ops::clip> clip{};

}  // namespace cp
