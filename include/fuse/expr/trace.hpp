// Tracing: an ordinary lambda called with placeholders becomes a type, which becomes one kernel.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/expr/derived.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/neighbour.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/ufunc.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

namespace expr {

/// Whether a lambda returns several outputs: a std::tuple, a std::pair, or what functions of two results give.
template <class T>
constexpr bool is_tuple = requires(T const& t) {
  t.first, t.second;
};
template <class... T>
constexpr bool is_tuple<std::tuple<T...>> = true;
/// Its outputs as a std::tuple.
template <class... T>
constexpr auto outputs_of(std::tuple<T...> const& t) {
  return t;
}
template <class T>
requires(is_tuple<T>) constexpr auto outputs_of(T const& t) { return std::make_tuple(t.first, t.second); }

// -- constants of a lambda without captures are known while compiling: they become part of the program's type, so that
// equal ones are one ---------

template <int N>
struct constant_bits {
  std::uint64_t value[N == 0 ? 1 : N] = {};
};

template <class Node>
constexpr void read_constants(Node const& node, std::uint64_t*& to) {
  if constexpr (tree_facts<Node>::constants == 0) {
    return;
  } else if constexpr (requires { node.value; }) {
    *to++ = bits_of(node.value);
  } else if constexpr (requires { node.args.c; }) {
    for_each([&](auto const& x) { read_constants(x, to); }, node.args);
  } else {  // one call deep a node
    read_constants(node.args.a, to);
    if constexpr (requires { node.args.b; }) read_constants(node.args.b, to);
  }
}

/// The tree with constants as types. `Bits` holds their values; `First` is the number of constants before this node.
/// One instantiation a node deep.
template <class Node, class Bits, int First>
struct typed {
  using type = Node;
};
template <class T, bool Weak, class Bits, int First>
struct typed<constant<T, Weak>, Bits, First> {
  using type = literal<T, Bits::value.value[First], Weak>;
};
template <class Op, class A, class Bits, int First>
requires(tree_facts<A>::constants != 0) struct typed<map<Op, A>, Bits, First> {
  using type = map<Op, typename typed<A, Bits, First>::type>;
};
template <class Op, class A, class B, class Bits, int First>
requires(tree_facts<map<Op, A, B>>::constants != 0) struct typed<map<Op, A, B>, Bits, First> {
  using type = typename by_literal<map<Op, typename typed<A, Bits, First>::type,
                                       typename typed<B, Bits, First + tree_facts<A>::constants>::type>>::type;
};
template <class Bits, int First, class Done, class... A>
struct typed_all;
template <class Bits, int First, class... Done>
struct typed_all<Bits, First, arguments<Done...>> {
  using type = arguments<Done...>;
};
template <class Bits, int First, class... Done, class A, class... More>
struct typed_all<Bits, First, arguments<Done...>, A, More...>
    : typed_all<Bits, First + tree_facts<A>::constants, arguments<Done..., typename typed<A, Bits, First>::type>,
                More...> {};
template <class Op, class Arguments>
struct map_of;
template <class Op, class... A>
struct map_of<Op, arguments<A...>> {
  using type = map<Op, A...>;
};
template <class Op, class A, class B, class C, class... More, class Bits, int First>
requires(tree_facts<map<Op, A, B, C, More...>>::constants != 0) struct typed<map<Op, A, B, C, More...>, Bits, First>
    : map_of<Op, typename typed_all<Bits, First, arguments<>, A, B, C, More...>::type> {
};
template <class Op, int Axes, bool Keep, class Arguments>
struct reduce_of;
template <class Op, int Axes, bool Keep, class... A>
struct reduce_of<Op, Axes, Keep, arguments<A...>> {
  using type = reduce<Op, Axes, Keep, A...>;
};
template <class Op, int Axes, bool Keep, class... A, class Bits, int First>
requires(tree_facts<reduce<Op, Axes, Keep, A...>>::constants !=
         0) struct typed<reduce<Op, Axes, Keep, A...>, Bits, First>
    : reduce_of<Op, Axes, Keep, typename typed_all<Bits, First, arguments<>, A...>::type> {
};

template <class Placeholder>
struct recorder_for;
template <int I, class T, int Rank, bool Weak>
struct recorder_for<placeholder<I, T, Rank, Weak>> {
  using type = recorder<I, T, Rank, Weak>;
};

/// Traces F, whose values are all types, while compiling.
template <class F, class... P>
struct static_trace {
  using tree_type = decltype(as_node(F{}(P{}...)));
  static constexpr int count = tree_facts<tree_type>::constants;
  static constexpr constant_bits<(count < 0 ? 0 : count)> read() {
    constant_bits<(count < 0 ? 0 : count)> b;
    if constexpr (count > 0 && elementwise_tree<tree_type> && tree_facts<tree_type>::nodes > 24) {
      auto const recorded = as_node(F{}(typename recorder_for<P>::type{}...));
      static_assert(recorded.constants == count);
      for (int i = 0; i < count; ++i) b.value[i] = recorded.bits[i];
    } else {
      auto const t = as_node(F{}(P{}...));
      std::uint64_t* p = b.value;
      read_constants(t, p);
    }
    return b;
  }
  struct bits {
    static constexpr constant_bits<(count < 0 ? 0 : count)> value = read();
  };
};

template <class F, class... P>
concept statically_traceable =
    std::is_empty_v<F> && std::is_default_constructible_v<F> &&(static_trace<F, P...>::count >= 0) && requires {
  typename std::bool_constant<(static_cast<void>(static_trace<F, P...>::read()), true)>;
};

/// Operand number `I` of a traced call.
template <int I, class X>
struct numbered {
  X&& x;
};
/// Makes operands of a traced call arguments of trees.
template <class... Tree>
struct let_argument {
  template <int I, class X>
  FUSE_INLINE constexpr auto operator()(numbered<I, X> const& n) const {
    return as_let_argument<I, Tree...>(std::forward<X>(n.x));
  }
};

/// A placeholder for argument `I` with the dtype, rank and weakness of a node.
template <int I, class Node>
using placeholder_for = placeholder<I, typename Node::value_type, Node::rank, Node::weak>;

template <class F, class... P>
constexpr auto trace(F const& f, P... p) {
  using result = decltype(f(p...));
  if constexpr (is_tuple<result>) {
    return f(p...);
  } else {
    static_assert(operand<result>,
                  "cp::fuse: the lambda must return an expression, or a std::tuple of expressions for several outputs");
    if constexpr (statically_traceable<F, P...>) {
      using traced = static_trace<F, P...>;
      return typename typed<typename traced::tree_type, typename traced::bits, 0>::type{};
    } else {
      return as_node(f(p...));
    }
  }
}

/// F, of which only output `I` is looked at.
template <class F, std::size_t I>
struct output_of {
  template <class... P>
  constexpr auto operator()(P... p) const {
    return as_node(std::get<I>(outputs_of(F{}(p...))));
  }
};

}  // namespace expr

