// Which outputs of a traced call have one shape.
#pragma once

#include <cstdint>
#include <fuse/expr/custom.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/same.hpp>
#include <fuse/expr/stages.hpp>
#include <tuple>
#include <type_traits>

namespace cp::expr {

/// The axes along which a tree has one element whatever its arguments are: those that its reductions keep. Bits count
/// from the last axis; axes that it has not are among them. The upper half are the axes that its reductions fold away:
/// all ones where that is none, or not known.
template <class Node>
constexpr std::uint64_t single_axes = ~std::uint64_t{0} << Node::rank;
template <class Op, int Axes, class... A>
requires(Axes<0 && reduce<Op, Axes, false, A...>::rank> 0) constexpr std::uint64_t
    single_axes<reduce<Op, Axes, false, A...>> =
        (~std::uint64_t{0} << reduce<Op, Axes, false, A...>::rank & 0xffffffff) | std::uint64_t{std::uint32_t(-Axes)}
                                                                                      << 32;
template <class... A>
constexpr std::uint64_t single_axes<arguments<A...>> = (~std::uint64_t{0} & ... & single_axes<std::remove_cvref_t<A>>);
template <class Op, class... A>
constexpr std::uint64_t single_axes<map<Op, A...>> = single_axes<arguments<A...>>;
template <class F, class... A>
constexpr std::uint64_t single_axes<call<F, A...>> = single_axes<arguments<A...>>;
template <class Tree, class... A>
constexpr std::uint64_t single_axes<let<Tree, A...>> = single_axes<Tree>;
template <class Op, int Axes, class... A>
constexpr std::uint64_t single_axes<reduce<Op, Axes, true, A...>> = [] {
  constexpr int rank = reduce<Op, Axes, true, A...>::rank;
  std::uint64_t single = single_axes<arguments<A...>>;
  for (int k = 0; k < rank; ++k)
    if (Axes < 0 && (-Axes >> k & 1) != 0) single |= std::uint64_t{1} << (rank - 1 - k);
  return single;
}();

/// Whether a reduction in a tree has axes that are known at run time only, so that types do not tell shapes apart.
template <class Node>
constexpr bool has_late_axes = has_late_axes<typename parts_of<Node>::type>;
template <class... A>
constexpr bool has_late_axes<arguments<A...>> = (has_late_axes<std::remove_cvref_t<A>> || ...);
template <class Op, int Axes, bool Keep, class... A>
constexpr bool has_late_axes<reduce<Op, Axes, Keep, A...>> = Axes > 0 || has_late_axes<arguments<A...>>;
template <class Tree, class... A>
constexpr bool has_late_axes<let<Tree, A...>> = has_late_axes<Tree>;

/// What an output stands for.
template <class Tree, class... A>
auto whole(let<Tree, A...> const& output) {
  return substitute(output.tree, output.args);
}
template <class E>
using whole_of = decltype(whole(std::declval<E const&>()));
/// Whether a part stands within what a node folds, or what a stage is computed from.
template <class Part, class Node, bool Within = false>
constexpr bool stands_within =
    (Within && std::is_same_v<Part, Node>) ||
    stands_within<Part, typename parts_of<Node>::type, Within || is_reduce<Node> || is_stage<Node>>;
template <class Part, class... A, bool Within>
constexpr bool stands_within<Part, arguments<A...>, Within> = (stands_within<Part, std::remove_cvref_t<A>, Within> ||
                                                               ...);
/// A node with an array in the place of such a part, which is what was stored there.
template <bool Within, class Node, class Part, class Array>
auto with_one_made(Node const& x, std::pair<Part, Array> const& made) {
  if constexpr (!stands_within<Part, Node, Within>)
    return x;
  else if constexpr (Within && std::is_same_v<Part, Node>)
    return repeats::same_parts(x, made.first) ? made.second : Array(made_array(x));
  else
    return rebuild(x, [&](auto const& operand) {
      constexpr bool within = Within || is_reduce<Node> || is_stage<Node>;
      return with_one_made<within>(operand, made);
    });
}
/// The same for the first I of several, the last of them first: it may have others in it.
template <int I, class Node, class Made>
auto with_made(Node const& x, Made const& made) {
  if constexpr (I == 0)
    return x;
  else
    return with_made<I - 1>(with_one_made<false>(x, std::get<I - 1>(made)), made);
}

/// Which outputs of one call stand within what others fold.
template <int N>
struct output_places {
  bool within[N][N] = {};
  bool arguments_fold = false;  ///< of the call
  /// Whether one of a group has an output of another in it.
  template <class Groups>
  constexpr bool needs(Groups const& groups, int group) const {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        if (groups.first[i] == group && groups.first[j] != group && within[j][i]) return true;
    return false;
  }
  /// Whether an output is there when a group that needs others is computed.
  template <class Groups>
  constexpr bool is_there(Groups const& groups, int output, int group) const {
    int const own = groups.first[output];
    return own != group && (own < group || !needs(groups, own));
  }
};
template <class Part, class... E>
constexpr void note_places_of(bool* within) {
  if constexpr (has_reductions<Part> && repeats::is_comparable<Part>)
    ((*within++ = stands_within<Part, whole_of<E>>), ...);
}
template <class... E>
constexpr output_places<int(sizeof...(E))> outputs_within() {
  output_places<int(sizeof...(E))> p{};
  int i = 0;
  (note_places_of<whole_of<E>, E...>(p.within[i++]), ...);
  p.arguments_fold = (has_reductions<typename parts_of<E>::type> || ...);
  return p;
}

}  // namespace cp::expr

namespace cp::detail {

/// Which outputs have one shape, as far as their types say: for each the number of the first one like it.
template <int N>
struct output_groups {
  int first[N];
  bool several = false;
};
template <class... Array, class... E>
constexpr output_groups<int(sizeof...(E))> groups_of(std::tuple<Array...> const*, E const*...) {
  constexpr int n = sizeof...(E), ranks[] = {Array::rank...};
  constexpr std::uint64_t single[] = {
      (E::rank == Array::rank ? expr::single_axes<E> : ~std::uint64_t{0} << Array::rank)...};
  constexpr std::uint32_t any_axes = ~std::uint32_t{0};
  output_groups<n> g{};
  std::uint32_t folded[n] = {};  // away, by a group's outputs
  for (int i = 0; i < n; ++i) {
    int& to = g.first[i];
    folded[i] = std::uint32_t(single[i] >> 32);
    auto const fits = [&] {
      return g.first[to] == to && ranks[to] == ranks[i] && std::uint32_t(single[to]) == std::uint32_t(single[i]) &&
             (folded[to] == folded[i] || folded[to] == any_axes || folded[i] == any_axes);
    };
    while (!fits()) ++to;
    folded[to] &= folded[i];
    g.several = g.several || to > 0;
  }
  return g;
}

}  // namespace cp::detail
