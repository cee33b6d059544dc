// Transforms of lines in programs.
#pragma once

#include <cstdint>
#include <fuse/program/folds.hpp>

namespace cp::program {

/// The terms sum over j of x[j] exp(Sign 2 pi i j k / n) of a line of n values x of P, as complex numbers of type C,
/// times the number at byte `Factor` of the launch's scalars (-1: there is none). `Part`: P may have fewer values; the
/// others are 0. Kernels give a term to the context of what is computed from it.
template <int Sign, class C, int Factor, bool Part, class P>
struct transformed {
  using type = C;
  using argument = P;
  static constexpr int sign = Sign, factor = Factor;
  static constexpr bool part = Part;
  template <class Context>
  FUSE_HD static C eval(Context const&) {
    static_assert(sizeof(Context) == 0, "cp: a transform's term is asked for where it is not known");
    return C{};
  }
};

/// What it transforms is read before what is computed from it, as a fold's elements are.
template <int Sign, class C, int Factor, bool Part, class P>
struct program_facts<transformed<Sign, C, Factor, Part, P>>
    : facts_of_program<4, 0, 0, false, false, 0, true, 0, reads<P>, 0> {};

/// The different transforms that programs are computed from, but not those in these.
template <class Found, class... P>
struct find_transforms {
  using type = Found;
};
template <class Found, class First, class... More>
struct find_transforms<Found, First, More...> : find_transforms<Found, More...> {};
template <class Found, class T, class P, class... More>
struct find_transforms<Found, store<T, P>, More...> : find_transforms<Found, P, More...> {};
template <class Found, class Op, class... P, class... More>
requires(program_facts<apply<Op, P...>>::transforms) struct find_transforms<Found, apply<Op, P...>, More...>
    : find_transforms<Found, P..., More...> {
};
template <class Found, int Offset, class F, class... P, class... More>
struct find_transforms<Found, invoke<Offset, F, P...>, More...> : find_transforms<Found, P..., More...> {};
template <class Found, int Sign, class C, int Factor, bool Part, class P, class... More>
struct find_transforms<Found, transformed<Sign, C, Factor, Part, P>, More...>
    : find_transforms<typename note_fold<Found, transformed<Sign, C, Factor, Part, P>>::type, More...> {};

/// The one transform that a program is computed from: void where there is none. `levels`: how many there are, one in
/// the other; -1 where a program is computed from several.
template <class Transforms>
struct only_transform {
  using type = void;
  static constexpr int levels = -1;
};
template <>
struct only_transform<list<>> {
  using type = void;
  static constexpr int levels = 0;
};
template <class P>
struct transform_in : only_transform<typename find_transforms<list<>, P>::type> {};
template <class Transform>
struct only_transform<list<Transform>> {
  using type = Transform;
  static constexpr int below = transform_in<typename Transform::argument>::levels;
  static constexpr int levels = below < 0 ? -1 : below + 1;
};

}  // namespace cp::program
