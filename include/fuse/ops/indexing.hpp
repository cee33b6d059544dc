// Indexing with arrays: x(...) of integers, slices, integer expressions and masks, and gathers by name.
#pragma once

#include <cstddef>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/masks.hpp>
#include <fuse/ops/picking.hpp>
#include <fuse/ops/places.hpp>
#include <fuse/ops/scatter.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

template <class I>
constexpr auto index_node(I&& i) {
  auto node = expr::as_node(std::forward<I>(i));
  static_assert(integral<typename decltype(node)::value_type>,
                "cp: an index array must hold integers; convert it with cp::astype<std::int64_t>(x)");
  return node;
}

/// Axes that an index array or a mask picks from; of an index that makes a view none.
template <class I>
constexpr int picks = 0;
template <expression I>
constexpr int picks<I> = boolean<typename I::value_type> ? I::rank : 1;
template <class I>
constexpr bool is_mask = false;
template <expression I>
constexpr bool is_mask<I> = boolean<typename I::value_type>;

/// What makes the view that elements are picked from: whole axes in the place of index arrays and masks.
template <class I>
constexpr auto view_index(I const& i) {
  if constexpr (expression<I>)
    return whole_axes<picks<I>>{};
  else
    return i;
}
template <class I>
using viewing = decltype(view_index(std::declval<I const&>()));

/// Which axes of the view are picked from, and where the axes of what is picked go.
template <int Rank>
struct index_layout {
  int rank = 0;                       ///< axes of the view
  int indexed = 0;                    ///< of which so many are picked from
  int order[Rank == 0 ? 1 : Rank]{};  ///< the view's axes, these first
  int place = 0;                      ///< how many of the others stand before the axes of what is picked
  constexpr int whole() const { return rank - indexed; }
};
/// NumPy's rule: where index arrays, masks and integers stand side by side the axes of what they pick take their place,
/// else they come first.
template <int Rank, class... I>
constexpr auto layout_of() {
  constexpr int taken = (0 + ... + index_takes<viewing<I>>), given = (0 + ... + index_gives<viewing<I>>);
  constexpr int rest = Rank - taken < 0 ? 0 : Rank - taken;
  static_assert(taken <= Rank, "cp: more indices than the array has axes");
  index_layout<rest + given> l;
  bool picked[rest + given + 1]{};
  int whole = 0;
  enum { none, running, ended, apart } run = none;
  auto const one = [&](int axes, bool advanced, bool own) {
    if (advanced) {
      if (run == none) l.place = whole;
      run = run == none ? running : run == ended ? apart : run;
    } else if (run == running) {
      run = ended;
    }
    for (int k = 0; k < axes; ++k) picked[l.rank++] = own;
    whole += own ? 0 : axes;
  };
  (one(std::same_as<I, ellipsis_t> ? rest : index_gives<viewing<I>>, std::integral<I> || expression<I>, expression<I>),
   ...);
  l.rank = rest + given;
  if (run == apart) l.place = 0;
  int at = 0;
  for (int axis = 0; axis < l.rank; ++axis)
    if (picked[axis]) l.order[at++] = axis;
  l.indexed = at;
  for (int axis = 0; axis < l.rank; ++axis)
    if (!picked[axis]) l.order[at++] = axis;
  return l;
}

/// Throws index_error unless a mask has the extents of the axes from `axis` on that it picks from.
void check_mask(std::int64_t const* mask, int mask_rank, std::int64_t const* shape, int rank, int axis);

/// The indices that an index stands for, as a tuple: itself, or of a mask the coordinates of its true places; nothing
/// of what makes a view.
template <class I>
auto indices_of(I const& i) {
  if constexpr (!expression<I>)
    return std::tuple<>();
  else if constexpr (is_mask<I>)
    return coordinates_of(true_places(i, "cp::ndarray: a mask"), expr::shape_of(i));
  else
    return std::make_tuple(index_node(i));
}

template <class View, class... I>
void check_masks(View const& view, I const&... i) {
  int axis = 0;
  constexpr int rank = View::rank;
  constexpr int given = (0 + ... + index_gives<viewing<I>>);
  [[maybe_unused]] auto const one = [&]<class X>(X const& x) {
    if constexpr (is_mask<X>) {
      static_assert(X::rank > 0, "cp: a mask has at least one axis");
      auto const shape = expr::shape_of(x);
      check_mask(shape.value, X::rank, view.shape().value, rank, axis);
    }
    axis += std::same_as<X, ellipsis_t> ? rank - given : index_gives<viewing<X>>;
  };
  (one(i), ...);
}

