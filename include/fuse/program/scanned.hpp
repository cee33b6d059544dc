// Scans in programs: what a scan becomes, and what is computed from one.
#pragma once

#include <cstdint>
#include <fuse/program/list.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>

namespace cp::program {

/// What Op has folded of a line of the values of P up to an element, that one included; `T` is the dtype of the result.
template <class Op, class Accumulator, class T, class P>
struct scanned {
  using accumulator = Accumulator;
  using type = T;
  using argument = P;
  FUSE_HD static Accumulator identity() { return Op::template identity<Accumulator>(); }
  FUSE_HD static Accumulator combine(Accumulator const& a, Accumulator const& b) { return Op::combine(a, b); }
  FUSE_HD static T finish(Accumulator const& a) { return static_cast<T>(a); }
  template <class Context>
  FUSE_HD static T eval(Context const&) {
    static_assert(sizeof(Context) == 0, "cp: a scan's value is asked for where it is not known");
  }
};

template <class Op, class Accumulator, class T, class P>
    struct program_facts<scanned<Op, Accumulator, T, P>> : facts_of_program <
                                                           sum_up_to(most_cost, Op::cost, program_facts<P>::cost),
    program_facts<P>::calls, 0, false, program_facts<P>::calls_users || requires {
  Op::of_users;
}, 0, false, 0, program_facts<P>::reads_besides | program_facts<P>::reads_in_folds, 0 > {};

/// The different scans that programs are computed from.
template <class Found, class... P>
struct find_scans {
  using type = Found;
};
template <class Found, class First, class... More>
struct find_scans<Found, First, More...> : find_scans<Found, More...> {};
template <class Found, class T, class P, class... More>
struct find_scans<Found, store<T, P>, More...> : find_scans<Found, P, More...> {};
template <class Found, class Op, class... P, class... More>
requires(program_facts<apply<Op, P...>>::reads_in_folds != 0) struct find_scans<Found, apply<Op, P...>, More...>
    : find_scans<Found, P..., More...> {
};
template <class Found, int Offset, class F, class... P, class... More>
struct find_scans<Found, invoke<Offset, F, P...>, More...> : find_scans<Found, P..., More...> {};
template <class Found, class Op, class A, class T, class P, class... More>
struct find_scans<Found, scanned<Op, A, T, P>, More...>
    : find_scans<typename std::conditional_t<contains<scanned<Op, A, T, P>, Found>, std::type_identity<Found>,
                                             append<Found, scanned<Op, A, T, P>>>::type,
                 More...> {};
/// The scan, where they are computed from one, of elements that are computed from none: its kernel evaluates them.
template <class Found>
struct only_scan {
  static constexpr bool is = false;
};
template <class Op, class A, class T, class P>
struct only_scan<list<scanned<Op, A, T, P>>> {
  static constexpr bool is = program_facts<P>::reads_in_folds == 0;
  using type = scanned<Op, A, T, P>;
};
template <class P>
using scan_in = only_scan<typename find_scans<list<>, P>::type>;
/// A program with another one in the place of a part of it.
template <class P, class Part, class Other>
struct replaced {
  using type = P;
};
template <class Part, class Other>
struct replaced<Part, Part, Other> {
  using type = Other;
};
template <class Op, class... P, class Part, class Other>
struct replaced<apply<Op, P...>, Part, Other> {
  using type = apply<Op, typename replaced<P, Part, Other>::type...>;
};
template <int Offset, class F, class... P, class Part, class Other>
struct replaced<invoke<Offset, F, P...>, Part, Other> {
  using type = invoke<Offset, F, typename replaced<P, Part, Other>::type...>;
};
/// The inputs that a scan reads, and those that what is computed from it reads besides, a bit each.
template <class P>
constexpr std::uint64_t reads_before_scan = program_facts<P>::reads_in_folds;
template <class P>
constexpr std::uint64_t reads_behind_scan = program_facts<P>::reads_besides;

/// An element as what a scan accumulates in.
template <class Op, class Accumulator>
struct lifting {
  static constexpr int cost = 4;
  template <class T>
  FUSE_HD Accumulator operator()(T const& x) const {
    return Op::template lift<Accumulator>(x);
  }
};

}  // namespace cp::program
