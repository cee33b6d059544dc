// What functions that ask for shapes give while a lambda is traced: a note of the call, which is made over the lambda's
// arguments when these are there.
#pragma once

#include <cstddef>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/neighbour.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/stages.hpp>
#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp::expr {

/// An array as an expression would be evaluated into.
template <class Node>
using array_like = ndarray<typename Node::value_type, Node::rank, space_or_default<typename Node::space>>;

/// F of its arguments, which have placeholders: a view, or what else knows shapes. When the traced function is called
/// it becomes an operand of its own.
template <class F, class... A>
struct derived : node_members<derived<F, A...>> {
  using node_members<derived>::operator=;
  using result = decltype(as_node(std::declval<std::invoke_result_t<F const&, array_like<A> const&...>>()));
  using value_type = typename result::value_type;
  using space = void;
  static constexpr int rank = result::rank;
  static constexpr bool weak = result::weak;
  F f;
  arguments<A...> args;
  constexpr derived(F function, arguments<A...> a) : f(std::move(function)), args(std::move(a)) {}
};
/// What it is computed from is asked when the call that ends the trace knows the operands.
template <class F, class... A>
struct parts_of<derived<F, A...>> {
  using type = arguments<>;
};

/// Whether an expression has placeholders.
template <class Node>
constexpr bool is_traced = false;
template <class Arguments>
constexpr bool any_traced = false;
template <class... A>
constexpr bool any_traced<arguments<A...>> = (is_traced<A> || ...);
template <int I, class T, int Rank, bool Weak>
constexpr bool is_traced<placeholder<I, T, Rank, Weak>> = true;
template <class Node>
requires(!elementwise_tree<Node> && requires(Node const& n) {
  n.args;
}) constexpr bool is_traced<Node> = any_traced<std::remove_cvref_t<decltype(std::declval<Node const&>().args)>>;
template <class Op, class... A>
requires elementwise_tree<map<Op, A...>>
constexpr bool is_traced<map<Op, A...>> = tree_facts<map<Op, A...>>::placeholders != 0;
template <class Array, class... I>
constexpr bool is_traced<gather<Array, I...>> = (is_traced<I> || ...);

/// Notes a call of f, to be made where the arguments' placeholders stand for something.
template <class F, class... E>
constexpr auto derive(F f, E const&... e) {
  auto args = make_arguments(as_node(e)...);
  return [&]<class... A>(arguments<A...> a) { return derived<F, A...>(std::move(f), std::move(a)); }(std::move(args));
}

/// How many such calls stand in a tree, outside of one another.
template <class Node>
constexpr int calls_in = 0;
template <class Arguments>
constexpr int calls_in_all = 0;
template <class... A>
constexpr int calls_in_all<arguments<A...>> = (0 + ... + calls_in<A>);
template <class Node>
requires(!elementwise_tree<Node> && requires(Node const& n) {
  n.args;
}) constexpr int calls_in<Node> = calls_in_all<std::remove_cvref_t<decltype(std::declval<Node const&>().args)>>;
template <class Array, class... I>
constexpr int calls_in<gather<Array, I...>> = (0 + ... + calls_in<I>);
template <class F, class... A>
constexpr int calls_in<derived<F, A...>> = 1;

/// The calls of a tree one after the other.
template <class Node>
constexpr auto calls_of(Node const& node) {
  if constexpr (calls_in<Node> == 0)
    return std::tuple<>{};
  else if constexpr (requires { node.index; })
    return call_with([](auto const&... x) { return std::tuple_cat(calls_of(x)...); }, node.index);
  else
    return call_with([](auto const&... x) { return std::tuple_cat(calls_of(x)...); }, node.args);
}
template <class F, class... A>
constexpr auto calls_of(derived<F, A...> const& d) {
  return std::tuple<derived<F, A...>>(d);
}

/// Whether a tree has placeholder `I` outside of its calls.
template <int I, class Node>
constexpr bool has_placeholder = false;
template <int I, class Arguments>
constexpr bool have_placeholder = false;
template <int I, class... A>
constexpr bool have_placeholder<I, arguments<A...>> = (has_placeholder<I, A> || ...);
template <int I, int J, class T, int Rank, bool Weak>
constexpr bool has_placeholder<I, placeholder<J, T, Rank, Weak>> = I == J;
template <int I, class P, int... O>
constexpr bool has_placeholder<I, neighbour<P, O...>> = has_placeholder<I, P>;
template <int I, class Op, class... A>
requires elementwise_tree<map<Op, A...>>
constexpr bool has_placeholder<I, map<Op, A...>> = (tree_facts<map<Op, A...>>::placeholders >> I & 1) != 0;
template <int I, class Node>
requires(!elementwise_tree<Node> && requires(Node const& n) { n.args; }) constexpr bool has_placeholder<I, Node> =
    have_placeholder<I, std::remove_cvref_t<decltype(std::declval<Node const&>().args)>>;
