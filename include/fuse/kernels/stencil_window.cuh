// What a thread of the CUDA stencil form holds: for each input the window of neighbours that its results need.
#pragma once

#include <cstdint>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/stencil.hpp>
#include <utility>

namespace cp::kernels::device {

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

/// What a thread holds of one line: cells along the last axis, for each row along the march.
template <int L, class T, int Rows, int Cells>
struct line_cells {
  T v[Rows][Cells];
};
template <int L, class T, int Rows, int Cells>
__device__ __forceinline__ line_cells<L, T, Rows, Cells>& cells_of(line_cells<L, T, Rows, Cells>& c) {
  return c;
}
template <int L, class T, int Rows, int Cells>
__device__ __forceinline__ line_cells<L, T, Rows, Cells> const& cells_of(line_cells<L, T, Rows, Cells> const& c) {
  return c;
}

template <class Lines, int L, int Steps>
constexpr int window_rows = Steps + Lines::value.m_high[L] - Lines::value.m_low[L];
template <class Lines, int L, int Width>
constexpr int window_cells = Width + Lines::value.x_high[L] - Lines::value.x_low[L];

template <class Sequence, class T, class Lines, int Steps, int Width>
struct window_of;
template <int... L, class T, class Lines, int Steps, int Width>
struct window_of<std::integer_sequence<int, L...>, T, Lines, Steps, Width>
    : line_cells<L, T, window_rows<Lines, L, Steps>, window_cells<Lines, L, Width>>... {};

/// The window of input `I`; nothing where its neighbours are not read.
template <int I, class Kind, int March, int Steps, int Width>
struct window {};
template <int I, class T, program::edge Edge, int Outside, class Offsets, int March, int Steps, int Width>
struct window<I, program::stencil<T, Edge, Outside, Offsets>, March, Steps, Width> {
  using lines = stencil_lines<program::stencil<T, Edge, Outside, Offsets>, March>;
  window_of<std::make_integer_sequence<int, lines::lines>, T, lines, Steps, Width> cells;
};
template <int I, class Kind, int March, int Steps, int Width>
__device__ __forceinline__ window<I, Kind, March, Steps, Width>& window_at(window<I, Kind, March, Steps, Width>& w) {
  return w;
}
template <int I, class Kind, int March, int Steps, int Width>
__device__ __forceinline__ window<I, Kind, March, Steps, Width> const& window_at(
    window<I, Kind, March, Steps, Width> const& w) {
  return w;
}

/// The march as an axis of a stencil's own, of `Axes` axes of the loop; -1 if it has not that axis.
template <class Kind, int Axes, int March>
constexpr int own_march = [] {
  if constexpr (is_stencil<Kind>) {
    int const own = March - (Axes - stencil_lines<Kind, -1>::rank);
    return March < 0 || own < 0 ? -1 : own;
  } else {
    return -1;
  }
}();

template <class Sequence, int Axes, int March, int Steps, int Width, class... Kind>
struct windows;
template <int... I, int Axes, int March, int Steps, int Width, class... Kind>
struct windows<std::integer_sequence<int, I...>, Axes, March, Steps, Width, Kind...>
    : window<I, Kind, own_march<Kind, Axes, March>, Steps, Width>... {};

/// Element `v` of row `s` and its neighbours, for a program.
template <class Windows, class Own>
struct stencil_context {
  Windows const& in;
  Own own;
  int s;

  template <int I>
  __device__ __forceinline__ auto get() const {
    return own.template get<I>();
  }
  template <int I, int... O>
  __device__ __forceinline__ auto near() const {
    return pick<program::offset<O...>>(window_at<I>(in));
  }
  template <int Offset, class T>
  __device__ __forceinline__ T const& scalar() const {
    return own.template scalar<Offset, T>();
  }

 private:
  template <class Offset, int I, class Kind, int March, int Steps, int Width>
  __device__ __forceinline__ auto pick(window<I, Kind, March, Steps, Width> const& w) const {
    using lines = stencil_lines<Kind, March>;
    constexpr int l = lines::template find<Offset>(), x = Offset::value[Offset::rank - 1] - lines::value.x_low[l];
    constexpr int m =
        (March < 0 || March == Offset::rank - 1 ? 0 : Offset::value[March < 0 ? 0 : March]) - lines::value.m_low[l];
    return cells_of<l>(w.cells).v[s + m][own.v + x];
  }
};

}  // namespace cp::kernels::device
