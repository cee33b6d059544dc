// An expression as a tree of placeholders, parts that are shared being one type, and the leaves that these stand for.
#pragma once

#include <cstdint>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/kernels/limits.hpp>
#include <fuse/program/list.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr::repeats {

using program::append;
using program::contains;
using program::list;

/// The tree that stands for a node of a shared type.
template <class Node, class Tree>
struct named;
template <class Node, class Known>
struct tree_known {
  using type = void;
};
template <class Node, class First, class... More>
struct tree_known<Node, list<First, More...>> : tree_known<Node, list<More...>> {};
template <class Node, class Tree, class... More>
struct tree_known<Node, list<named<Node, Tree>, More...>> {
  using type = Tree;
};

/// What naming has come to: the trees of shared nodes, and the leaves that have a placeholder, in its order. `Apart`:
/// nothing is shared here, but within each of the parts that are to be met. `Count`: trees of a shared node, where
/// those of one type may differ (see several.hpp).
template <class Known, class Leaves, bool Apart, int Count = 1>
struct naming;
template <class... Known, class... Leaf, bool Apart, int Count>
struct naming<list<Known...>, list<Leaf...>, Apart, Count> {
  using known = list<Known...>;
  using leaves = list<Leaf...>;
  static constexpr int next = sizeof...(Leaf), count = Count;
  static constexpr bool apart = Apart;
  template <class L>
  using with_leaf = naming<known, list<Leaf..., L>, Apart, Count>;
  template <bool Shared, class Node, class Tree>
  using with_tree =
      std::conditional_t<Shared && !Apart, naming<list<Known..., named<Node, Tree>>, leaves, Apart, Count>, naming>;
  template <bool Out>
  using anew = naming<list<>, leaves, Out, Count>;
};
template <bool Apart, int Count = 1>
using no_names = naming<list<>, list<>, Apart, Count>;
/// Whether a node is such a part.
template <class Node, class Shared>
concept is_part = !is_leaf<Node> && contains<Node, Shared>;
/// The `tree` of a node, leaves replaced by placeholders, and the `next` naming after it.
template <class Node, class Shared, class Naming>
struct name;
/// The operands of a node.
template <class Node>
constexpr auto const& operands_of(Node const& x) {
  if constexpr (requires { x.index; })
    return x.index;
  else
    return x.args;
}
template <class Node, class Shared, class Naming, class Known>
struct name_known {
  using tree = Known;
  using next = Naming;
};
template <class Node, class Shared, class Naming>
struct name_new;
template <class Node, class Shared, class Naming>
struct name_known<Node, Shared, Naming, void> {
  using tree = typename name_new<Node, Shared, Naming>::tree;
  using next = typename name_new<Node, Shared, Naming>::next::template with_tree<contains<Node, Shared>, Node, tree>;
};
template <class Node, class Shared, class Naming>
requires(Naming::apart&& is_part<Node, Shared>) struct name_known<Node, Shared, Naming, void> {
  using inside = name_new<Node, Shared, typename Naming::template anew<false>>;
  using tree = typename inside::tree;
  using next = typename inside::next::template anew<true>;
};
template <class Node, class Shared, class Naming>
struct name : name_known<Node, Shared, Naming, typename tree_known<Node, typename Naming::known>::type> {};
template <class Leaf, class Shared, class Naming>
struct name_new {
  static_assert(is_leaf<Leaf> || is_stage<Leaf>);
  using tree = placeholder<Naming::next, typename Leaf::value_type, Leaf::rank, Leaf::weak>;
  using next = typename Naming::template with_leaf<Leaf>;
};
template <class T, std::uint64_t Bits, bool Weak, class Shared, class Naming>
struct name_new<literal<T, Bits, Weak>, Shared, Naming> {
  using tree = literal<T, Bits, Weak>;
  using next = Naming;
};
/// What axes without index add to a gather's place stays in the tree: what it becomes depends on what it is (see
/// lower).
template <class Leaf, class Shared, class Naming>
requires is_offset<Leaf>
struct name_new<Leaf, Shared, Naming> {
  using tree = Leaf;
  using next = Naming;
};
/// A number of which an operation makes an operand of its own at the launch (see by_known_number): an argument too.
template <class T, bool Weak, class Operand>
struct known_number;
template <class Op, class A, class T, bool Weak, class Shared, class Naming>
requires(by_known_number<Op>::template possible<T>) struct name_new<map<Op, A, constant<T, Weak>>, Shared, Naming> {
  using of_first = name<A, Shared, Naming>;
  using operand = typename by_known_number<Op>::template operand<T>;
  using tree = map<typename by_known_number<Op>::type, typename of_first::tree,
                   placeholder<of_first::next::next, operand, 0, Weak>>;
  using next = typename of_first::next::template with_leaf<known_number<T, Weak, operand>>;
};
/// The argument of a let that a leaf becomes.
template <class Leaf>
struct argument_of {
  static Leaf const& from(void const* leaf) { return *static_cast<Leaf const*>(leaf); }
};
template <class T, bool Weak, class Operand>
struct argument_of<known_number<T, Weak, Operand>> {
  static constant<Operand, Weak> from(void const* leaf) {
    return constant<Operand, Weak>(Operand(static_cast<constant<T, Weak> const*>(leaf)->value));
  }
};
template <class Shared, class Naming, class Done, class... Node>
struct name_all;
template <class Shared, class Naming, class... Tree>
struct name_all<Shared, Naming, arguments<Tree...>> {
  using trees = arguments<Tree...>;
  using next = Naming;
};
template <class Shared, class Naming, class... Tree, class First, class... More>
struct name_all<Shared, Naming, arguments<Tree...>, First, More...>
    : name_all<Shared, typename name<First, Shared, Naming>::next,
               arguments<Tree..., typename name<First, Shared, Naming>::tree>, More...> {};
