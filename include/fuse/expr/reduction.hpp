// Reductions in expressions: which one kernel does together with what is computed from them, and which become arrays first.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <fuse/core/error.hpp>
#include <fuse/expr/neighbour.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/ndarray.hpp>
#include <fuse/runtime/counters.hpp>

namespace cp::expr {

template <class Node>
constexpr bool has_reductions = false;
template <class... A>
constexpr bool has_reductions<arguments<A...>> = (has_reductions<std::remove_cvref_t<A>> || ...);
template <class Op, class... A>
constexpr bool has_reductions<map<Op, A...>> = (has_reductions<A> || ...);
template <class F, class... A>
constexpr bool has_reductions<call<F, A...>> = (has_reductions<A> || ...);
template <class Array, class... I>
constexpr bool has_reductions<gather<Array, I...>> = (has_reductions<I> || ...);
template <class Tree, class... A>
constexpr bool has_reductions<let<Tree, A...>> = has_reductions<Tree> || (has_reductions<A> || ...);
template <class Op, int Reduced, bool Keep, class... A>
constexpr bool has_reductions<reduce<Op, Reduced, Keep, A...>> = true;

/// Whether a tree is computed from reductions of elementwise work, and numbers, alone: one kernel folds and computes it.
template <class Node>
constexpr bool is_epilogue = false;
template <class T, bool Weak>
constexpr bool is_epilogue<constant<T, Weak>> = true;
template <class T, std::uint64_t Bits, bool Weak>
constexpr bool is_epilogue<literal<T, Bits, Weak>> = true;
template <class Op, class... A>
constexpr bool is_epilogue<map<Op, A...>> = (is_epilogue<A> && ...);
template <class F, class... A>
constexpr bool is_epilogue<call<F, A...>> = (is_epilogue<A> && ...);
template <class Op, int Reduced, bool Keep, class... A>
constexpr bool is_epilogue<reduce<Op, Reduced, Keep, A...>> = !(has_reductions<A> || ...);

/// Calls f for each reduction of an epilogue.
template <class T, bool Weak, class F>
constexpr void visit_reductions(constant<T, Weak> const&, F&&) {}
template <class T, std::uint64_t Bits, bool Weak, class F>
constexpr void visit_reductions(literal<T, Bits, Weak> const&, F&&) {}
template <class Op, int Reduced, bool Keep, class... A, class F>
constexpr void visit_reductions(reduce<Op, Reduced, Keep, A...> const& r, F&& f) {
  f(r);
}
template <class Op, class... A, class F>
constexpr void visit_reductions(map<Op, A...> const& m, F&& f) {
  for_each([&](auto const& x) { visit_reductions(x, f); }, m.args);
}
template <class G, class... A, class F>
constexpr void visit_reductions(call<G, A...> const& c, F&& f) {
  for_each([&](auto const& x) { visit_reductions(x, f); }, c.args);
}

/// Rank of what the first reduction in a tree folds.
template <class Node>
constexpr int folded_rank = -1;
template <class... A>
constexpr int first_folded_rank() {
  int found = -1;
  ((found = found < 0 ? folded_rank<A> : found), ...);
  return found;
}
template <class Op, class... A>
constexpr int folded_rank<map<Op, A...>> = first_folded_rank<A...>();
template <class F, class... A>
constexpr int folded_rank<call<F, A...>> = first_folded_rank<A...>();
template <class Op, int Reduced, bool Keep, class... A>
constexpr int folded_rank<reduce<Op, Reduced, Keep, A...>> = reduce<Op, Reduced, Keep, A...>::inner_rank;

/// What the reductions of one kernel have in common.
template <int Rank>
struct folding {
  index_array<Rank> shape;
  std::uint32_t axes = 0;
  bool known = false, same = true;

