// Operations that are cheaper for one value of a number among their operands: x to the power 2 is x * x.
#pragma once

#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr {

/// A node that another one may stand for, depending on a number that is known when the expression is evaluated:
///
///     static constexpr bool possible = true;
///     static bool applies(Node const&);       whether the number is that value
///     static auto simple(Node const&);        the other node, of the same dtype and shape
template <class Node>
struct by_value {
  static constexpr bool possible = false;
};
/// The node for a number that is known while compiling (a literal).
template <class Node>
struct by_literal {
  using type = Node;
};

/// Whether there are such nodes in an expression.
template <class Node>
constexpr bool has_by_value = by_value<Node>::possible;
template <class Op, class... A>
requires(!bare<map<Op, A...>>) constexpr bool has_by_value<map<Op, A...>> = by_value<map<Op, A...>>::possible ||
                                                                            (has_by_value<A> || ...);
template <class F, class... A>
constexpr bool has_by_value<call<F, A...>> = (has_by_value<A> || ...);
template <class Op, int Axes, bool Keep, class... A>
constexpr bool has_by_value<reduce<Op, Axes, Keep, A...>> = (has_by_value<A> || ...);
template <class Tree, class... A>
constexpr bool has_by_value<let<Tree, A...>> = (has_by_value<A> || ...);
template <class... E>
constexpr bool has_by_value<arguments<E const&...>> = (has_by_value<E> || ...);

/// Whether all of them may be replaced: there are two kernels of an expression, not one for each choice of its nodes.
template <class Node>
bool all_apply(Node const& node) {
  bool apply = true;
  if constexpr (by_value<Node>::possible) apply = by_value<Node>::applies(node);
  if constexpr (has_by_value<Node>)
    if constexpr (requires { node.args; }) for_each([&](auto const& x) { apply = apply && all_apply(x); }, node.args);
  return apply;
}
template <class... E>
bool all_apply(arguments<E const&...> const& roots) {
  bool apply = true;
  for_each([&](auto const& x) { apply = apply && all_apply(x); }, roots);
  return apply;
}

/// The expression with all of them replaced.
template <class Node>
auto simplified(Node const& node) {
  if constexpr (!has_by_value<Node>) {
    return node;
  } else {
    auto const inner = rebuild(node, [](auto const& x) { return simplified(x); });
    if constexpr (by_value<std::remove_cvref_t<decltype(inner)>>::possible)
      return by_value<std::remove_cvref_t<decltype(inner)>>::simple(inner);
    else
      return inner;
  }
}

}  // namespace cp::expr
