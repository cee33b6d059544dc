// Parts that an expression names several times, as exp(x - max(x)) in exp(x - max(x)) / sum(exp(x - max(x))): where
// their arrays and numbers are found to be the same at the launch, the expression becomes a let, whose arguments are
// loaded once and whose parts are computed once.
#pragma once

#include <cstdint>
#include <cstring>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/program/list.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr::repeats {

using program::append;
using program::contains;
using program::list;

/// From how many nodes on a part is worth finding again, if none of its operations is costly.
constexpr int worth_nodes = 8;
/// Of larger expressions nothing is asked: walking their types takes long, and deep ones end the compiler's recursion.
constexpr int most_nodes = 200;

/// What is asked of a node: whether it and all below it are `walked` (arrays, places, numbers, operations on them,
/// reductions), and whether it is `heavy`: costs more than finding out that it is there twice.
template <bool Walked, bool Heavy>
struct answers {
  static constexpr bool walked = Walked, heavy = Heavy;
};
template <class Node>
struct about : answers<is_leaf<Node>, false> {};
template <class Op, class... A>
struct about<map<Op, A...>>
    : answers<(about<A>::walked && ...), Op::cost >= program::shared_cost || (about<A>::heavy || ...) ||
                                             tree_facts<map<Op, A...>>::nodes >= worth_nodes> {};
/// Such a number becomes another operand (see lower), which has no placeholder.
template <class Op, class A, class T, bool Weak>
requires(by_known_number<Op>::template possible<T>) struct about<map<Op, A, constant<T, Weak>>>
    : answers<false, false> {
};
template <class Op, int Axes, bool Keep, class... A>
struct about<reduce<Op, Axes, Keep, A...>> : answers<(about<A>::walked && ...), true> {};

/// The heavy nodes that are `seen`, in the order of the walk, and those met `again`, beneath which nothing is looked
/// for.
template <class Seen, class Again, class... Node>
struct find;
template <class Seen, class Again>
struct find<Seen, Again> {
  using seen = Seen;
  using again = Again;
};
template <class Seen, class Again, class Node, class... More>
struct find_more : find<Seen, Again, More...> {};
template <class Seen, class Again, class Node, class... More>
requires(contains<Node, Seen>) struct find_more<Seen, Again, Node, More...>
    : find<Seen,
           typename std::conditional_t<contains<Node, Again>, std::type_identity<Again>, append<Again, Node>>::type,
           More...> {
};
template <class Seen, class Again, class Parts, class... More>
struct find_beneath;
template <class Seen, class Again, class... A, class... More>
struct find_beneath<Seen, Again, arguments<A...>, More...>
    : find<typename find<Seen, Again, A...>::seen, typename find<Seen, Again, A...>::again, More...> {};
template <class Seen, class Again, class Node, class... More>
requires(about<Node>::heavy && !contains<Node, Seen>) struct find_more<Seen, Again, Node, More...>
    : find_beneath<typename append<Seen, Node>::type, Again, typename parts_of<Node>::type, More...> {
};
template <class Seen, class Again, class First, class... More>
struct find<Seen, Again, First, More...> : find_more<Seen, Again, First, More...> {};

/// Which arrays of a tree are meant.
enum class where { anywhere, in_reductions, in_none };
/// The types of these arrays.
template <where Where, class Found, class... Node>
struct arrays;
template <where Where, class Found>
struct arrays<Where, Found> {
  using type = Found;
};
template <where Where, class Found, class Node, class... More>
struct arrays<Where, Found, Node, More...> : arrays<Where, Found, More...> {};
template <where Where, class Found, class T, int Rank, class Space, class... More>
requires(Where != where::in_reductions &&
         !contains<ndarray<T, Rank, Space>, Found>) struct arrays<Where, Found, ndarray<T, Rank, Space>, More...>
    : arrays<Where, typename append<Found, ndarray<T, Rank, Space>>::type, More...> {
};
template <where Where, class Found, class Op, class... A, class... More>
struct arrays<Where, Found, map<Op, A...>, More...>
    : arrays<Where, typename arrays<Where, Found, A...>::type, More...> {};
