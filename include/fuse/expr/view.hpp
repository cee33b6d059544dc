// Views of expressions: slices, transposes and broadcasts move onto the leaves, so that only what is asked for is
// computed.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/expr/derived.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/shape_of.hpp>

namespace cp {

namespace expr {

/// Whether a view of an expression moves its elements (expr/moved.hpp): it says itself what becomes of leaves.
template <class View>
constexpr bool moves_elements = false;

/// Rebuilds a node with every operand broadcast to `shape` and its mapping replaced by view(shape, strides); operands
/// of rank 0 stay as they are. `To` is the rank of the result.
template <int To, class T, int Rank, class Space, int From, class View>
requires(!moves_elements<View>) auto remap(ndarray<T, Rank, Space> const& a, index_array<From> const& shape,
                                           View const& view) {
  if constexpr (Rank == 0) {
    return a;
  } else {
    detail::mapping<To> const m = view(
        shape, detail::broadcast_strides<From>(a.shape(), a.strides(), shape, "cp::ndarray: view of an expression"));
    return ndarray<T, To, Space>(a.memory(), a.data() + m.offset, m.shape, m.strides);
  }
}
template <int To, class Rule, int Rank, int From, class View>
requires(!moves_elements<View>) auto remap(places<Rule, Rank> const& p, index_array<From> const& shape,
                                           View const& view) {
  detail::mapping<To> const m =
      view(shape, detail::broadcast_strides<From>(p.extents, p.step, shape, "cp::ndarray: view of an expression"));
  return places<Rule, To>(m.shape, m.strides, p.start + m.offset, p.rule);
}
template <int To, class T, bool Weak, int From, class View>
auto remap(constant<T, Weak> const& c, index_array<From> const&, View const&) {
  return c;
}
template <int To, class T, std::uint64_t Bits, bool Weak, int From, class View>
auto remap(literal<T, Bits, Weak> const& l, index_array<From> const&, View const&) {
  return l;
}
template <int To, int I, class T, int Rank, bool Weak, int From, class View>
auto remap(placeholder<I, T, Rank, Weak> const&, index_array<From> const&, View const&) {
  return placeholder < I, T, Rank == 0 ? 0 : To, Weak > {};
}
/// Of a node over its arguments' views. A view of a reduction, a stage, a stencil, or of a traced function with one, is
/// a view of its result.
template <int To, class Node, int From, class View>
auto remap(Node const& node, index_array<From> const& shape, View const& view) {
  auto const inside = [&](auto const& x) { return remap<To>(x, shape, view); };
  if constexpr (is_reduce<Node> || is_stage<Node> || (is_let<Node> && (has_reductions<Node> || has_stencils<Node>)))
    return remap<To>(eval(node), shape, view);
  else if constexpr (is_let<Node>)
    return let_on(inside(node.tree), transform(inside, node.args), node.name);
  else
    return rebuild(node, inside);
}

}  // namespace expr

namespace detail {

/// A view of an array or an expression; `view(shape, strides)` gives the new mapping of each operand. One of rank 0 has
/// no operand that could take new axes: it becomes an array first. One that is traced keeps `view`, which must not
/// refer to anything, until it has operands.
template <int To, expression E, class View>
auto view_of(E const& e, View const& view) {
  if constexpr (settles<E>) {
    return view_of<To>(e.settled(), view);
  } else if constexpr (expr::is_traced<E>) {
    return expr::derive([view](auto const& x) { return view_of<To>(x, view); }, e);
  } else if constexpr (is_array<E>) {
    mapping<To> const m = view(e.shape(), e.strides());
    return ndarray<typename E::value_type, To, typename E::space>(e.memory(), e.data() + m.offset, m.shape, m.strides);
  } else if constexpr (E::rank == 0 && To > 0) {
    return view_of<To>(eval(e), view);
  } else {
    using expr::remap;  // and those of nodes that are defined later
    return remap<To>(e, expr::shape_of(e), view);
  }
}

/// An expression of one axis as a view along axis `axis` of `Rank`.
template <int Rank, expression E>
auto along_axis(E const& e, int axis) {
  return view_of<Rank>(e, [axis](auto const& shape, auto const& strides) {
    mapping<Rank> m;
    for (int i = 0; i < Rank; ++i) m.shape[i] = i == axis ? shape[0] : 1, m.strides[i] = i == axis ? strides[0] : 0;
    return m;
  });
}

template <class E, class... Index>
auto index_expression(E const& e, Index const&... index) {
  constexpr int to = indexed_rank<E::rank, Index...>;
  return view_of<to>(
      e, [=](auto const& shape, auto const& strides) { return apply_index<E::rank>(shape, strides, index...); });
}
template <class E>
auto transpose_expression(E const& e) {
  return view_of<E::rank>(e, [](auto const& shape, auto const& strides) {
    mapping<E::rank> m;
    for (int i = 0; i < E::rank; ++i) m.shape[i] = shape[E::rank - 1 - i], m.strides[i] = strides[E::rank - 1 - i];
    return m;
  });
}
template <class E>
auto shape_of_expression(E const& e) {
  return expr::shape_of(e);
}
/// A number of a traced expression's shape: a weak one, as it is outside.
template <class E, class Number>
auto number_of(E const& e, Number const& number) {
  if constexpr (expr::is_traced<E>)
    return expr::derive(
        [number](auto const& x) { return expr::constant<std::int64_t, true>(number(expr::shape_of(x))); }, e);
  else
    return number(expr::shape_of(e));
}
template <class E>
auto extent_of_expression(E const& e, int axis) {
  return number_of(e, [axis](auto const& shape) -> std::int64_t {
    return shape[normalize_axis(axis, E::rank, "cp::ndarray::shape")];
  });
}
template <class E>
auto size_of_expression(E const& e) {
  return number_of(e, [](auto const& shape) -> std::int64_t { return size_of(shape); });
}
template <class E>
auto item_of(E const& e) {
  return eval(e).item();
}

}  // namespace detail

}  // namespace cp
