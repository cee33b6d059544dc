// Reductions in expressions: which one kernel does together with what is computed from them, and which become arrays
// first.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/core/error.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/neighbour.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/runtime/counters.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr {

template <class Node>
constexpr bool is_kept = false;
template <class Op, int Axes, class... A>
constexpr bool is_kept<reduce<Op, Axes, true, A...>> = true;
template <class Node>
constexpr bool is_reduce = false;
template <class Op, int Axes, bool Keep, class... A>
constexpr bool is_reduce<reduce<Op, Axes, Keep, A...>> = true;

/// Calls f.note(reduction, scope, among) for each reduction in a tree, the ones inside others too (or for each of what
/// else F::notes<Node>). `among`: its value is used among the elements that another one folds.
template <class F, class Scope>
struct visit_reductions {
  F& f;
  Scope const& s;
  bool among;

  template <class Node>
  constexpr void operator()(Node const& node) const {
    if constexpr (!has_reductions<Node>) {
      return;
    } else if constexpr (F::template notes<Node>) {
      f.note(node, s, among);
      for_each(visit_reductions{f, s, true}, node.args);
    } else if constexpr (is_let<Node>) {
      enter(node.tree, node.args);
    } else if constexpr (requires { node.index; }) {
      for_each(*this, node.index);
    } else {
      for_each(*this, node.args);
    }
  }

 private:
  template <class Tree, class... A>
  constexpr void enter(Tree const& tree, arguments<A...> const& args) const {
    for_each(visit_reductions{f, s, among || has_reductions<Tree>}, args);
    if constexpr (has_reductions<Tree>) {
      argument_shapes<A...> const shapes(args, s);
      scope const inner = shapes;
      visit_reductions<F, scope>{f, inner, among}(tree);
    }
  }
};

/// What the types of a tree's reductions say of the axes that they fold.
struct folded_axes {
  int rank = -1;        ///< of what is folded; -2 where reductions differ
  int axes = 0;         ///< as in reduce, if `known`
  bool known = true;    ///< all fold the same axes, which are known while compiling
  bool aligned = true;  ///< a result broadcasts against what was folded, each result along its own row
};
constexpr folded_axes operator&(folded_axes const& a, folded_axes const& b) {
  if (a.rank == -1) return b;
  if (b.rank == -1) return a;
  return {a.rank == b.rank ? a.rank : -2, a.axes, a.known && b.known && a.axes == b.axes, a.aligned && b.aligned};
}
template <class Node>
constexpr folded_axes axes_in{};
template <class... A>
constexpr folded_axes axes_in<arguments<A...>> = (folded_axes{} & ... & axes_in<std::remove_cvref_t<A>>);
template <class Op, class... A>
constexpr folded_axes axes_in<map<Op, A...>> = axes_in<arguments<A...>>;
template <class F, class... A>
constexpr folded_axes axes_in<call<F, A...>> = axes_in<arguments<A...>>;
template <class Array, class... I>
constexpr folded_axes axes_in<gather<Array, I...>> = axes_in<arguments<I...>>;
template <class Tree, class... A>
constexpr folded_axes axes_in<let<Tree, A...>> = axes_in<arguments<Tree, A...>>;
template <class Op, int Axes, bool Keep, class... A>
constexpr folded_axes axes_in<reduce<Op, Axes, Keep, A...>> = [] {
  using node = reduce<Op, Axes, Keep, A...>;
  bool const all = node::reduced == node::inner_rank, leading = Axes < 0 && -Axes == (1 << node::reduced) - 1;
  return folded_axes{node::inner_rank, Axes, Axes <= 0 || all, Keep || all || leading} & axes_in<arguments<A...>>;
}();

/// Throws value_error where a reduction without identity (a minimum) has results of no elements.
[[noreturn]] void throw_empty_reduction(char const* where, std::int64_t const* shape, int rank);

/// What the reductions of one kernel have in common, found while running.
template <int Rank>
struct folding {
  index_array<Rank> shape;
  std::uint32_t axes = 0;
  bool known = false, same = true;
  bool aligned = true;      ///< results that are used among the elements that are folded broadcast against these, each
                            ///< along its own row
  bool aligned_all = true;  ///< all do
  template <class Node>
  static constexpr bool notes = is_reduce<Node>;