template <where Where, class Found, class Op, int Axes, bool Keep, class... A, class... More>
requires(Where != where::in_none) struct arrays<Where, Found, reduce<Op, Axes, Keep, A...>, More...>
    : arrays<Where, typename arrays<where::anywhere, Found, A...>::type, More...> {
};
/// What is in both lists.
template <class Found, class Other>
struct both;
template <class... A, class Other>
struct both<list<A...>, Other> {
  template <class Done, class...>
  struct pick {
    using type = Done;
  };
  template <class Done, class First, class... More>
  struct pick<Done, First, More...>
      : pick<typename std::conditional_t<contains<First, Other>, append<Done, First>, std::type_identity<Done>>::type,
             More...> {};
  using type = typename pick<list<>, A...>::type;
};

/// The types of which all that are in the tree have to be the same: the heavy nodes that it has again, and arrays that
/// it folds and uses beside the result, as x - mean(x) does.
template <class Parts, class Arrays>
struct joined;
template <class... Part, class... Array>
struct joined<list<Part...>, list<Array...>> {
  using type = list<Part..., Array...>;
};
template <class E>
using shared_in = typename joined<typename find<list<>, list<>, E>::again,
                                  typename both<typename arrays<where::in_none, list<>, E>::type,
                                                typename arrays<where::in_reductions, list<>, E>::type>::type>::type;

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

/// What naming has come to: the trees of shared nodes, and the leaves that have a placeholder, in its order.
template <class Known, class Leaves>
struct naming;
template <class... Known, class... Leaf>
struct naming<list<Known...>, list<Leaf...>> {
  using known = list<Known...>;
  using leaves = list<Leaf...>;
  static constexpr int next = sizeof...(Leaf);
  template <class L>
  using with_leaf = naming<list<Known...>, list<Leaf..., L>>;
  template <bool Shared, class Node, class Tree>
  using with_tree = std::conditional_t<Shared, naming<list<Known..., named<Node, Tree>>, list<Leaf...>>, naming>;
};
/// The `tree` of a node, leaves replaced by placeholders, and the `next` naming after it.
template <class Node, class Shared, class Naming>
struct name;
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
struct name : name_known<Node, Shared, Naming, typename tree_known<Node, typename Naming::known>::type> {};
template <class Leaf, class Shared, class Naming>
struct name_new {
  static_assert(is_leaf<Leaf>);
  using tree = placeholder<Naming::next, typename Leaf::value_type, Leaf::rank, Leaf::weak>;
  using next = typename Naming::template with_leaf<Leaf>;
};
template <class T, std::uint64_t Bits, bool Weak, class Shared, class Naming>
struct name_new<literal<T, Bits, Weak>, Shared, Naming> {
  using tree = literal<T, Bits, Weak>;
  using next = Naming;
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
requires(!is_leaf<Node>) struct name_new<Node, Shared, Naming>
    : name_on<Node, Shared, Naming, typename parts_of<Node>::type> {
};

/// Whether two nodes of a type are the same computation on the same memory and numbers.
template <class T, int Rank, class Space>
bool are_same(ndarray<T, Rank, Space> const& a, ndarray<T, Rank, Space> const& b) {
  return a.data() == b.data() && a.shape() == b.shape() && a.strides() == b.strides();
}
template <class Rule, int Rank>
bool are_same(places<Rule, Rank> const& a, places<Rule, Rank> const& b) {
  if (a.start != b.start || a.extents != b.extents || a.step != b.step) return false;
  if constexpr (std::is_empty_v<Rule>)
    return true;
  else if constexpr (requires { a.rule == b.rule; })
    return a.rule == b.rule;
  else
    return false;
}
template <class T, bool Weak>
bool are_same(constant<T, Weak> const& a, constant<T, Weak> const& b) {
  return std::memcmp(&a.value, &b.value, sizeof(T)) == 0;  // -0.0 is another number than 0.0
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
template <class Op, int Axes, bool Keep, class... A>
bool are_same(reduce<Op, Axes, Keep, A...> const& a, reduce<Op, Axes, Keep, A...> const& b) {
  return a.axes == b.axes && all_same(a.args, b.args);
}
template <class... A>
bool all_same(arguments<A...> const& a, arguments<A...> const& b) {
  return [&]<int... I>(std::integer_sequence<int, I...>) { return (are_same(get<I>(a), get<I>(b)) && ...); }
  (std::make_integer_sequence<int, sizeof...(A)>{});
}

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
    if constexpr (!is_leaf<Node>) for_each(*this, x.args);
  }
};

