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

/// The same of a node whose operands are found to be the same.
template <class Node>
struct by_operands {
  static constexpr bool possible = false;
};

/// Whether there are nodes in an expression that `By` (by_value, by_operands) has others for.
template <template <class> class By, class Node>
constexpr bool has_simple = By<Node>::possible;
template <template <class> class By, class Op, class... A>
requires(!bare<map<Op, A...>>) constexpr bool has_simple<By, map<Op, A...>> = By<map<Op, A...>>::possible ||
                                                                              (has_simple<By, A> || ...);
template <template <class> class By, class F, class... A>
constexpr bool has_simple<By, call<F, A...>> = (has_simple<By, A> || ...);
template <template <class> class By, class Op, int Axes, bool Keep, class... A>
constexpr bool has_simple<By, reduce<Op, Axes, Keep, A...>> = (has_simple<By, A> || ...);
template <template <class> class By, class Tree, class... A>
constexpr bool has_simple<By, let<Tree, A...>> = (has_simple<By, A> || ...);
template <template <class> class By, class... E>
constexpr bool has_simple<By, arguments<E const&...>> = (has_simple<By, E> || ...);

/// Whether all of them may be replaced: there are two kernels of an expression, not one for each choice of its nodes.
template <template <class> class By, class Node>
bool all_apply(Node const& node) {
  bool apply = true;
  if constexpr (By<Node>::possible) apply = By<Node>::applies(node);
  if constexpr (has_simple<By, Node>)
    if constexpr (requires { node.args; })
      for_each([&](auto const& x) { apply = apply && all_apply<By>(x); }, node.args);
  return apply;
}
template <template <class> class By, class... E>
bool all_apply(arguments<E const&...> const& roots) {
  bool apply = true;
  for_each([&](auto const& x) { apply = apply && all_apply<By>(x); }, roots);
  return apply;
}

/// The expression with all of them replaced.
template <template <class> class By, class Node>
auto simplified(Node const& node) {
  if constexpr (!has_simple<By, Node>) {
    return node;
  } else {
    auto const inner = rebuild(node, [](auto const& x) { return simplified<By>(x); });
    using simple = By<std::remove_cvref_t<decltype(inner)>>;
    if constexpr (simple::possible)
      return simple::simple(inner);
    else
      return inner;
  }
}

/// Calls use(roots) with them replaced, if all may be; whether they may.
template <template <class> class By, class Roots, class Use>
bool with_simple(Roots const& roots, Use const& use) {
  if constexpr (has_simple<By, Roots>) {
    if (!all_apply<By>(roots)) return false;
    auto const rest = transform([](auto const& root) { return simplified<By>(root); }, roots);
    use(refer_all(rest));
    return true;
  }
  return false;
}

}  // namespace cp::expr