  template <class R, class Scope>
  void note(R const& r, Scope const& scope, bool among) {
    auto const s = inner_shape_of(r, scope);
    if constexpr (!R::op::has_identity)
      if (size_of(s) == 0 && results(s.value, R::inner_rank, r.axes) > 0)
        throw_empty_reduction(qualified_name<typename R::op>(), s.value, R::inner_rank);
    if constexpr (R::inner_rank != Rank) {
      same = false;
    } else {
      if (!known)
        shape = s, axes = r.axes, known = true;
      else
        same = same && shape == s && axes == r.axes;
      constexpr bool broadcasts = is_kept<R> || R::reduced == Rank;
      if (!broadcasts && r.axes != (std::uint32_t{1} << R::reduced) - 1) {
        aligned_all = false;
        if (among) aligned = false;
      }
    }
  }
  /// How many results a reduction has.
  static constexpr std::int64_t results(std::int64_t const* shape, int rank, std::uint32_t axes) {
    std::int64_t n = 1;
    for (int i = 0; i < rank; ++i)
      if ((axes >> i & 1) == 0) n = cp::detail::wrapping_product(n, shape[i]);
    return n;
  }
  /// Whether a root of this shape has an element for each result.
  template <int R>
  bool has_results(index_array<R> const& of) const {
    int k = 0;
    for (int i = 0; i < Rank; ++i) {
      bool const folded = (axes >> i & 1) != 0;
      if (R != Rank && folded) continue;
      if (k >= R || of.value[k++] != (folded ? 1 : shape[i])) return false;
    }
    return k == R;
  }
};

template <int A, int B>
constexpr bool is_shape(index_array<A> const& a, index_array<B> const& b) {
  if constexpr (A == B)
    return a == b;
  else
    return false;
}

/// Throws an error that says that the compiler and the run disagree on what reductions fold.
[[noreturn]] void throw_unlike_folds();
/// Throws value_error.
[[noreturn]] void throw_axis_twice(char const* where, std::int64_t axis);

/// A tree with arguments in the places of placeholders.
template <class Node, class... A>
auto substitute(Node const& node, arguments<A...> const& args) {
  return rebuild(node, [&](auto const& x) { return substitute(x, args); });
}
template <int I, class T, int Rank, bool Weak, class... A>
auto substitute(placeholder<I, T, Rank, Weak> const&, arguments<A...> const& args) {
  return as_element(get<I>(args));
}

/// The expression with its reductions evaluated: an elementwise one.
template <class Node>
auto resolve(Node const& node) {
  if constexpr (has_reductions<Node>)
    return rebuild(node, [](auto const& x) { return resolve(x); });
  else
    return node;
}
template <class Op, int Reduced, bool Keep, class... A>
auto resolve(reduce<Op, Reduced, Keep, A...> const& r) {
  return made_array(rebuild(r, [](auto const& x) { return resolve(x); }));
}
/// Arguments are resolved before they take the places of placeholders: once each.
template <class Tree, class... A>
auto resolve(let<Tree, A...> const& l) {
  auto const outer = rebuild(l, [](auto const& x) { return resolve(x); });
  if constexpr (has_reductions<Tree>)
    return resolve(substitute(outer.tree, outer.args));
  else
    return outer;
}

/// Whether something has reductions in the arguments of a traced function, or of a reduction.
template <class Node>
constexpr bool arguments_reduce = false;
template <class Op, class... A>
constexpr bool arguments_reduce<map<Op, A...>> = (arguments_reduce<A> || ...);
template <class F, class... A>
constexpr bool arguments_reduce<call<F, A...>> = (arguments_reduce<A> || ...);
template <class Array, class... I>
constexpr bool arguments_reduce<gather<Array, I...>> = (arguments_reduce<I> || ...);
template <class Tree, class... A>
constexpr bool arguments_reduce<let<Tree, A...>> = (has_reductions<A> || ...);
template <class Op, int Reduced, bool Keep, class... A>
constexpr bool arguments_reduce<reduce<Op, Reduced, Keep, A...>> = (has_reductions<A> || ...);
template <class... E>
constexpr bool arguments_reduce<arguments<E const&...>> = (arguments_reduce<E> || ...);

/// The expression with such reductions evaluated: what is left may be one kernel.
template <class Node>
auto resolve_arguments(Node const& node) {
  if constexpr (!arguments_reduce<Node>)
    return node;
  else if constexpr (is_let<Node> || is_reduce<Node>)
    return rebuild(node, [](auto const& x) { return resolve(x); });
  else
    return rebuild(node, [](auto const& x) { return resolve_arguments(x); });
}

