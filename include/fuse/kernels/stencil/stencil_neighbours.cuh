// Neighbours of the CUDA stencil form: where those beyond an edge stand, and the filling of a thread's windows. Which
// rows and columns stand beyond an edge a thread that walks looks up once; others do it where they have to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/divider.hpp>
#include <fuse/kernels/stencil/cuda_stencil_plan.hpp>
#include <fuse/kernels/stencil/stencil.hpp>
#include <fuse/kernels/stencil/stencil_window.cuh>
#include <type_traits>
#include <utility>

namespace cp::kernels {

namespace device {

/// Places with low[a] <= i < high[a] along each axis have all their neighbours.
template <int Count, int Axes, int Bytes>
struct stencil_arguments {
  stencil_plan plan;
  std::int64_t extent[Axes], low[Axes], high[Axes];
  divider by[Axes];  ///< tiles along each axis
  std::uint32_t open[Count];
  void* data[Count];
  std::int64_t strides[Count][Axes];
  alignas(16) unsigned char scalars[Bytes];
};

/// A thread's patch of results, along axis `Down` and the last one, and what it reads of other places: finds where they
/// stand, and fills the windows.
template <class Signature, int Axes, int Down, int Walk, int Rows>
struct stencil_neighbours;

template <class... Kind, int Bytes, class... Store, int Axes, int Down, int Walk, int Rows>
struct stencil_neighbours<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes, Down, Walk, Rows> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using arguments = stencil_arguments<signature::count, Axes, signature::bytes>;
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  static constexpr int outputs = sizeof...(Store), count = signature::count, across = Axes - 1;
  /// The axes as indices, also where there are none.
  static constexpr int down_axis = Down < 0 ? 0 : Down, walk_axis = Walk < 0 ? 0 : Walk;
  /// A thread's place (its first element), where each operand has it; whether all of its rows exist, and all their
  /// neighbours along axes other than the last one; of a thread that walks, also other than its walk and down.
  struct place {
    std::int64_t at[Axes];
    char* p[count];
    bool rows_exist, rows_inside;
  };
  /// Elements of a thread side by side: how far they are from its first one, and where on the last axis. `present`: a
  /// bit for each that exists.
  struct column {
    std::int64_t shift, x;
    unsigned present;
  };
#ifdef __CUDA_ARCH__
  template <int S, class Sheets, int... A>
  static __device__ __forceinline__ std::int64_t key_offset(std::int64_t const* strides,
                                                            std::integer_sequence<int, A...>) {
    return (std::int64_t{0} + ... +
            (std::integral_constant<int, Sheets::value.key[S][A]>::value * strides[Axes - Sheets::rank + A]));
  }
  static __device__ __forceinline__ std::int64_t step_down(arguments const& a, int c) {
    return Down < 0 ? 0 : a.strides[c][down_axis];
  }
  static __device__ __forceinline__ std::int64_t step_walk(arguments const& a, int c) {
    return Walk < 0 ? 0 : a.strides[c][walk_axis];
  }

  /// A place along one axis as a place on the array; -1 where a constant stands.
  template <program::edge Edge, int Low, int High, class Index>
  static __device__ __forceinline__ Index find(Index i, Index n, bool open) {
    // Places further off belong to results that are not there.
    i = i < -Low ? -Low : i > n - 1 + High ? n - 1 + High : i;
    return Edge == program::edge::valid || open ? i : resolve_near(Edge, i, n);
  }
  template <class K, program::edge Edge, int A, class Index>
  static __device__ __forceinline__ Index find_along(arguments const& a, int c, Index i) {
    using lines = stencil_lines<K>;
    constexpr int axis = Axes - lines::rank + A;
    return find<Edge, lines::value.low[A], lines::value.high[A]>(i, static_cast<Index>(a.extent[axis]),
                                                                 (a.open[c] >> axis & 1) != 0);
  }

