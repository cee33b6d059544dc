// Rolls and pads as slices: where positions do not wrap around or lie beyond an array, it is the array itself, moved.
#pragma once

#include <cstdint>
#include <fuse/kernels/limits.hpp>
#include <fuse/program/moved.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>

namespace cp::kernels {

/// What the rule of an input says that is turned round or lies between edges (see program::moved), whatever its type;
/// from it on, what the rule says that it reads, to the array at the end.
struct turned_input {
  static constexpr int most_axes = 32, most_levels = 4;
  struct level {
    std::int64_t first[most_axes], extent[most_axes], stride[most_axes];
    std::int32_t shift[most_axes];
    std::int32_t axes, begin;
    std::int64_t origin;  ///< the place that distance 0 is, of the next level
    bool round;           ///< positions wrap around; else there are others before and behind the array's
  };
  level levels[most_levels];
  int count = 0;
  void const* data;
  std::int32_t itemsize;
};
/// Reads one from a launch's scalars; null for all other operands.
using turned_reader = void (*)(unsigned char const* scalars, turned_input& to);

/// Whether most places of an axis are the source's one by one.
template <class Map>
constexpr bool mostly_slices = std::is_same_v<Map, program::rotated> || std::is_same_v<Map, program::placed> ||
                               std::is_same_v<Map, program::stretched> || std::is_same_v<Map, program::mirrored> ||
                               std::is_same_v<Map, program::reflected> || std::is_same_v<Map, program::periodic>;
/// Whether a rule moves an array so, or another that does.
template <class Rule>
constexpr int turned_levels = 0;
template <class T, class Map, int Axes>
requires(mostly_slices<Map>) constexpr int turned_levels<program::moved<program::in_memory<T>, Map, Axes>> = 1;
template <class Rule, class Map, int Axes>
requires(mostly_slices<Map>&& turned_levels<Rule> >
         0) constexpr int turned_levels<program::moved<program::in_places<Rule>, Map, Axes>> = 1 + turned_levels<Rule>;

/// Whether one of them turns it round.
template <class Rule>
constexpr bool goes_round = false;
template <class Source, class Map, int Axes>
constexpr bool goes_round<program::moved<Source, Map, Axes>> = std::is_same_v<Map, program::rotated>;
template <class Rule, class Map, int Axes>
constexpr bool goes_round<program::moved<program::in_places<Rule>, Map, Axes>> =
    std::is_same_v<Map, program::rotated> || goes_round<Rule>;

template <class Source, class Map, int Axes>
void read_turned(program::moved<Source, Map, Axes> const& from, turned_input& to) {
  static_assert(Axes <= turned_input::most_axes);
  turned_input::level& l = to.levels[to.count++];
  l.axes = Axes, l.begin = from.begin, l.origin = 0, l.round = std::is_same_v<Map, program::rotated>;
  for (int k = 0; k < Axes; ++k)
    l.first[k] = from.first[k], l.extent[k] = from.extent[k], l.stride[k] = from.stride[k], l.shift[k] = from.shift[k];
  if constexpr (requires { from.source.data; }) {
    to.data = from.source.data;
    to.itemsize = int(sizeof(typename Source::type));
  } else {
    l.origin = from.source.first;
    read_turned(from.source.rule, to);
  }
}

/// What a kind of input is where no position wraps around or lies beyond an edge.
template <class Kind>
struct turned_kind {
  static constexpr bool is = false, round = false;
  using plain = Kind;
  static constexpr turned_reader reader = nullptr;
};
template <class Rule, int Offset>
requires(turned_levels<Rule> > 0 &&
         turned_levels<Rule> <= turned_input::most_levels) struct turned_kind<program::computed<Rule, Offset>> {
  static constexpr bool is = true, round = goes_round<Rule>;
  using plain = program::elements<typename Rule::type>;
  static void read(unsigned char const* scalars, turned_input& to) {
    read_turned(program::computed<Rule, Offset>::rule_in(scalars), to);
  }
  static constexpr turned_reader reader = &read;
};

/// A signature where no position does, and whether that is another one.
template <class Signature>
struct turned_signature;
template <class... Kind, int Bytes, class... Store>
struct turned_signature<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  static constexpr bool is = (false || ... || turned_kind<Kind>::is);
  /// Whether there are rolls, of which only the frame is left; edges may be most of a loop (those of joined arrays
  /// are).
  static constexpr bool round = (false || ... || turned_kind<Kind>::round);
  using plain = program::signature<program::inputs<typename turned_kind<Kind>::plain...>, Bytes, Store...>;
  /// By operand, outputs first.
  static constexpr turned_reader readers[] = {turned_kind<Store>::reader..., turned_kind<Kind>::reader...};
};

}  // namespace cp::kernels
