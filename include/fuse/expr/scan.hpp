// Scans in expressions: the node whose element i is computed from elements 0 to i of a line, and what each pass makes
// of it.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/same.hpp>
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

template <class Node>
constexpr bool is_scan = false;
template <class Op, bool Flat, class A>
constexpr bool is_scan<scan<Op, Flat, A>> = true;
template <class Op, bool Flat, class A>
struct parts_of<scan<Op, Flat, A>> {
  using type = arguments<A>;
};

template <class Op, bool Flat, class A>
constexpr bool repeats::is_comparable<scan<Op, Flat, A>> = is_comparable<A>;
template <class Op, bool Flat, class A>
bool are_same(scan<Op, Flat, A> const& a, scan<Op, Flat, A> const& b) {
  return a.axis == b.axis && repeats::all_same(a.args, b.args);
}

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
  using program = cp::program::scanned<
      typename cp::program::guarded_for<Op, typename node::value_type, typename A::value_type>::type,
      typename node::accumulator, typename node::value_type, typename argument::program>;
  using next = typename argument::next;
};
template <class Op, bool Flat, class A, class Sink>
constexpr void collect(scan<Op, Flat, A> const& s, collect_into<Sink> const& to) {
  to(s.args.a);
}

// -- what is computed from a scan: elements that its kernel stores in place of the scan's -----------------------------

/// Whether a tree is elementwise but for scans of elementwise arguments.
template <class Node>
constexpr bool is_behind_scans = (contents<Node> & holds_other) == 0;
template <class... A>
constexpr bool is_behind_scans<arguments<A...>> = (is_behind_scans<A> && ...);
template <class Op, class... A>
constexpr bool is_behind_scans<map<Op, A...>> = (is_behind_scans<A> && ...);
template <class F, class... A>
constexpr bool is_behind_scans<call<F, A...>> = (is_behind_scans<A> && ...);
template <class Tree, class... A>
constexpr bool is_behind_scans<let<Tree, A...>> = is_behind_scans<Tree> && (is_behind_scans<A> && ...);
template <class Op, bool Flat, class A>
constexpr bool is_behind_scans<scan<Op, Flat, A>> = (contents<A> & holds_other) == 0;

template <class Op, class... A>
constexpr bool uses_scan<map<Op, A...>> = (uses_scan<A> || ...);
template <class F, class... A>
constexpr bool uses_scan<call<F, A...>> = (uses_scan<A> || ...);
template <class Tree, class... A>
constexpr bool uses_scan<let<Tree, A...>> = uses_scan<Tree> || (uses_scan<A> || ...);
template <class Op, bool Flat, class A>
constexpr bool uses_scan<scan<Op, Flat, A>> = true;

/// The tree with all else that is not elementwise evaluated into arrays: what scans have in their arguments,
/// reductions, what libraries compute.
template <class Node>
auto with_scans_only(Node const& node) {
  auto const inside = [](auto const& x) { return with_scans_only(x); };
  if constexpr (is_behind_scans<Node>) {
    return node;
  } else if constexpr (is_scan<Node>) {
    return rebuild(node, [](auto const& x) { return resolve(without_stages(x)); });
  } else if constexpr (!uses_scan<Node>) {
    return resolve(without_stages(node));
  } else if constexpr (is_let<Node>) {
    if constexpr (is_behind_scans<decltype(node.tree)>)
      return rebuild(node, inside);
    else
      return with_scans_only(
          substitute(node.tree, transform([](auto const& x) { return resolve(without_stages(x)); }, node.args)));
  } else {
    return rebuild(node, inside);
  }
}

/// What the scans of a tree have in common.
template <int Rank>
struct scanning {
  index_array<Rank> shape;
  std::int64_t axis = -1;
  bool same = true;
  template <class Node>
  static constexpr bool notes = is_scan<Node>;

  /// A scan of all axes as one has another shape than its argument, unless that has one axis.
  template <class Op, bool Flat, class A, class Scope>
  void note(scan<Op, Flat, A> const& s, Scope const& scope, bool) {
    if constexpr (A::rank != Rank || (Flat && Rank != 1)) {
      same = false;
    } else {
      int const along = Flat ? 0 : s.axis;
      same = same && (axis < 0 || axis == along) && shape_of(s, scope) == shape;
      axis = along;
    }
  }
};

}  // namespace cp::expr
