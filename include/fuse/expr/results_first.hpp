// What is computed from elements and from folds of them, where rows are no rows of memory: where the folded axes lie
// apart, as those of a batch norm over axes (0, 2, 3), or beside short axes that are kept. On a device one kernel
// stores the folds' results, one for each level of folds within folds, and another one computes the elements beside
// them. (The kernel of rows would look for each element's place twice: H200, 2026-11, batch norms of 2^25 float32 in
// planes of 56 x 56, 55 x 57 and 7 x 7 0.129, 0.395 and 0.481 ms so.)
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/naming.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/same.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/program/list.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr {

// Defined in expr/evaluate.hpp.
template <class Space, class Roots, class... T, int Rank>
void run_kernel(Roots const& roots, ndarray<T, Rank, Space> const&... to);

namespace results_first {

/// Whether an operand is a number, or what is folded of other operands and kept.
template <class Node>
constexpr bool is_number = false;
template <class T, bool Weak>
constexpr bool is_number<constant<T, Weak>> = true;
template <class T, std::uint64_t Bits, bool Weak>
constexpr bool is_number<literal<T, Bits, Weak>> = true;
/// Whether a node is computed from results alone: from reductions that keep their axes, without others in them, and
/// numbers.
template <class Node>
constexpr bool is_result = false;
template <class Op, int Axes, class... A>
constexpr bool is_result<reduce<Op, Axes, true, A...>> = !(has_reductions<A> || ...);
template <class Op, class... A>
requires(has_reductions<A> || ...) constexpr bool is_result<map<Op, A...>> = ((is_number<A> || is_result<A>)&&...);

/// The types of such nodes in trees, the largest ones: those in other reductions too. `all`: there is no reduction that
/// is not in one of them, or around one.
template <class Found, class... Node>
struct find {
  using type = Found;
  static constexpr bool all = true;
};
template <class Found, class Node, class... More>
struct find<Found, Node, More...> : find<Found, More...> {
  static constexpr bool all = !has_reductions<Node> && find<Found, More...>::all;
};
template <class Found, class Node, class... More>
requires is_result<Node>
struct find<Found, Node, More...>
    : find<typename std::conditional_t<program::contains<Node, Found>, std::type_identity<Found>,
                                       program::append<Found, Node>>::type,
           More...> {
};
template <class Found, class Op, class... A, class... More>
requires(!is_result<map<Op, A...>> && (has_reductions<A> || ...)) struct find<Found, map<Op, A...>, More...>
    : find<Found, A..., More...> {
};
template <class Found, class Op, int Axes, class... A, class... More>
requires((has_reductions<A> || ...)) struct find<Found, reduce<Op, Axes, true, A...>, More...>
    : find<Found, A..., More...> {
};
template <class Node>
using results_of = typename find<program::list<>, Node>::type;

/// Whether a kept axis may lie between or behind folded ones.
constexpr bool may_lie_apart(int rank, folded_axes const& f) {
  auto const mask = static_cast<unsigned>(f.axes < 0 ? -f.axes : 0);
  if (f.rank != rank || rank < 3 || f.axes == 0) return false;
  if (f.axes > 0) return f.axes < rank;
  return mask >> std::countr_zero(mask) != (1u << (rank - std::countr_zero(mask))) - 1;
}
template <class Node>
constexpr bool may_apply = has_reductions<Node> && !is_result<Node> && find<program::list<>, Node>::all &&
                           may_lie_apart(Node::rank, axes_in<Node>);
template <class Tree, class... A>
constexpr bool may_apply<let<Tree, A...>> = has_reductions<Tree> && !(has_reductions<A> || ...) &&
                                            may_lie_apart(let<Tree, A...>::rank, axes_in<let<Tree, A...>>);

/// Whether roots may be stored so.
template <class Roots, class Space>
constexpr bool may_apply_to = false;
template <class E>
constexpr bool may_apply_to<arguments<E const&>, cuda_space> = may_apply<E>;

/// The first result of a type in a tree, and whether all others of it are the same.
template <class Node>
struct result {
  Node const* first = nullptr;
  ndarray<typename Node::value_type, Node::rank, cuda_space> made;
};
template <class Results>
struct all_results;
template <class... Node>
struct all_results<program::list<Node...>> : result<Node>... {
  bool same = true;

  template <class X>
  void note(X const& x) {
    if constexpr (program::contains<X, program::list<Node...>>) {
      auto const*& first = result<X>::first;
      if (first == nullptr)
        first = &x;
      else
        same = same && repeats::same_parts(*first, x);
    } else if constexpr (has_reductions<X>) {
      for_each([this](auto const& operand) { note(operand); }, x.args);
    }
  }
  /// The tree with arrays for them.
  template <class X>
  auto replaced(X const& x) const {
    if constexpr (program::contains<X, program::list<Node...>>)
      return result<X>::made;
    else if constexpr (has_reductions<X>)
      return rebuild(x, [this](auto const& operand) { return replaced(operand); });
    else
      return x;
  }
  void store(index_array<max_of(Node::rank...)> const& shape) {
    ((result<Node>::made =
          cp::detail::make_array<typename Node::value_type, Node::rank, cuda_space>(shape, "cp: results of reductions"),
      runtime::count_temporary()),
     ...);
    run_kernel<cuda_space>(refer(*result<Node>::first...), result<Node>::made...);
  }
};

/// Elements from which on two launches are worth it.
constexpr std::int64_t least = 1 << 16;
/// Places behind the folded axes from which on rows lie together well.
constexpr std::int64_t few_behind = 32;

/// Walks a tree: whether an array of its rank has neighbours in memory along a folded axis.
template <int Rank>
struct walk_neighbours {
  std::uint32_t axes;
  bool folded = false;

  template <class X>
  void operator()(X const& x) {
    if constexpr (!is_leaf<X>) {
      for_each(*this, repeats::operands_of(x));
    } else if constexpr (is_array<X>) {
      if constexpr (X::rank == Rank)
        for (int i = 0; i < Rank; ++i)
          folded = folded || ((axes >> i & 1) != 0 && x.shape()[i] > 1 && x.strides()[i] == 1);
    }
  }
};
/// Whether folded axes have kept ones between them, or behind them, in memory too, fewer places than lie together well.
template <class E, int Rank>
bool lie_apart(E const& e, folding<Rank> const& f) {
  int runs = 0;
  bool within = false;
  std::int64_t behind = 1;
  for (int i = 0; i < Rank; ++i) {
    if (f.shape[i] == 1) continue;
    bool const folded = (f.axes >> i & 1) != 0;
    runs += folded && !within;
    behind = folded ? 1 : behind * f.shape[i];
    within = folded;
  }
  if (runs > 1) return true;
  if (behind == 1 || behind >= few_behind) return false;
  walk_neighbours<Rank> neighbours{f.axes};
  neighbours(e);
  return !neighbours.folded;
}

/// Whether elements of a shape are stored so: folded axes lie apart, and there are many.
template <class E, int Rank>
struct plan {
  folding<Rank> f;
  all_results<results_of<E>> results;
  bool applies;

  plan(E const& e, index_array<Rank> const& shape) {
    no_scope const outside;
    visit_reductions<folding<Rank>, no_scope>{f, outside, false}(e);
    results.note(e);
    applies = f.same && f.aligned_all && results.same && is_shape(shape, f.shape) && size_of(f.shape) >= least &&
              lie_apart(e, f);
  }
  /// The shape of a result.
  index_array<Rank> kept() const {
    index_array<Rank> shape = f.shape;
    for (int i = 0; i < Rank; ++i)
      if ((f.axes >> i & 1) != 0) shape[i] = 1;
    return shape;
  }
};
template <class E, int Rank>
bool applies(E const& e, index_array<Rank> const& shape) {
  if constexpr (is_let<E>) {
    auto const whole = substitute(e.tree, e.args);
    if constexpr (may_apply<std::remove_const_t<decltype(whole)>>) return applies(whole, shape);
    return false;
  } else {
    return plan<E, Rank>(e, shape).applies;
  }
}

/// Stores an expression so, if that applies; whether it does.
template <class E, class T, int Rank>
bool run(E const& e, ndarray<T, Rank, cuda_space> const& to) {
  if constexpr (is_let<E>) {
    auto const whole = substitute(e.tree, e.args);
    if constexpr (may_apply<std::remove_const_t<decltype(whole)>>) return run(whole, to);
    return false;
  } else {
    plan<E, Rank> p(e, to.shape());
    if (!p.applies) return false;
    p.results.store(p.kept());
    auto const rest = p.results.replaced(e);
    run_kernel<cuda_space>(refer(rest), to);
    return true;
  }
}

}  // namespace results_first
}  // namespace cp::expr
