// Parts of one type that an expression has of several operands, as the row's and the column's floor(y) of a sampling
// formula: those that differ are computed once each, and each place of the expression takes its own by a number that is
// known at the launch.
#pragma once

#include <cstdint>
#include <fuse/core/scalar_math.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/naming.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/same.hpp>
#include <fuse/program/list.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr::repeats {

/// Which one of `Count` values is meant: all bits of what stands for it, none of the others. (The first has none.)
template <int Count>
struct which_of {
  std::uint32_t bits[Count - 1] = {};
  static constexpr which_of number(int i) {
    which_of w;
    if (i > 0) w.bits[i - 1] = ~std::uint32_t{0};
    return w;
  }
};
}  // namespace cp::expr::repeats

namespace cp::program {
template <int Count>
constexpr bool is_of_library<expr::repeats::which_of<Count>> = true;
}  // namespace cp::program

namespace cp::expr::repeats {

/// The one of several values that is meant: a bitwise operation each on the device, which takes no predicate.
struct one_of {
  static constexpr int cost = 2;
  static constexpr char const* qualified_name = "cp::expr::one_of";
  template <class, class T, class...>
  using result = T;
  template <class Which, class T, class... More>
  FUSE_HD constexpr T operator()(Which const& which, T const& first, More const&... more) const {
    T value = first;
    int i = 0;
    ((value = chosen(which.bits[i++], more, value)), ...);
    return value;
  }

