// Scans in programs: what a scan becomes.
#pragma once

#include <fuse/program/program.hpp>

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
};

template <class Op, class Accumulator, class T, class P>
    struct program_facts<scanned<Op, Accumulator, T, P>> : facts_of_program <
                                                           sum_up_to(most_cost, Op::cost, program_facts<P>::cost),
    program_facts<P>::calls, 0, false, program_facts<P>::calls_users || requires {
  Op::of_users;
}, 0, false, 0, 0, 0 > {};

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
