// Inputs on the two sides of a difference: of one element and another, where all are compared with all.
#pragma once

#include <cstdint>
#include <fuse/program/folds.hpp>
#include <fuse/program/opposed_inputs.hpp>
#include <fuse/program/program.hpp>
#include <fuse/program/row.hpp>

namespace cp::program {

template <class P>
constexpr opposed_inputs opposed_in{};
template <class T, class P>
constexpr opposed_inputs opposed_in<store<T, P>> = opposed_in<P>;
template <class Op, class... P>
constexpr opposed_inputs opposed_in<apply<Op, P...>> = (opposed_inputs{} | ... | opposed_in<P>);
template <class Op, class P, class Q>
constexpr opposed_inputs opposed_in<apply<Op, P, Q>> = [] {
  constexpr std::uint64_t left = reads<P>, right = reads<Q>;
  constexpr auto is_one = [](std::uint64_t bits) { return bits != 0 && (bits & (bits - 1)) == 0; };
  opposed_inputs const within = opposed_in<P> | opposed_in<Q>;
  if constexpr (opposes<Op> && is_one(left) && is_one(right) && left != right)
    return within | opposed_inputs{left, right};
  else
    return within;
}();
template <int Offset, class F, class... P>
constexpr opposed_inputs opposed_in<invoke<Offset, F, P...>> = (opposed_inputs{} | ... | opposed_in<P>);
/// (Of rows whose elements stand against each other, the rows.)
template <int Offset, class Fold, class... T, class... P>
constexpr opposed_inputs opposed_in<invoke<Offset, folded_rows<Fold, T...>, P...>> = [] {
  constexpr opposed_inputs elements = opposed_in<Fold>;
  opposed_inputs all = (opposed_inputs{} | ... | opposed_in<P>);
  int i = 0;
  ((all.left |= (elements.left >> i & 1) != 0 ? reads<P> : 0,
    all.right |= (elements.right >> i & 1) != 0 ? reads<P> : 0, ++i),
   ...);
  return all;
}();
template <class Op, class A, class T, class... P>
constexpr opposed_inputs opposed_in<fold<Op, A, T, P...>> = (opposed_inputs{} | ... | opposed_in<P>);

/// Whether a program takes distances: differences whose squares or magnitudes it has, or products of two. Others are
/// mostly of an array and what has one element for each of its rows (x - max(x)): not worth kernels.
template <class P>
constexpr bool is_difference = false;
template <class Op, class... P>
constexpr bool is_difference<apply<Op, P...>> = opposes<Op>;
template <class P>
constexpr bool has_distances = false;
template <class T, class P>
constexpr bool has_distances<store<T, P>> = has_distances<P>;
template <class Op, class... P>
constexpr bool has_distances<apply<Op, P...>> = (takes_distance<Op> && (is_difference<P> && ...)) ||
                                                (sizeof...(P) == 2 && !opposes<Op> && (is_difference<P> && ...)) ||
                                                (has_distances<P> || ...);
template <int Offset, class F, class... P>
constexpr bool has_distances<invoke<Offset, F, P...>> = (has_distances<P> || ...);
template <int Offset, class Fold, class... T, class... P>
constexpr bool has_distances<invoke<Offset, folded_rows<Fold, T...>, P...>> = has_distances<Fold> ||
                                                                              (has_distances<P> || ...);
template <class Op, class A, class T, class... P>
constexpr bool has_distances<fold<Op, A, T, P...>> = (has_distances<P> || ...);

}  // namespace cp::program