 private:
  template <class T>
  FUSE_HD static constexpr T chosen(std::uint32_t bits, T const& x, T const& y) {
#ifdef __CUDA_ARCH__
    if constexpr (sizeof(T) % 4 == 0) {
      std::uint32_t a[sizeof(T) / 4], b[sizeof(T) / 4];
      __builtin_memcpy(a, &x, sizeof x);
      __builtin_memcpy(b, &y, sizeof y);
#pragma unroll
      for (int i = 0; i < int(sizeof(T) / 4); ++i) a[i] = (a[i] & bits) | (b[i] & ~bits);
      T value;
      __builtin_memcpy(&value, a, sizeof value);
      return value;
    }
#endif
    return detail::select(bits != 0, x, y);
  }
};

/// A part that a kernel computes once for all places that name it.
struct once {
  static constexpr int cost = program::shared_cost;
  static constexpr char const* qualified_name = "cp::expr::once";
  static constexpr bool computed_once = true;
  template <class T>
  using result = T;
  template <class T>
  FUSE_HD constexpr T const& operator()(T const& x) const {
    return x;
  }
};

/// How many times a node's type is in a tree.
template <class Part, class Node>
constexpr int occurrences = std::is_same_v<Part, Node>;
template <class Part, class... A>
constexpr int occurrences<Part, arguments<A...>> = (0 + ... + occurrences<Part, A>);
template <class Part, class Node>
requires(!is_leaf<Node> && !std::is_same_v<Part, Node>) constexpr int occurrences<Part, Node> =
    occurrences<Part, typename parts_of<Node>::type>;
/// How many of a type differ, at most: one for each axis that the expression picks elements by, and two.
template <class Node>
constexpr int most_apart = 2;
template <class... A>
constexpr int most_apart<arguments<A...>> = max_of(2, most_apart<A>...);
template <class Node>
requires(!is_leaf<Node>) constexpr int most_apart<Node> = most_apart<typename parts_of<Node>::type>;
template <class Array, class... I>
constexpr int most_apart<gather<Array, I...>> = max_of(gather<Array, I...>::indexed < 4 ? gather<Array, I...>::indexed
                                                                                        : 4,
                                                       most_apart<I>...);
/// Whether elements are picked by two indices of one type, as of a row and a column: they are not the same.
template <class Node>
constexpr bool has_like_indices = false;
template <class... A>
constexpr bool has_like_indices<arguments<A...>> = (has_like_indices<A> || ...);
template <class Node>
requires(!is_leaf<Node>) constexpr bool has_like_indices<Node> = has_like_indices<typename parts_of<Node>::type>;
template <class Array, class First, class Second, class... More>
constexpr bool has_like_indices<gather<Array, First, Second, More...>> =
    (std::is_same_v<First, Second> && !is_leaf<First>) || has_like_indices<arguments<First, Second, More...>>;
/// Whether elements are picked by indices that are computed from arrays.
template <class Node>
constexpr bool has_arrays = is_array<Node>;
template <class... A>
constexpr bool has_arrays<arguments<A...>> = (has_arrays<A> || ...);
template <class Node>
requires(!is_leaf<Node>) constexpr bool has_arrays<Node> = has_arrays<typename parts_of<Node>::type>;
template <class Node>
constexpr bool picks_by_arrays = false;
template <class... A>
constexpr bool picks_by_arrays<arguments<A...>> = (picks_by_arrays<A> || ...);
template <class Node>
requires(!is_leaf<Node>) constexpr bool picks_by_arrays<Node> = picks_by_arrays<typename parts_of<Node>::type>;
template <class Array, class... I>
constexpr bool picks_by_arrays<gather<Array, I...>> =
    ((!is_leaf<I> && has_arrays<I>) || ...) || picks_by_arrays<arguments<I...>>;
/// Those of the parts that are there more often than that.
template <class E, class Done, class Parts>
struct more_often;
template <class E, class Done>
struct more_often<E, Done, list<>> {
  using type = Done;
};
template <class E, class Done, class Part, class... More>
struct more_often<E, Done, list<Part, More...>>
    : more_often<E,
                 typename std::conditional_t<(!Part::weak && occurrences<Part, E> > most_apart<E>), append<Done, Part>,
                                             std::type_identity<Done>>::type,
                 list<More...>> {};

/// The tree of a part, which a kernel computes once; an array is loaded once anyway.
template <class Tree>
using computed_once = std::conditional_t<is_leaf<Tree>, Tree, map<once, Tree>>;
/// The trees of a part, of operands of their own each.
template <class Node, class Shared, class Naming, class Trees>
struct name_each;
template <class Node, class Shared, class Naming, class... Tree>
struct name_each<Node, Shared, Naming, arguments<Tree...>>
    : name_each<Node, Shared, typename name_new<Node, Shared, Naming>::next,
                arguments<Tree..., computed_once<typename name_new<Node, Shared, Naming>::tree>>> {};
template <class Node, class Shared, class Naming, class... Tree>
requires(sizeof...(Tree) == Naming::count) struct name_each<Node, Shared, Naming, arguments<Tree...>> {
  using type = arguments<Tree...>;
  using next = typename Naming::template with_tree<true, Node, type>;
};
template <int Count>
using which_part = constant<which_of<Count>, false>;
template <int Count, class Numbers = std::make_integer_sequence<int, Count>>
struct which_parts;
template <int Count, int... I>
struct which_parts<Count, std::integer_sequence<int, I...>> {
  static constexpr which_part<Count> number[] = {which_part<Count>(which_of<Count>::number(I))...};
};
template <class Node, class Shared, class Naming, class Trees>
struct name_place;
template <class Node, class Shared, class Naming>
struct name_place<Node, Shared, Naming, void> {
  using each = name_each<Node, Shared, Naming, arguments<>>;
  using place = name_place<Node, Shared, typename each::next, typename each::type>;
  using tree = typename place::tree;
  using next = typename place::next;
};
template <class Node, class Shared, class Naming, class... Tree>
struct name_place<Node, Shared, Naming, arguments<Tree...>> {
  using tree = map<one_of, placeholder<Naming::next, which_of<Naming::count>, 0, false>, Tree...>;
  using next = typename Naming::template with_leaf<which_part<Naming::count>>;
};
template <class Node, class Shared, class Naming>
requires(Naming::count > 1 && contains<Node, Shared>) struct name<Node, Shared, Naming>
    : name_place<Node, Shared, Naming, typename tree_known<Node, typename Naming::known>::type> {
};

/// The parts of a type that differ.
template <class Node, int Count>
struct differing {
  Node const* at[Count] = {};
  int count = 0;
  /// Which one x is; `count`: none.
  int find(Node const& x) const {
    int i = 0;
    while (i < count && !are_same(*at[i], x)) ++i;
    return i;
  }
  /// The parts beyond those that differ are the first one again.
  Node const& operator[](int i) const { return *at[i < count ? i : 0]; }
};
/// Walks an expression: which of the shared parts differ, and whether they are few enough; then it decides of them what
/// stands for their trees' placeholders.
template <class Shared, int Count>
struct walk_several;
template <class... Shared, int Count>
struct walk_several<list<Shared...>, Count> : differing<Shared, Count>... {
  template <class Node>
  static constexpr bool decides = contains<Node, list<Shared...>>;
  bool few = true;

