// What a reduction takes besides its operand: axes, keepdims, ddof; and the nodes that are made of it.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/ufunc.hpp>

namespace cp {

/// The type of cp::axis<...>.
template <int... Axis>
struct axis_list {};
/// Axes of a reduction, known while compiling; negative ones count from the end: `cp::sum(x, cp::axis<0, -1>)`.
template <int... Axis>
inline constexpr axis_list<Axis...> axis{};
/// The type of cp::keepdims.
struct keepdims_t {};
/// Keeps the axes that a reduction folds, with extent 1, so that the result broadcasts against the operand.
inline constexpr keepdims_t keepdims{};
/// The type of cp::ddof<N>.
template <int N>
struct ddof_t {};
/// What is subtracted from the number of elements in a variance: `cp::var(x, cp::ddof<1>)`.
template <int N>
inline constexpr ddof_t<N> ddof{};

namespace detail {

template <class Option>
constexpr int axes_given = 0;
template <int... I>
constexpr int axes_given<axis_list<I...>> = sizeof...(I);
template <class Option>
  requires std::is_integral_v<Option>
constexpr int axes_given<Option> = 1;
template <class Option>
constexpr bool is_axes = std::is_integral_v<Option>;
template <int... I>
constexpr bool is_axes<axis_list<I...>> = true;

inline void note_axes(std::int64_t axis, int rank, std::uint32_t& mask, char const* where) {
  std::uint32_t const bit = std::uint32_t{1} << normalize_axis(axis, rank, where);
  if (mask & bit) expr::throw_axis_twice(where, axis);
  mask |= bit;
}
template <int... I>
void note_axes(axis_list<I...>, int rank, std::uint32_t& mask, char const* where) {
  (note_axes(std::int64_t{I}, rank, mask, where), ...);
}
inline void note_axes(keepdims_t, int, std::uint32_t&, char const*) {}
template <int N>
void note_axes(ddof_t<N>, int, std::uint32_t&, char const*) {}

template <class Option>
constexpr int ddof_given = 0;
template <int N>
constexpr int ddof_given<ddof_t<N>> = N;
template <class Option>
constexpr bool is_ddof = false;
template <int N>
constexpr bool is_ddof<ddof_t<N>> = true;

template <int Rank, class... Option>
struct reduction_options {
  static_assert(((is_axes<Option> || std::is_same_v<Option, keepdims_t> || is_ddof<Option>) && ...),
                "cp: a reduction takes an axis (an integer, or cp::axis<0, -1>) and cp::keepdims (var and std: cp::ddof<1>)");
  static constexpr bool has_axes = (is_axes<Option> || ...);
  static constexpr int reduced = has_axes ? (0 + ... + axes_given<Option>) : Rank;
  static_assert(reduced <= Rank, "cp: a reduction cannot fold more axes than its operand has");
  static constexpr bool keep = (std::is_same_v<Option, keepdims_t> || ...);

  static std::uint32_t mask([[maybe_unused]] char const* where, Option const&... option) {
    std::uint32_t m = 0;
    (note_axes(option, Rank, m, where), ...);
    return has_axes ? m : static_cast<std::uint32_t>((std::uint64_t{1} << Rank) - 1);
  }
};

template <class Op, class X, class... Option>
auto make_reduction(X&& x, Option const&... option) {
  using node = decltype(expr::as_node(std::forward<X>(x)));
  using options = reduction_options<node::rank, Option...>;
  return expr::reduce<Op, options::reduced, options::keep, node>(expr::make_arguments(expr::as_node(std::forward<X>(x))),
                                                                 options::mask(Op::qualified_name, option...));
}

/// With the place of each element along the folded axis, or in the flattened operand.
template <class Op, class X, class... Option>
auto make_placed_reduction(X&& x, Option const&... option) {
  using node = decltype(expr::as_node(std::forward<X>(x)));
  using options = reduction_options<node::rank, Option...>;
  static_assert(options::reduced == node::rank || options::reduced == 1, "cp: argmin and argmax fold one axis, or all of them");
  std::uint32_t const mask = options::mask(Op::qualified_name, option...);
  auto const shape = expr::shape_of(x);
  auto step = contiguous_strides(shape);
  if constexpr (options::has_axes)
    for (int i = 0; i < node::rank; ++i) step[i] = mask >> i & 1;
  expr::position<node::rank> const place(shape, step, 0);
  return expr::reduce<Op, options::reduced, options::keep, node, expr::position<node::rank>>(expr::make_arguments(expr::as_node(std::forward<X>(x)), place),
                                                                                              mask);
}

}  // namespace detail

}  // namespace cp