/// The largest rank of what is folded in a tree; -1 of none.
template <class Node>
constexpr int fold_rank = fold_rank<typename parts_of<Node>::type>;
template <class... A>
constexpr int fold_rank<arguments<A...>> = [] {
  int most = -1;
  ((most = fold_rank<std::remove_cvref_t<A>> > most ? fold_rank<std::remove_cvref_t<A>> : most), ...);
  return most;
}();
template <class Op, int Axes, bool Keep, class... A>
constexpr int fold_rank<reduce<Op, Axes, Keep, A...>> = max_of(reduce<Op, Axes, Keep, A...>::inner_rank,
                                                               fold_rank<arguments<A...>>);
template <class Tree, class... A>
constexpr int fold_rank<let<Tree, A...>> = fold_rank<arguments<Tree, A...>>;

/// Whether a tree has a fold whose arguments have folds of higher rank in them: no kernel has both.
template <class Node>
constexpr bool folds_folds = folds_folds<typename parts_of<Node>::type>;
template <class... A>
constexpr bool folds_folds<arguments<A...>> = (folds_folds<std::remove_cvref_t<A>> || ...);
template <class Op, int Axes, bool Keep, class... A>
constexpr bool folds_folds<reduce<Op, Axes, Keep, A...>> =
    fold_rank<arguments<A...>> > reduce<Op, Axes, Keep, A...>::inner_rank || folds_folds<arguments<A...>>;

/// Whether a tree has reductions that fold lower ranks only, them and what is in them.
template <class Node, int Rank>
constexpr bool folds_below = folds_below<typename parts_of<Node>::type, Rank>;
template <class... A, int Rank>
constexpr bool folds_below<arguments<A...>, Rank> = (folds_below<std::remove_cvref_t<A>, Rank> || ...);
template <class Op, int Axes, bool Keep, class... A, int Rank>
constexpr bool folds_below<reduce<Op, Axes, Keep, A...>, Rank> =
    fold_rank<reduce<Op, Axes, Keep, A...>> < Rank || folds_below<arguments<A...>, Rank>;
template <class Tree, class... A, int Rank>
constexpr bool folds_below<let<Tree, A...>, Rank> = folds_below<arguments<Tree, A...>, Rank>;

/// How often a tree names a placeholder.
template <int I, class Node>
constexpr int times_named = times_named<I, typename parts_of<Node>::type>;
template <int I, class... A>
constexpr int times_named<I, arguments<A...>> = (0 + ... + times_named<I, std::remove_cvref_t<A>>);
template <int I, int J, class T, int Rank, bool Weak>
constexpr int times_named<I, placeholder<J, T, Rank, Weak>> = I == J;
/// Whether there are traced functions in a tree, with folds that no kernel has at once, that are as good as what they
/// stand for: they name each argument that folds once. (Resolved as they are, their outer folds became arrays to be
/// copied.)
template <class Node>
constexpr bool dissolves = dissolves<typename parts_of<Node>::type>;
template <class... A>
constexpr bool dissolves<arguments<A...>> = (dissolves<std::remove_cvref_t<A>> || ...);
template <class Tree, class... A>
constexpr bool dissolves<let<Tree, A...>> =
    (folds_folds<arguments<Tree, A...>> ||
     folds_below<arguments<Tree, A...>, fold_rank<arguments<Tree, A...>>>)&&[]<int... I>(std::integer_sequence<int,
                                                                                                               I...>) {
  return ((!has_reductions<A> || times_named<I, Tree> <= 1) && ...);
}
(std::make_integer_sequence<int, int(sizeof...(A))>{});
/// The tree with what these stand for.
template <class Node>
auto dissolved(Node const& node) {
  if constexpr (!dissolves<Node>)
    return node;
  else if constexpr (is_let<Node>)
    return dissolved(substitute(node.tree, node.args));
  else
    return rebuild(node, [](auto const& x) { return dissolved(x); });
}

/// The expression with reductions of lower ranks evaluated: the others may be one kernel (entropies of rows beside the
/// mean of a vector).
template <int Rank, class Node>
auto resolve_below(Node const& node) {
  auto const inside = [](auto const& x) { return resolve_below<Rank>(x); };
  if constexpr (!folds_below<Node, Rank>) {
    return node;
  } else if constexpr (fold_rank<Node> < Rank && is_reduce<Node>) {
    return resolve(node);
  } else if constexpr (is_let<Node>) {
    if constexpr (folds_below<arguments<decltype(node.tree)>, Rank>) {
      auto const outer = rebuild(node, [](auto const& x) { return resolve(x); });
      return resolve_below<Rank>(substitute(outer.tree, outer.args));
    } else {
      return rebuild(node, inside);
    }
  } else {
    return rebuild(node, inside);
  }
}

}  // namespace cp::expr
