// Functions of the user's over elements, pieces of an array, lines and axes.
#pragma once

#include <cstdint>
#include <fuse/expr/custom.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/selection.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

/// A function of elements as one of arrays: cp::elementwise. NumPy's vectorize and frompyfunc call it for one element
/// after the other; here it becomes part of the kernel.
///
/// numpy    numpy.vectorize, numpy.frompyfunc
/// example  cp::vectorize(CP_LAMBDA(float x, float y) { return x > y ? x : y; })(a, b)
template <class F>
[[nodiscard]] auto vectorize(F f) {
  return elementwise(std::move(f));
}

namespace detail {
template <class T, expression X, class F>
auto piece_of(X const& x, F const& f) {
  if constexpr (std::is_invocable_v<F const&, X const&>)
    return expr::cast_to<T>(expr::as_node(f(x)));
  else
    return expr::constant<T, false>(convert_scalar<T>(f));
}
template <int I, class T, class X, class Conditions, class Functions, class Otherwise>
auto pieces(X const& x, Conditions const& conditions, Functions const& functions, Otherwise const& otherwise) {
  if constexpr (I == std::tuple_size_v<Conditions>)
    return otherwise;
  else
    return pieces<I + 1, T>(x, conditions, functions,
                            where(std::get<I>(conditions), piece_of<T>(x, std::get<I>(functions)), otherwise));
}
/// That a condition broadcasts to x's shape.
template <class X, class C>
void check_condition([[maybe_unused]] X const& x, [[maybe_unused]] C const& condition) {
  if constexpr (expression<C>) {
    static_assert(C::rank <= X::rank, "cp::piecewise: a condition has more axes than x");
    auto const own = expr::shape_of(condition);
    (void)broadcast_strides<X::rank>(own, own, expr::shape_of(x), "cp::piecewise");
  }
}
}  // namespace detail

/// What function i of x, or number i, is where condition i is true, of several true ones the last; where none is, the
/// function or number behind those of the conditions, or 0. Functions take x as an expression and give one: all is one
/// kernel. `cp::piecewise(x, std::tuple(x < 0, x > 1), std::tuple(0, 1, [](auto x) { return x * x; }))`
///
/// dtype    x's
/// throws   shape_error where a condition does not broadcast to x's shape; value_error for an integer beyond x's dtype
/// numpy    numpy.piecewise
template <expression X, class... Condition, class... Function>
[[nodiscard]] auto piecewise(X const& x, std::tuple<Condition...> const& conditions,
                             std::tuple<Function...> const& functions) {
  using T = typename X::value_type;
  constexpr int n = sizeof...(Condition);
  static_assert(n > 0 && (sizeof...(Function) == n || sizeof...(Function) == n + 1),
                "cp::piecewise: a function or number for each condition, and one more for what is left");
  auto const chosen = [&] {
    if constexpr (sizeof...(Function) == n)
      return detail::pieces<0, T>(x, conditions, functions, expr::constant<T, false>(T{}));
    else
      return detail::pieces<0, T>(x, conditions, functions, detail::piece_of<T>(x, std::get<n>(functions)));
  };
  if constexpr (expr::is_traced<X> || (expr::is_traced<Condition> || ...)) {
    return chosen();
  } else {
    std::apply([&](auto const&... c) { (detail::check_condition(x, c), ...); }, conditions);
    if constexpr ((std::is_invocable_v<Function const&, X const&> || ...))
      return chosen();
    else  // numbers have no shape of their own
      return broadcast_to(chosen(), expr::shape_of(x));
  }
}

namespace detail {
/// Calls use(line, place) for all lines along the last axis of an array; `place` indexes the axes before it.
template <int Axis, class A, class Use, class... I>
void each_line(A const& a, Use const& use, I... at) {
  if constexpr (Axis + 1 == A::rank) {
    use(a(at..., all), at...);
  } else {
    for (std::int64_t i = 0; i < a.shape()[Axis]; ++i) each_line<Axis + 1>(a, use, at..., i);
  }
}
}  // namespace detail

