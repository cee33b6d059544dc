// Views of expressions: slices, transposes and broadcasts move onto the leaves, so that only what is asked for is computed.
#pragma once

#include <type_traits>
#include <utility>

#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/ndarray.hpp>

namespace cp {

namespace expr {

/// Rebuilds a node with every operand broadcast to `shape` and its mapping replaced by view(shape, strides); operands of rank 0 stay as they are.
/// `To` is the rank of the result.
template <int To, class T, int Rank, class Space, int From, class View>
auto remap(ndarray<T, Rank, Space> const& a, index_array<From> const& shape, View const& view) {
  if constexpr (Rank == 0) {
    return a;
  } else {
    detail::mapping<To> const m = view(shape, detail::broadcast_strides<From>(a.shape(), a.strides(), shape, "cp::ndarray: view of an expression"));
    return ndarray<T, To, Space>(a.memory(), a.data() + m.offset, m.shape, m.strides);
  }
}
template <int To, int Rank, int From, class View>
auto remap(position<Rank> const& p, index_array<From> const& shape, View const& view) {
  detail::mapping<To> const m = view(shape, detail::broadcast_strides<From>(p.extents, p.step, shape, "cp::ndarray: view of an expression"));
  return position<To>(m.shape, m.strides, p.start + m.offset);
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
  return placeholder<I, T, Rank == 0 ? 0 : To, Weak>{};
}
template <int To, class Op, class... A, int From, class View>
auto remap(map<Op, A...> const& m, index_array<From> const& shape, View const& view);
template <int To, class F, class... A, int From, class View>
auto remap(call<F, A...> const& c, index_array<From> const& shape, View const& view);
template <int To, class Array, class... I, int From, class View>
auto remap(gather<Array, I...> const& g, index_array<From> const& shape, View const& view);
template <int To, class Tree, class... A, int From, class View>
auto remap(let<Tree, A...> const& l, index_array<From> const& shape, View const& view);

/// A view of a reduction, a scan, or of a traced function with reductions, is a view of its result.
template <int To, class Op, int Reduced, bool Keep, class... A, int From, class View>
auto remap(reduce<Op, Reduced, Keep, A...> const& r, index_array<From> const& shape, View const& view) {
  return remap<To>(eval(r), shape, view);
}
template <int To, class Op, bool Flat, class A, int From, class View>
auto remap(scan<Op, Flat, A> const& s, index_array<From> const& shape, View const& view) {
  return remap<To>(eval(s), shape, view);
}

template <int To, class... A, int From, class View>
auto remap_all(arguments<A...> const& args, index_array<From> const& shape, View const& view) {
  return transform([&](auto const& x) { return remap<To>(x, shape, view); }, args);
}
template <class Op, class... A>
auto rebuild_map(arguments<A...> args) {
  return map<Op, A...>(std::move(args));
}
template <int To, class Op, class... A, int From, class View>
auto remap(map<Op, A...> const& m, index_array<From> const& shape, View const& view) {
  return rebuild_map<Op>(remap_all<To>(m.args, shape, view));
}
template <int To, class F, class... A, int From, class View>
auto remap(call<F, A...> const& c, index_array<From> const& shape, View const& view) {
  return [&]<class... B>(arguments<B...> args) { return call<F, B...>(c.f, std::move(args)); }(remap_all<To>(c.args, shape, view));
}
template <int To, class Array, class... I, int From, class View>
auto remap(gather<Array, I...> const& g, index_array<From> const& shape, View const& view) {
  return [&]<class... B>(arguments<B...> index) { return gather<Array, B...>(g.array, std::move(index)); }(remap_all<To>(g.index, shape, view));
}
template <int To, class Tree, class... A, int From, class View>
auto remap(let<Tree, A...> const& l, index_array<From> const& shape, View const& view) {
  if constexpr (has_reductions<let<Tree, A...>> || has_stencils<let<Tree, A...>>) {
    return remap<To>(eval(l), shape, view);  // a view of a stencil is a view of its result
  } else {
    auto tree = remap<To>(l.tree, shape, view);
    return [&]<class... B>(arguments<B...> args) { return let<decltype(tree), B...>(std::move(tree), std::move(args), l.name); }(
        remap_all<To>(l.args, shape, view));
  }
}

}  // namespace expr

namespace detail {

/// A view of an array or an expression; `view(shape, strides)` gives the new mapping of each operand. One of rank 0 has no operand that could take new axes: it
/// becomes an array first.
template <int To, expression E, class View>
auto view_of(E const& e, View const& view) {
  if constexpr (is_array<E>) {
    mapping<To> const m = view(e.shape(), e.strides());
    return ndarray<typename E::value_type, To, typename E::space>(e.memory(), e.data() + m.offset, m.shape, m.strides);
  } else if constexpr (E::rank == 0 && To > 0) {
    return view_of<To>(eval(e), view);
  } else {
    return expr::remap<To>(e, expr::shape_of(e), view);
  }
}

template <class E, class... Index>
auto index_expression(E const& e, Index const&... index) {
  constexpr int to = indexed_rank<E::rank, Index...>;
  return view_of<to>(e, [&](auto const& shape, auto const& strides) { return apply_index<E::rank>(shape, strides, index...); });
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
template <class E>
auto item_of(E const& e) {
  return eval(e).item();
}

}  // namespace detail

}  // namespace cp
