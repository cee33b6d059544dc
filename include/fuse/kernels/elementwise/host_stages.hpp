// Which parts of a host kernel have a loop of their own, and where that leaves what they come to.
#pragma once

#include <cstdint>
#include <fuse/core/divisor.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>

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
template <class P>
constexpr int own_cost = 0;
template <class Op, class... P>
constexpr int own_cost<program::apply<Op, P...>> = Op::cost;
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
