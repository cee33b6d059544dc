// Stencils in expressions: how neighbours are lowered, and what has to become an array before one kernel can read it.
#pragma once

#include <cstdint>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/neighbour.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/reduction.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr {

/// Throws value_error: neighbours along an axis that is stretched to the loop's extent are not known.
[[noreturn]] void throw_stretched_stencil(std::int64_t const* shape, int rank, std::int64_t const* to, int to_rank);

// -- lowering: the array is one input, each neighbour a part of the program -------------------------------------------

template <int I, class T, class Offset>
struct neighbour_program;
template <int I, class T, int... O>
struct neighbour_program<I, T, program::offset<O...>> {
  using type = program::neighbour<I, T, O...>;
};
/// The program of another neighbour of the same input.
template <class Program, int... O>
struct beside;
template <int I, class T, int... Old, int... O>
struct beside<program::neighbour<I, T, Old...>, O...> {
  using type = program::neighbour<I, T, O...>;
};

template <class T, int Rank, class Space, program::edge Edge, class Offsets, class N, class Env>
struct lower<neighbourhood<ndarray<T, Rank, Space>, Edge, Offsets>, N, Env> {
  static constexpr bool has_value = Edge == cp::program::edge::constant;
  using program = typename neighbour_program<N::next, T, zero<Rank>>::type;
  using before = typename std::conditional_t<has_value, std::type_identity<typename N::template with_scalar<T>>,
                                             std::type_identity<N>>::type;
  using next = typename before::template with_input<
      cp::program::stencil<T, Edge, has_value ? N::template offset<T> : 0, Offsets>>;
};
template <int I, class T, int Rank, bool Weak, int... O, class N, class Env>
struct lower<neighbour<placeholder<I, T, Rank, Weak>, O...>, N, Env> {
  using program = typename beside<typename nth<I, Env>::type, O...>::type;
  using next = N;
};
template <class A, program::edge Edge, class Offsets, int... O, class N, class Env>
struct lower<neighbour<neighbourhood<A, Edge, Offsets>, O...>, N, Env> {
  using input = lower<neighbourhood<A, Edge, Offsets>, N, Env>;
  using program = typename beside<typename input::program, O...>::type;
  using next = typename input::next;
};

template <class A, program::edge Edge, class Offsets, class Sink>
constexpr void collect(neighbourhood<A, Edge, Offsets> const& n, collect_into<Sink> const& to) {
  to.sink.neighbours(n);
}
template <class A, int... O, class Sink>
constexpr void collect(neighbour<A, O...> const& n, collect_into<Sink> const& to) {
  to(n.of);
}

// -- preparing --------------------------------------------------------------------------------------------------------

template <int... O, class A>
auto neighbour_of(A a) {
  return neighbour<A, O...>(std::move(a));
}
template <program::edge Edge, class Offsets, class A>
auto neighbourhood_of(A a, typename A::value_type const& outside) {
  return neighbourhood<A, Edge, Offsets>(std::move(a), outside);
}
template <class A, int... O, class F>
auto rebuild(neighbour<A, O...> const& n, F const& f) {
  return neighbour_of<O...>(f(n.of));
}
template <class A, program::edge Edge, class Offsets, class F>
auto rebuild(neighbourhood<A, Edge, Offsets> const& n, F const& f) {
  return neighbourhood_of<Edge, Offsets>(f(n.of), n.outside);
}

/// With arguments in the places of placeholders: here the argument keeps its boundary.
template <int I, class T, int Rank, bool Weak, int... O, class... A>
auto substitute(neighbour<placeholder<I, T, Rank, Weak>, O...> const&, arguments<A...> const& args) {
  return neighbour_of<O...>(get<I>(args));
}

/// The expression with what must become an array first evaluated (needs_preparing).
template <class Node>
auto prepare(Node const& node) {
  if constexpr (needs_preparing<Node>)
    return rebuild(node, [](auto const& x) { return prepare(x); });
  else
    return node;
}
template <class A, program::edge Edge, class Offsets>
auto prepare(neighbourhood<A, Edge, Offsets> const& n) {
  if constexpr (is_array<A>)
    return n;
  else
    return rebuild(n, [](auto const& x) { return made_array(x); });
}
template <class Op, int Reduced, bool Keep, class... A>
auto prepare(reduce<Op, Reduced, Keep, A...> const& r) {
  return rebuild(r, [](auto const& x) {
    if constexpr (has_stencils<std::remove_cvref_t<decltype(x)>>)
      return made_array(x);
    else
      return x;
  });
}

/// An argument of a traced function, prepared and without reductions, so that whoever reads it evaluates nothing again.
template <class Node>
auto settled(Node const& node) {
  if constexpr (has_reductions<std::remove_cvref_t<decltype(prepare(node))>>)
    return resolve(prepare(node));
  else
    return prepare(node);
}
/// A tree that holds stencils of expressions of its own placeholders loses its `let`.
template <class Tree, class... A>
auto prepare(let<Tree, A...> const& l) {
  if constexpr (needs_preparing<Tree>)
    return prepare(substitute(l.tree, transform([](auto const& x) { return settled(x); }, l.args)));
  else
    return rebuild(l, [](auto const& x) { return prepare(x); });
}

}  // namespace cp::expr
