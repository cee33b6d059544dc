// Which outputs of a traced call have one shape.
#pragma once

#include <cstdint>
#include <fuse/expr/custom.hpp>
#include <fuse/expr/node.hpp>
#include <tuple>
#include <type_traits>

namespace cp::expr {

/// The axes along which a tree has one element whatever its arguments are: those that its reductions keep. Bits count
/// from the last axis; axes that it has not are among them.
template <class Node>
constexpr std::uint64_t single_axes = ~std::uint64_t{0} << Node::rank;
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
  output_groups<n> g{};
  for (int i = 0; i < n; ++i) {
    while (ranks[g.first[i]] != ranks[i] || single[g.first[i]] != single[i]) ++g.first[i];
    g.several = g.several || g.first[i] > 0;
  }
  return g;
}

}  // namespace cp::detail
