// Which parts of an expression may be the same, by their types: what is there again and heavy, and arrays beside what
// is folded.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/naming.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/same.hpp>
#include <fuse/program/list.hpp>
#include <type_traits>

namespace cp::expr::repeats {

/// From how many nodes on a part is worth finding again, if none of its operations is costly.
constexpr int worth_nodes = 8;
/// Of larger expressions nothing is asked: walking their types takes long, and deep ones end the compiler's recursion.
constexpr int most_nodes = 1000;

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
/// What a library computes is an argument of the let, an array by then.
template <class Op, class... A>
struct about<library<Op, A...>> : answers<comparable<Op> && (about<A>::walked && ...), true> {};
template <class Array, class... I>
struct about<gather<Array, I...>> : answers<(about<I>::walked && ...), true> {};
template <class Op, int Axes, bool Keep, class... A>
struct about<reduce<Op, Axes, Keep, A...>> : answers<(about<A>::walked && ...), true> {};

/// The heavy nodes (`All`: all operations and arrays) that are `seen`, in the order of the walk, and those met `again`,
/// beneath which nothing is looked for. (But beneath comparisons with numbers: others of a type mostly have other
/// numbers, as those of (n == 2) | (n == 3).)
template <class Op, class A, class T>
constexpr bool compares = std::is_same_v<typename Op::template result<typename A::value_type, T>, bool>;
template <bool All, class Seen, class Again, class... Node>
struct find;
template <bool All, class Seen, class Again>
struct find<All, Seen, Again> {
  using seen = Seen;
  using again = Again;
};
template <bool All, class Seen, class Again, class Node, class... More>
struct find_more : find<All, Seen, Again, More...> {};
template <bool All, class Seen, class Again, class Node, class... More>
requires(contains<Node, Seen>) struct find_more<All, Seen, Again, Node, More...>
    : find<All, Seen,
           typename std::conditional_t<contains<Node, Again>, std::type_identity<Again>, append<Again, Node>>::type,
           More...> {
};
template <bool All, class Seen, class Again, class Parts, class... More>
struct find_beneath;
template <bool All, class Seen, class Again, class... A, class... More>
struct find_beneath<All, Seen, Again, arguments<A...>, More...>
    : find<All, typename find<All, Seen, Again, A...>::seen, typename find<All, Seen, Again, A...>::again, More...> {};
template <bool All, class Node>
constexpr bool is_looked_for = All ? !is_leaf<Node> || is_array<Node> : about<Node>::heavy;
template <bool All, class Seen, class Again, class Node, class... More>
requires(is_looked_for<All, Node> && !contains<Node, Seen>) struct find_more<All, Seen, Again, Node, More...>
    : find_beneath<All, typename append<Seen, Node>::type, Again, typename parts_of<Node>::type, More...> {
};
template <class Seen, class Again, class Op, class A, class T, bool Weak, class... More>
requires(contains<map<Op, A, constant<T, Weak>>, Seen>&&
             compares<Op, A, T>) struct find_more<false, Seen, Again, map<Op, A, constant<T, Weak>>, More...>
    : find<false, Seen, Again, A, More...> {
};
template <bool All, class Seen, class Again, class First, class... More>
struct find<All, Seen, Again, First, More...> : find_more<All, Seen, Again, First, More...> {};
template <class... Node>
using heavy_again = typename find<false, list<>, list<>, Node...>::again;

/// Which arrays of a tree are meant.
enum class where { anywhere, in_reductions, in_none };
/// The types of these arrays, and of elements computed from their places.
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
template <class Found, class Rule, int Rank, class... More>
requires(!contains<places<Rule, Rank>, Found>) struct arrays<where::anywhere, Found, places<Rule, Rank>, More...>
    : arrays<where::anywhere, typename append<Found, places<Rule, Rank>>::type, More...> {
};
template <where Where, class Found, class Op, class... A, class... More>
struct arrays<Where, Found, map<Op, A...>, More...>
    : arrays<Where, typename arrays<Where, Found, A...>::type, More...> {};
template <where Where, class Found, class Array, class... I, class... More>
struct arrays<Where, Found, gather<Array, I...>, More...>
    : arrays<Where, typename arrays<Where, Found, I...>::type, More...> {};
template <where Where, class Found, class Op, int Axes, bool Keep, class... A, class... More>
requires(Where != where::in_none) struct arrays<Where, Found, reduce<Op, Axes, Keep, A...>, More...>
    : arrays<Where, typename arrays<where::anywhere, Found, A...>::type, More...> {
};
/// What is in both lists.
template <class Other>
struct in {
  template <class A>
  struct it : std::bool_constant<contains<A, Other>> {};
};
template <class Found, class Other>
using both = program::filter<in<Other>::template it, Found>;

/// The first list, and what of the second one it lacks.
template <class Found, class Other>
struct merged {
  using type = Found;
};
template <class Found, class First, class... More>
struct merged<Found, list<First, More...>>
    : merged<typename std::conditional_t<contains<First, Found>, std::type_identity<Found>, append<Found, First>>::type,
             list<More...>> {};
/// Of arrays those of the rank of what nodes fold.
template <int Rank>
struct has_rank {
  template <class A>
  struct it : std::bool_constant<A::rank == Rank> {};
};
template <class Arrays, class... Node>
struct of_folded_rank {
  using type = list<>;
};
template <class First, class... More, class... Node>
struct of_folded_rank<list<First, More...>, Node...>
    : program::filter<has_rank<fold_rank<arguments<Node...>>>::template it, list<First, More...>> {};
/// The types of arrays that nodes which are evaluated together fold and use beside the result, as x - mean(x) does. (Of
/// the rank of what is folded: a vector that rows are folded with is another one than that beside their results.)
template <class... Node>
using used_beside =
    typename of_folded_rank<typename both<typename arrays<where::in_none, list<>, Node...>::type,
                                          typename arrays<where::in_reductions, list<>, Node...>::type>::type,
                            Node...>::type;
/// The same of what is folded in them, as sum(exp(x - max(x))) does.
template <class Found, class... Node>
struct used_within {
  using type = Found;
};
template <class Found, class Parts>
struct used_in_parts;
template <class Found, class... A>
struct used_in_parts<Found, arguments<A...>> : used_within<Found, A...> {};
template <class Found, class Node, class... More>
struct used_within<Found, Node, More...> : used_within<Found, More...> {};
template <class Found, class Node, class... More>
requires has_reductions<Node>
struct used_within<Found, Node, More...>
    : used_within<typename used_in_parts<Found, typename parts_of<Node>::type>::type, More...> {
};
template <class Found, class Op, int Axes, bool Keep, class... A, class... More>
requires((has_reductions<A> || ...)) struct used_within<Found, reduce<Op, Axes, Keep, A...>, More...>
    : used_within<typename used_within<typename merged<Found, used_beside<A...>>::type, A...>::type, More...> {
};

/// The types of which all that are in the tree have to be the same: the heavy nodes that it has again, and arrays that
/// it, or what it folds, folds and uses beside the result.
template <class Parts, class Arrays>
struct joined;
template <class... Part, class... Array>
struct joined<list<Part...>, list<Array...>> {
  using type = list<Part..., Array...>;
};
/// (Without places where such a part has some, whose two axes are of one type: masks and grids are made of both.)
template <class Node>
constexpr bool has_places = false;
template <class Rule, int Rank>
constexpr bool has_places<places<Rule, Rank>> = true;
template <class... A>
constexpr bool has_places<arguments<A...>> = (has_places<A> || ...);
template <class... A>
constexpr bool has_places<list<A...>> = (has_places<A> || ...);
template <class Node>
requires(!is_leaf<Node> &&
         about<Node>::walked) constexpr bool has_places<Node> = has_places<typename parts_of<Node>::type>;
template <class Node>
struct is_without_places : std::bool_constant<!has_places<Node>> {};
template <class Again, class Arrays>
using shared_of =
    typename joined<Again, typename std::conditional_t<has_places<Again>, program::filter<is_without_places, Arrays>,
                                                       std::type_identity<Arrays>>::type>::type;
template <class E>
using shared_in = shared_of<heavy_again<E>, typename used_within<used_beside<E>, E>::type>;

/// The parts that an expression has again may each be of operands of their own, as f(x) + f(y) has them, and have parts
/// again themselves: then all that is heavy and all leaves of one type have to be the same within such a part alone.
/// (Without such parts in parts little is computed twice, and another kernel is not worth compiling.)
template <class Parts>
constexpr bool has_parts_in = false;
template <class... Part>
constexpr bool has_parts_in<list<Part...>> = (!std::is_same_v<heavy_again<Part>, list<>> || ...);
template <class E>
constexpr bool may_be_apart = !has_reductions<E> && has_parts_in<heavy_again<E>>;
template <class E>
using shared_with_arrays = typename joined<heavy_again<E>, typename arrays<where::anywhere, list<>, E>::type>::type;

/// How many arrays a tree names.
template <class Node>
constexpr int named_arrays = is_array<Node>;
template <class... A>
constexpr int named_arrays<arguments<A...>> = (0 + ... + named_arrays<A>);
template <class Node>
requires(!is_leaf<Node>) constexpr int named_arrays<Node> = named_arrays<typename parts_of<Node>::type>;
/// The parts of a list that name several arrays. Those of one, as exp(x) and exp(y), are of one type as often as not
/// without being the same: then t = exp(x) * y in t / (1 + t) + exp(y) is still one part.
template <class Part>
struct names_several_arrays : std::bool_constant<(named_arrays<Part> > 1)> {};
template <class E>
using shared_of_several_arrays = typename program::filter<names_several_arrays, heavy_again<E>>::type;
template <class E>
constexpr bool has_some_of_several_arrays = false;
template <class E>
requires(!has_reductions<E> && !std::is_same_v<heavy_again<E>, list<>>) constexpr bool has_some_of_several_arrays<E> =
    !std::is_same_v<shared_of_several_arrays<E>, heavy_again<E>> &&
    !std::is_same_v<shared_of_several_arrays<E>, list<>>;

/// Whether an expression is likely one of one array, as a polynomial in x is: from how many mentions on loads of them
/// all would take longer than the memory.
constexpr int mentions_of_one = 6;
template <class Arrays>
constexpr bool is_of_one_type = false;
template <class T, int Rank, class Space>
constexpr bool is_of_one_type<list<ndarray<T, Rank, Space>>> = true;
template <class E>
constexpr bool may_be_of_one_array = false;
template <class E>
requires(!has_reductions<E> && named_arrays<E> >= mentions_of_one) constexpr bool may_be_of_one_array<E> =
    is_of_one_type<typename arrays<where::anywhere, list<>, E>::type>;

}  // namespace cp::expr::repeats
