// Reductions of a few elements inside of others, as sum(square(x - y)) is in argmin(sum(square(x - y), 2), 1): on a
// device the kernel of the outer one computes them where it needs them, instead of an array of all. (The host's folds
// are vectors over their results, so that an array is quicker there.)
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/program/list.hpp>
#include <fuse/program/row.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr {

/// Elements of such a reduction at most: more are worth a kernel.
constexpr std::int64_t short_fold = 16;

/// The rule of rows of an array, with the array.
template <class Array>
struct row_rule {
  using element = typename Array::value_type;
  using type = program::row<element>;
  using space = typename Array::space;
  using launched = program::row_in_memory<element>;
  static constexpr char const* name = launched::name;
  Array array;
  std::int64_t along;

  template <class F>
  void each_leaf(F const& use) const {
    use(array);
  }
  friend launched for_launch(row_rule const& rule) {
    cp::detail::note_use_here(rule.array);
    return {rule.array.data(), rule.along};
  }
};

namespace short_folds {

/// The arrays of trees of operations, in the order in which they are lowered; `walked`: there is nothing else in them
/// that a launch has to be told.
template <class Found, class... Node>
struct arrays;
template <class Found>
struct arrays<Found> {
  using type = Found;
  static constexpr bool walked = true;
};
template <class Found, class Node, class... More>
struct arrays<Found, Node, More...> {
  using type = Found;
  static constexpr bool walked = false;
};
template <class Found, class T, int Rank, class Space, class... More>
requires(Rank > 0) struct arrays<Found, ndarray<T, Rank, Space>, More...>
    : arrays<typename program::append<Found, ndarray<T, Rank, Space>>::type, More...> {
};
template <class Found, class T, std::uint64_t Bits, bool Weak, class... More>
struct arrays<Found, literal<T, Bits, Weak>, More...> : arrays<Found, More...> {};
template <class Found, class Op, class... A, class... More>
struct arrays<Found, map<Op, A...>, More...> : arrays<Found, A..., More...> {};

/// The function that a reduction becomes: void where it cannot become one. (One that keeps its axes is meant for all of
/// what it folded, as the maximum in a softmax is.)
template <class Signature>
struct function_of {
  using type = void;
};
template <class... T, class V, class Fold>
struct function_of<program::signature<program::inputs<program::elements<T>...>, 0, program::store<V, Fold>>> {
  using type = program::folded_rows<Fold, T...>;
};
template <class Node>
struct of {
  using function = void;
};
template <class Op, int Axes, class... A>
requires(max_of(A::rank...) > 1 && arrays<program::list<>, A...>::walked) struct of<reduce<Op, Axes, false, A...>> {
  using node = reduce<Op, Axes, false, A...>;
  using leaves = typename arrays<program::list<>, A...>::type;
  using function =
      typename function_of<signature_of<environment<typename node::value_type>, arguments<node const&>, 1>>::type;
};
template <class Node>
constexpr bool possible = !std::is_void_v<typename of<Node>::function>;

/// Whether something has such reductions among what another one folds, of as many axes as that (`Inside`, 0: it is in
/// none). One of fewer is the same for many elements: an array is quicker.
template <class Node, int Inside>
constexpr bool any = false;
template <class Op, class... A, int Inside>
constexpr bool any<map<Op, A...>, Inside> = (any<A, Inside> || ...);
template <class Node, int Inside>
constexpr bool is_one = Inside > 0 && Node::rank == Inside&& possible<Node>;
/// The axes of what a node's operands are folded with, if they are.
template <class Node, int Inside>
constexpr int axes_around = Inside;
template <class Op, int Axes, bool Keep, class... A, int Inside>
constexpr int axes_around<reduce<Op, Axes, Keep, A...>, Inside> = reduce<Op, Axes, Keep, A...>::inner_rank;
template <class Op, int Axes, bool Keep, class... A, int Inside>
constexpr bool any<reduce<Op, Axes, Keep, A...>, Inside> = is_one<reduce<Op, Axes, Keep, A...>, Inside> ||
                                                           (any<A, axes_around<reduce<Op, Axes, Keep, A...>, Inside>> ||
                                                            ...);
template <class... E, int Inside>
constexpr bool any<arguments<E const&...>, Inside> = (any<E, Inside> || ...);

/// Whether all of them fold a few elements along one axis.
template <int Inside, class Node>
bool apply(Node const& node) {
  if constexpr (!any<Node, Inside>) {
    return true;
  } else {
    if constexpr (is_reduce<Node>)
      if constexpr (is_one<Node, Inside>) {
        if (std::popcount(node.axes) != 1) return false;
        auto const shape = inner_shape_of(node, no_scope{});
        auto const n = shape.value[std::countr_zero(node.axes)];
        return n > 0 && n <= short_fold;
      }
    constexpr int inside = axes_around<Node, Inside>;
    bool all = true;
    for_each([&](auto const& x) { all = all && apply<inside>(x); }, node.args);
    return all;
  }
}

struct note_leaves {
  void const** to;
  template <class Node>
  void operator()(Node const& x) {
    if constexpr (is_array<Node>)
      *to++ = &x;
    else if constexpr (requires { x.args; })
      for_each(*this, x.args);
  }
};

template <class R, class... Array, int... I>
auto made(R const& r, program::list<Array...>, std::integer_sequence<int, I...>) {
  constexpr int inner = R::inner_rank, rank = R::rank;
  void const* leaf[sizeof...(Array)];
  note_leaves note{leaf};
  for_each(note, r.args);
  auto const shape = inner_shape_of(r, no_scope{});
  int const axis = std::countr_zero(r.axes);
  auto const rows = [&](auto const& a) {
    auto const strides =
        cp::detail::broadcast_strides<inner>(a.shape(), a.strides(), shape, qualified_name<typename R::op>());
    index_array<rank> extents, step;
    int k = 0;
    for (int i = 0; i < inner; ++i)
      if (i != axis) extents[k] = shape[i], step[k++] = strides[i];
    using rule = row_rule<std::remove_cvref_t<decltype(a)>>;
    return places<rule, rank>(extents, step, 0, rule{a, strides[axis]});
  };
  using function = typename of<R>::function;
  return call<function, places<row_rule<Array>, rank>...>(function{shape[axis]},
                                                          {rows(*static_cast<Array const*>(leaf[I]))...});
}

/// The expression with them as functions of rows.
template <int Inside, class Node>
auto replaced(Node const& node) {
  [[maybe_unused]] constexpr int inside = axes_around<Node, Inside>;
  if constexpr (!any<Node, Inside>)
    return node;
  else if constexpr (is_one<Node, Inside>)
    return made(node, typename of<Node>::leaves{}, std::make_integer_sequence<int, of<Node>::function::arrays>{});
  else
    return rebuild(node, [](auto const& x) { return replaced<inside>(x); });
}

}  // namespace short_folds

}  // namespace cp::expr