template <class Node, class Trees>
struct node_on;
template <class Op, class... A, class... Tree>
struct node_on<map<Op, A...>, arguments<Tree...>> {
  using type = map<Op, Tree...>;
};
template <class Array, class... I, class... Tree>
struct node_on<gather<Array, I...>, arguments<Tree...>> {
  using type = decltype(gather_on(std::declval<Array const&>(), std::declval<arguments<Tree...>>()));
};
template <class Op, int Axes, bool Keep, class... A, class... Tree>
struct node_on<reduce<Op, Axes, Keep, A...>, arguments<Tree...>> {
  using type = reduce<Op, Axes, Keep, Tree...>;
};
template <class Node, class Shared, class Naming, class Parts>
struct name_on;
template <class Node, class Shared, class Naming, class... A>
struct name_on<Node, Shared, Naming, arguments<A...>> {
  using all = name_all<Shared, Naming, arguments<>, A...>;
  using tree = typename node_on<Node, typename all::trees>::type;
  using next = typename all::next;
};
template <class Node, class Shared, class Naming>
requires(!is_leaf<Node> && !is_stage<Node>) struct name_new<Node, Shared, Naming>
    : name_on<Node, Shared, Naming, typename parts_of<Node>::type> {
};

/// What decides of nodes of some types how their trees are filled: of none.
struct nothing_decided {
  template <class Node>
  static constexpr bool decides = false;
};

/// Where the leaves lie that the placeholders of a tree stand for: of several that are the same, the last one.
template <class Tree, class Node, class Decided>
void find_leaves(std::type_identity<Tree>, Node const& x, void const** leaf, Decided const& decided);
template <int I, class T, int Rank, bool Weak, class Leaf, class Decided>
void find_leaves(std::type_identity<placeholder<I, T, Rank, Weak>>, Leaf const& x, void const** leaf, Decided const&) {
  leaf[I] = &x;
}
template <class... Tree, class... A, class Decided, int... I>
void find_leaves_of(std::type_identity<arguments<Tree...>>, arguments<A...> const& x, void const** leaf,
                    Decided const& decided, std::integer_sequence<int, I...>) {
  (find_leaves(std::type_identity<Tree>{}, get<I>(x), leaf, decided), ...);
}
template <class Tree, class Node, class Decided>
void find_leaves_beneath(std::type_identity<Tree>, Node const& x, void const** leaf, Decided const& decided) {
  if constexpr (!is_leaf<Tree>)
    [&]<class... A>(arguments<A...> const& operands) {
      find_leaves_of(std::type_identity<typename parts_of<Tree>::type>{}, operands, leaf, decided,
                     std::make_integer_sequence<int, sizeof...(A)>{});
    }(operands_of(x));
}
template <class Tree, class Node, class Decided>
void find_leaves(std::type_identity<Tree> tree, Node const& x, void const** leaf, Decided const& decided) {
  if constexpr (Decided::template decides<Node>)
    decided.find_leaves(tree, x, leaf);
  else
    find_leaves_beneath(tree, x, leaf, decided);
}

/// Whether a leaf is an operand of a kernel, and no number.
template <class Leaf>
constexpr bool takes_operand = true;
template <class T, bool Weak>
constexpr bool takes_operand<constant<T, Weak>> = false;
template <class T, bool Weak, class Operand>
constexpr bool takes_operand<known_number<T, Weak, Operand>> = false;
/// Whether one kernel has room for leaves beside its result.
template <class Leaves>
constexpr bool fit_a_kernel = false;
template <class... Leaf>
constexpr bool fit_a_kernel<list<Leaf...>> = (0 + ... + takes_operand<Leaf>) < kernels::max_operands &&
                                             sizeof...(Leaf) < 2 * kernels::max_operands;

/// The tree of a node as a value: a reduction may hold its axes, a gather its array.
template <class Tree, class Node, class Decided>
Tree tree_of(Node const& x, Decided const& decided);
template <class... Tree, class... A, class Decided, int... I>
arguments<Tree...> trees_of(std::type_identity<arguments<Tree...>>, arguments<A...> const& x, Decided const& decided,
                            std::integer_sequence<int, I...>) {
  return make_arguments(tree_of<Tree>(get<I>(x), decided)...);
}
template <class Tree, class... A, class Decided>
auto trees_on(arguments<A...> const& x, Decided const& decided) {
  return trees_of(std::type_identity<typename parts_of<Tree>::type>{}, x, decided,
                  std::make_integer_sequence<int, sizeof...(A)>{});
}
template <class Tree, class Node, class Decided>
Tree tree_beneath(Node const& x, Decided const& decided) {
  if constexpr (std::is_same_v<Tree, Node>)
    return x;
  else if constexpr (bare<Tree>)
    return Tree{};
  else if constexpr (requires { x.index; })
    return gather_on(x.array, trees_on<Tree>(x.index, decided));
  else if constexpr (requires { x.axes; })
    return Tree(trees_on<Tree>(x.args, decided), x.axes);
  else
    return Tree(trees_on<Tree>(x.args, decided));
}
template <class Tree, class Node, class Decided>
Tree tree_of(Node const& x, Decided const& decided) {
  if constexpr (Decided::template decides<Node>)
    return decided.template tree_of<Tree>(x);
  else
    return tree_beneath<Tree>(x, decided);
}

}  // namespace cp::expr::repeats
