// What a thread of the CUDA stencil form holds: for each input the window of neighbours that its results need.
#pragma once

#include <cstdint>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/stencil/stencil.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels::device {

#ifdef __CUDA_ARCH__
/// Loads what no thread writes while the kernel runs.
template <class T, int Width>
__device__ __forceinline__ vector<T, Width> load_constant(char const* p) {
  using whole = vector<T, Width>;
  whole w;
  if constexpr (Width == 1 && alignof(T) < sizeof(T)) {
    w.v[0] = *reinterpret_cast<T const*>(p);
  } else if constexpr (sizeof(whole) == 16) {
    uint4 const bits = __ldg(reinterpret_cast<uint4 const*>(p));
    __builtin_memcpy(&w, &bits, 16);
  } else if constexpr (sizeof(whole) == 8) {
    uint2 const bits = __ldg(reinterpret_cast<uint2 const*>(p));
    __builtin_memcpy(&w, &bits, 8);
  } else if constexpr (sizeof(whole) == 4) {
    unsigned int const bits = __ldg(reinterpret_cast<unsigned int const*>(p));
    __builtin_memcpy(&w, &bits, 4);
  } else if constexpr (sizeof(whole) == 2) {
    unsigned short const bits = __ldg(reinterpret_cast<unsigned short const*>(p));
    __builtin_memcpy(&w, &bits, 2);
  } else if constexpr (sizeof(whole) == 1) {
    unsigned char const bits = __ldg(reinterpret_cast<unsigned char const*>(p));
    __builtin_memcpy(&w, &bits, 1);
  } else {
    w = *reinterpret_cast<whole const*>(p);
  }
  return w;
}
#endif

/// An axis of a loop of `Axes` axes as an axis of a stencil's own; -1 if it has not that axis, or there is none.
template <class Kind, int Axes, int Axis>
constexpr int own_axis = [] {
  if constexpr (is_stencil<Kind>) {
    int const own = Axis - (Axes - stencil_lines<Kind>::rank);
    return Axis < 0 || own < 0 ? -1 : own;
  } else {
    return -1;
  }
}();

/// The offsets of a stencil, sorted into sheets: those of one sheet differ along the last axis and along the axes
/// `Down` and `Walk` (of the stencil; -1: none). The window of a sheet has planes along `Walk`, rows along `Down`, and
/// cells along the last axis: those that a thread needs for `Rows` rows of `Width` elements.
template <class Kind, int Down, int Walk, int Rows, int Width>
struct stencil_sheets;
template <class T, program::edge Edge, int Outside, class First, class... More, int Down, int Walk, int Rows, int Width>
struct stencil_sheets<program::stencil<T, Edge, Outside, program::offsets<First, More...>>, Down, Walk, Rows, Width> {
  static constexpr int count = 1 + sizeof...(More), rank = First::rank;

  /// Least and greatest offsets along the walk, down, and along the last axis.
  struct box {
    int low[3] = {}, high[3] = {};
  };
  struct table {
    int sheets = 0;
    int sheet_of[count] = {};
    int key[count][rank] = {};
    box of[count] = {};
  };
  /// An offset along one of the three axes of a window.
  static constexpr int along(int const* offset, int axis) {
    if (axis == 2) return offset[rank - 1];
    int const own = axis == 0 ? Walk : Down;
    return own < 0 || own == rank - 1 ? 0 : offset[own];
  }
  static constexpr table make() {
    table t;
    int const* const offset[] = {First::value, More::value...};
    for (int k = 0; k < count; ++k) {
      int key[rank] = {};
      for (int a = 0; a < rank; ++a) key[a] = a == rank - 1 || a == Down || a == Walk ? 0 : offset[k][a];
      int s = 0;
      for (; s < t.sheets; ++s) {
        bool same = true;
        for (int a = 0; a < rank; ++a) same = same && t.key[s][a] == key[a];
        if (same) break;
      }
      if (s == t.sheets) {
        for (int a = 0; a < rank; ++a) t.key[s][a] = key[a];
        for (int i = 0; i < 3; ++i) t.of[s].low[i] = t.of[s].high[i] = along(offset[k], i);
        ++t.sheets;
      }
      t.sheet_of[k] = s;
      for (int i = 0; i < 3; ++i) {
        int const o = along(offset[k], i);
        if (o < t.of[s].low[i]) t.of[s].low[i] = o;
        if (o > t.of[s].high[i]) t.of[s].high[i] = o;
      }
    }
    return t;
  }
  static constexpr table value = make();
  static constexpr int sheets = value.sheets;

