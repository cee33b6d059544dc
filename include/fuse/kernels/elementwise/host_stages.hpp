// Which parts of a host kernel have a loop of their own, and where that leaves what they come to.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/core/divisor.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels::detail {

/// What a part comes to, for the elements of a run, so many that all stays in the nearest cache.
constexpr int staged_elements = 128;
template <class P>
struct staged_part {
  using type = typename program::type_of<P>::type;
  alignas(64) type value[staged_elements];
  [[gnu::always_inline]] static type* of(staged_part& p) { return p.value; }
  [[gnu::always_inline]] static type const* of(staged_part const& p) { return p.value; }
};
template <class Parts>
struct staged;
template <class... P>
struct staged<program::list<P...>> : staged_part<P>... {
  staged() {}  // leaves it as it is
};
/// Whether a program calls functors: the user's, or those that pick elements.
template <class P>
constexpr bool calls_functors = program::program_facts<P>::calls_users;
template <class Op, class... P>
constexpr bool calls_functors<program::apply<Op, P...>> =
    program::program_facts<program::apply<Op, P...>>::calls_users || (calls_functors<P> || ...);
template <int Offset, class F, class... P>
constexpr bool calls_functors<program::invoke<Offset, F, P...>> = true;
template <class T, class P>
constexpr bool calls_functors<program::store<T, P>> = calls_functors<P>;
/// Where the elements lie that a row picks, if the next rows' lie as far from each other: of rows of up to so many.
constexpr int kept_elements = 2048;
template <class Pick>
struct kept_pick;
template <int Offset, class F, class... Q>
struct kept_pick<program::invoke<Offset, F, Q...>> {
  using offset =
      decltype(std::declval<F const&>().offset_near(std::declval<typename program::type_of<Q>::type>()...).offset);
  /// Whether a program of the indices reads arrays or calls functors, so that nothing is known of other rows.
  static constexpr bool is_known = !(calls_functors<Q> || ...);
  /// Whether each index is computed from one input at most.
  static constexpr bool by_single = ((std::popcount(program::program_facts<Q>::reads_besides) <= 1) && ...);
  bool used = false, there = false;  ///< whether they are kept, and have been
  offset from;                       ///< from the row's beginnings in the array to this one's
  alignas(64) offset at[kept_elements];
  offset step[kept_elements / staged_elements];  ///< from an element of a run to the next
  bool beside[kept_elements / staged_elements];  ///< whether it is the same for the run
};
template <class Picks>
struct kept_picks;
template <class... P>
struct kept_picks<program::list<P...>> : kept_pick<P>... {
  template <class F>
  void each(F const& f) {
    (f(std::type_identity<P>{}, static_cast<kept_pick<P>&>(*this)), ...);
  }
};
struct nothing_kept {};
template <class... P>
constexpr bool pick_by_single(program::list<P...>) {
  return sizeof...(P) > 0 && ((kept_pick<P>::is_known && kept_pick<P>::by_single) && ...);
}
template <class P>
constexpr int own_cost = 0;
template <class Op, class... P>
constexpr int own_cost<program::apply<Op, P...>> = Op::cost;
template <class... P>
constexpr bool are_numbers(program::list<P...>) {
  return (std::is_arithmetic_v<typename program::type_of<P>::type> && ...);
}
/// Whether there is so much to compute that each part has a loop of its own.
template <class... P>
constexpr bool is_staged(program::list<P...>) {
  if constexpr (sizeof...(P) > 1 && sizeof...(P) <= 48 && (0 + ... + own_cost<P>) >= 200)
    return are_numbers(program::list<P...>{});
  else
    return false;
}

/// Whether a costly operation is one on integers: no function of the math library, and the same of vectors as of
/// elements.
template <class T>
constexpr bool is_whole_number = std::is_integral_v<T>;
template <class T>
constexpr bool is_whole_number<cp::scalar::divisor<T>> = true;
template <>
inline constexpr bool is_whole_number<cp::scalar::small_divisor> = true;
template <class P>
constexpr bool is_of_integers = false;
template <class Op, class... P>
constexpr bool is_of_integers<program::apply<Op, P...>> =
    is_whole_number<typename program::type_of<program::apply<Op, P...>>::type> &&
    (is_whole_number<typename program::type_of<P>::type> && ...);
template <class... P>
constexpr bool are_of_integers(program::list<P...>) {
  return (is_of_integers<P> && ...);
}

}  // namespace cp::kernels::detail
