// Making a node anew over other arguments: what passes that return a tree have in common.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/node.hpp>
#include <utility>

namespace cp::expr {

template <class Op, class... A>
auto map_on(arguments<A...> args) {
  return map<Op, A...>(std::move(args));
}
template <class F, class... A>
auto call_on(F const& f, arguments<A...> args) {
  return call<F, A...>(f, std::move(args));
}
template <class T, int Rank, class Space, class... I>
auto gather_on(ndarray<T, Rank, Space> const& array, arguments<I...> index) {
  return gather<ndarray<T, Rank, Space>, I...>(array, std::move(index));
}
template <class Op, int Axes, bool Keep, class... A>
auto reduce_on(std::uint32_t axes, arguments<A...> args) {
  return reduce<Op, Axes, Keep, A...>(std::move(args), axes);
}
template <class Tree, class... A>
auto let_on(Tree tree, arguments<A...> args, char const* name) {
  return let<Tree, A...>(std::move(tree), std::move(args), name);
}

/// The node with f(argument) in the place of each of its arguments. The tree of a `let` stays: its placeholders are no
/// arguments.
template <class Leaf, class F>
requires is_leaf<Leaf>
auto rebuild(Leaf const& leaf, F const&) { return leaf; }
template <class Op, class... A, class F>
auto rebuild(map<Op, A...> const& m, F const& f) {
  return map_on<Op>(transform(f, m.args));
}
template <class Function, class... A, class F>
auto rebuild(call<Function, A...> const& c, F const& f) {
  return call_on(c.f, transform(f, c.args));
}
template <class Array, class... I, class F>
auto rebuild(gather<Array, I...> const& g, F const& f) {
  return gather_on(g.array, transform(f, g.index));
}
template <class Op, int Axes, bool Keep, class... A, class F>
auto rebuild(reduce<Op, Axes, Keep, A...> const& r, F const& f) {
  return reduce_on<Op, Axes, Keep>(r.axes, transform(f, r.args));
}
template <class Tree, class... A, class F>
auto rebuild(let<Tree, A...> const& l, F const& f) {
  return let_on(l.tree, transform(f, l.args), l.name);
}

}  // namespace cp::expr
