// Folds in programs: what a reduction becomes, which of them are computed from which, and what they read.
#pragma once

#include <cstdint>
#include <fuse/program/program.hpp>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace cp::program {

/// The narrow accumulator of an operation over elements of types T..., where it has one and `Accumulator` is a number
/// that is as wide.
template <class Op, class Accumulator, class... T>
struct few_of {
  using type = void;
};
template <class Op, class Accumulator, class... T>
requires(std::is_arithmetic_v<Accumulator> && sizeof(Accumulator) >= 4 &&
         requires { typename Op::template few<T...>; }) struct few_of<Op, Accumulator, T...> {
  using type = typename Op::template few<T...>;
};

/// Whether an operation folds float32 as it folds the 16-bit floats of these values.
template <class Op>
constexpr bool takes_float32 = false;
template <class Op>
requires(Op::takes_float32) constexpr bool takes_float32<Op> = true;

/// The values of programs folded along axes; `T` is the dtype of the result. Kernels give its value to the context of
/// what is computed from it.
template <class Op, class Accumulator, class T, class... P>
struct fold {
  using accumulator = Accumulator;
  using type = T;
  template <class A>
  FUSE_HD static A identity_of() {
    return Op::template identity<A>();
  }
  FUSE_HD static Accumulator identity() { return identity_of<Accumulator>(); }
  FUSE_HD static Accumulator combine(Accumulator const& a, Accumulator const& b) { return Op::combine(a, b); }
  /// Folds an element into an accumulator, or into another that the operation has.
  template <class A, class Context>
  FUSE_HD static void add(A& a, Context const& c) {
    if constexpr (largest_of(program_facts<P>::most...) < shared_cost)
      add_known(a, c);
    else
      with_shared<P...>(c, [&](auto const& all) FUSE_INLINED { add_known(a, all); });
  }
  /// What a few elements are folded in, exactly, before they join the accumulator, because it is cheaper; void:
  /// nothing.
  template <class Context>
  using few = typename few_of<Op, Accumulator,
                              std::remove_cvref_t<decltype(value_of<P>(std::declval<Context const&>()))>...>::type;
  FUSE_HD static T finish(Accumulator const& a, std::int64_t n) { return Op::template finish<T>(a, n); }
  template <class Context>
  FUSE_HD static T eval(Context const&) {
    static_assert(sizeof(Context) == 0, "cp: a reduction's value is asked for where it is not known");
  }

 private:
  /// 16-bit floats are there as float32.
  static constexpr bool adds_float32 = takes_float32<Op> && (is_rounded_float32<P> || ...);
  template <class A, class Context>
  FUSE_HD static void add_known(A& a, Context const& c) {
    if constexpr (requires { Op::add(a, value_as<adds_float32, P>(c)...); })
      Op::add(a, value_as<adds_float32, P>(c)...);
    else
      a = Op::combine(a, Op::template lift<A>(value_as<adds_float32, P>(c)...));
  }
};

/// Costly parts that several folds fold, or one of them twice, as p * log(p) does.
template <class Seen, class Shared, class... Fold>
struct find_shared_in_folds {
  using type = typename in_order<Seen, Shared>::type;
};
template <class Seen, class Shared, class Op, class A, class T, class... P, class... More>
struct find_shared_in_folds<Seen, Shared, fold<Op, A, T, P...>, More...>
    : find_shared_in_folds<typename find_shared<Seen, Shared, P...>::seen,
                           typename find_shared<Seen, Shared, P...>::shared, More...> {};
/// Calls use(context) with a context in which they are known.
template <class... Fold, class Context, class Use>
FUSE_HD void with_shared_in_folds(Context const& c, Use&& use) {
  if constexpr (sizeof...(Fold) == 1)
    use(c);  // which a fold sees to itself
  else
    with_parts(typename find_shared_in_folds<list<>, list<>, Fold...>::type{}, c, use);
}

/// The different folds in programs, each behind those that it is computed from.
template <class Found, class... P>
struct find_folds {
  using type = Found;
};
template <class Found, class First, class... More>
struct find_folds<Found, First, More...> : find_folds<Found, More...> {};
template <class Found, class T, class P, class... More>
struct find_folds<Found, store<T, P>, More...> : find_folds<Found, P, More...> {};
template <class Found, class Op, class... P, class... More>
requires(program_facts<apply<Op, P...>>::depth > 0) struct find_folds<Found, apply<Op, P...>, More...>
    : find_folds<Found, P..., More...> {
};
template <class Found, int Offset, class F, class... P, class... More>
struct find_folds<Found, invoke<Offset, F, P...>, More...> : find_folds<Found, P..., More...> {};
template <class Found, class P>
struct note_fold : append<Found, P> {};
template <class... Q, class P>
requires contains<P, list<Q...>>
struct note_fold<list<Q...>, P> {
  using type = list<Q...>;
};
template <class Found, class Op, class A, class T, class... P, class... More>
struct find_folds<Found, fold<Op, A, T, P...>, More...>
    : find_folds<typename note_fold<typename find_folds<Found, P...>::type, fold<Op, A, T, P...>>::type, More...> {};