  static constexpr int planes(int s) { return 1 + value.of[s].high[0] - value.of[s].low[0]; }
  static constexpr int rows(int s) { return Rows + value.of[s].high[1] - value.of[s].low[1]; }
  static constexpr int cells(int s) { return Width + value.of[s].high[2] - value.of[s].low[2]; }

  /// The elements of a row, counted from the thread's first, that are needed of it when its plane is plane `p` of the
  /// window: then, and in the planes that it moves on to. Nothing: from == to.
  struct span {
    int from = 0, to = 0;
  };
  static constexpr span needed(int s, int p, int r) {
    int const* const offset[] = {First::value, More::value...};
    span n;
    for (int k = 0; k < count; ++k) {
      int const row = r + value.of[s].low[1] - along(offset[k], 1);
      if (value.sheet_of[k] != s || row < 0 || row >= Rows || along(offset[k], 0) - value.of[s].low[0] > p) continue;
      int const x = along(offset[k], 2);
      if (n.from == n.to)
        n = {x, x + Width};
      else
        n = {x < n.from ? x : n.from, x + Width > n.to ? x + Width : n.to};
    }
    return n;
  }
  template <int S>
  struct spans {
    span of[planes(S)][rows(S)];
  };
  template <int S>
  static constexpr spans<S> make_spans() {
    spans<S> all;
    for (int p = 0; p < planes(S); ++p)
      for (int r = 0; r < rows(S); ++r) all.of[p][r] = needed(S, p, r);
    return all;
  }

  /// Cells that a thread holds.
  static constexpr int held() {
    int n = 0;
    for (int s = 0; s < sheets; ++s)
      for (int p = 0; p < planes(s); ++p)
        for (int r = 0; r < rows(s); ++r) n += needed(s, p, r).to - needed(s, p, r).from;
    return n;
  }

  /// The sheet of an offset.
  template <class Offset>
  static constexpr int find() {
    bool const same[] = {std::is_same_v<Offset, First>, std::is_same_v<Offset, More>...};
    int k = 0;
    while (k < count - 1 && !same[k]) ++k;
    return value.sheet_of[k];
  }
};

// Planning sees to it that axes have less than 2^31 elements where vectors move.
template <int Width>
using stencil_index = std::conditional_t<(Width > 1), int, std::int64_t>;

/// What an input has beside a thread's elements along the last axis: whether these exist themselves (`whole`), whether
/// all their neighbours do (`inside`), and how far from the first of them the elements lie that stand for neighbours.
template <class Kind, int Width>
struct stencil_columns {
  static constexpr int last = stencil_lines<Kind>::rank - 1, low = stencil_lines<Kind>::value.low[last],
                       high = stencil_lines<Kind>::value.high[last];
  /// One neighbour at each end is looked up by all threads, more only by those beside an edge.
  static constexpr bool few = Width > 1 && low <= 1 && high <= 1;
  static constexpr int absent = -2147483647;  ///< a constant stands there
  bool whole, inside;
  stencil_index<Width> to[low + high + 1];

  /// The neighbour `x` elements from the first.
  static constexpr int slot(int x) { return x < 0 ? x + low : low + x - Width; }
};

/// Which rows stand where a thread that walks needs some, along the axis `Down` of a stencil: how many rows they lie
/// from the thread's first one, and whether a constant stands there instead.
template <class Kind, int Down, int Rows, int Width>
struct stencil_rows {
  static constexpr int low = Down < 0 ? 0 : stencil_lines<Kind>::value.low[Down < 0 ? 0 : Down],
                       high = Down < 0 ? 0 : stencil_lines<Kind>::value.high[Down < 0 ? 0 : Down];
  stencil_index<Width> to[low + Rows + high];
  stencil_index<Width> last;  ///< the last row that is there, as a distance too
  bool beyond[low + Rows + high];
};

/// What a thread holds of one sheet.
template <int S, class T, int Planes, int Rows, int Cells>
struct sheet_cells {
  T v[Planes][Rows][Cells];
};
#ifdef __CUDA_ARCH__
template <int S, class T, int Planes, int Rows, int Cells>
__device__ __forceinline__ sheet_cells<S, T, Planes, Rows, Cells>& cells_of(sheet_cells<S, T, Planes, Rows, Cells>& c) {
  return c;
}
template <int S, class T, int Planes, int Rows, int Cells>
__device__ __forceinline__ sheet_cells<S, T, Planes, Rows, Cells> const& cells_of(
    sheet_cells<S, T, Planes, Rows, Cells> const& c) {
  return c;
}
#endif