  template <int Width, class K, program::edge Edge>
  static __device__ __forceinline__ void find_columns(arguments const& a, int c, std::int64_t x,
                                                      stencil_columns<K, Width>& k) {
    using own = stencil_columns<K, Width>;
    constexpr bool valid = Edge == program::edge::valid;
    constexpr int low = own::low, high = own::high;
    using place_type = std::conditional_t<settled, stencil_index<Width>, std::int64_t>;
    auto const begin = static_cast<place_type>(x), n = static_cast<place_type>(a.extent[across]);
    k.inside = x >= a.low[across] && x + Width <= a.high[across];
    k.whole = begin >= (valid ? -low : 0) && begin + Width <= n + (valid ? high : 0);
    if (own::few || (Walk >= 0 && !k.inside)) {
      auto const first = static_cast<stencil_index<Width>>(x);
#pragma unroll
      for (int s = 0; s < low + high; ++s) {
        auto const found = find_along<K, Edge, own::last>(a, c, first + (s < low ? s - low : Width + s - low));
        k.to[s] = Edge == program::edge::constant && found < 0 ? own::absent : found - first;
      }
    }
  }

  /// Loads cells [from, to) of vector `k` of a row. Cells are counted from the thread's first element, which is at `q`.
  template <int Width, int Low, class T, int Cells>
  static __device__ __forceinline__ void load_vector(char const* q, std::int64_t step, int k, int from, int to,
                                                     T (&row)[Cells]) {
    constexpr int size = int(sizeof(T));
    int const first = k * Width > from ? k * Width : from, end = (k + 1) * Width < to ? (k + 1) * Width : to;
    if (Width > 1 && end - first > 1) {
      auto const u = load_constant<T, Width>(q + k * Width * size);
#pragma unroll
      for (int v = 0; v < Width; ++v)
        if (k * Width + v >= first && k * Width + v < end) row[k * Width + v - Low] = u.v[v];
    } else {
#pragma unroll
      for (int v = 0; v < Width; ++v)
        if (k * Width + v >= first && k * Width + v < end)
          row[k * Width + v - Low] = load_constant<T, 1>(q + (k * Width + v) * (Width > 1 ? 1 : step) * size).v[0];
    }
  }
  /// Loads cells [from, to) of a row of which the thread's own elements exist. `Lookup`: others stand for some beside.
  template <int Width, int Low, bool Lookup, program::edge Edge, class T, class Columns, int Cells>
  static __device__ __forceinline__ void load_row(char const* q, std::int64_t step, int from, int to,
                                                  Columns const& columns, T const& outside, T (&row)[Cells]) {
    constexpr int size = int(sizeof(T));
    constexpr int first = (Low - (Width - 1) * (Low < 0)) / Width, last = (Cells + Low - 1) / Width;
    load_vector<Width, Low>(q, step, 0, from, to, row);
    if constexpr (!Lookup) {
#pragma unroll
      for (int k = first; k <= last; ++k)
        if (k != 0) load_vector<Width, Low>(q, step, k, from, to, row);
    } else {
#pragma unroll
      for (int k = 0; k < Cells; ++k) {
        int const x = k + Low;
        if ((x >= 0 && x < Width) || x < from || x >= to) continue;
        auto const off = columns.to[Columns::slot(x)];
        if (Edge == program::edge::constant && off == Columns::absent)
          row[k] = outside;
        else
          row[k] = load_constant<T, 1>(q + off * std::int64_t{Width > 1 ? 1 : step} * size).v[0];
      }
    }
  }

  template <int Width, class K, program::edge Edge, int DownOwn>
  static __device__ __forceinline__ void find_rows(arguments const& a, int c, place const& t,
                                                   stencil_rows<K, DownOwn, Rows, Width>& rows) {
    using own = stencil_rows<K, DownOwn, Rows, Width>;
    constexpr int low = own::low, high = own::high;
    auto const first = static_cast<stencil_index<Width>>(t.at[down_axis]);
    rows.last = static_cast<stencil_index<Width>>(a.extent[down_axis]) - 1 + high - first;
#pragma unroll
    for (int r = 0; r < low + Rows + high; ++r) {
      auto i = first + (r - low);
      if constexpr (DownOwn >= 0) i = find_along<K, Edge, DownOwn>(a, c, i);
      rows.beyond[r] = Edge == program::edge::constant && i < 0;
      rows.to[r] = i - first;
    }
  }