template <class A, class... I>
auto advanced_index(A const& a, I const&... i) {
  using T = typename A::value_type;
  using space = typename A::space;
  constexpr auto layout = layout_of<A::rank, I...>();
  ndarray<T, layout.rank, space> const view(view_by{}, a, view_index(i)...);
  check_masks(view, i...);
  if constexpr ((is_mask<I> + ... + 0) == 1 && ((is_mask<I> || !expression<I>)&&...)) {
    // One mask: written without its places, which only reading asks for.
    constexpr int trailing = layout.whole() - layout.place;
    int order[layout.rank];
    for (int k = 0; k < layout.rank; ++k)
      order[k] = layout.order[k < layout.place                    ? layout.indexed + k
                              : k < layout.place + layout.indexed ? k - layout.place
                                                                  : k];
    auto const mask = std::get<0>(std::tuple_cat([](auto const& x) {
      if constexpr (expression<std::remove_cvref_t<decltype(x)>>)
        return std::make_tuple(expr::as_node(x));
      else
        return std::tuple<>();
    }(i)...));
    return masked_array<ndarray<T, layout.rank, space>, std::remove_const_t<decltype(mask)>, trailing>(
        in_axes_order(view, order), mask);
  } else {
    return std::apply(
        [&](auto const&... index) { return pick<true>(in_axes_order(view, layout.order), layout.place, index...); },
        std::tuple_cat(indices_of(i)...));
  }
}

}  // namespace detail

/// Indices that are applied later: `x(s)` is `x(i...)` after `auto const s = cp::s_(i...)`.
template <class... Index>
class index_tuple {
 public:
  /// Of what may stand between the parentheses of an array.
  explicit index_tuple(Index const&... index) : index_(index...) {}
  /// The elements of an array: its `a(i...)`.
  template <array_type A>
  decltype(auto) of(A const& a) const {
    return std::apply([&](auto const&... i) -> decltype(auto) { return a(i...); }, index_);
  }

 private:
  std::tuple<Index...> index_;
};
/// Keeps indices for later: `auto const s = cp::s_(cp::all, i); x(s) = y(s);`
///
/// numpy    numpy.s_
template <class... Index>
[[nodiscard]] auto s_(Index const&... index) {
  return index_tuple<Index...>(index...);
}
/// cp::s_.
template <class... Index>
[[nodiscard]] auto index_exp(Index const&... index) {
  return index_tuple<Index...>(index...);
}

/// Elements a[i, j, ...]: one integer expression for each axis of the array, broadcast against each other. Lazy: fuses
/// with what is around it. Indices wrap around their axis in both directions (as in CuPy; NumPy refuses them), since a
/// kernel cannot throw. Throws index_error for an empty array.
template <array_type A, operand... I>
requires detail::any_expression<I...>
[[nodiscard]] auto gather(A const& a, I&&... i) {
  static_assert(sizeof...(I) == std::size_t(A::rank),
                "cp::gather: elements are picked with one index for each axis of the array; rows are a(i)");
  return [&]<class... N>(N... node) {
    return expr::gather<A, N...>(a, expr::make_arguments(std::move(node)...));
  }(detail::index_node(std::forward<I>(i))...);
}

/// The same of an argument of cp::fuse.
template <expression A, operand... I>
requires(expr::is_traced<A>) [[nodiscard]] auto gather(A const& a, I const&... i) {
  static_assert(sizeof...(I) == std::size_t(A::rank),
                "cp::gather: elements are picked with one index for each axis of the array");
  return expr::derive([](auto const& x, auto const&... k) { return gather(eval(x), k...); }, a, i...);
}

/// Elements of the array in C order at `indices`, which give the shape. Lazy; indices wrap around.
///
/// numpy    numpy.take
template <expression E, operand I>
[[nodiscard]] auto take(E const& e, I const& indices) {
  if constexpr (expr::is_traced<E> || expr::is_traced<decltype(expr::as_node(indices))>)
    return expr::derive([](auto const& x, auto const& i) { return take(eval(x), i); }, e, indices);
  else
    return gather(ravel(e), detail::index_node(indices));
}
/// Elements along an axis at `indices`, whose axes take the place of that one. Lazy; indices wrap around. Throws
/// index_error for an axis that does not exist, and for an empty one.
///
/// numpy    numpy.take
template <expression E, operand I>
[[nodiscard]] auto take(E const& e, I const& indices, int axis) {
  static_assert(E::rank > 0, "cp::take: an array of rank 0 has no axis");
  if constexpr (expr::is_traced<E> || expr::is_traced<decltype(expr::as_node(indices))>)
    return expr::derive([axis](auto const& x, auto const& i) { return take(eval(x), i, axis); }, e, indices);
  else
    return detail::pick_along(eval(e), normalize_axis(axis, E::rank, "cp::take"), detail::index_node(indices));
}
/// Indices in braces: `take(x, {0, 2}, 1)`.
template <expression E, std::integral I, std::size_t N, class... Axis>
[[nodiscard]] auto take(E const& e, I const (&indices)[N], Axis... axis) {
  return take(e, ndarray<std::int64_t, 1, space_of<E>>(indices), axis...);
}

}  // namespace cp
