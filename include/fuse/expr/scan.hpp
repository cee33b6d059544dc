// Scans in expressions: the node whose element i is computed from elements 0 to i of a line, and what each pass makes
// of it.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/expr/stages.hpp>
#include <fuse/program/scanned.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr {

/// Op folds the elements of its argument along an axis (of a `Flat` one: in C order, as one axis), and keeps what it
/// has come to at each element.
template <class Op, bool Flat, class A>
struct scan : node_members<scan<Op, Flat, A>> {
  using op = Op;
  using value_type = typename Op::template result<typename A::value_type>;
  using accumulator = typename Op::template accumulator<typename A::value_type>;
  using space = typename A::space;
  static constexpr int inner_rank = A::rank;
  static constexpr int rank = Flat ? 1 : A::rank;
  static constexpr bool weak = false;
  arguments<A> args;
  int axis;
  constexpr scan(arguments<A> a, int along) : args(std::move(a)), axis(along) {}
};

template <class Op, bool Flat, class A>
constexpr bool is_stage<scan<Op, Flat, A>> = true;

template <class Op, bool Flat, class A>
struct parts_of<scan<Op, Flat, A>> {
  using type = arguments<A>;
};

template <class Op, bool Flat, class B>
auto scan_on(int axis, B argument) {
  return scan<Op, Flat, B>(make_arguments(std::move(argument)), axis);
}
template <class Op, bool Flat, class A, class F>
auto rebuild(scan<Op, Flat, A> const& s, F const& f) {
  return scan_on<Op, Flat>(s.axis, f(s.args.a));
}

template <class Op, bool Flat, class A, class Scope>
constexpr index_array<scan<Op, Flat, A>::rank> shape_of(scan<Op, Flat, A> const& s, Scope const& scope) {
  if constexpr (Flat)
    return {{size_of(shape_of(s.args.a, scope))}};
  else
    return shape_of(s.args.a, scope);
}
/// An element is read where it is written, and by the threads that write it.
template <class Op, bool Flat, class A>
void visit_arrays(scan<Op, Flat, A> const& s, note_arrays const& walk) {
  walk(s.args.a);
}
template <class Op, bool Flat, class A, class N, class Env>
struct lower<scan<Op, Flat, A>, N, Env> {
  using node = scan<Op, Flat, A>;
  using argument = lower<A, N, Env>;
  using program =
      cp::program::scanned<Op, typename node::accumulator, typename node::value_type, typename argument::program>;
  using next = typename argument::next;
};
template <class Op, bool Flat, class A, class Sink>
constexpr void collect(scan<Op, Flat, A> const& s, collect_into<Sink> const& to) {
  to(s.args.a);
}

}  // namespace cp::expr
