// Comparing arrays as a whole: isclose, allclose, array_equal, array_equiv. The answers are lazy arrays of rank 0.
#pragma once

#include <cstdint>
#include <fuse/expr/view.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/reductions.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace ops {

/// |x - y| <= absolute + relative * |y| of finite numbers; infinities are close to themselves, NaN to NaN if
/// `equal_nan`.
struct isclose {
  static constexpr int cost = 16;
  static constexpr char const* qualified_name = "cp::isclose";
  template <class...>
  using result = bool;
  template <class T, class R>
  FUSE_HD constexpr bool operator()(T const& x, T const& y, R const& relative, R const& absolute,
                                    bool equal_nan) const {
    bool const same = x == y, nan = static_cast<int>(equal_nan) & static_cast<int>(scalar::isnan(x)) &
                                    static_cast<int>(scalar::isnan(y));
    bool const near = scalar::abs(x - y) <= absolute + relative * scalar::abs(y);
    return static_cast<int>(same) | static_cast<int>(nan) |
           (static_cast<int>(near) & static_cast<int>(scalar::isfinite(y)));
  }
};

/// x == y, or both NaN if `equal_nan`.
struct same_value {
  static constexpr int cost = 8;
  static constexpr char const* qualified_name = "cp::array_equal";
  template <class...>
  using result = bool;
  template <class T>
  FUSE_HD constexpr bool operator()(T const& x, T const& y, bool equal_nan) const {
    return static_cast<int>(x == y) |
           (static_cast<int>(equal_nan) & static_cast<int>(scalar::isnan(x)) & static_cast<int>(scalar::isnan(y)));
  }
};

}  // namespace ops

namespace detail {

template <class Op, class... Node>
auto map_nodes(Node... node) {
  return expr::map<Op, Node...>(expr::make_arguments(std::move(node)...));
}

/// The expression as it is, or (if it is not wanted) a view of none of its elements, of the same type.
template <expression E>
auto all_or_none(E const& e, bool wanted) {
  if constexpr (E::rank == 0)
    return e;
  else
    return view_of<E::rank>(e, [wanted](auto const& shape, auto const& strides) {
      mapping<E::rank> m;
      for (int i = 0; i < E::rank; ++i) m.shape[i] = wanted ? shape[i] : 0, m.strides[i] = strides[i];
      return m;
    });
}

/// Whether arrays that are alike in shape (or not: then nothing of them is read) are equal.
template <class X, class Y>
auto all_equal(X const& x, Y const& y, bool alike, bool equal_nan) {
  auto a = all_or_none(x, alike);
  auto b = all_or_none(y, alike);
  using A = typename X::value_type;
  using B = typename Y::value_type;
  auto const flag = [](bool value) { return expr::constant<bool, false>(value); };
  auto equality = [&] {
    if constexpr (number<A> && number<B> &&
                  (floating<A> || complex_floating<A> || floating<B> || complex_floating<B>)) {
      using common = typename expr::common_dtype<decltype(a), decltype(b)>::type;
      return map_nodes<ops::same_value>(expr::cast_to<common>(std::move(a)), expr::cast_to<common>(std::move(b)),
                                        flag(equal_nan));
    } else {
      return equal(std::move(a), std::move(b));  // int64 and uint64 exactly
    }
  }();
  return map_nodes<ops::logical_and>(flag(alike), all(std::move(equality)));
}

template <class X, class Y>
bool broadcasts(X const& x, Y const& y) {
  auto const a = expr::shape_of(x);
  auto const b = expr::shape_of(y);
  for (int i = 1; i <= X::rank && i <= Y::rank; ++i) {
    std::int64_t const n = a[X::rank - i], m = b[Y::rank - i];
    if (n != m && n != 1 && m != 1) return false;
  }
  return true;
}

}  // namespace detail

/// Whether x is close to y element by element: |x - y| <= atol + rtol * |y|. Infinities are close to themselves, NaN to
/// NaN if `equal_nan`. Lazy.
///
/// dtype    computes in the operands' common float, of 16-bit floats in float32; integers in float64
/// numpy    numpy.isclose
template <operand X, operand Y>
requires detail::any_expression<X, Y>
[[nodiscard]] auto isclose(X&& x, Y&& y, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) {
  auto a = expr::as_node(std::forward<X>(x));
  auto b = expr::as_node(std::forward<Y>(y));
  using common = typename expr::common_dtype<decltype(a), decltype(b)>::type;
  static_assert(number<common>, "cp::isclose: takes numbers");
  using wide = std::conditional_t<floating<common> || complex_floating<common>, ops::wide_type<common>, double>;
  using tolerance = expr::constant<typename dtype_traits<wide>::real_type, false>;
  return detail::map_nodes<ops::isclose>(expr::cast_to<wide>(std::move(a)), expr::cast_to<wide>(std::move(b)),
                                         tolerance(static_cast<typename tolerance::value_type>(rtol)),
                                         tolerance(static_cast<typename tolerance::value_type>(atol)),
                                         expr::constant<bool, false>(equal_nan));
}
/// Whether all elements are close (see cp::isclose): a lazy boolean of rank 0, `cp::allclose(x, y).item()`.
///
/// throws   shape_error (when evaluated) where the operands do not broadcast
/// numpy    numpy.allclose
template <operand X, operand Y>
requires detail::any_expression<X, Y>
[[nodiscard]] auto allclose(X&& x, Y&& y, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) {
  return all(isclose(std::forward<X>(x), std::forward<Y>(y), rtol, atol, equal_nan));
}
/// Whether shapes and elements are equal, NaN being equal to NaN if `equal_nan`: a lazy boolean of rank 0. The shapes
/// are looked at now.
///
/// numpy    numpy.array_equal
template <expression X, expression Y>
[[nodiscard]] auto array_equal(X const& x, Y const& y, bool equal_nan = false) {
  if constexpr (X::rank != Y::rank)
    return detail::all_equal(x, y, false, equal_nan);
  else
    return detail::all_equal(x, y, expr::shape_of(x) == expr::shape_of(y), equal_nan);
}
/// Whether the operands broadcast to one shape and their elements are equal then: a lazy boolean of rank 0. The shapes
/// are looked at now.
///
/// numpy    numpy.array_equiv
template <expression X, expression Y>
[[nodiscard]] auto array_equiv(X const& x, Y const& y) {
  return detail::all_equal(x, y, detail::broadcasts(x, y), false);
}

}  // namespace cp
