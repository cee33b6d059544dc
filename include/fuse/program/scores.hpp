// Scores: what the first of two products of matrices gives to a program that the second one multiplies; and what is
// known of a condition on positions for a whole tile of them.
#pragma once

#include <cstdint>
#include <fuse/program/narrow.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>

namespace cp::program {

/// An element of the first product. Kernels give it to the context of what is computed from it.
template <class T>
struct score {
  using type = T;
  template <class Context>
  FUSE_HD static T eval(Context const&) {
    static_assert(sizeof(Context) == 0, "cp: a score is asked for where it is not known");
    return T{};
  }
};

/// A choice between scores and one number: its `condition` (void: it is none), the `score`, and whether the number is
/// -inf, so that the softmax is none of the others'.
template <class P>
struct masked {
  using condition = void;
  using score = P;
  static bool by_infinity(unsigned char const*) { return false; }
};
/// What a signature's one output stores.
template <class Signature>
struct only_program;
template <class Inputs, int Bytes, class T, class P>
struct only_program<signature<Inputs, Bytes, store<T, P>>> {
  using type = P;
};

/// What conditions come to, of where their operands lie, by `of(range...)`: a range between 0 (false) and 1.
template <class Op>
struct truth_rule {};
template <class Op>
concept has_truth = requires {
  &truth_rule<Op>::of;
};
constexpr range truth(bool always, bool never) { return {always ? 1.0 : 0.0, never ? 0.0 : 1.0}; }

/// Where the values of a program lie in a tile, `places(I)` being the range of input I, a position.
template <class P>
struct tile_range {
  template <class Places>
  FUSE_HD static range of(Places const&, unsigned char const*) {
    return range_of_type<typename type_of<P>::type>;
  }
};
template <int I>
struct tile_range<input<I, std::int64_t>> {
  template <class Places>
  FUSE_HD static range of(Places const& places, unsigned char const*) {
    return places(std::integral_constant<int, I>{});
  }
};
template <int Offset, class T>
requires std::is_integral_v<T>
struct tile_range<scalar<Offset, T>> {
  template <class Places>
  FUSE_HD static range of(Places const&, unsigned char const* scalars) {
    auto const x = static_cast<double>(scalar_in<Offset, T>(scalars));
    return {x, x};
  }
};
template <class T, std::uint64_t Bits>
requires std::is_integral_v<T>
struct tile_range<literal<T, Bits>> {
  template <class Places>
  FUSE_HD static range of(Places const&, unsigned char const*) {
    auto const x = static_cast<double>(static_cast<T>(Bits));
    return {x, x};
  }
};
template <class Op, class... P>
requires((has_truth<Op> && std::is_same_v<typename type_of<apply<Op, P...>>::type, bool>) ||
         (has_range<Op> &&
          std::is_same_v<typename type_of<apply<Op, P...>>::type, std::int64_t>)) struct tile_range<apply<Op, P...>> {
  template <class Places>
  FUSE_HD static range of(Places const& places, unsigned char const* scalars) {
    if constexpr (std::is_same_v<typename type_of<apply<Op, P...>>::type, bool>)
      return truth_rule<Op>::of(tile_range<P>::of(places, scalars)...);
    else
      return range_rule<Op>::of(tile_range<P>::of(places, scalars)...);
  }
};

}  // namespace cp::program
