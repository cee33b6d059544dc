// Which parts of a host kernel have a loop of their own, and where that leaves what they come to.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/core/divisor.hpp>
#include <fuse/kernels/elementwise/host_operands.hpp>
#include <fuse/program/folds.hpp>
#include <fuse/program/list.hpp>
#include <fuse/program/picked.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

/// How many elements a functor is given at most that takes a block of them: it says `in_blocks`, and has
/// block(x, to, count) beside its call. So may an operation on float64s: block(to, count, x...).
constexpr int block_elements = 128;

namespace detail {

/// What a part comes to, for the elements of a run, so many that all stays in the nearest cache.
constexpr int staged_elements = block_elements;
template <class P>
struct staged_part {
  using type = program::held_type<P>;
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
  bool all_there() const { return (kept_pick<P>::there && ...); }
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
  return (std::is_arithmetic_v<program::held_type<P>> && ...);
}
/// Whether there is so much to compute that each part has a loop of its own.
template <class... P>
constexpr bool is_staged(program::list<P...>) {
  if constexpr (sizeof...(P) > 1 && sizeof...(P) <= 48 && (0 + ... + own_cost<P>) >= 200)
    return are_numbers(program::list<P...>{});
  else
    return false;
}

// -- indices that several picks have in common

/// From which cost on an index is computed once for the picks that have it: a store and a load are less then.
constexpr int shared_index_cost = 24;
/// The indices of picks, each as often as it is there: those met again, if they are worth it.
template <class Shared, class Met, class... Q>
struct note_indices {
  using shared = Shared;
  using met = Met;
};
template <class Shared, class Met, class First, class... More>
struct note_indices<Shared, Met, First, More...> : note_indices<Shared, Met, More...> {};
template <class Shared, class Met, class Op, class... P, class... More>
requires(program::program_facts<program::apply<Op, P...>>::cost >=
         shared_index_cost) struct note_indices<Shared, Met, program::apply<Op, P...>, More...>
    : note_indices<
          typename std::conditional_t<
              program::contains<program::apply<Op, P...>, Met> && !program::contains<program::apply<Op, P...>, Shared>,
              program::append<Shared, program::apply<Op, P...>>, std::type_identity<Shared>>::type,
          typename program::append<Met, program::apply<Op, P...>>::type, More...> {
};
template <class Shared, class Met, class Picks>
struct shared_indices {
  using type = Shared;
};
template <class Shared, class Met, int Offset, class F, class... Q, class... More>
struct shared_indices<Shared, Met, program::list<program::invoke<Offset, F, Q...>, More...>>
    : shared_indices<typename note_indices<Shared, Met, Q...>::shared, typename note_indices<Shared, Met, Q...>::met,
                     program::list<More...>> {};

/// Whether an operation says that what it is of is computed once for several places.
template <class P>
constexpr bool is_computed_once = false;
template <class Op, class P>
requires(Op::computed_once) constexpr bool is_computed_once<program::apply<Op, P>> = true;
/// Whether a program is a functor's that takes blocks of elements.
template <class P>
constexpr bool takes_blocks = false;
template <int Offset, class F, class P>
requires(F::in_blocks) constexpr bool takes_blocks<program::invoke<Offset, F, P>> =
    std::is_arithmetic_v<typename program::type_of<program::invoke<Offset, F, P>>::type>;
template <class Op, class... P>
requires(Op::in_blocks) constexpr bool takes_blocks<program::apply<Op, P...>> =
    std::is_same_v<typename program::type_of<program::apply<Op, P...>>::type, double> &&
    (std::is_same_v<typename program::type_of<P>::type, double> && ...);
/// What of `Wanted`, what is computed once and what takes blocks programs are made of, each behind those that it is
/// computed from.
template <class Wanted, class Found, class... P>
struct find_wanted {
  using type = Found;
};
template <class Wanted, class Found, class First, class... More>
struct find_wanted<Wanted, Found, First, More...> : find_wanted<Wanted, Found, More...> {};
template <class Found, class P, bool Wanted>
struct note_wanted
    : std::conditional_t<Wanted && !program::contains<P, Found>, program::append<Found, P>, std::type_identity<Found>> {
};
template <class Wanted, class Found, class T, class P, class... More>
struct find_wanted<Wanted, Found, program::store<T, P>, More...> : find_wanted<Wanted, Found, P, More...> {};
template <class Wanted, class Found, class Op, class... P, class... More>
struct find_wanted<Wanted, Found, program::apply<Op, P...>, More...>
    : find_wanted<Wanted,
                  typename note_wanted<typename find_wanted<Wanted, Found, P...>::type, program::apply<Op, P...>,
                                       program::contains<program::apply<Op, P...>, Wanted> ||
                                           is_computed_once<program::apply<Op, P...>> ||
                                           takes_blocks<program::apply<Op, P...>>>::type,
                  More...> {};
template <class Wanted, class Found, int Offset, class F, class... P, class... More>
struct find_wanted<Wanted, Found, program::invoke<Offset, F, P...>, More...>
    : find_wanted<
          Wanted,
          typename note_wanted<typename find_wanted<Wanted, Found, P...>::type, program::invoke<Offset, F, P...>,
                               program::contains<program::invoke<Offset, F, P...>, Wanted> ||
                                   takes_blocks<program::invoke<Offset, F, P...>>>::type,
          More...> {};
/// Picks, costly parts and blocks in the order in which they are computed, and before picks what they share with
/// others.
template <bool Any, class Picks, class Costly, class... Store>
struct parts_in_turn
    : find_wanted<
          typename program::joined<typename program::joined<Picks, Costly>::type,
                                   typename shared_indices<program::list<>, program::list<>, Picks>::type>::type,
          program::list<>, Store...> {};
template <class Picks, class Costly, class... Store>
struct parts_in_turn<false, Picks, Costly, Store...> {
  using type = Costly;
};
/// Whether a program may have blocks: those that call functors, and those with an operation of at least this cost.
/// (Others are many.)
constexpr int block_cost = 150;
template <class P>
constexpr bool has_blocks = false;
template <class T, class P>
requires(program::program_facts<P>::calls_users ||
         program::program_facts<P>::most >= block_cost) constexpr bool has_blocks<program::store<T, P>> = has_blocks<P>;
template <class Op, class... P>
requires(program::program_facts<program::apply<Op, P...>>::calls_users ||
         program::program_facts<program::apply<Op, P...>>::most >=
             block_cost) constexpr bool has_blocks<program::apply<Op, P...>> = takes_blocks<program::apply<Op, P...>> ||
                                                                               (has_blocks<P> || ...);
template <int Offset, class F, class... P>
constexpr bool has_blocks<program::invoke<Offset, F, P...>> = takes_blocks<program::invoke<Offset, F, P...>> ||
                                                              (has_blocks<P> || ...);

/// Loads the elements that lie at places, and those that lie evenly.
template <class T, class Offset>
[[gnu::always_inline]] inline void load_each(T* to, T const* from, Offset const* at, int count) {
  int l = 0;
  for (; l + 4 <= count; l += 4) {
    asm volatile("");  // no vectors
    to[l] = from[at[l]];
    to[l + 1] = from[at[l + 1]];
    asm volatile("");
    to[l + 2] = from[at[l + 2]];
    to[l + 3] = from[at[l + 3]];
  }
  for (; l < count; ++l) {
    asm volatile("");
    to[l] = from[at[l]];
  }
}
template <class T>
[[gnu::always_inline]] inline void load_run(T* to, T const* from, std::int64_t step, int count) {
  if (step == 1)
    __builtin_memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
  else
    for (int l = 0; l < count; ++l) to[l] = from[l * step];
}

/// Calls use(context) with a context in which parts have their values.
template <class Parts, class Context, class Use>
[[gnu::always_inline]] inline void with_parts(program::list<>, Parts const&, int, Context const& c, Use&& use) {
  use(c);
}
template <class P, class... More, class Parts, class Context, class Use>
[[gnu::always_inline]] inline void with_parts(program::list<P, More...>, Parts const& parts, int l, Context const& c,
                                              Use&& use) {
  using T = program::held_type<P>;
  with_parts(program::list<More...>{}, parts, l, program::with_value<P, T, Context>{c, staged_part<P>::of(parts)[l]},
             use);
}
/// Computes a part of an element.
template <class P, class Done, class Operands, class Parts>
[[gnu::always_inline]] inline void part_element(Done, Operands const& c, std::int64_t first, int l, Parts& parts) {
  with_parts(
      Done{}, parts, l, host_context<Operands>{c, first + l}, [&](auto const& known) __attribute__((always_inline)) {
        staged_part<P>::of(parts)[l] = program::value_to_hold<P>(known);
      });
}
/// What a functor makes of a block.
template <class Q, class Done, class Operands, class Parts, class T>
[[gnu::always_inline]] inline void find_arguments(Done, Operands const c, std::int64_t first, int count,
                                                  Parts const& parts, T* x) {
#pragma omp simd
  for (int l = 0; l < count; ++l)
    with_parts(
        Done{}, parts, l, host_context<Operands>{c, first + l}, [&](auto const& known) __attribute__((always_inline)) {
          x[l] = program::value_of<Q>(known);
        });
}
template <int Offset, class F, class Q, class Done, class Operands, class Parts>
[[gnu::noinline]] void block_part(std::type_identity<program::invoke<Offset, F, Q>>, Done, Operands const& c,
                                  std::int64_t first, int count, Parts& parts) {
  typename program::type_of<Q>::type x[staged_elements];
  find_arguments<Q>(Done{}, c, first, count, parts, x);
  program::scalar_in<Offset, F>(c.bytes).block(x, staged_part<program::invoke<Offset, F, Q>>::of(parts), count);
}
/// What an operation makes of one.
template <class Op, class... Q, class Done, class Operands, class Parts>
[[gnu::noinline]] void block_part(std::type_identity<program::apply<Op, Q...>>, Done, Operands const& c,
                                  std::int64_t first, int count, Parts& parts) {
  alignas(64) double x[sizeof...(Q)][staged_elements];
  int k = 0;
  (find_arguments<Q>(Done{}, c, first, count, parts, x[k++]), ...);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    Op::block(staged_part<program::apply<Op, Q...>>::of(parts), count, x[I]...);
  }
  (std::index_sequence_for<Q...>{});
}

/// Whether a part is in a program other than as what elements are picked by.
template <class P, class Program>
constexpr bool is_beside_picks = std::is_same_v<P, Program>;
template <class P, class T, class Q>
constexpr bool is_beside_picks<P, program::store<T, Q>> = is_beside_picks<P, Q>;
template <class P, class Op, class... Q>
constexpr bool is_beside_picks<P, program::apply<Op, Q...>> = std::is_same_v<P, program::apply<Op, Q...>> ||
                                                              (is_beside_picks<P, Q> || ...);
template <class P, int Offset, class F, class... Q>
requires(!program::picks<program::invoke<Offset, F, Q...>>) constexpr bool is_beside_picks<
    P, program::invoke<Offset, F, Q...>> = (is_beside_picks<P, Q> || ...);

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

}  // namespace detail
}  // namespace cp::kernels
