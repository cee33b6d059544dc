// Parts that an expression names several times and that become arrays before its kernel, as dot(x, y) in
// t = dot(x, y), t * t + exp(-t): one array for all mentions of what is found to be the same at the launch.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/neighbour.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/repeats.hpp>
#include <fuse/expr/same.hpp>
#include <fuse/program/list.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp::expr::once {

/// Which parts are meant, of trees that have `any`: what is evaluated on its own,
struct stages {
  template <class Node>
  static constexpr bool any = has_stages<Node>;
  template <class Node, bool Within>
  static constexpr bool wanted = is_stage<Node>;
};
/// reductions within others and in the arguments of traced functions,
struct folds_within {
  template <class Node>
  static constexpr bool any = has_reductions<Node>;
  template <class Node, bool Within>
  static constexpr bool wanted = Within&& is_reduce<Node>;
};
/// reductions that fold lower ranks than others do (what is left may be one kernel: see resolve_below),
template <int Rank>
struct folds_of_less {
  template <class Node>
  static constexpr bool any = has_reductions<Node>;
  template <class Node, bool>
  static constexpr bool wanted = is_reduce<Node>&& fold_rank<Node> < Rank;
};
/// or all reductions.
struct folds {
  template <class Node>
  static constexpr bool any = has_reductions<Node>;
  template <class Node, bool>
  static constexpr bool wanted = is_reduce<Node>;
};

/// Whether a node's operand is within another one's fold.
template <class Node>
constexpr bool leads_within = is_reduce<Node> || is_let<Node>;
/// Whether a library takes the operands of a node as they were written.
template <class Node>
constexpr bool takes_operands = false;
template <class Node>
requires is_stage<Node>
constexpr bool takes_operands<Node> = absorption<Node>::is;

/// The types of such parts of nodes, and those that there are again.
template <class Kind, bool Within, class Seen, class Again, class... Node>
struct find;
template <class Kind, bool Within, class Seen, class Again>
struct find<Kind, Within, Seen, Again> {
  using seen = Seen;
  using again = Again;
};
template <class Kind, bool Within, class Seen, class Again, class Parts>
struct find_in;
template <class Kind, bool Within, class Seen, class Again, class... A>
struct find_in<Kind, Within, Seen, Again, arguments<A...>>
    : find<Kind, Within, Seen, Again, std::remove_cvref_t<A>...> {};
template <class Kind, bool Within, class Seen, class Again, class Node>
struct find_one : find_in<Kind, Within || leads_within<Node>, Seen, Again, typename parts_of<Node>::type> {};
template <class Kind, bool Within, class Seen, class Again, class Node>
requires(!Kind::template any<Node> ||
         (takes_operands<Node> && !(Kind::template wanted<Node, Within> &&
                                    repeats::is_comparable<Node>))) struct find_one<Kind, Within, Seen, Again, Node>
    : find<Kind, Within, Seen, Again> {
};
template <class Kind, bool Within, class Seen, class Again, class Node>
requires(Kind::template any<Node>&& Kind::template wanted<Node, Within>&& repeats::is_comparable<Node> &&
         !program::contains<Node, Seen>) struct find_one<Kind, Within, Seen, Again, Node>
    : find_in<Kind, Within || leads_within<Node>, typename program::append<Seen, Node>::type, Again,
              std::conditional_t<takes_operands<Node>, arguments<>, typename parts_of<Node>::type>> {
};
template <class Kind, bool Within, class Seen, class Again, class Node>
requires(Kind::template any<Node>&& Kind::template wanted<Node, Within>&& repeats::is_comparable<Node>&&
             program::contains<Node, Seen>) struct find_one<Kind, Within, Seen, Again, Node>
    : find<Kind, Within, Seen,
           typename std::conditional_t<program::contains<Node, Again>, std::type_identity<Again>,
                                       program::append<Again, Node>>::type> {
};
template <class Kind, bool Within, class Seen, class Again, class First, class... More>
struct find<Kind, Within, Seen, Again, First, More...>
    : find<Kind, Within, typename find_one<Kind, Within, Seen, Again, First>::seen,
           typename find_one<Kind, Within, Seen, Again, First>::again, More...> {};

/// The different mentions of one type, and the arrays made of them.
template <class Node>
struct mentions_of {
  struct mention {
    Node const* node;
    ndarray<typename Node::value_type, Node::rank, space_or_default<typename Node::space>> made;
  };
  std::vector<mention> all;

  /// The one that is the same, which may be itself.
  mention& of(Node const& x) {
    for (mention& m : all)
      if (repeats::same_parts(*m.node, x)) return m;
    return all.emplace_back(mention{&x, {}});
  }
};
template <class Kind, class Again>
struct parts;
template <class Kind, class... Again>
struct parts<Kind, program::list<Again...>> : mentions_of<Again>... {
  bool any = false;  ///< whether something is there several times

  template <bool Within, class Node>
  void note(Node const& x) {
    if constexpr (Kind::template any<Node>) {
      if constexpr (is_part<Node, Within>)
        if (mentions_of<Node>::of(x).node != &x) {
          any = true;
          return;
        }
      if constexpr (!takes_operands<Node> && !is_leaf<Node>)
        for_each([this](auto const& operand) { this->template note<Within || leads_within<Node>>(operand); },
                 repeats::operands_of(x));
    }
  }
  /// The tree with arrays for such parts.
  template <bool Within, class Node>
  auto made(Node const& x) {
    if constexpr (!Kind::template any<Node>) {
      return x;
    } else if constexpr (is_part<Node, Within>) {
      auto& array = mentions_of<Node>::of(x).made;
      if (!array.memory()) array = made_array(with_arrays<Within>(x));
      return array;
    } else {
      return with_arrays<Within>(x);
    }
  }

 private:
  template <class Node, bool Within>
  static constexpr bool is_part =
      program::contains<Node, program::list<Again...>>&& Kind::template wanted<Node, Within>;
  /// A node over arrays for such parts of its operands.
  template <bool Within, class Node>
  auto with_arrays(Node const& x) {
    if constexpr (takes_operands<Node>)
      return x;
    else
      return rebuild(
          x, [this](auto const& operand) { return this->template made < Within || leads_within < Node >> (operand); });
  }
};

/// The types of a Kind that roots have again.
template <class Kind, class Roots>
struct again_in {
  using type = program::list<>;
};
template <class Kind, class... E>
requires((Kind::template any<E> || ...) && !(has_stencils<E> || ...) &&
         (0 + ... + tree_facts<E>::nodes) <= repeats::most_nodes) struct again_in<Kind, arguments<E const&...>> {
  using type = typename find<Kind, false, program::list<>, program::list<>, E...>::again;
};
template <class Kind, class Roots>
constexpr bool may_be = !std::is_same_v<typename again_in<Kind, Roots>::type, program::list<>>;

/// Calls use(roots) with an array each for what the roots have several times; whether they have.
template <class Kind, class... E, class Use>
bool with_arrays(arguments<E const&...> const& roots, Use const& use) {
  parts<Kind, typename again_in<Kind, arguments<E const&...>>::type> found;
  for_each([&](auto const& root) { found.template note<false>(root); }, roots);
  if (!found.any) return false;
  auto const rest = transform([&](auto const& root) { return found.template made<false>(root); }, roots);
  use(refer_all(rest));
  return true;
}

}  // namespace cp::expr::once
