// What is computed from elements and from folds of them, where the folded axes do not lie together, as those of a batch
// norm over axes (0, 2, 3): on a device one kernel stores the folds' results, and another one computes the elements
// beside them. (The kernel of rows would look for each element's place twice: H200, 2026-11, batch norms of 2^25
// float32 in planes of 56 x 56, 55 x 57 and 7 x 7 0.129, 0.395 and 0.481 ms so.)
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/reduction.hpp>
#include <fuse/expr/shape_of.hpp>
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

/// Whether all reductions of a tree are in such nodes; how many of these, the largest ones, there are.
template <class Node>
constexpr bool is_split = !has_reductions<Node> || is_result<Node>;
template <class Op, class... A>
requires(!is_result<map<Op, A...>> &&
         (has_reductions<A> || ...)) constexpr bool is_split<map<Op, A...>> = (is_split<A> && ...);
template <class Node>
constexpr int results_in = is_result<Node>;
template <class Op, class... A>
requires(!is_result<map<Op, A...>> &&
         (has_reductions<A> || ...)) constexpr int results_in<map<Op, A...>> = (0 + ... + results_in<A>);

/// Whether a kept axis may lie between folded ones.
constexpr bool may_lie_apart(int rank, folded_axes const& f) {
  auto const mask = static_cast<unsigned>(f.axes < 0 ? -f.axes : 0);
  if (f.rank != rank || rank < 3 || f.axes == 0) return false;
  return f.axes > 0 ? f.axes > 1 && f.axes < rank
                    : (std::bit_width(mask) - std::countr_zero(mask)) != std::popcount(mask);
}
template <class Node>
constexpr bool applies = has_reductions<Node> && !is_result<Node> && is_split<Node> && results_in<Node> <= 8 &&
                         may_lie_apart(Node::rank, axes_in<Node>);

template <class Node>
constexpr bool may_apply = applies<Node>;
template <class Tree, class... A>
constexpr bool may_apply<let<Tree, A...>> = has_reductions<Tree> && !(has_reductions<A> || ...) &&
                                            may_lie_apart(let<Tree, A...>::rank, axes_in<let<Tree, A...>>);

template <class Node>
constexpr int arity = 0;
template <class Op, class... A>
constexpr int arity<map<Op, A...>> = sizeof...(A);

/// Number I of the results in a tree.
template <int I, class Node>
auto const& result_of(Node const& node);
template <int I, class First, class... More, int... K>
auto const& result_among(arguments<First, More...> const& args, std::integer_sequence<int, K...>) {
  constexpr int at = [] {
    constexpr int counts[] = {results_in<First>, results_in<More>...};
    int k = 0;
    for (int before = 0; before + counts[k] <= I; before += counts[k++]) continue;
    return k;
  }();
  constexpr int counts[] = {results_in<First>, results_in<More>...};
  constexpr int before = (0 + ... + (K < at ? counts[K] : 0));
  return result_of<I - before>(get<at>(args));
}
template <int I, class Node>
auto const& result_of(Node const& node) {
  if constexpr (is_result<Node>)
    return node;
  else
    return result_among<I>(node.args, std::make_integer_sequence<int, arity<Node>>{});
}

/// The tree with arrays for its results, of which there are `From` before it.
template <int From, class Node, class Arrays>
auto with_arrays(Node const& node, Arrays const& arrays);
template <int From, class Op, class... A, class Arrays, int... K>
auto among_arrays(map<Op, A...> const& node, Arrays const& arrays, std::integer_sequence<int, K...>) {
  constexpr auto before = [](int k) {
    constexpr int counts[] = {results_in<A>...};
    int n = From;
    for (int i = 0; i < k; ++i) n += counts[i];
    return n;
  };
  return map_on<Op>(make_arguments(with_arrays<before(K)>(get<K>(node.args), arrays)...));
}
template <int From, class Node, class Arrays>
auto with_arrays(Node const& node, Arrays const& arrays) {
  if constexpr (is_result<Node>)
    return get<From>(arrays);
  else if constexpr (has_reductions<Node>)
    return among_arrays<From>(node, arrays, std::make_integer_sequence<int, arity<Node>>{});
  else
    return node;
}

/// Elements from which on two launches are worth it.
constexpr std::int64_t least = 1 << 16;

/// Whether a kept axis lies between folded ones.
template <int Rank>
bool lie_apart(folding<Rank> const& f) {
  int runs = 0;
  bool within = false;
  for (int i = 0; i < Rank; ++i) {
    if (f.shape[i] == 1) continue;
    bool const folded = (f.axes >> i & 1) != 0;
    runs += folded && !within;
    within = folded;
  }
  return runs > 1;
}

template <class Space, class E, class T, int Rank, int... I>
void store(E const& e, index_array<Rank> const& results, ndarray<T, Rank, Space> const& to,
           std::integer_sequence<int, I...>) {
  auto const arrays = make_arguments(
      cp::detail::make_array<typename std::remove_cvref_t<decltype(result_of<I>(e))>::value_type, Rank, Space>(
          results, "cp: results of reductions")...);
  ((static_cast<void>(I), runtime::count_temporary()), ...);
  run_kernel<Space>(refer(result_of<I>(e)...), get<I>(arrays)...);
  auto const rest = with_arrays<0>(e, arrays);
  run_kernel<Space>(refer(rest), to);
}

/// Stores an expression so, if its folded axes lie apart and it is large; whether it does.
template <class Space, class E, class T, int Rank>
bool run(E const& e, ndarray<T, Rank, Space> const& to) {
  if constexpr (is_let<E>) {
    auto const whole = substitute(e.tree, e.args);
    if constexpr (applies<std::remove_const_t<decltype(whole)>>) return run<Space>(whole, to);
    return false;
  } else {
    folding<Rank> f;
    no_scope const outside;
    visit_reductions<folding<Rank>, no_scope>{f, outside, false}(e);
    if (!f.same || !f.aligned_all || !is_shape(to.shape(), f.shape) || size_of(f.shape) < least || !lie_apart(f))
      return false;
    auto results = f.shape;
    for (int i = 0; i < Rank; ++i)
      if ((f.axes >> i & 1) != 0) results[i] = 1;
    store<Space>(e, results, to, std::make_integer_sequence<int, results_in<E>>{});
    return true;
  }
}

}  // namespace results_first
}  // namespace cp::expr
