// The tiled form: operands that run along another axis than the output go through shared memory, so that both sides are
// coalesced.
#pragma once

#include <cstdint>
#include <fuse/kernels/elementwise/strided.cuh>
#include <fuse/kernels/evaluate.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

template <class Signature, int Side>
struct tiled_body;

template <class... Kind, int Bytes, class... Store, int Side>
struct tiled_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Side> {
  static constexpr int outputs = sizeof...(Store);
  static constexpr int count = outputs + int(sizeof...(Kind));
  static constexpr int threads = tuning::block_threads;
  static constexpr int pitch = Side + 1;  // odd in 4-byte words, so that columns of a tile lie in different banks
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;

#ifdef __CUDA_ARCH__
  /// Reads a tile of an operand along axis 1, where it is contiguous: element (row, column) goes to row * pitch +
  /// column.
  template <class K, class Arguments>
  static __device__ __forceinline__ void fetch(unsigned char*& shared, Arguments const& a, int operand,
                                               std::int64_t offset, std::uint32_t j0, std::uint32_t i0,
                                               std::uint32_t inner, std::uint32_t extent) {
    if constexpr (is_loaded<K>) {
      if (a.reach_of(operand) != reach::tile) return;
      using T = typename K::type;
      T* const t = reinterpret_cast<T*>(shared);
      shared += (Side * pitch * sizeof(T) + 15) / 16 * 16;
      T const* const p = static_cast<T const*>(a.data[operand]) + offset;
      std::int64_t const step = a.strides[operand][0];
      std::uint32_t const row = threadIdx.x % Side;
#pragma unroll
      for (int k = 0; k < Side * Side / threads; ++k) {
        std::uint32_t const column = threadIdx.x / Side + k * (threads / Side);
        if (i0 + row < extent && j0 + column < inner)
          t[row * pitch + column] = p[(i0 + row) + static_cast<std::int64_t>(j0 + column) * step];
      }
    }
  }

  /// Loads `Width` elements at (row, column) of the tile: from shared memory, as a vector, one for all, or one by one.
  template <class K, int I, int Width, class Arguments>
  static __device__ __forceinline__ void load(slot<I, K, Width>& s, unsigned char const*& shared, Arguments const& a,
                                              int operand, std::int64_t offset, std::uint32_t left, int row,
                                              int column) {
    using T = typename K::type;
    if constexpr (is_loaded<K>) {
      std::int64_t const step = a.strides[operand][0];
      reach const r = a.reach_of(operand);
      T const* const p = static_cast<T const*>(a.data[operand]) + offset;
      if (r == reach::tile) {
        T const* const t = reinterpret_cast<T const*>(shared) + row * pitch + column;
        shared += (Side * pitch * sizeof(T) + 15) / 16 * 16;
#pragma unroll
        for (int v = 0; v < Width; ++v) s.v[v] = t[v];
      } else if (r == reach::vector) {
        auto const w = load_lying(reinterpret_cast<vector<T, Width> const*>(p));
#pragma unroll
        for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
      } else {
#pragma unroll
        for (int v = 0; v < Width; ++v)
          if (v < left) s.v[v] = p[v * step];
      }
    } else {
      load_along<K, I, Width>(s, static_cast<char const*>(a.data[operand]) + offset, false);
    }
  }

  template <class T, int Width>
  static __device__ __forceinline__ void put(vector<T, Width> const& w, T* p, std::int64_t step, reach r,
                                             std::uint32_t left) {
    if (r == reach::vector) {
      store_lying(reinterpret_cast<vector<T, Width>*>(p), w);
    } else {
#pragma unroll
      for (int v = 0; v < Width; ++v)
        if (v < left) p[v * step] = w.v[v];
    }
  }

  template <int Width, int Rows, class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run(Arguments const& a, std::integer_sequence<int, I...>,
                                             std::integer_sequence<int, O...>) {
    extern __shared__ __align__(16) unsigned char tiles[];
    using inputs = values<sequence, Width, Kind...>;
    std::uint32_t const above = a.head.plan.inner_tiles.divide(blockIdx.x);
    std::uint32_t const j0 = (blockIdx.x - above * a.head.plan.inner_tiles.divisor) * Side;
    std::uint32_t const last = a.head.plan.tile_rows.divide(above),
                        next_to = above - last * a.head.plan.tile_rows.divisor;
    std::uint32_t const outer = a.head.plan.beside ? next_to : last;
    std::uint32_t const i0 = (a.head.plan.beside ? last : next_to) * Side;
    std::uint32_t const inner = a.head.plan.inner, extent = a.extents[1].divisor;
    std::int64_t offset[count] = {};
    std::uint32_t rest = outer;
    for (int axis = 2; axis < a.head.rank; ++axis) {
      std::uint32_t const next = axis == a.head.rank - 1 ? 0 : a.extents[axis].divide(rest);
      std::int64_t const i = rest - next * a.extents[axis].divisor;
      rest = next;
#pragma unroll
      for (int c = 0; c < count; ++c) offset[c] += i * a.strides[c][axis];
    }
    unsigned char* to = tiles;
    (fetch<Kind>(to, a, outputs + I, offset[outputs + I], j0, i0, inner, extent), ...);
    __syncthreads();
    constexpr int across = Side / Width, down = threads / across;
    int const column = static_cast<int>(threadIdx.x) % across * Width;
    std::uint32_t const j = j0 + column;
    if (j >= inner) return;
#pragma unroll(Rows)
    for (int k = 0; k < Side / down; ++k) {
      int const row = static_cast<int>(threadIdx.x) / across + k * down;
      std::int64_t const i = i0 + row;
      if (i < extent) {
        inputs in;
        unsigned char const* from = tiles;
        (load<Kind, I, Width>(slot_of<I, Kind, Width>(in), from, a, outputs + I,
                              offset[outputs + I] + i * a.strides[outputs + I][1] + j * a.strides[outputs + I][0],
                              inner - j, row, column),
         ...);
        compute_inputs(in, a.scalars, [&](auto c) {
          std::int64_t const* const stride = a.strides[outputs + c];
          return place_run{place_of(a.data[outputs + c]) + offset[outputs + c] + i * stride[1] + j * stride[0],
                           stride[0]};
        });
        evaluate_vector<Width, Store...>(in, a.scalars, no_splats{},
                                         [&](vector<typename Store::type, Width> const&... w) {
                                           (put(w,
                                                static_cast<typename Store::type*>(a.data[O]) + offset[O] +
                                                    i * a.strides[O][1] + j * a.strides[O][0],
                                                a.strides[O][0], a.reach_of(O), inner - j),
                                            ...);
                                         });
      }
    }
  }
#endif
};

/// `Rows` of a tile at once a thread.
template <class Signature, int Axes, int Width, int Side, int Rows>
__global__ void __launch_bounds__(tuning::block_threads)
    tiled(__grid_constant__ strided_arguments<Signature::count, Axes, Signature::bytes> const a) {
#ifdef __CUDA_ARCH__
  using body = tiled_body<Signature, Side>;
  body::template run<Width, Rows>(a, typename body::sequence{}, std::make_integer_sequence<int, Signature::outputs>{});
#endif
}

}  // namespace cp::kernels::device
