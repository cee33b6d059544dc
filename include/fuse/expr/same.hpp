// Whether two expressions of a type are the same: what their types leave open, found at the launch.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/node.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr::repeats {

/// Whether something can be asked of what a node's type leaves open.
template <class T>
concept comparable = std::is_empty_v<T> || std::has_unique_object_representations_v<T> || requires(T const& a) {
  { a == a } -> std::convertible_to<bool>;
};
template <comparable T>
bool says_same(T const& a, T const& b) {
  if constexpr (std::is_empty_v<T>)
    return true;
  else if constexpr (requires { a == b; })
    return a == b;
  else
    return __builtin_memcmp(&a, &b, sizeof a) == 0;
}
/// Whether `are_same` knows a kind of node, and all that is in it.
template <class Node>
constexpr bool is_comparable = is_leaf<Node>;
template <class... A>
constexpr bool is_comparable<arguments<A...>> = (is_comparable<A> && ...);
template <class Op, class... A>
constexpr bool is_comparable<map<Op, A...>> = (is_comparable<A> && ...);
template <class Array, class... I>
constexpr bool is_comparable<gather<Array, I...>> = (is_comparable<I> && ...);
template <class Op, class... A>
constexpr bool is_comparable<library<Op, A...>> = comparable<Op> && (is_comparable<A> && ...);
template <class Op, int Axes, bool Keep, class... A>
constexpr bool is_comparable<reduce<Op, Axes, Keep, A...>> = (is_comparable<A> && ...);
template <class Tree, class... A>
constexpr bool is_comparable<let<Tree, A...>> = is_comparable<Tree> && (is_comparable<A> && ...);

/// Whether two nodes of a type are the same computation on the same memory and numbers.
template <class T, int Rank, class Space>
bool are_same(ndarray<T, Rank, Space> const& a, ndarray<T, Rank, Space> const& b) {
  return a.data() == b.data() && a.shape() == b.shape() && a.strides() == b.strides();
}
template <class Rule, int Rank>
bool are_same(places<Rule, Rank> const& a, places<Rule, Rank> const& b) {
  if (a.start != b.start || a.extents != b.extents || a.step != b.step) return false;
  if constexpr (comparable<Rule>)
    return says_same(a.rule, b.rule);
  else
    return false;
}
template <int I, class T, int Rank, bool Weak>
bool are_same(placeholder<I, T, Rank, Weak> const&, placeholder<I, T, Rank, Weak> const&) {
  return true;
}
template <class T, bool Weak>
bool are_same(constant<T, Weak> const& a, constant<T, Weak> const& b) {
  return __builtin_memcmp(&a.value, &b.value, sizeof(T)) == 0;  // -0.0 is another number than 0.0
}
template <class T, std::uint64_t Bits, bool Weak>
bool are_same(literal<T, Bits, Weak> const&, literal<T, Bits, Weak> const&) {
  return true;
}
template <class... A>
bool all_same(arguments<A...> const& a, arguments<A...> const& b);
template <class Op, class... A>
bool are_same(map<Op, A...> const& a, map<Op, A...> const& b) {
  return all_same(a.args, b.args);
}
template <class Array, class... I>
bool are_same(gather<Array, I...> const& a, gather<Array, I...> const& b) {
  return are_same(a.array, b.array) && all_same(a.index, b.index);
}
template <class Op, class... A>
bool are_same(library<Op, A...> const& a, library<Op, A...> const& b) {
  return says_same(a.with, b.with) && all_same(a.args, b.args);
}
template <class Op, int Axes, bool Keep, class... A>
bool are_same(reduce<Op, Axes, Keep, A...> const& a, reduce<Op, Axes, Keep, A...> const& b) {
  return a.axes == b.axes && all_same(a.args, b.args);
}
template <class Tree, class... A>
bool are_same(let<Tree, A...> const& a, let<Tree, A...> const& b) {
  return are_same(a.tree, b.tree) && all_same(a.args, b.args);
}
template <class... A>
bool all_same(arguments<A...> const& a, arguments<A...> const& b) {
  return [&]<int... I>(std::integer_sequence<int, I...>) { return (are_same(get<I>(a), get<I>(b)) && ...); }
  (std::make_integer_sequence<int, sizeof...(A)>{});
}

/// The same, of any kind of node: kinds that are defined later say so beside themselves.
template <class Node>
bool same_parts(Node const& a, Node const& b) {
  return are_same(a, b);
}

}  // namespace cp::expr::repeats
