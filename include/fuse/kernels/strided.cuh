// The strided form: any strides and broadcasts; rows of the inner axis, as vectors where every operand allows it.
#pragma once

#include <cstdint>
#include <utility>

#include <fuse/kernels/cuda_plan.hpp>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

/// Axes are innermost first; `extents` holds divisors of the axes from 1 on.
template <int Count, int Axes, int Bytes>
struct strided_arguments {
  strided_head head;
  divider extents[Axes];
  void* data[Count];
  std::int64_t strides[Count][Axes];
  alignas(16) unsigned char scalars[Bytes];

  __device__ __forceinline__ reach reach_of(int operand) const { return static_cast<reach>(head.plan.reaches >> (2 * operand) & 3); }
};
template <class Arguments, int Count, int Axes, int Bytes>
constexpr bool strided_layout_agrees = offsetof(Arguments, data) == strided_layout(Count, Axes, Bytes).data &&
                                       offsetof(Arguments, strides) == strided_layout(Count, Axes, Bytes).strides &&
                                       offsetof(Arguments, scalars) == strided_layout(Count, Axes, Bytes).scalars;

/// Loads and stores of `Width` elements along the inner axis, by an operand's reach.
template <class K, int I, int Width, class Arguments>
__device__ __forceinline__ void load_along(slot<I, K, Width>& s, Arguments const& a, int operand, std::int64_t offset, std::uint32_t j, std::uint32_t n) {
  using T = typename K::type;
  if constexpr (is_single<K>) {
    s.v[0] = *static_cast<T const*>(a.data[operand]);
  } else if constexpr (is_positions<K>) {
    std::int64_t const step = a.head.rank > 0 ? a.strides[operand][0] : 0;
    std::int64_t const first = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(a.data[operand])) + offset + step * j;
#pragma unroll
    for (int v = 0; v < Width; ++v) s.v[v] = first + step * v;
  } else {
    T const* const p = static_cast<T const*>(a.data[operand]) + offset;
    reach const r = a.reach_of(operand);
    if (r == reach::splat) {
      T const x = *p;
#pragma unroll
      for (int v = 0; v < Width; ++v) s.v[v] = x;
    } else if (Width > 1 && r == reach::vector) {
      auto const w = *reinterpret_cast<vector<T, Width> const*>(p + j);
#pragma unroll
      for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
    } else {
      std::int64_t const step = a.strides[operand][0];
#pragma unroll
      for (int v = 0; v < Width; ++v)
        if (Width == 1 || j + v < n) s.v[v] = p[(static_cast<std::int64_t>(j) + v) * step];
    }
  }
}

template <class S, int Width, class Inputs, class Arguments>
__device__ __forceinline__ void store_along(Inputs const& in, Arguments const& a, int operand, std::int64_t offset, std::uint32_t j, std::uint32_t n) {
  using T = typename S::type;
  vector<T, Width> w;
#pragma unroll
  for (int v = 0; v < Width; ++v) w.v[v] = S::eval(context<Inputs, Width>{in, a.scalars, v});
  T* const p = static_cast<T*>(a.data[operand]) + offset;
  if (Width > 1 && a.reach_of(operand) == reach::vector) {
    *reinterpret_cast<vector<T, Width>*>(p + j) = w;
  } else {
    std::int64_t const step = a.head.rank > 0 ? a.strides[operand][0] : 0;
#pragma unroll
    for (int v = 0; v < Width; ++v)
      if (Width == 1 || j + v < n) p[(static_cast<std::int64_t>(j) + v) * step] = w.v[v];
  }
}

template <class Signature>
struct strided_body;

template <class... Kind, int Bytes, class... Store>
struct strided_body<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  static constexpr int outputs = sizeof...(Store);
  static constexpr int count = outputs + int(sizeof...(Kind));
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;

  template <int Width, int Rows, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run(Arguments const& a, std::integer_sequence<int, I...>, std::integer_sequence<int, O...>) {
    using inputs = values<sequence, Width, Kind...>;
    std::uint32_t const log2 = a.head.plan.block_log2;
    std::uint32_t const tile_row = a.head.plan.inner_tiles.divide(blockIdx.x);
    std::uint32_t const tile = blockIdx.x - tile_row * a.head.plan.inner_tiles.divisor;
    std::uint32_t const j = ((tile << log2) + (threadIdx.x & ((1u << log2) - 1))) * Width;
    if (j >= a.head.plan.inner) return;
    std::uint32_t const rows_at_once = tuning::block_threads >> log2;
    std::uint32_t const row0 = tile_row * rows_at_once * Rows + (threadIdx.x >> log2);
    inputs in[Rows];
    std::int64_t offset[Rows][count];
#pragma unroll
    for (int k = 0; k < Rows; ++k) {
      std::uint32_t const row = row0 + k * rows_at_once;
      if (row >= a.head.plan.rows) continue;
#pragma unroll
      for (int c = 0; c < count; ++c) offset[k][c] = 0;
      std::uint32_t rest = row;
      for (int axis = 1; axis < a.head.rank; ++axis) {
        std::uint32_t const above = axis == a.head.rank - 1 ? 0 : a.extents[axis].divide(rest);
        std::int64_t const i = rest - above * a.extents[axis].divisor;
        rest = above;
#pragma unroll
        for (int c = 0; c < count; ++c) offset[k][c] += i * a.strides[c][axis];
      }
      (load_along<Kind, I, Width>(slot_of<I, Kind, Width>(in[k]), a, outputs + I, offset[k][outputs + I], j, a.head.plan.inner), ...);
    }
#pragma unroll
    for (int k = 0; k < Rows; ++k)
      if (row0 + k * rows_at_once < a.head.plan.rows) (store_along<Store, Width>(in[k], a, O, offset[k][O], j, a.head.plan.inner), ...);
  }
};

template <class Signature, int Axes, int Width, int Rows>
__global__ void __launch_bounds__(tuning::block_threads)
    strided(__grid_constant__ strided_arguments<Signature::count, Axes, Signature::bytes> const a) {
  static_assert(strided_layout_agrees<strided_arguments<Signature::count, Axes, Signature::bytes>, Signature::count, Axes, Signature::bytes>);
  using body = strided_body<Signature>;
  using outputs = std::make_integer_sequence<int, Signature::outputs>;
  if constexpr (Width > 1) {
    if (a.head.plan.vector) {
      body::template run<Width, Rows>(a, typename body::sequence{}, outputs{});
      return;
    }
  }
  body::template run<1, Rows>(a, typename body::sequence{}, outputs{});
}

}  // namespace cp::kernels::device
