// Parts that an expression names several times, as exp(x - max(x)) in exp(x - max(x)) / sum(exp(x - max(x))): where
// their arrays and numbers are found to be the same at the launch, the expression becomes a let, whose arguments are
// loaded once and whose parts are computed once.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/naming.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/repeated_types.hpp>
#include <fuse/expr/same.hpp>
#include <fuse/expr/several.hpp>
#include <fuse/program/list.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr::repeats {

/// Walks an expression: whether what is shared is the same.
template <class Node>
struct first_of {
  Node const* found = nullptr;
};
template <class Shared>
struct walk;
template <class... Shared>
struct walk<list<Shared...>> : first_of<Shared>... {
  bool same = true;

  template <class Node>
  void operator()(Node const& x) {
    if (!same) return;
    if constexpr (contains<Node, list<Shared...>>) {
      Node const*& first = first_of<Node>::found;
      if (first != nullptr) {
        same = are_same(*first, x);
        return;
      }
      first = &x;
    }
    if constexpr (!is_leaf<Node>) for_each(*this, operands_of(x));
  }
};

/// Whether what each part shares is the same within it.
template <class Shared>
struct walk_apart {
  bool same = true;

  template <class Node>
  void operator()(Node const& x) {
    if constexpr (is_part<Node, Shared>) {
      walk<Shared> part;
      part(x);
      same = same && part.same;
    } else if constexpr (!is_leaf<Node>) {
      for_each(*this, operands_of(x));
    }
  }
};

/// Walks an expression: whether all its reductions fold the same axes, so that one kernel may have them.
struct walk_axes {
  int rank = -1;
  std::uint32_t axes = 0;
  bool same = true;

  template <class Node>
  void operator()(Node const& x) {
    if constexpr (is_reduce<Node>) {
      same = same && (rank < 0 || (rank == Node::inner_rank && axes == x.axes));
      rank = Node::inner_rank, axes = x.axes;
    }
    if constexpr (!is_leaf<Node>) for_each(*this, operands_of(x));
  }
};
/// Whether an expression shares nothing but arrays within what it folds: which is of use to one kernel alone.
template <class E>
constexpr bool shares_within_only = std::is_same_v<typename joined<heavy_again<E>, used_beside<E>>::type, list<>>;

/// Calls use(root) with the expression as a let on its leaves, if what it shares is the same; whether it is.
template <class Shared, bool Apart, class E, class Use, class... Leaf, int... I>
bool as_let(E const& e, Use const& use, list<Leaf...>, std::integer_sequence<int, I...>) {
  std::conditional_t<Apart, walk_apart<Shared>, walk<Shared>> w;
  w(e);
  if (!w.same) return false;
  if constexpr (shares_within_only<E>) {
    walk_axes folds;
    folds(e);
    if (!folds.same) return false;
  }
  using tree = typename name<E, Shared, no_names<Apart>>::tree;
  void const* leaf[sizeof...(Leaf)] = {};
  find_leaves(std::type_identity<tree>{}, e, leaf, nothing_decided{});
  use(refer(let_on(tree_of<tree>(e, nothing_decided{}), make_arguments(argument_of<Leaf>::from(leaf[I])...), nullptr)));
  return true;
}
template <class Shared, bool Apart, class E, class Use, class... Leaf>
bool as_let(E const& e, Use const& use, list<Leaf...> leaves) {
  return as_let<Shared, Apart>(e, use, leaves, std::make_integer_sequence<int, sizeof...(Leaf)>{});
}
template <class Shared, bool Apart, class E, class Use>
bool as_let(E const& e, Use const& use) {
  using leaves = typename name<E, Shared, no_names<Apart>>::next::leaves;
  if constexpr (fit_a_kernel<leaves>)
    return as_let<Shared, Apart>(e, use, leaves{});
  else
    return false;
}

/// The types of which an expression has so many parts that those that differ are computed once each: where some of them
/// are heavy, of all that it has again. (On the host only where it picks elements, and by what arrays have: other loops
/// take 1.07 of the time so, and what is picked by places alone is found once for many rows.)
template <class E>
constexpr bool has_several = false;
template <class E>
requires(!has_reductions<E> && !std::is_same_v<heavy_again<E>, list<>> &&
         (std::is_same_v<typename E::space, cuda_space> || picks_by_arrays<E>)) constexpr bool has_several<E> =
    !std::is_same_v<typename more_often<E, list<>, heavy_again<E>>::type, list<>>;
template <class E>
using shared_of_several = typename more_often<E, list<>, typename find<true, list<>, list<>, E>::again>::type;

}  // namespace cp::expr::repeats

namespace cp::expr {

/// Whether an expression has parts that may be the same (see repeats::shared_in). (A library's operands are asked when
/// they are evaluated.)
template <class Roots>
constexpr bool may_repeat = false;
template <class E>
requires(!is_leaf<E> && !is_stage<E> && tree_facts<E>::nodes <= repeats::most_nodes &&
         repeats::about<E>::walked) constexpr bool may_repeat<arguments<E const&>> =
    !std::is_same_v<repeats::shared_in<E>, program::list<>>;

/// Calls use(root) with the expression as a let whose parts are computed once, if those that may be the same are;
/// whether they are.
template <class E, class Use>
bool with_repeats_shared(arguments<E const&> const& roots, Use const& use) {
  // (Each way is a kernel more to compile: what cannot be, as that both indices of a pick are the same, is not tried.)
  constexpr bool several = repeats::has_several<E>, unlike = several && repeats::has_like_indices<E>;
  if constexpr (repeats::may_be_of_one_array<E> && !unlike)
    if (repeats::as_let<repeats::shared_with_arrays<E>, false>(roots.a, use)) return true;
  if constexpr (!unlike)
    if (repeats::as_let<repeats::shared_in<E>, false>(roots.a, use)) return true;
  if constexpr (repeats::has_some_of_several_arrays<E> && !unlike)
    if (repeats::as_let<repeats::shared_of_several_arrays<E>, false>(roots.a, use)) return true;
  if constexpr (several)
    if (repeats::as_let_of_several<repeats::shared_of_several<E>, repeats::most_apart<E>>(roots.a, use)) return true;
  if constexpr (repeats::may_be_apart<E> && !unlike)
    return repeats::as_let<repeats::shared_with_arrays<E>, true>(roots.a, use);
  return false;
}

}  // namespace cp::expr
