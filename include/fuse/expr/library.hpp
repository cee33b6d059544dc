// Operations that a library evaluates (BLAS, LAPACK, a Fourier transform) as nodes of expressions.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/expr/stages.hpp>
#include <utility>

namespace cp::expr {

/// What a library computes of its operands. `Op` says what that is:
///
///     using value_type = float;                       the dtype of the result
///     static constexpr int rank = 2;                  and its rank
///     static constexpr char const* qualified_name;    as "cp::matmul"
///     index_array<rank> shape(index_array<Rank> const&...) const;
///         of operands of these shapes; throws for those that do not fit
///     template <class Space, class... E>
///     void run(ndarray<value_type, rank, Space> const& to, E const&... operand) const;
///         stores the result of operands as they were written, arrays or expressions: `to` has the right shape, any
///         strides, at least one element, and shares memory with no operand
///
/// What more of an expression the library takes says `absorption`.
template <class Op, class... A>
struct library : node_members<library<Op, A...>> {
  using op = Op;
  using value_type = typename Op::value_type;
  using space = typename common_space<typename A::space...>::type;
  static constexpr int rank = Op::rank;
  static constexpr bool weak = false;
  arguments<A...> args;
  Op with;
  constexpr library(arguments<A...> a, Op o) : args(std::move(a)), with(std::move(o)) {}
};

/// Whether a library takes all of an expression: of the operation's node with its operands, or of what is around the
/// node as well (`2 * dot(a, b) + c`). A specialisation beside Op, for such expressions E, has `is = true` and
///
///     template <class T, int Rank, class Space>
///     static bool store(E const& e, ndarray<T, Rank, Space> const& to);
///         true if it has stored `e`, which fits `to`; may refuse what only values decide, and any T and Rank
///     static std::string plan(E const& e);
///         for cp::explain, a line of what `store` does; nothing if it will refuse
///
/// Two specialisations that fit one expression do not compile.
template <class E>
struct absorption {
  static constexpr bool is = false;
};

template <class Op, class... A>
constexpr bool is_stage<library<Op, A...>> = true;
template <class Op, class... A>
struct parts_of<library<Op, A...>> {
  using type = arguments<A...>;
};

template <class Op, class... A>
constexpr auto library_on(Op const& op, arguments<A...> args) {
  return library<Op, A...>(std::move(args), op);
}
/// The node of an operation and its operands.
template <class Op, class... A>
constexpr auto library_node(Op const& op, A... operand) {
  return library_on(op, make_arguments(std::move(operand)...));
}
template <class Op, class... A, class F>
auto rebuild(library<Op, A...> const& l, F const& f) {
  return library_on(l.with, transform(f, l.args));
}

/// Calls f(operand...).
template <class F>
constexpr decltype(auto) call_with(F&& f, arguments<> const&) {
  return f();
}
template <class F, class A>
constexpr decltype(auto) call_with(F&& f, arguments<A> const& x) {
  return f(x.a);
}
template <class F, class A, class B>
constexpr decltype(auto) call_with(F&& f, arguments<A, B> const& x) {
  return f(x.a, x.b);
}
template <class F, class A, class B, class C>
constexpr decltype(auto) call_with(F&& f, arguments<A, B, C> const& x) {
  return f(x.a, x.b, x.c);
}
template <class F, class A, class B, class C, class D, class... More>
constexpr decltype(auto) call_with(F&& f, arguments<A, B, C, D, More...> const& x) {
  return call_with([&](auto const&... more) -> decltype(auto) { return f(x.a, x.b, x.c, more...); }, x.more);
}

template <class Op, class... A, class Scope>
constexpr index_array<Op::rank> shape_of(library<Op, A...> const& l, Scope const& scope) {
  return call_with([&](auto const&... x) { return l.with.shape(shape_of(x, scope)...); }, l.args);
}
/// Everything is read before anything is written, and by nobody who knows in which order.
template <class Op, class... A>
void visit_arrays(library<Op, A...> const& l, note_arrays const& walk) {
  for_each(note_arrays{walk.reads, true}, l.args);
}

}  // namespace cp::expr
