// What the stencil kernels of host and device share: where neighbours lie, and which element stands for one beyond an
// edge.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>

namespace cp::kernels {

template <class Kind>
constexpr bool is_stencil = false;
template <class T, program::edge Edge, int Outside, class Offsets>
constexpr bool is_stencil<program::stencil<T, Edge, Outside, Offsets>> = true;

template <class Kind>
constexpr program::edge stencil_edge = program::edge::valid;
template <class T, program::edge Edge, int Outside, class Offsets>
constexpr program::edge stencil_edge<program::stencil<T, Edge, Outside, Offsets>> = Edge;

/// An input as planning sees it.
struct stencil_input {
  int rank = 0;  ///< 0: its neighbours are not read
  program::edge edge = program::edge::valid;
  int outside = 0;                    ///< byte offset of the element beyond an edge in the scalars (edge::constant)
  int lines = 1;                      ///< lines that results along one line are computed from
  std::int8_t const* line = nullptr;  ///< [lines][rank]: where they lie
  std::int8_t const* low = nullptr;   ///< [rank]: how far offsets reach down along an axis, as positive numbers
  std::int8_t const* high = nullptr;  ///< and up
};

/// The offsets of a stencil, sorted into lines along the last axis: those of one line differ in their last offset.
template <class Kind>
struct stencil_lines;
template <class T, program::edge Edge, int Outside, class First, class... More>
struct stencil_lines<program::stencil<T, Edge, Outside, program::offsets<First, More...>>> {
  static constexpr int count = 1 + sizeof...(More), rank = First::rank;

  struct table {
    int lines = 0;
    int line_of[count] = {};
    std::int8_t line[count][rank] = {};
    std::int8_t low[rank] = {}, high[rank] = {};
  };
  static constexpr table make() {
    table t;
    int const* const offset[] = {First::value, More::value...};
    for (int k = 0; k < count; ++k) {
      int const* const o = offset[k];
      std::int8_t key[rank] = {};
      for (int a = 0; a < rank; ++a) {
        key[a] = static_cast<std::int8_t>(a == rank - 1 ? 0 : o[a]);
        if (-o[a] > t.low[a]) t.low[a] = static_cast<std::int8_t>(-o[a]);
        if (o[a] > t.high[a]) t.high[a] = static_cast<std::int8_t>(o[a]);
      }
      int l = 0;
      for (; l < t.lines; ++l) {
        bool same = true;
        for (int a = 0; a < rank; ++a) same = same && t.line[l][a] == key[a];
        if (same) break;
      }
      if (l == t.lines) {
        for (int a = 0; a < rank; ++a) t.line[l][a] = key[a];
        ++t.lines;
      }
      t.line_of[k] = l;
    }
    return t;
  }
  static constexpr table value = make();
  static constexpr int lines = value.lines;

  /// The line of an offset.
  template <class Offset>
  static constexpr int find() {
    bool const same[] = {std::is_same_v<Offset, First>, std::is_same_v<Offset, More>...};
    int k = 0;
    while (k < count - 1 && !same[k]) ++k;
    return value.line_of[k];
  }

  static constexpr stencil_input info{rank, Edge, Outside, lines, &value.line[0][0], value.low, value.high};
};

/// The input that planning sees of a kind.
template <class Kind>
constexpr stencil_input stencil_input_of() {
  if constexpr (is_stencil<Kind>)
    return stencil_lines<Kind>::info;
  else
    return {};
}

/// n modulo `period`, never negative. Places lie at most some tens beyond an edge, so that a division would cost more.
template <class Index>
FUSE_HD Index positive_modulo(Index n, Index period) {
  while (n < 0) n += period;
  while (n >= period) n -= period;
  return n;
}

/// The element of an axis of `n` (at least one) that stands at place `i`, which may lie beyond the edges; -1 where a
/// constant does. As scipy.ndimage does it, for any distance.
template <class Index>
FUSE_HD Index resolve(program::edge edge, Index i, Index n) {
  if (i >= 0 && i < n) return i;
  switch (edge) {
    case program::edge::wrap:
      return positive_modulo(i, n);
    case program::edge::reflect: {
      Index const m = positive_modulo(i, 2 * n);
      return m < n ? m : 2 * n - 1 - m;
    }
    case program::edge::mirror: {
      if (n == 1) return 0;
      Index const m = positive_modulo(i, 2 * n - 2);
      return m < n ? m : 2 * n - 2 - m;
    }
    case program::edge::constant:
      return -1;
    default:
      return i < 0 ? 0 : n - 1;
  }
}

/// The same without a loop for places that are less than `n` off.
template <class Index>
FUSE_HD Index resolve_near(program::edge edge, Index i, Index n) {
  Index found = i;
  if (i < 0)
    found = edge == program::edge::wrap       ? i + n
            : edge == program::edge::reflect  ? -1 - i
            : edge == program::edge::mirror   ? -i
            : edge == program::edge::constant ? -1
                                              : 0;
  else if (i >= n)
    found = edge == program::edge::wrap       ? i - n
            : edge == program::edge::reflect  ? n - 1 - (i - n)
            : edge == program::edge::mirror   ? n - 2 - (i - n)
            : edge == program::edge::constant ? -1
                                              : n - 1;
  if (edge == program::edge::constant || edge == program::edge::nearest || (found >= 0 && found < n)) return found;
  return resolve(edge, i, n);
}

}  // namespace cp::kernels