/// f(line) of each line along an axis of an array, in the axis' place: `f` takes an array of one axis and gives a
/// number, or an expression of rank 0 or 1. Runs now, by the kernels of f for one line after the other: functions of
/// cp:: with an axis do all lines by one.
///
/// throws   index_error; value_error where there are no lines; shape_error where results differ in length
/// numpy    numpy.apply_along_axis
template <class F, expression E>
[[nodiscard]] auto apply_along_axis(F const& f, int axis, E const& e) {
  static_assert(E::rank >= 1, "cp::apply_along_axis needs an axis");
  constexpr int rank = E::rank;
  int const k = normalize_axis(axis, rank, "cp::apply_along_axis");
  auto const a = eval(e);
  using line = ndarray<typename E::value_type, 1, space_of<E>>;
  using node = decltype(expr::as_node(f(std::declval<line const&>())));
  static_assert(node::rank <= 1, "cp::apply_along_axis: the function gives a number or one axis");
  std::int64_t lines = 1;
  for (int i = 0; i < rank; ++i) lines *= i == k ? 1 : a.shape()[i];
  if (lines == 0) throw value_error("cp::apply_along_axis: there is no line to find the result's shape with");
  auto const moved = moveaxis(a, k, rank - 1);
  ndarray<typename node::value_type, rank - 1 + node::rank, space_of<E>> made;
  bool begun = false;
  detail::each_line<0>(moved, [&](line const& x, auto... at) {
    auto const value = expr::as_node(f(x));
    if (!begun) {
      auto shape = made.shape();
      for (int i = 0; i < rank - 1; ++i) shape[i] = moved.shape()[i];
      if constexpr (node::rank == 1) shape[rank - 1] = expr::shape_of(value)[0];
      made = empty<typename node::value_type, space_of<E>>(shape);
      begun = true;
    }
    if constexpr (node::rank == 1) {
      if (expr::shape_of(value)[0] != made.shape()[rank - 1])
        detail::throw_value("cp::apply_along_axis", "results must have equal lengths; one has",
                            expr::shape_of(value)[0]);
      detail::assign_elements(made(at..., all), value);
    } else {
      detail::assign_elements(made(at..., ellipsis), value);
    }
  });
  if constexpr (node::rank == 1)
    return eval(moveaxis(made, rank - 1, k));
  else
    return made;
}

/// f(x, axis) for one axis after the other, each of what came out before: `f` keeps the axis with extent 1, or leaves
/// it out, which is undone. `cp::apply_over_axes<0, 2>([](auto const& x, int axis) { return cp::sum(x, axis); }, a)`
///
/// numpy    numpy.apply_over_axes
template <int Axis, int... More, class F, expression E>
[[nodiscard]] auto apply_over_axes(F const& f, E const& e) {
  static_assert(Axis >= -E::rank && Axis < E::rank, "cp::apply_over_axes: an axis is out of bounds");
  constexpr int axis = Axis < 0 ? Axis + E::rank : Axis;
  auto const folded = [&] {
    auto const value = f(e, axis);
    constexpr int rank = std::remove_cvref_t<decltype(value)>::rank;
    static_assert(rank == E::rank || rank == E::rank - 1,
                  "cp::apply_over_axes: the function keeps all axes, or leaves out the one it is called with");
    if constexpr (rank == E::rank)
      return value;
    else
      return expand_dims(value, axis);
  }();
  if constexpr (sizeof...(More) == 0)
    return folded;
  else
    return apply_over_axes<More...>(f, folded);
}

/// What operands broadcast to, without a kernel: `cp::broadcast b(x, y)` has `b.shape`, `b.nd`, `b.size` and the
/// stretched operands, `b.values`. Throws shape_error.
///
/// numpy    numpy.broadcast; cupy.broadcast
template <expression... E>
struct broadcast {
  static constexpr int nd = expr::max_of(E::rank...);  ///< how many axes
  std::tuple<decltype(broadcast_to(std::declval<E const&>(), std::declval<index_array<nd> const&>()))...>
      values;             ///< views of the operands
  index_array<nd> shape;  ///< of all
  std::int64_t size;      ///< how many elements

  /// Of these operands.
  explicit broadcast(E const&... e)
      : values(broadcast_arrays(e...)), shape(expr::shape_of(std::get<0>(values))), size(size_of(shape)) {}
};

}  // namespace cp