  template <class T, program::edge Edge, int Outside>
  static __device__ __forceinline__ T const& outside_of(arguments const& a) {
    return *reinterpret_cast<T const*>(a.scalars + (Edge == program::edge::constant ? Outside : 0));
  }

  /// Where row `r` and plane `p` of a sheet lie, as a distance from the input's first element: beside an edge.
  template <int S, class K, class Sheets, program::edge Edge, int DownOwn, int WalkOwn, class Index, int... A>
  static __device__ __forceinline__ std::int64_t find_row(arguments const& a, int c, place const& t, int p, int r,
                                                          bool& beyond, std::integer_sequence<int, A...>) {
    std::int64_t offset = 0;
    bool outside = false;
    auto const along = [&]<int Own>(std::integral_constant<int, Own>) {
      if constexpr (Own != Sheets::rank - 1) {
        constexpr int axis = Axes - Sheets::rank + Own, key = Sheets::value.key[S][Own],
                      row = Sheets::value.of[S].low[1], plane = Sheets::value.of[S].low[0];
        constexpr bool moves = stencil_lines<K>::value.low[Own] > 0 || stencil_lines<K>::value.high[Own] > 0;
        int const by = Own == DownOwn ? r + row : Own == WalkOwn ? p + plane : key;
        auto i = static_cast<Index>(t.at[axis]) + by;
        // Rows below the last result are others of the array.
        if constexpr (moves || Own == DownOwn) i = find_along<K, Edge, Own>(a, c, i);
        if (Edge == program::edge::constant && i < 0) outside = true;
        offset += i * a.strides[c][axis];
      }
    };
    (along(std::integral_constant<int, A>{}), ...);
    beyond = outside;
    return offset;
  }

  /// Fills planes [Begin, End) of a sheet's window where the thread's own columns exist. A thread that walks knows its
  /// rows, and looks up planes.
  template <int S, int Width, bool Lookup, int Begin, int End, class K, class Sheets, program::edge Edge, int Outside,
            int WalkOwn, class T, class Columns, class RowsOf, int Planes, int RowCount, int Cells>
  static __device__ __forceinline__ void fill_whole(arguments const& a, int c, place const& t, column const& at,
                                                    Columns const& columns, RowsOf const& rows,
                                                    sheet_cells<S, T, Planes, RowCount, Cells>& w) {
    using axes = std::make_integer_sequence<int, Sheets::rank>;
    constexpr auto spans = Sheets::template make_spans<S>();
    constexpr int size = int(sizeof(T)), low = Sheets::value.of[S].low[2], first_row = Sheets::value.of[S].low[1],
                  first_plane = Sheets::value.of[S].low[0], least_row = RowsOf::low;
    T const& outside = outside_of<T, Edge, Outside>(a);
    std::int64_t const step = a.strides[c][across];
    char const* const first = t.p[c] + (key_offset<S, Sheets>(a.strides[c], axes{}) + at.shift * step) * size;
#pragma unroll
    for (int p = Begin; p < End; ++p) {
      std::int64_t plane = p + first_plane;
      bool beyond = false;
      if constexpr (WalkOwn >= 0) {
        auto const own = static_cast<stencil_index<Width>>(t.at[walk_axis]);
        auto const found = find_along<K, Edge, WalkOwn>(a, c, own + p + first_plane);
        beyond = Edge == program::edge::constant && found < 0;
        plane = found - own;
      }
      char const* const q = first + plane * step_walk(a, c) * size;
      std::int64_t const down = step_down(a, c) * size;
      char const* line = q + first_row * down;
#pragma unroll
      for (int r = 0; r < RowCount; ++r) {
        int const from = spans.of[p][r].from, to = spans.of[p][r].to;
        if (Edge == program::edge::valid && r > 0) line += Walk < 0 || r + first_row <= rows.last ? down : 0;
        if (from == to) continue;
        if (Walk >= 0 && Edge == program::edge::constant && (beyond || rows.beyond[r + first_row + least_row])) {
#pragma unroll
          for (int k = 0; k < Cells; ++k) w.v[p][r][k] = outside;
        } else {
          std::int64_t const row = Walk < 0 ? r + first_row : rows.to[r + first_row + least_row];
          load_row<Width, low, Lookup, Edge>(Edge == program::edge::valid ? line : q + row * down, step, from, to,
                                             columns, outside, w.v[p][r]);
        }
      }
    }
  }

