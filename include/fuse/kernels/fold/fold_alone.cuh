// The CUDA kernel that folds short results: a thread has several for itself, and nothing to merge with others.
#pragma once

#include <cstdint>
#include <fuse/kernels/early.cuh>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/fold/fold_body.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

template <class Signature, int Axes>
struct fold_alone_body;

template <class... Kind, int Bytes, class... Store, int Axes>
struct fold_alone_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes>
    : fold_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using base = fold_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes>;
  using base::count;
  using base::outputs;
  using typename base::arguments;
  using typename base::sequence;
  using typename base::state;
  template <int Width>
  using inputs = typename base::template inputs<Width>;

#ifdef __CUDA_ARCH__
  /// Bytes from an input's element to the next one along an axis (so few that 32 bits hold them).
  static __device__ __forceinline__ int step_of(arguments const& a, int k, int axis) {
    return static_cast<int>(a.strides[k][axis]) * base::cursor::unit(k);
  }
  /// Loads an element of each of a thread's results: a vector, or so many elements, or one that is all of them.
  template <bool Vector, int Width, class K, int I>
  static __device__ __forceinline__ void load(arguments const& a, slot<I, K, Width>& s, char const* from) {
    if constexpr (is_single<K>) {
      s.v[0] = *static_cast<typename K::type const*>(a.data[outputs + I]);
    } else if constexpr (Vector) {
      load_bytes<K, I, Width>(s, from);
    } else {
      using T = typename K::type;
      int const apart = static_cast<int>(a.plan.apart) * step_of(a, outputs + I, a.plan.folded);
      if (apart == 0) {
        T const x = *reinterpret_cast<T const*>(from);
#pragma unroll
        for (int v = 0; v < Width; ++v) s.v[v] = x;
      } else {
#pragma unroll
        for (int v = 0; v < Width; ++v) s.v[v] = *reinterpret_cast<T const*>(from + v * apart);
      }
    }
  }
  /// Folds `Some` elements of each of a thread's results, all of which are under way at once.
  template <bool Vector, int Width, int Some, int... I>
  static __device__ __forceinline__ void fold_some(arguments const& a, state (&s)[Width], char const* (&from)[count],
                                                   std::integer_sequence<int, I...>) {
    inputs<Width> in[Some];
#pragma unroll
    for (int u = 0; u < Some; ++u) {
      (load<Vector, Width, Kind, I>(a, slot_of<I, Kind, Width>(in[u]), from[outputs + I]), ...);
      ((from[outputs + I] += step_of(a, outputs + I, 0)), ...);
    }
#pragma unroll
    for (int u = 0; u < Some; ++u)
#pragma unroll
      for (int v = 0; v < Width; ++v) s[v].add(context<inputs<Width>, Width, no_splats>{in[u], a.scalars, {}, v});
  }
  /// Folds `left` elements, fewer than twice `Some`: `Some` of them, half as many, ...
  template <bool Vector, int Width, int Some>
  static __device__ __forceinline__ void fold_rest(arguments const& a, state (&s)[Width], char const* (&from)[count],
                                                   int left) {
    if constexpr (Some > 0) {
      if ((left & Some) != 0) fold_some<Vector, Width, Some>(a, s, from, sequence{});
      fold_rest<Vector, Width, Some / 2>(a, s, from, left);
    }
  }
  /// Folds all rows of a thread's results, of which the first one begins at `at`.
  template <bool Vector, int Width, int Some, int... I>
  static __device__ __forceinline__ void fold(arguments const& a, state (&s)[Width], std::int64_t const* at,
                                              std::integer_sequence<int, I...> all) {
    char const* from[count];
    ((from[outputs + I] =
          static_cast<char const*>(a.data[outputs + I]) + at[outputs + I] * base::cursor::unit(outputs + I)),
     ...);
    auto const length = static_cast<int>(a.plan.length);
#pragma unroll 1
    for (auto rows = static_cast<int>(a.plan.rows); rows > 0; --rows) {
      int left = length;
#pragma unroll 1
      for (; left >= Some; left -= Some) fold_some<Vector, Width, Some>(a, s, from, all);
      fold_rest<Vector, Width, Some / 2>(a, s, from, left);
      if constexpr (Axes > 1)
        ((from[outputs + I] += step_of(a, outputs + I, 1) - length * step_of(a, outputs + I, 0)), ...);
    }
  }
  /// Stores a thread's results, which are vectors.
  template <int Width, int... O>
  static __device__ __forceinline__ void store_vector(arguments const& a, state const (&s)[Width], std::int64_t* at,
                                                      std::integer_sequence<int, O...>) {
    [&](vector<typename Store::type, Width>... w) {
      std::int64_t to[count];
#pragma unroll
      for (int k = 0; k < count; ++k) to[k] = at[k];
#pragma unroll
      for (int v = 0; v < Width; ++v) {
        base::evaluate(a, s[v], at, [&](typename Store::type const&... x) { ((w.v[v] = x), ...); });
        base::step_along(a, a.plan.folded, 1, outputs, at);
      }
      (store_whole(reinterpret_cast<vector<typename Store::type, Width>*>(
                       static_cast<typename Store::type*>(a.data[O]) + to[O]),
                   w),
       ...);
    }(vector<typename Store::type, Width>{}...);
  }
#endif
};

/// Threads fold `Width` whole results, of which each load brings one element, or each of as many loads. Of rows, or of
/// rows one above the other; places are found in 32 bits.
template <class Signature, int Axes, int Width, int Vectors, int Elements, int Resident>
__global__ void __launch_bounds__(tuning::fold_threads, Resident)
    fold_alone(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = fold_alone_body<Signature, Axes>;
  fold_plan const& p = a.plan;
  let_next_kernel_begin();
  if (static_cast<int>(threadIdx.x) >= p.slots) return;
  auto const columns = static_cast<std::uint32_t>(p.columns),
             step = static_cast<std::uint32_t>(p.slots) * static_cast<std::uint32_t>(p.blocks);
#pragma unroll 1
  for (std::uint32_t column = blockIdx.x * static_cast<std::uint32_t>(p.slots) + threadIdx.x; column < columns;
       column += step) {
    bool const vector = Width > 1 && p.vector;
    std::int64_t at[Signature::count] = {};
    body::locate_near(a, vector ? column * Width : column, at, [](int i, int by) { return std::int64_t{i} * by; });
    typename body::state s[Width];
#pragma unroll
    for (auto& one : s) one.clear();
    if (vector)
      body::template fold<true, Width, Vectors>(a, s, at, typename body::sequence{});
    else
      body::template fold<false, Width, Elements>(a, s, at, typename body::sequence{});
    if constexpr (Width > 1) {
      if (p.results_are_vectors) {
        body::store_vector(a, s, at, std::make_integer_sequence<int, Signature::outputs>{});
        continue;
      }
      if (p.joined_log2 > 0) body::template join<Width>(a, s, column, at);
    }
#pragma unroll
    for (int v = 0; v < Width; ++v) {
      if (v >= p.together) break;
      if (Width > 1 && (v & ((1 << p.joined_log2) - 1)) != 0) continue;
      body::store(a, s[v], at, std::make_integer_sequence<int, Signature::outputs>{});
      body::step_along(a, p.folded, p.apart, 0, at);
    }
  }
#endif
}

}  // namespace cp::kernels::device