  template <class Node>
  differing<Node, Count> const& of() const {
    return *this;
  }
  template <class Node>
  void operator()(Node const& x) {
    if (!few) return;
    if constexpr (decides<Node>) {
      differing<Node, Count>& d = *this;
      if (d.find(x) < d.count) return;
      few = d.count < Count;
      if (!few) return;
      d.at[d.count++] = &x;
    }
    if constexpr (!is_leaf<Node>) for_each(*this, operands_of(x));
  }

  template <class Which, class... Tree, class Node>
  void find_leaves(std::type_identity<map<one_of, Which, Tree...>>, Node const& x, void const** leaf) const {
    repeats::find_leaves(std::type_identity<Which>{}, which_parts<Count>::number[of<Node>().find(x)], leaf, *this);
  }
  /// The leaves of all trees that such parts have.
  template <class... Node, class... Trees>
  void find_leaves(list<named<Node, Trees>...>, void const** leaf) const {
    (find_each(of<Node>(), std::type_identity<Trees>{}, leaf), ...);
  }
  template <class Parts, class... Tree>
  void find_each(Parts const& parts, std::type_identity<arguments<Tree...>>, void const** leaf) const {
    int i = 0;
    (find_in(std::type_identity<Tree>{}, parts[i++], leaf), ...);
  }
  template <class Tree, class Node>
  void find_in(std::type_identity<map<once, Tree>>, Node const& x, void const** leaf) const {
    find_leaves_beneath(std::type_identity<Tree>{}, x, leaf, *this);
  }
  template <int I, class T, int Rank, bool Weak, class Leaf>
  void find_in(std::type_identity<placeholder<I, T, Rank, Weak>>, Leaf const& x, void const** leaf) const {
    leaf[I] = &x;
  }
  template <class Tree, class Node>
  Tree tree_of(Node const&) const {
    return each_tree(of<Node>(), std::type_identity<Tree>{}, std::make_integer_sequence<int, Count>{});
  }
  template <class Tree, class Node>
  auto tree_once(std::type_identity<map<once, Tree>>, Node const& x) const {
    return map<once, Tree>(make_arguments(tree_beneath<Tree>(x, *this)));
  }
  template <int I, class T, int Rank, bool Weak, class Leaf>
  auto tree_once(std::type_identity<placeholder<I, T, Rank, Weak>>, Leaf const&) const {
    return placeholder<I, T, Rank, Weak>{};
  }
  template <class Parts, class Which, class... Tree, int... I>
  auto each_tree(Parts const& parts, std::type_identity<map<one_of, Which, Tree...>>,
                 std::integer_sequence<int, I...>) const {
    return map<one_of, Which, Tree...>(make_arguments(Which{}, tree_once(std::type_identity<Tree>{}, parts[I])...));
  }
};

/// Calls use(root) with the expression as a let in which such parts are computed once each, if few of them differ;
/// whether they are.
template <class Naming, class E, class Walk, class Use, class... Leaf, int... I>
bool as_let_of_several(E const& e, Walk const& walk, Use const& use, list<Leaf...>, std::integer_sequence<int, I...>) {
  using tree = typename Naming::tree;
  void const* leaf[sizeof...(Leaf)] = {};
  find_leaves(std::type_identity<tree>{}, e, leaf, walk);
  walk.find_leaves(typename Naming::next::known{}, leaf);
  use(refer(let_on(tree_of<tree>(e, walk), make_arguments(argument_of<Leaf>::from(leaf[I])...), nullptr)));
  return true;
}
template <class Shared, int Count, class E, class Use>
bool as_let_of_several(E const& e, Use const& use) {
  using naming = name<E, Shared, no_names<false, Count>>;
  return [&]<class... Leaf>(list<Leaf...> leaves) {
    if constexpr (fit_a_kernel<list<Leaf...>>) {
      walk_several<Shared, Count> walk;
      walk(e);
      return walk.few &&
             as_let_of_several<naming>(e, walk, use, leaves, std::make_integer_sequence<int, sizeof...(Leaf)>{});
    } else {
      return false;
    }
  }(typename naming::next::leaves{});
}

}  // namespace cp::expr::repeats