  /// The same where a vector has elements beyond the end of its row, or neighbours beyond an edge that are not looked
  /// up for the whole walk.
  template <int S, int Width, int Begin, int End, class K, class Sheets, program::edge Edge, int Outside, int DownOwn,
            int WalkOwn, class T, class Columns, int Planes, int RowCount, int Cells>
  static __device__ __forceinline__ void fill_beside(arguments const& a, int c, place const& t, column const& at,
                                                     Columns const& columns,
                                                     sheet_cells<S, T, Planes, RowCount, Cells>& w) {
    constexpr auto spans = Sheets::template make_spans<S>();
    constexpr int size = int(sizeof(T)), low = Sheets::value.of[S].low[2];
    T const& outside = outside_of<T, Edge, Outside>(a);
    std::int64_t const step = a.strides[c][across];
    // Threads that walk, and those with several columns, do it row by row and through memory of their own: registers
    // are for the others.
    constexpr bool at_once = Walk < 0 && Width > 1;
    constexpr int rows_at_once = at_once ? (End - Begin) * RowCount : 1, cells_at_once = at_once ? Cells : 1;
    T found[Begin < End ? (End - Begin) * RowCount : 1][Cells];  // (of some walks the last place has left none)
#pragma unroll(rows_at_once)
    for (int i = 0; i < (End - Begin) * RowCount; ++i) {
      bool beyond;
      char const* const line =
          static_cast<char const*>(a.data[c]) +
          find_row<S, K, Sheets, Edge, DownOwn, WalkOwn, stencil_index<Width>>(
              a, c, t, Begin + i / RowCount, i % RowCount, beyond, std::make_integer_sequence<int, Sheets::rank>{}) *
              size;
      if ((Columns::few || (Walk >= 0 && Width > 1)) && columns.whole && !(Edge == program::edge::constant && beyond)) {
        T row[Cells];
        load_row<Width, low, true, Edge>(line + at.x * step * size, step, low, low + Cells, columns, outside, row);
#pragma unroll
        for (int k = 0; k < Cells; ++k) found[i][k] = row[k];
      } else {
#pragma unroll(cells_at_once)
        for (int k = 0; k < Cells; ++k) {
          auto const x = find_along<K, Edge, Sheets::rank - 1>(a, c, static_cast<stencil_index<Width>>(at.x) + k + low);
          if (Edge == program::edge::constant && (beyond || x < 0))
            found[i][k] = outside;
          else
            found[i][k] = load_constant<T, 1>(line + x * step * size).v[0];
        }
      }
    }
#pragma unroll
    for (int p = Begin; p < End; ++p)
#pragma unroll
      for (int r = 0; r < RowCount; ++r)
#pragma unroll
        for (int k = 0; k < Cells; ++k)
          if (k + low >= spans.of[p][r].from && k + low < spans.of[p][r].to)
            w.v[p][r][k] = found[(p - Begin) * RowCount + r][k];
  }
#endif

