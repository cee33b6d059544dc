// The kinds of inputs of a program: elements, single values, what is computed for each place, and neighbours.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/runtime/failure.hpp>
#include <type_traits>

namespace cp::program {

/// Kinds of inputs: elements of an array, the one element of an array of rank 0, elements that are computed from their
/// place and never lie in memory.
template <class T>
struct elements {
  using type = T;
};
template <class T>
struct single {
  using type = T;
};
/// How many axes of how many sources are numbered anew where a rule finds an element: what its code takes.
template <class Rule>
constexpr int turns_of = 0;
template <class Rule>
requires requires { Rule::turns; }
constexpr int turns_of<Rule> = Rule::turns;
/// `Rule` says what stands at a place, which is a 64-bit number: start + sum of step * index. It has a `name`, a
/// `type`, its `cost` (see signature_info) and `fill<Width>(to, first, step)`, which writes what stands at first, first
/// + step, ...: a rule for which neighbours have work in common does that work once, if they are whole blocks of such
/// (`in_blocks<Width>(first, step)`; then `fill_blocks<Width>(to, first)` does without asking). A rule that costs 16 or
/// more has ==: inputs that are alike are computed once. The bytes of a rule that has some lie among the launch's
/// scalars, at `Offset`.
template <class Rule, int Offset>
struct computed {
  using type = typename Rule::type;
  using rule = Rule;
  static constexpr int offset = Offset;
  static_assert(std::is_trivially_copyable_v<type> && std::is_trivially_copyable_v<Rule>);

  static constexpr bool has_blocks = requires { Rule::count; };

  template <int Width, bool Few = true, bool There = false>
  FUSE_HD static void fill(type* to, std::int64_t first, std::int64_t step, unsigned char const* scalars) {
    if constexpr (std::is_empty_v<Rule>)
      Rule{}.template fill<Width>(to, first, step);
    else if constexpr (turns_of<Rule> > 0)
      rule_in(scalars).template fill<Width, Few, There>(to, first, step);
    else
      rule_in(scalars).template fill<Width>(to, first, step);
  }
  FUSE_HD static Rule const& rule_in(unsigned char const* scalars) {
    return *reinterpret_cast<Rule const*>(scalars + Offset);
  }
};
/// Whether what stands at a place is quicker known from the place before: then `rule.in_order()` is a rule, with
/// memory, that a thread takes along from place to place.
template <class Rule>
concept in_order_rule = requires(Rule const& r) {
  r.in_order();
};
/// The place itself: an index grid.
struct place_itself {
  static constexpr char name[] = "index";
  using type = std::int64_t;
  static constexpr int cost = 4;
  template <int Width>
  FUSE_HD void fill(std::int64_t* to, std::int64_t first, std::int64_t step) const {
    for (int v = 0; v < Width; ++v) to[v] = first + step * v;
  }
  /// All of a run.
  static void fill_run(std::int64_t* to, std::int64_t first, std::int64_t step, std::int64_t n) {
    if (step == 1) {
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) to[i] = first + i;
    } else {
      for (std::int64_t i = 0; i < n; ++i, first += step) to[i] = first;
    }
  }
};
/// What a rule is in a kernel: a node's may hold an array, whose elements it reads.
template <class Rule>
struct launched_rule {
  using type = Rule;
};
template <class Rule>
requires requires { typename Rule::launched; }
struct launched_rule<Rule> {
  using type = typename Rule::launched;
};

/// The same as a number of elements that is added to where a gather's indices lead: the axes that are not indexed.
struct offset_itself : place_itself {};
template <class Kind>
constexpr bool is_computed = false;
template <class Rule, int Offset>
constexpr bool is_computed<computed<Rule, Offset>> = true;
/// Whether an input is its place: an index, or what is added to one.
template <class Kind>
constexpr bool is_position = false;
template <class Rule, int Offset>
requires(std::is_base_of_v<place_itself, Rule>) constexpr bool is_position<computed<Rule, Offset>> = true;

/// What lies beyond the edges of an array whose neighbours are read.
enum class edge : unsigned char { nearest, wrap, reflect, mirror, constant, valid };
/// Where a neighbour lies, an offset an axis.
template <int... O>
struct offset {
  static constexpr int rank = sizeof...(O);
  static constexpr int value[] = {O...};
};
template <class... Offset>
struct offsets {};
/// Elements of an array together with their neighbours at `Offsets`. `Outside`: where the launch's scalars hold the
/// element beyond an edge (edge::constant).
template <class T, edge Edge, int Outside, class Offsets>
struct stencil {
  using type = T;
};

/// The inputs of a program, in order.
template <class... Kind>
struct inputs {
  static constexpr int count = sizeof...(Kind);
};

}  // namespace cp::program
