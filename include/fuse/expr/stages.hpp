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

/// Whether a tree computes elements from a scan's elements at the same places (see expr/scan.hpp).
template <class Node>
constexpr bool uses_scan = false;

// Defined in expr/run_stages.hpp.
template <class Space, class Roots, class... T, int Rank>
void run_stages(Roots const& roots, ndarray<T, Rank, Space> const&... to);

}  // namespace cp::expr
