// The flat form: every operand is one contiguous run (or one element); 16-byte vectors, some in flight a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <fuse/kernels/cuda_plan.hpp>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

template <int Count, int Bytes>
struct flat_arguments {
  std::int64_t n;
  void* data[Count];
  alignas(16) unsigned char scalars[Bytes];
};

template <class Arguments>
constexpr std::size_t scalars_offset = offsetof(Arguments, scalars);

template <class Signature, int Width, int Unroll>
struct flat_body;

template <class... Kind, int Bytes, class... Store, int Width, int Unroll>
struct flat_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Width, Unroll> {
  static constexpr int outputs = sizeof...(Store);
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using inputs = values<sequence, Width, Kind...>;

  template <int I, class K>
  static __device__ __forceinline__ void load(slot<I, K, Width>& s, void const* data, std::int64_t i, std::int64_t n) {
    if constexpr (is_single<K>) {
      s.v[0] = *static_cast<typename K::type const*>(data);
    } else if constexpr (is_positions<K>) {
#pragma unroll
      for (int v = 0; v < Width; ++v) s.v[v] = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(data)) + i + v;
    } else {
      using T = typename K::type;
      T const* const p = static_cast<T const*>(data) + i;
      if (i + Width <= n) {
        auto const w = *reinterpret_cast<vector<T, Width> const*>(p);
#pragma unroll
        for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
      } else {
#pragma unroll
        for (int v = 0; v < Width; ++v)
          if (i + v < n) s.v[v] = p[v];
      }
    }
  }

  template <class T>
  static __device__ __forceinline__ void put(vector<T, Width> const& w, void* data, std::int64_t i, std::int64_t n) {
    T* const p = static_cast<T*>(data) + i;
    if (i + Width <= n) {
      *reinterpret_cast<vector<T, Width>*>(p) = w;
    } else {
#pragma unroll
      for (int v = 0; v < Width; ++v)
        if (i + v < n) p[v] = w.v[v];
    }
  }

  template <class Arguments, int... I, int... O>
  static __device__ __forceinline__ void run(Arguments const& a, std::integer_sequence<int, I...>, std::integer_sequence<int, O...>) {
    constexpr std::int64_t threads = tuning::block_threads;
    std::int64_t const first = (static_cast<std::int64_t>(blockIdx.x) * threads * Unroll + threadIdx.x) * Width;
    inputs in[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      std::int64_t const i = first + u * threads * Width;
      if (i < a.n) (load<I, Kind>(in[u], a.data[outputs + I], i, a.n), ...);
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      std::int64_t const i = first + u * threads * Width;
      if (i < a.n) evaluate_vector<Width, Store...>(in[u], a.scalars, no_splats{}, [&](auto const&... w) { (put(w, a.data[O], i, a.n), ...); });
    }
  }
};

template <class Signature, int Width, int Unroll>
__global__ void __launch_bounds__(tuning::block_threads) flat(__grid_constant__ flat_arguments<Signature::count, Signature::bytes> const a) {
  static_assert(scalars_offset<flat_arguments<Signature::count, Signature::bytes>> == flat_layout(Signature::count, Signature::bytes).scalars);
  using body = flat_body<Signature, Width, Unroll>;
  body::run(a, typename body::sequence{}, std::make_integer_sequence<int, Signature::outputs>{});
}

}  // namespace cp::kernels::device