/// Where the leaves lie that the placeholders of a tree stand for: of several that are the same, the last one.
template <class Tree, class Node>
void find_leaves(std::type_identity<Tree>, Node const& x, void const** leaf);
template <int I, class T, int Rank, bool Weak, class Leaf>
void find_leaves(std::type_identity<placeholder<I, T, Rank, Weak>>, Leaf const& x, void const** leaf) {
  leaf[I] = &x;
}
template <class T, std::uint64_t Bits, bool Weak, class Leaf>
void find_leaves(std::type_identity<literal<T, Bits, Weak>>, Leaf const&, void const**) {}
template <class... Tree, class... A, int... I>
void find_leaves_of(std::type_identity<arguments<Tree...>>, arguments<A...> const& x, void const** leaf,
                    std::integer_sequence<int, I...>) {
  (find_leaves(std::type_identity<Tree>{}, get<I>(x), leaf), ...);
}
template <class... A, class Trees>
void find_leaves_of(Trees trees, arguments<A...> const& x, void const** leaf) {
  find_leaves_of(trees, x, leaf, std::make_integer_sequence<int, sizeof...(A)>{});
}
template <class Tree, class Node>
void find_leaves(std::type_identity<Tree>, Node const& x, void const** leaf) {
  find_leaves_of(std::type_identity<typename parts_of<Tree>::type>{}, x.args, leaf);
}

/// The tree of a node as a value: a reduction may hold its axes.
template <class Tree, class Node>
Tree tree_of(Node const& x);
template <class... Tree, class... A, int... I>
arguments<Tree...> trees_of(std::type_identity<arguments<Tree...>>, arguments<A...> const& x,
                            std::integer_sequence<int, I...>) {
  return make_arguments(tree_of<Tree>(get<I>(x))...);
}
template <class Tree, class... A>
auto trees_on(arguments<A...> const& x) {
  return trees_of(std::type_identity<typename parts_of<Tree>::type>{}, x,
                  std::make_integer_sequence<int, sizeof...(A)>{});
}
template <class Tree, class Node>
Tree tree_of(Node const& x) {
  if constexpr (bare<Tree>)
    return Tree{};
  else if constexpr (requires { x.axes; })
    return Tree(trees_on<Tree>(x.args), x.axes);
  else
    return Tree(trees_on<Tree>(x.args));
}

/// Calls use(let) with the expression as a let on its leaves, if what it shares is the same; whether it is.
template <class E, class Use, class... Leaf, int... I>
bool as_let(E const& e, Use const& use, list<Leaf...>, std::integer_sequence<int, I...>) {
  using shared = shared_in<E>;
  walk<shared> w;
  w(e);
  if (!w.same) return false;
  using tree = typename name<E, shared, naming<list<>, list<>>>::tree;
  void const* leaf[sizeof...(Leaf)] = {};
  find_leaves(std::type_identity<tree>{}, e, leaf);
  use(let_on(tree_of<tree>(e), make_arguments(*static_cast<Leaf const*>(leaf[I])...), nullptr));
  return true;
}
template <class E, class Use, class... Leaf>
bool as_let(E const& e, Use const& use, list<Leaf...> leaves) {
  return as_let(e, use, leaves, std::make_integer_sequence<int, sizeof...(Leaf)>{});
}

}  // namespace cp::expr::repeats

namespace cp::expr {

/// Whether an expression has parts that may be the same (see repeats::shared_in).
template <class Roots>
constexpr bool may_repeat = false;
template <class E>
requires(!is_leaf<E> && tree_facts<E>::nodes <= repeats::most_nodes &&
         repeats::about<E>::walked) constexpr bool may_repeat<arguments<E const&>> =
    !std::is_same_v<repeats::shared_in<E>, program::list<>>;

/// Calls use(let) with the expression as a let whose parts are computed once, if those that may be the same are;
/// whether they are.
template <class E, class Use>
bool with_repeats_shared(arguments<E const&> const& roots, Use const& use) {
  using named = repeats::name<E, repeats::shared_in<E>, repeats::naming<program::list<>, program::list<>>>;
  return repeats::as_let(roots.a, use, typename named::next::leaves{});
}

}  // namespace cp::expr
