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

/// Loads `Width` elements that begin at `p`, which stands at the thread's place, by an operand's reach; `left` is how many elements the row still has.
template <class K, int I, int Width>
__device__ __forceinline__ void load_along(slot<I, K, Width>& s, void const* base, std::int64_t offset, std::int64_t step, reach r, std::uint32_t left) {
  using T = typename K::type;
  if constexpr (is_single<K>) {
    s.v[0] = *static_cast<T const*>(base);
  } else if constexpr (is_positions<K>) {
    std::int64_t const first = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(base)) + offset;
#pragma unroll
    for (int v = 0; v < Width; ++v) s.v[v] = first + step * v;
  } else {
    T const* const p = static_cast<T const*>(base) + offset;
    if constexpr (Width == 1) {
      s.v[0] = *p;
    } else if (r == reach::vector) {
      auto const w = *reinterpret_cast<vector<T, Width> const*>(p);
#pragma unroll
      for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
    } else if (r == reach::splat) {
      s.v[0] = *p;  // spread where it is used: copying it here would wait for the load
    } else {
#pragma unroll
      for (int v = 0; v < Width; ++v)
        if (v < left) s.v[v] = p[v * step];
    }
  }
}

template <class T, int Width>
__device__ __forceinline__ void store_along(vector<T, Width> const& w, void* base, std::int64_t offset, std::int64_t step, reach r, std::uint32_t left) {
  T* const p = static_cast<T*>(base) + offset;
  if constexpr (Width == 1) {
    *p = w.v[0];
  } else if (r == reach::vector) {
    *reinterpret_cast<vector<T, Width>*>(p) = w;
  } else {
#pragma unroll
    for (int v = 0; v < Width; ++v)
      if (v < left) p[v * step] = w.v[v];
  }
}

template <class Signature>
struct strided_body;

template <class... Kind, int Bytes, class... Store>
struct strided_body<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  static constexpr int outputs = sizeof...(Store);
  static constexpr int count = outputs + int(sizeof...(Kind));
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;

  /// A thread works on `Items` places: one below the other (rows) or, where there are few rows, one beside the other.
  template <int Axes, int Width, int Items, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run(Arguments const& a, std::integer_sequence<int, I...>, std::integer_sequence<int, O...>) {
    using inputs = values<sequence, Width, Kind...>;
    auto const& plan = a.head.plan;
    std::uint32_t const tile_row = plan.inner_tiles.divide(blockIdx.x);
    std::uint32_t const tile = blockIdx.x - tile_row * plan.inner_tiles.divisor;
    std::uint32_t const log2 = plan.block_log2;
    std::uint32_t const j0 = ((tile << log2) * plan.items_across + (threadIdx.x & ((1u << log2) - 1))) * Width;
    std::uint32_t const row0 = (tile_row * plan.items_down << (tuning::block_log2 - log2)) + (threadIdx.x >> log2);
    std::uint32_t const j_step = plan.items_across > 1 ? static_cast<std::uint32_t>(Width) << log2 : 0;
    std::uint32_t const row_step = plan.items_down > 1 ? static_cast<std::uint32_t>(tuning::block_threads) >> log2 : 0;
    inputs in[Items];
    std::int64_t offset[Items][count];
    std::int64_t advance[count];
#pragma unroll
    for (int c = 0; c < count; ++c)
      advance[c] = static_cast<std::int64_t>(j_step) * a.strides[c][0] + (Axes == 2 ? static_cast<std::int64_t>(row_step) * a.strides[c][Axes - 1] : 0);
#pragma unroll
    for (int k = 0; k < Items; ++k) {
      std::uint32_t const row = row0 + k * row_step, j = j0 + k * j_step;
      if constexpr (Axes <= 2) {
#pragma unroll
        for (int c = 0; c < count; ++c)
          offset[k][c] = k > 0 ? offset[k > 0 ? k - 1 : 0][c] + advance[c]
                               : static_cast<std::int64_t>(j) * a.strides[c][0] + (Axes == 2 ? static_cast<std::int64_t>(row) * a.strides[c][Axes - 1] : 0);
      }
      if (row >= plan.rows || j >= plan.inner) continue;
      if constexpr (Axes > 2) {
#pragma unroll
        for (int c = 0; c < count; ++c) offset[k][c] = static_cast<std::int64_t>(j) * a.strides[c][0];
        std::uint32_t rest = row;
        for (int axis = 1; axis < a.head.rank; ++axis) {
          std::uint32_t const above = axis == a.head.rank - 1 ? 0 : a.extents[axis].divide(rest);
          std::int64_t const i = rest - above * a.extents[axis].divisor;
          rest = above;
#pragma unroll
          for (int c = 0; c < count; ++c) offset[k][c] += i * a.strides[c][axis];
        }
      }
      (load_along<Kind, I, Width>(slot_of<I, Kind, Width>(in[k]), a.data[outputs + I], offset[k][outputs + I], a.strides[outputs + I][0], a.reach_of(outputs + I),
                                  plan.inner - j),
       ...);
    }
#pragma unroll
    for (int k = 0; k < Items; ++k) {
      std::uint32_t const j = j0 + k * j_step;
      if (row0 + k * row_step >= plan.rows || j >= plan.inner) continue;
      evaluate_vector<Width, Store...>(in[k], a.scalars, splat_bits{plan.splats >> outputs}, [&](auto const&... w) {
        (store_along(w, a.data[O], offset[k][O], a.strides[O][0], a.reach_of(O), plan.inner - j), ...);
      });
    }
  }
};

template <class Signature, int Axes, int Width, int Items, int VectorItems>
__global__ void __launch_bounds__(tuning::block_threads)
    strided(__grid_constant__ strided_arguments<Signature::count, Axes, Signature::bytes> const a) {
  static_assert(strided_layout_agrees<strided_arguments<Signature::count, Axes, Signature::bytes>, Signature::count, Axes, Signature::bytes>);
  using body = strided_body<Signature>;
  using outputs = std::make_integer_sequence<int, Signature::outputs>;
  if constexpr (Width > 1) {
    if (a.head.plan.vector) {
      body::template run<Axes, Width, VectorItems>(a, typename body::sequence{}, outputs{});
      return;
    }
  }
  body::template run<Axes, 1, Items>(a, typename body::sequence{}, outputs{});
}

}  // namespace cp::kernels::device