/// How many folds lie one in the other, at most: passes over what is folded.
template <class P>
constexpr int depth = program_facts<P>::depth;
template <class... P>
constexpr int depth<list<P...>> = largest_of(program_facts<P>::depth...);

/// Those of `Folds` whose depth lies in (Above, UpTo].
template <int Above, int UpTo, class Done, class... Fold>
struct folds_between {
  using type = Done;
};
template <int Above, int UpTo, class Done, class First, class... More>
struct folds_between<Above, UpTo, Done, First, More...>
    : folds_between<Above, UpTo,
                    typename std::conditional_t<(depth<First> > Above && depth<First> <= UpTo), append<Done, First>,
                                                std::type_identity<Done>>::type,
                    More...> {};
template <int Level, class Folds>
struct folds_of_level;
template <int Level, class... Fold>
struct folds_of_level<Level, list<Fold...>> {
  using at = typename folds_between<Level - 1, Level, list<>, Fold...>::type;
  using below = typename folds_between<0, Level - 1, list<>, Fold...>::type;
};

/// The inputs that a program reads, a bit each: as elements that are folded, and besides.
template <class P>
constexpr std::uint64_t reads_in_folds = program_facts<P>::reads_in_folds;
template <class P>
constexpr std::uint64_t reads_besides = program_facts<P>::reads_besides;
template <class P>
constexpr std::uint64_t reads = reads_in_folds<P> | reads_besides<P>;
template <class Op, class A, class T, class... P>
    struct program_facts<fold<Op, A, T, P...>> : facts_of_program <
                                                 facts_of_all<Op::cost, 0, 0, false, false, P...>::cost,
    facts_of_all<0, 0, 0, false, false, P...>::calls, facts_of_all<0, 0, Op::cost, false, false, P...>::most,
    facts_of_all<0, 0, 0, complex_floating<T>, false, P...>::is_complex, facts_of_all < 0, 0, 0, false, requires {
  Op::of_users;
}, P... > ::calls_users, 1 + largest_of(program_facts<P>::depth...), false, 0,
    (0 | ... | (program_facts<P>::reads_besides | program_facts<P>::reads_in_folds)),
    (sibling_pair<P...>::value | ... | program_facts<P>::siblings) > {};

/// Inputs that are an operand beside the input before them, a bit each: of x * x both are x.
template <class P>
constexpr std::uint64_t siblings = program_facts<P>::siblings;
template <class... P>
constexpr std::uint64_t siblings<list<P...>> = (0 | ... | siblings<P>);
template <class P, class Q>
constexpr std::uint64_t siblings<list<P, Q>> = sibling_pair<P, Q>::value | siblings<P> | siblings<Q>;

/// Whether all folds read the same inputs: then they fold the same shape.
template <class Folds>
constexpr bool fold_alike = true;
template <class First, class... More>
constexpr bool fold_alike<list<First, More...>> = ((reads<First> == reads<More>)&&...);

// -- costly parts that several levels need

/// The costly parts of what folds fold (not of the folds inside of it), and of stores.
template <class Done, class... Fold>
struct costly_of {
  using type = typename Done::type;
};
template <class Seen>
struct costly_found {
  using type = Seen;
};
template <class Seen, class Op, class A, class T, class... P, class... More>
struct costly_of<costly_found<Seen>, fold<Op, A, T, P...>, More...>
    : costly_of<costly_found<typename find_shared<Seen, list<>, P...>::seen>, More...> {};
template <class Folds>
struct costly_in;
template <class... Fold>
struct costly_in<list<Fold...>> : costly_of<costly_found<list<>>, Fold...> {};

/// `Done` and those of `Some` that `Later` has too, and `Done` has not.
template <class Done, class Some, class Later>
struct append_common {
  using type = Done;
};
template <class Done, class First, class... More, class Later>
struct append_common<Done, list<First, More...>, Later>
    : append_common<typename std::conditional_t<contains<First, Later> && !contains<First, Done>, append<Done, First>,
                                                std::type_identity<Done>>::type,
                    list<More...>, Later> {};
template <class A, class B>
struct joined;
template <class... A, class... B>
struct joined<list<A...>, list<B...>> {
  using type = list<A..., B...>;
};

// -- costly parts that are one value for all elements that are folded together

template <class Found, class... P>
struct find_fixed {
  using type = Found;
};
template <class Found, class First, class... More>
struct find_fixed<Found, First, More...> : find_fixed<Found, More...> {};
template <class Found, class T, class P, class... More>
struct find_fixed<Found, store<T, P>, More...> : find_fixed<Found, P, More...> {};
template <class Found, int Offset, class F, class... P, class... More>
struct find_fixed<Found, invoke<Offset, F, P...>, More...> : find_fixed<Found, P..., More...> {};
template <class Op, class... P>
constexpr bool is_fixed = Op::cost >= shared_cost&& program_facts<apply<Op, P...>>::reads_besides == 0;
template <class Found, class Op, class... P, class... More>
requires(depth<apply<Op, P...>> > 0) struct find_fixed<Found, apply<Op, P...>, More...>
    : std::conditional_t<is_fixed<Op, P...>, find_fixed<typename note_fold<Found, apply<Op, P...>>::type, More...>,
                         find_fixed<Found, P..., More...>> {
};

}  // namespace cp::program
