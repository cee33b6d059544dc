// Stages: nodes that are evaluated on their own, by a kernel of their own (a scan) or a library (a transform, a matrix
// product), and what becomes of the expression around them.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/neighbour.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/stencil.hpp>
#include <type_traits>

namespace cp::expr {

template <class Node>
constexpr bool is_stage = false;

/// Whether there is a stage in a tree.
template <class Node>
constexpr bool has_stages = is_stage<Node>;
template <class... A>
constexpr bool has_stages<arguments<A...>> = (has_stages<std::remove_cvref_t<A>> || ...);
template <class Op, class... A>
requires(!elementwise_tree<map<Op, A...>>) constexpr bool has_stages<map<Op, A...>> = (has_stages<A> || ...);
template <elementwise_tree Node>
constexpr bool has_stages<Node> = false;
template <class F, class... A>
constexpr bool has_stages<call<F, A...>> = (has_stages<A> || ...);
template <class Array, class... I>
constexpr bool has_stages<gather<Array, I...>> = (has_stages<I> || ...);
template <class Op, int Axes, bool Keep, class... A>
constexpr bool has_stages<reduce<Op, Axes, Keep, A...>> = (has_stages<A> || ...);
template <class Tree, class... A>
constexpr bool has_stages<let<Tree, A...>> = has_stages<Tree> || (has_stages<A> || ...);
template <class... A, class... Tree>
constexpr bool has_stages<traced_outputs<arguments<A...>, Tree...>> = (has_stages<A> || ...) ||
                                                                      (has_stages<Tree> || ...);

/// As of a reduction, other elements than its own decide on one of a stage: it is no part of an elementwise kernel.
template <class Node>
requires is_stage<Node>
constexpr bool has_reductions<Node> = true;

/// The expression with its stages evaluated into arrays.
template <class Node>
auto without_stages(Node const& node) {
  if constexpr (!has_stages<Node>)
    return node;
  else if constexpr (is_stage<Node>)
    return made_array(node);
  else
    return rebuild(node, [](auto const& x) { return without_stages(x); });
}
template <class Tree, class... A>
auto without_stages(let<Tree, A...> const& l) {
  if constexpr (has_stages<Tree>)
    return without_stages(
        substitute(l.tree, transform([](auto const& x) { return settled(without_stages(x)); }, l.args)));
  else
    return rebuild(l, [](auto const& x) { return without_stages(x); });
}

// Defined in expr/run_stages.hpp.
template <class Space, class Roots, class... T, int Rank>
void run_stages(Roots const& roots, ndarray<T, Rank, Space> const&... to);

}  // namespace cp::expr
