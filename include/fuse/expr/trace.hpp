// Tracing: an ordinary lambda called with placeholders becomes a type, which becomes one kernel.
#pragma once

#include <bit>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/neighbour.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/ufunc.hpp>

namespace cp {

namespace expr {

template <class T>
constexpr bool is_tuple = false;
template <class... T>
constexpr bool is_tuple<std::tuple<T...>> = true;
template <class A, class B>
constexpr bool is_tuple<std::pair<A, B>> = true;

// -- constants of a lambda without captures are known while compiling: they become part of the program's type, so that equal ones are one ---------

/// Number of constants in a tree; negative where one cannot be written as a type (complex numbers).
template <class Node>
constexpr int constants_in = 0;
template <class T, bool Weak>
constexpr int constants_in<constant<T, Weak>> = complex_floating<T> || !number<T> ? -1000000 : 1;
template <class Op, class... A>
constexpr int constants_in<map<Op, A...>> = (0 + ... + constants_in<A>);
template <class F, class... A>
constexpr int constants_in<call<F, A...>> = -1000000;  // holds a functor, whose state is no type
template <class Array, class... I>
constexpr int constants_in<gather<Array, I...>> = -1000000;
template <class Op, int Axes, bool Keep, class... A>
constexpr int constants_in<reduce<Op, Axes, Keep, A...>> = (Axes < 0 ? 0 : -1000000) + (0 + ... + constants_in<A>);  // may hold its axes
template <class Node>
requires is_stage<Node>
constexpr int constants_in<Node> = -1000000;  // holds its axis, or what else it is told
template <class Tree, class... A>
constexpr int constants_in<let<Tree, A...>> = -1000000;

template <int N>
struct constant_bits {
  std::uint64_t value[N == 0 ? 1 : N] = {};
};

template <class T>
constexpr std::uint64_t bits_of(T const& x) {
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<std::uint64_t>(x);
  else if constexpr (sizeof(T) == 4)
    return std::bit_cast<std::uint32_t>(x);
  else if constexpr (sizeof(T) == 2)
    return std::bit_cast<std::uint16_t>(x);
  else
    return std::bit_cast<std::uint8_t>(x);
}

template <class Node>
constexpr void read_constants(Node const& node, std::uint64_t*& to) {
  if constexpr (requires { node.args; }) {
    for_each([&](auto const& x) { read_constants(x, to); }, node.args);
  } else if constexpr (requires { node.value; }) {
    *to++ = bits_of(node.value);
  }
}

/// The tree with constants as types. `Bits` holds their values; `First` is the number of constants before this node.
template <class Node, class Bits, int First>
struct typed {
  using type = Node;
};
template <class T, bool Weak, class Bits, int First>
struct typed<constant<T, Weak>, Bits, First> {
  using type = literal<T, Bits::value.value[First], Weak>;
};
template <class Bits, int First, class Done, class... A>
struct typed_all;
template <class Bits, int First, class... Done>
struct typed_all<Bits, First, arguments<Done...>> {
  using type = arguments<Done...>;
};
template <class Bits, int First, class... Done, class A, class... More>
struct typed_all<Bits, First, arguments<Done...>, A, More...>
    : typed_all<Bits, First + constants_in<A>, arguments<Done..., typename typed<A, Bits, First>::type>, More...> {};
template <class Op, class Arguments>
struct map_of;
template <class Op, class... A>
struct map_of<Op, arguments<A...>> {
  using type = map<Op, A...>;
};
template <class Op, class... A, class Bits, int First>
struct typed<map<Op, A...>, Bits, First> : map_of<Op, typename typed_all<Bits, First, arguments<>, A...>::type> {};

template <class Op, int Axes, bool Keep, class Arguments>
struct reduce_of;
template <class Op, int Axes, bool Keep, class... A>
struct reduce_of<Op, Axes, Keep, arguments<A...>> {
  using type = reduce<Op, Axes, Keep, A...>;
};
template <class Op, int Axes, bool Keep, class... A, class Bits, int First>
struct typed<reduce<Op, Axes, Keep, A...>, Bits, First> : reduce_of<Op, Axes, Keep, typename typed_all<Bits, First, arguments<>, A...>::type> {};

/// A value of a tree type that holds no data.
template <class Node>
struct build_empty {
  static constexpr Node make() { return Node{}; }
};
template <class Op, class... A>
struct build_empty<map<Op, A...>> {
  static constexpr map<Op, A...> make() { return map<Op, A...>(make_arguments(build_empty<A>::make()...)); }
};

template <class Op, int Axes, bool Keep, class... A>
  requires(Axes < 0)
struct build_empty<reduce<Op, Axes, Keep, A...>> {
  static constexpr auto make() { return reduce<Op, Axes, Keep, A...>(make_arguments(build_empty<A>::make()...), static_cast<std::uint32_t>(-Axes)); }
};

/// Traces F, whose values are all types, while compiling.
template <class F, class... P>
struct static_trace {
  static constexpr auto tree() { return as_node(F{}(P{}...)); }
  using tree_type = decltype(as_node(F{}(P{}...)));
  static constexpr int count = constants_in<tree_type>;
  struct bits {
    static constexpr constant_bits<(count < 0 ? 0 : count)> value = [] {
      constant_bits<(count < 0 ? 0 : count)> b;
      auto const t = tree();
      std::uint64_t* p = b.value;
      read_constants(t, p);
      return b;
    }();
  };
};

template <class F, class... P>
concept statically_traceable = std::is_empty_v<F> && std::is_default_constructible_v<F> && (static_trace<F, P...>::count >= 0) &&
                               requires { typename std::bool_constant<(static_cast<void>(static_trace<F, P...>::tree()), true)>; };

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
    static_assert(operand<result>, "cp::fuse: the lambda must return an expression, or a std::tuple of expressions for several outputs");
    if constexpr (statically_traceable<F, P...>) {
      using traced = static_trace<F, P...>;
      return build_empty<typename typed<typename traced::tree_type, typename traced::bits, 0>::type>::make();
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
    return as_node(std::get<I>(F{}(p...)));
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
  return expr::let<First, decltype(make(expr::numbered<I, A>{std::forward<A>(a)}))...>(expr::in_place{}, std::move(tree), name, make,
                                                                                       expr::numbered<I, A>{std::forward<A>(a)}...);
}
/// The traced tree over operands in the places of its placeholders.
template <class Tree, class... A>
FUSE_INLINE constexpr auto make_let(Tree tree, char const* name, A&&... a) {
  return make_let_of<Tree>(std::make_integer_sequence<int, int(sizeof...(A))>{}, std::move(tree), name, std::forward<A>(a)...);
}
/// The same for trees that share their arguments.
template <class... Tree, class... A>
constexpr auto make_lets(char const* name, std::tuple<Tree...> const& trees, A const&... a) {
  return std::apply(
      [&](auto const&... tree) { return std::make_tuple(make_let_of<Tree...>(std::make_integer_sequence<int, int(sizeof...(A))>{}, tree, name, a...)...); },
      trees);
}

}  // namespace detail

}  // namespace cp