  /// Which planes of a window: those that the last place of the walk has left, the new one.
  enum class part { head, tail };

#ifdef __CUDA_ARCH__
  template <part Part, int Width, int I, class T, program::edge Edge, int Outside, class Offsets, int DownOwn,
            int WalkOwn>
  static __device__ __forceinline__ void fill(
      arguments const& a, place const& t, column const& at,
      window<I, program::stencil<T, Edge, Outside, Offsets>, DownOwn, WalkOwn, Rows, Width>& w) {
    using kind = program::stencil<T, Edge, Outside, Offsets>;
    using sheets = stencil_sheets<kind, DownOwn, WalkOwn, Rows, Width>;
    constexpr int c = outputs + I;
    constexpr bool few = stencil_columns<kind, Width>::few;
    [&]<int... S>(std::integer_sequence<int, S...>) {
      constexpr auto begin = [](int s) { return Part == part::head ? 0 : sheets::planes(s) - 1; };
      constexpr auto end = [](int s) { return sheets::planes(s) - (Part == part::head); };
      if (t.rows_inside && (few ? w.columns.whole : w.columns.inside))
        (fill_whole<S, Width, few, begin(S), end(S), kind, sheets, Edge, Outside, WalkOwn>(
             a, c, t, at, w.columns, w.rows, cells_of<S>(w.cells)),
         ...);
      else if (Walk >= 0 && !few && t.rows_inside && w.columns.whole)
        (fill_whole<S, Width, true, begin(S), end(S), kind, sheets, Edge, Outside, WalkOwn>(
             a, c, t, at, w.columns, w.rows, cells_of<S>(w.cells)),
         ...);
      else
        (fill_beside<S, Width, begin(S), end(S), kind, sheets, Edge, Outside, DownOwn, WalkOwn>(a, c, t, at, w.columns,
                                                                                                cells_of<S>(w.cells)),
         ...);
    }
    (std::make_integer_sequence<int, sheets::sheets>{});
  }
  template <part Part, int Width, int I, class K, int DownOwn, int WalkOwn>
  static __device__ __forceinline__ void fill(arguments const&, place const&, column const&,
                                              window<I, K, DownOwn, WalkOwn, Rows, Width>&) {}

  template <int Width, int I, class T, program::edge Edge, int Outside, class Offsets, int DownOwn, int WalkOwn>
  static __device__ __forceinline__ void begin(
      arguments const& a, place const& t, std::int64_t x,
      window<I, program::stencil<T, Edge, Outside, Offsets>, DownOwn, WalkOwn, Rows, Width>& w) {
    using kind = program::stencil<T, Edge, Outside, Offsets>;
    find_columns<Width, kind, Edge>(a, outputs + I, x, w.columns);
    if constexpr (Walk >= 0) find_rows<Width, kind, Edge, DownOwn>(a, outputs + I, t, w.rows);
  }
  template <int Width, int I, class K, int DownOwn, int WalkOwn>
  static __device__ __forceinline__ void begin(arguments const&, place const&, std::int64_t,
                                               window<I, K, DownOwn, WalkOwn, Rows, Width>&) {}
#endif

  /// All inputs have their neighbours: threads that walk have registers for what compilers would else find out again in
  /// each step. (Those that look neighbours up have not: 7 points of 512^3 with wrap 0.86, so 0.73.)
  static constexpr bool settled =
      Walk >= 0 && ((!is_stencil<Kind> || stencil_edge<Kind> == program::edge::valid) && ...);
#ifdef __CUDA_ARCH__
  template <class T>
  static __device__ __forceinline__ T once(T x) {
    if constexpr (settled && sizeof(T) == 4) asm volatile("" : "+r"(x));
    return x;
  }
  /// Which of a column's elements exist, a bit each: known where threads are settled.
  template <int Width>
  static __device__ __forceinline__ unsigned find_present(arguments const& a, std::int64_t x) {
    auto const first = static_cast<stencil_index<Width>>(x), n = static_cast<stencil_index<Width>>(a.extent[across]);
    unsigned bits = 0;
#pragma unroll
    for (int v = 0; v < Width; ++v)
      if (first + v >= 0 && first + v < n) bits |= 1u << v;
    return once(bits);
  }
  template <int Width>
  static __device__ __forceinline__ bool columns_exist(arguments const& a, column const& at) {
    if (Width == 1 || settled) return at.present == (1u << Width) - 1;
    return at.x >= 0 && at.x + Width <= a.extent[across];
  }
  template <int Width>
  static __device__ __forceinline__ bool column_exists(arguments const& a, column const& at, int v) {
    if (settled) return (at.present >> v & 1) != 0;
    auto const x = static_cast<stencil_index<Width>>(at.x) + v;
    return x >= 0 && x < static_cast<stencil_index<Width>>(a.extent[across]);
  }
#endif
};

}  // namespace device
}  // namespace cp::kernels