template <int I, class Array, class... Index>
constexpr bool has_placeholder<I, gather<Array, Index...>> = (has_placeholder<I, Index> || ...);
template <int I, class F, class... A>
constexpr bool has_placeholder<I, derived<F, A...>> = false;

/// The operands of a call whose trees have calls: `kept[k]` is the number of the operand that comes k-th, those of the
/// calls come behind them. What no tree has is left out: it need not broadcast to what the others do.
template <int... Kept>
struct operands_kept {
  static constexpr int count = sizeof...(Kept);
  /// The number that operand `i` gets.
  static constexpr int place_of(int i) {
    int k = 0, place = 0;
    ((Kept == i ? place = k++ : k++), ...);
    return place;
  }
};

/// The first of some numbers and as many of those behind it.
constexpr int sum_of_first(int count, std::initializer_list<int> numbers) {
  int sum = 0;
  for (int const* p = numbers.begin(); p != numbers.begin() + count + 1; ++p) sum += *p;
  return sum;
}

/// The tree with its placeholders numbered anew and others, from number `First` on, for its calls.
template <class Kept, int First, class Node>
constexpr auto without_calls(Node const& node);
template <class Kept, int First, class Arguments, std::size_t... I>
constexpr auto each_without_calls(Arguments const& args, std::index_sequence<I...>) {
  return make_arguments(
      without_calls<Kept, sum_of_first(int(I), {First, calls_in<std::remove_cvref_t<decltype(get<int(I)>(args))>>...})>(
          get<int(I)>(args))...);
}
template <class Kept, int First, class... A>
constexpr auto all_without_calls(arguments<A...> const& args) {
  return each_without_calls<Kept, First>(args, std::index_sequence_for<A...>{});
}
template <class Kept, int First, class F, class... A>
constexpr auto with_calls_out(derived<F, A...> const&) {
  using d = derived<F, A...>;
  return placeholder<First, typename d::value_type, d::rank, d::weak>{};
}
template <class Kept, int First, class Op, class... A>
constexpr auto with_calls_out(map<Op, A...> const& m) {
  return map_on<Op>(all_without_calls<Kept, First>(m.args));
}
template <class Kept, int First, class F, class... A>
constexpr auto with_calls_out(call<F, A...> const& c) {
  return call_on(c.f, all_without_calls<Kept, First>(c.args));
}
template <class Kept, int First, class Array, class... I>
constexpr auto with_calls_out(gather<Array, I...> const& g) {
  return gather_on(g.array, all_without_calls<Kept, First>(g.index));
}
template <class Kept, int First, class Op, int Axes, bool Keep, class... A>
constexpr auto with_calls_out(reduce<Op, Axes, Keep, A...> const& r) {
  return reduce_on<Op, Axes, Keep>(r.axes, all_without_calls<Kept, First>(r.args));
}
template <class Kept, int First, class Tree, class... A>
constexpr auto with_calls_out(let<Tree, A...> const& l) {
  return let_on(l.tree, all_without_calls<Kept, First>(l.args), l.name);
}
template <class Kept, int First, class Node>
requires is_stage<Node>
constexpr auto with_calls_out(Node const& node) {
  static_assert(
      First < 0,
      "cp::fuse: inside the lambda a scan, a transform or a solution takes no view and nothing else that needs shapes; "
      "take it of the arguments, outside");
  return node;
}
template <class Kept, int I, class T, int Rank, bool Weak>
constexpr auto renumbered(placeholder<I, T, Rank, Weak> const&) {
  return placeholder<Kept::place_of(I), T, Rank, Weak>{};
}
template <class Kept, int I, class T, int Rank, bool Weak, int... O>
constexpr auto renumbered(neighbour<placeholder<I, T, Rank, Weak>, O...> const&) {
  return neighbour<placeholder<Kept::place_of(I), T, Rank, Weak>, O...>{};
}
template <class Kept, class Node>
constexpr auto renumbered(Node const& node) {
  return rebuild(node, [](auto const& x) { return renumbered<Kept>(x); });
}
template <class Kept, int First, class Node>
constexpr auto without_calls(Node const& node) {
  if constexpr (calls_in<Node> == 0)
    return renumbered<Kept>(node);
  else
    return with_calls_out<Kept, First>(node);
}

/// A call over what stands for placeholders: it is made.
template <class F, class... B, class... A>
auto substitute(derived<F, B...> const& d, arguments<A...> const& args) {
  return call_with([&](auto const&... x) { return as_node(d.f(substitute(x, args)...)); }, d.args);
}

}  // namespace cp::expr