  template <class R>
  void note(R const& r) {
    if constexpr (R::inner_rank != Rank) {
      same = false;
    } else {
      auto const s = inner_shape_of(r, no_scope{});
      if (!known)
        shape = s, axes = r.axes, known = true;
      else
        same = same && shape == s && axes == r.axes;
    }
  }
};

/// Throws value_error where a reduction without identity (a minimum) has results of no elements.
[[noreturn]] void throw_empty_reduction(char const* where, std::int64_t const* shape, int rank);
/// Throws value_error.
[[noreturn]] void throw_axis_twice(char const* where, std::int64_t axis);
template <class R>
void check_not_empty(R const& r) {
  if constexpr (!R::op::has_identity) {
    auto const inner = inner_shape_of(r, no_scope{});
    if (size_of(inner) == 0 && size_of(shape_of(r)) > 0) throw_empty_reduction(qualified_name<typename R::op>(), inner.value, R::inner_rank);
  }
}

/// A tree with arguments in the places of placeholders.
template <class Node, class... A>
auto substitute(Node const& node, arguments<A...> const&) {
  return node;
}
template <int I, class T, int Rank, bool Weak, class... A>
auto substitute(placeholder<I, T, Rank, Weak> const&, arguments<A...> const& args) {
  return as_element(get<I>(args));
}
template <class Op, class... B>
auto map_on(arguments<B...> args) {
  return map<Op, B...>(std::move(args));
}
template <class Op, int Reduced, bool Keep, class... B>
auto reduce_on(std::uint32_t axes, arguments<B...> args) {
  return reduce<Op, Reduced, Keep, B...>(std::move(args), axes);
}
template <class F, class... B>
auto call_on(F const& f, arguments<B...> args) {
  return call<F, B...>(f, std::move(args));
}
template <class Array, class... B>
auto gather_on(Array const& array, arguments<B...> index) {
  return gather<Array, B...>(array, std::move(index));
}
template <class Op, class... B, class... A>
auto substitute(map<Op, B...> const& m, arguments<A...> const& args) {
  return map_on<Op>(transform([&](auto const& x) { return substitute(x, args); }, m.args));
}
template <class Op, int Reduced, bool Keep, class... B, class... A>
auto substitute(reduce<Op, Reduced, Keep, B...> const& r, arguments<A...> const& args) {
  return reduce_on<Op, Reduced, Keep>(r.axes, transform([&](auto const& x) { return substitute(x, args); }, r.args));
}
template <class F, class... B, class... A>
auto substitute(call<F, B...> const& c, arguments<A...> const& args) {
  return call_on(c.f, transform([&](auto const& x) { return substitute(x, args); }, c.args));
}
template <class Array, class... B, class... A>
auto substitute(gather<Array, B...> const& g, arguments<A...> const& args) {
  return gather_on(g.array, transform([&](auto const& x) { return substitute(x, args); }, g.index));
}
template <class Tree, class... B, class... A>
auto substitute(let<Tree, B...> const& l, arguments<A...> const& args) {
  return [&]<class... C>(arguments<C...> inner) { return let<Tree, C...>(l.tree, std::move(inner), l.name); }(
      transform([&](auto const& x) { return substitute(x, args); }, l.args));
}

/// The expression with its reductions evaluated: an elementwise one.
template <class Node>
auto resolve(Node const& node) {
  static_assert(!has_reductions<Node>);
  return node;
}
template <class Op, class... A>
auto resolve(map<Op, A...> const& m);
template <class F, class... A>
auto resolve(call<F, A...> const& c);
template <class Array, class... I>
auto resolve(gather<Array, I...> const& g);
template <class Tree, class... A>
auto resolve(let<Tree, A...> const& l);
template <class Op, int Reduced, bool Keep, class... A>
auto resolve(reduce<Op, Reduced, Keep, A...> const& r) {
  auto const inner = reduce_on<Op, Reduced, Keep>(r.axes, transform([](auto const& x) { return resolve(x); }, r.args));
  using node = std::remove_const_t<decltype(inner)>;
  using space = std::conditional_t<std::is_void_v<typename node::space>, default_space, typename node::space>;
  runtime::count_temporary();
  return ndarray<typename node::value_type, node::rank, space>(inner);
}
template <class Op, class... A>
auto resolve(map<Op, A...> const& m) {
  return map_on<Op>(transform([](auto const& x) { return resolve(x); }, m.args));
}
template <class F, class... A>
auto resolve(call<F, A...> const& c) {
  return call_on(c.f, transform([](auto const& x) { return resolve(x); }, c.args));
}
template <class Array, class... I>
auto resolve(gather<Array, I...> const& g) {
  return gather_on(g.array, transform([](auto const& x) { return resolve(x); }, g.index));
}
template <class Tree, class... A>
auto resolve(let<Tree, A...> const& l) {
  if constexpr (has_reductions<Tree>) {
    return resolve(substitute(l.tree, l.args));
  } else {
    return [&]<class... B>(arguments<B...> args) { return let<Tree, B...>(l.tree, std::move(args), l.name); }(
        transform([](auto const& x) { return resolve(x); }, l.args));
  }
}

}  // namespace cp::expr