namespace detail {

// Defined in expr/multiple.hpp.
template <class... E>
auto evaluate_all(E const&... e);

template <class... Tree, int... I, class First, class... A>
FUSE_INLINE constexpr auto make_let_of(std::integer_sequence<int, I...>, First tree, char const* name, A&&... a) {
  constexpr expr::let_argument<Tree...> make{};
  return expr::let<First, decltype(make(expr::numbered<I, A>{std::forward<A>(a)}))...>(
      expr::in_place{}, std::move(tree), name, make, expr::numbered<I, A>{std::forward<A>(a)}...);
}
/// Trees that share their arguments, as expressions.
template <class... Tree, class... A>
constexpr auto make_lets(char const* name, std::tuple<Tree...> const& trees, A const&... a);

/// The same where calls were noted: they are made over the operands, and become operands behind those that trees have
/// placeholders for (`Kept`). `First` is the number of each tree's first call.
template <int... Kept, int... First, class... Tree, class... A>
auto make_lets_of_calls(std::integer_sequence<int, Kept...>, std::integer_sequence<int, First...>, char const* name,
                        std::tuple<Tree...> const& trees, A const&... a) {
  using kept = expr::operands_kept<Kept...>;
  auto const operands = expr::make_arguments(expr::as_argument(a)...);
  auto const calls = std::apply([&](auto const&... tree) { return std::tuple_cat(expr::calls_of(tree)...); }, trees);
  auto const rest = std::apply(
      [&](auto const&... tree) { return std::make_tuple(expr::without_calls<kept, First>(tree)...); }, trees);
  return std::apply(
      [&](auto const&... call) {
        return make_lets(name, rest, std::get<Kept>(std::tie(a...))..., expr::substitute(call, operands)...);
      },
      calls);
}
template <int I, class... Tree>
constexpr bool in_trees = (expr::has_placeholder<I, Tree> || ...);
/// The n-th of the numbers whose entry is true.
constexpr int nth_true(int n, std::initializer_list<bool> entries) {
  int i = 0;
  for (bool const entry : entries) {
    if (entry && n-- == 0) return i;
    ++i;
  }
  return -1;
}
/// The operands that trees have placeholders for, and the number of each tree's first call behind these.
template <class... Tree, int... I, int... K>
constexpr auto operands_of_trees(std::integer_sequence<int, I...>, std::integer_sequence<int, K...>) {
  return std::integer_sequence<int, nth_true(K, {in_trees<I, Tree...>...})...>{};
}
template <class... Tree, int... I>
constexpr int operands_in_trees(std::integer_sequence<int, I...>) {
  return (0 + ... + in_trees<I, Tree...>);
}
template <int Operands, class... Tree, std::size_t... O>
constexpr auto first_calls(std::index_sequence<O...>) {
  return std::integer_sequence<int, expr::sum_of_first(int(O), {Operands, expr::calls_in<Tree>...})...>{};
}
template <class... Tree, class... A>
constexpr auto make_lets(char const* name, std::tuple<Tree...> const& trees, A const&... a) {
  if constexpr (((expr::calls_in < Tree >> 0) || ...)) {
    using numbers = std::make_integer_sequence<int, int(sizeof...(A))>;
    constexpr int count = operands_in_trees<Tree...>(numbers{});
    constexpr auto kept = operands_of_trees<Tree...>(numbers{}, std::make_integer_sequence<int, count>{});
    constexpr auto first = first_calls<count, Tree...>(std::index_sequence_for<Tree...>{});
    return make_lets_of_calls(kept, first, name, trees, a...);
  } else {
    return std::apply(
        [&](auto const&... tree) {
          return std::make_tuple(
              make_let_of<Tree...>(std::make_integer_sequence<int, int(sizeof...(A))>{}, tree, name, a...)...);
        },
        trees);
  }
}
/// The traced tree over operands in the places of its placeholders.
template <class Tree, class... A>
FUSE_INLINE constexpr auto make_let(Tree tree, char const* name, A&&... a) {
  if constexpr (expr::calls_in < Tree >> 0)
    return std::get<0>(make_lets(name, std::tuple<Tree>(std::move(tree)), a...));
  else
    return make_let_of<Tree>(std::make_integer_sequence<int, int(sizeof...(A))>{}, std::move(tree), name,
                             std::forward<A>(a)...);
}

}  // namespace detail

}  // namespace cp