template <class Sequence, class T, class Sheets>
struct window_of;
template <int... S, class T, class Sheets>
struct window_of<std::integer_sequence<int, S...>, T, Sheets>
    : sheet_cells<S, T, Sheets::planes(S), Sheets::rows(S), Sheets::cells(S)>... {};

/// The window of input `I`; nothing where its neighbours are not read.
template <int I, class Kind, int Down, int Walk, int Rows, int Width>
struct window {};
template <int I, class T, program::edge Edge, int Outside, class Offsets, int Down, int Walk, int Rows, int Width>
struct window<I, program::stencil<T, Edge, Outside, Offsets>, Down, Walk, Rows, Width> {
  using sheets = stencil_sheets<program::stencil<T, Edge, Outside, Offsets>, Down, Walk, Rows, Width>;
  window_of<std::make_integer_sequence<int, sheets::sheets>, T, sheets> cells;
  stencil_columns<program::stencil<T, Edge, Outside, Offsets>, Width> columns;
  stencil_rows<program::stencil<T, Edge, Outside, Offsets>, Down, Rows, Width> rows;
};
#ifdef __CUDA_ARCH__
template <int I, class Kind, int Down, int Walk, int Rows, int Width>
__device__ __forceinline__ window<I, Kind, Down, Walk, Rows, Width>& window_at(
    window<I, Kind, Down, Walk, Rows, Width>& w) {
  return w;
}
template <int I, class Kind, int Down, int Walk, int Rows, int Width>
__device__ __forceinline__ window<I, Kind, Down, Walk, Rows, Width> const& window_at(
    window<I, Kind, Down, Walk, Rows, Width> const& w) {
  return w;
}
#endif

template <class Sequence, int Axes, int Down, int Walk, int Rows, int Width, class... Kind>
struct windows;
template <int... I, int Axes, int Down, int Walk, int Rows, int Width, class... Kind>
struct windows<std::integer_sequence<int, I...>, Axes, Down, Walk, Rows, Width, Kind...>
    : window<I, Kind, own_axis<Kind, Axes, Down>, own_axis<Kind, Axes, Walk>, Rows, Width>... {};

#ifdef __CUDA_ARCH__
/// The last planes become the first ones of the next place of the walk.
template <int S, class T, int Planes, int Rows, int Cells>
__device__ __forceinline__ void carry(sheet_cells<S, T, Planes, Rows, Cells>& sheet) {
#pragma unroll
  for (int p = 0; p + 1 < Planes; ++p)
#pragma unroll
    for (int r = 0; r < Rows; ++r)
#pragma unroll
      for (int k = 0; k < Cells; ++k) sheet.v[p][r][k] = sheet.v[p + 1][r][k];
}
template <int... S, class T, class Sheets>
__device__ __forceinline__ void carry(window_of<std::integer_sequence<int, S...>, T, Sheets>& cells) {
  (carry(cells_of<S>(cells)), ...);
}
template <int I, class Kind, int Down, int Walk, int Rows, int Width>
__device__ __forceinline__ void carry(window<I, Kind, Down, Walk, Rows, Width>& w) {
  if constexpr (is_stencil<Kind>) carry(w.cells);
}
#endif

/// Element `v` of row `s` and its neighbours, for a program.
template <class Windows, class Own>
struct stencil_context {
  Windows const& in;
  Own own;
  int s;

#ifdef __CUDA_ARCH__
  template <int I>
  __device__ __forceinline__ auto get() const {
    return own.template get<I>();
  }
  template <int I, int... O>
  __device__ __forceinline__ auto near() const {
    return pick<program::offset<O...>>(window_at<I>(in));
  }
  template <int Offset, class T>
  __device__ __forceinline__ program::scalar_access<T> scalar() const {
    return own.template scalar<Offset, T>();
  }
#endif

 private:
#ifdef __CUDA_ARCH__
  template <class Offset, int I, class Kind, int Down, int Walk, int Rows, int Width>
  __device__ __forceinline__ auto pick(window<I, Kind, Down, Walk, Rows, Width> const& w) const {
    using sheets = stencil_sheets<Kind, Down, Walk, Rows, Width>;
    constexpr int at = sheets::template find<Offset>();
    constexpr int p = sheets::along(Offset::value, 0) - sheets::value.of[at].low[0],
                  r = sheets::along(Offset::value, 1) - sheets::value.of[at].low[1],
                  x = sheets::along(Offset::value, 2) - sheets::value.of[at].low[2];
    return cells_of<at>(w.cells).v[p][s + r][own.v + x];
  }
#endif
};

}  // namespace cp::kernels::device
