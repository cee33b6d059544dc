// Parts that several roots of one kernel name, as w in sum(w * x) and sum(w * y): where their arrays and numbers are
// found to be the same at the launch, the roots become outputs of one traced function, in which they are computed once.
#pragma once

#include <fuse/expr/contents.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/naming.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/repeats.hpp>
#include <fuse/expr/simplify.hpp>
#include <fuse/program/list.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr::repeats {

/// A list of nodes, and those beneath a root; beneath what it folds, where it is a reduction. (What roots of one type
/// fold are others as a rule.)
template <class List, class Node>
struct beneath;
template <class List, class Parts>
struct beneath_all;
template <class List>
struct beneath_all<List, arguments<>> {
  using type = List;
};
template <class List, class First, class... More>
struct beneath_all<List, arguments<First, More...>>
    : beneath_all<typename beneath<List, First>::type, arguments<More...>> {};
template <class List, class Parts>
struct joined_parts;
template <class... Node, class... A>
struct joined_parts<list<Node...>, arguments<A...>> {
  using type = list<Node..., A...>;
};
template <class List, class Node>
struct beneath : joined_parts<List, typename parts_of<Node>::type> {};
template <class List, class Op, int Axes, bool Keep, class... A>
struct beneath<List, reduce<Op, Axes, Keep, A...>> : beneath_all<List, arguments<A...>> {};
template <class List>
struct again_of_list;
template <class... Node>
struct again_of_list<list<Node...>> {
  using type = heavy_again<Node...>;
};
template <class... E>
using parts_of_all = typename again_of_list<typename beneath_all<list<>, arguments<E...>>::type>::type;

/// Of arrays' types those of which each root has one array: what has the mean, the deviation and the largest of one
/// array in one kernel need not load it three times.
template <class Done, class Arrays, class... E>
struct once_each {
  using type = Done;
};
template <class Done, class First, class... More, class... E>
struct once_each<Done, list<First, More...>, E...>
    : once_each<typename std::conditional_t<((occurrences<First, E> == 1) && ...), append<Done, First>,
                                            std::type_identity<Done>>::type,
                list<More...>, E...> {};
/// (Of fewer roots, and on the host, such loads take less than another kernel takes to compile.)
template <class First, class... More>
constexpr bool may_have_one_array = sizeof...(More) > 1 && std::is_same_v<typename First::space, cuda_space>;
template <class First, class... More>
struct arrays_of_all {
  using type = list<>;
};
template <class First, class... More>
requires may_have_one_array<First, More...>
struct arrays_of_all<First, More...>
    : once_each<list<>, typename arrays<where::in_reductions, list<>, First>::type, First, More...> {
};
/// What roots have to have in common: heavy parts; or else arrays.
template <class... E>
using shared_of_all = typename std::conditional_t<std::is_same_v<parts_of_all<E...>, list<>>, arrays_of_all<E...>,
                                                  std::type_identity<parts_of_all<E...>>>::type;

/// The roots with names for their leaves, one for what is shared.
template <class... E>
struct named_roots {
  using shared = shared_of_all<E...>;
  using all = name_all<shared, no_names<false>, arguments<>, E...>;
  using leaves = typename all::next::leaves;

  /// Calls use(outputs), if what the roots share is the same; whether it is.
  template <class Use>
  static bool apply(arguments<E const&...> const& roots, Use const& use) {
    walk<shared> w;
    for_each([&](auto const& root) { w(root); }, roots);
    if (w.same)
      apply(roots, use, std::type_identity<typename all::trees>{}, leaves{},
            std::make_integer_sequence<int, sizeof...(E)>{});
    return w.same;
  }

 private:
  template <class Use, class... Tree, class... Leaf, int... R>
  static void apply(arguments<E const&...> const& roots, Use const& use, std::type_identity<arguments<Tree...>>,
                    list<Leaf...> named, std::integer_sequence<int, R...>) {
    void const* leaf[sizeof...(Leaf)] = {};
    (find_leaves(std::type_identity<Tree>{}, get<R>(roots), leaf, nothing_decided{}), ...);
    auto const args = arguments_at(leaf, named, std::make_integer_sequence<int, sizeof...(Leaf)>{});
    auto const lets = make_arguments(let_on(tree_of<Tree>(get<R>(roots), nothing_decided{}), args, nullptr)...);
    use(outputs_of<Tree...>(args, lets));
  }
  template <class... Leaf, int... I>
  static auto arguments_at(void const* const* leaf, list<Leaf...>, std::integer_sequence<int, I...>) {
    return make_arguments(argument_of<Leaf>::from(leaf[I])...);
  }
  template <class... Tree, class... A, class Lets>
  static auto outputs_of(arguments<A...> const&, Lets const& lets) {
    return traced_outputs<arguments<A...>, Tree...>{refer_all(lets)};
  }
};

}  // namespace cp::expr::repeats

namespace cp::expr {

template <class... E>
requires(sizeof...(E) > 1 && (has_reductions<E> && ...) && (repeats::about<E>::walked && ...) &&
         (0 + ... + tree_facts<E>::nodes) <= repeats::most_nodes &&
         !has_stages<arguments<E const&...>>) constexpr bool may_repeat<arguments<E const&...>> =
    !std::is_same_v<repeats::shared_of_all<E...>, program::list<>>;

/// As of one root (see repeats.hpp).
template <class... E, class Use>
requires(sizeof...(E) > 1) bool with_repeats_shared(arguments<E const&...> const& roots, Use const& use) {
  using named = repeats::named_roots<E...>;
  if constexpr (repeats::fit_a_kernel<typename named::leaves>)
    return named::apply(roots, use);
  else
    return false;
}

/// Whether products of two like expressions, x * x, are a matter of sharing: of what is folded, where a kernel is
/// limited by what it loads and computes, or of large ones.
template <class Roots>
constexpr bool has_squares = false;
template <class Roots>
requires(has_reductions<Roots> || may_repeat<Roots>) constexpr bool has_squares<Roots> = has_simple<by_operands, Roots>;
template <class Roots>
constexpr bool may_share_parts = may_repeat<Roots> || has_squares<Roots>;

/// Calls use(roots) with the roots in another form in which what they name several times is computed once, where it is
/// found to be the same; whether it is. (Each form is a kernel more to compile: there is one, in which like factors are
/// the same, as are all other parts of one type.)
template <class Roots, class Use>
bool with_parts_shared(Roots const& roots, Use const& use) {
  bool shared = false;
  if constexpr (has_squares<Roots>)
    with_simple<by_operands>(roots, [&]<class Simple>(Simple const& simple) {
      if constexpr (may_repeat<Simple>)
        shared = with_repeats_shared(simple, use);
      else
        use(simple), shared = true;
    });
  else if constexpr (may_repeat<Roots>)
    shared = with_repeats_shared(roots, use);
  return shared;
}

}  // namespace cp::expr
