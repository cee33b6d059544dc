// The CUDA kernels of segments: a group of threads a segment; long ones in parts, at places that do not depend on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/fold/fold_body.cuh>
#include <fuse/kernels/segments/cuda_segments_plan.hpp>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels {

namespace device {

template <class Fold>
struct segment_arguments {
  Fold operands;
  segment_plan plan;
};

template <class Signature, int Axes>
struct segment_body {
  using fold = fold_body<Signature, Axes>;
  using state = typename fold::state;
  using operands = typename fold::arguments;
  using arguments = segment_arguments<operands>;
  static constexpr int count = Signature::count;
  static constexpr int chain = 32;  ///< elements that a thread folds one after the other, before it merges what it has

#ifdef __CUDA_ARCH__
  /// Where a column's operands lie.
  static __device__ __forceinline__ void locate(arguments const& a, std::int64_t column, std::int64_t* base) {
#pragma unroll
    for (int k = 0; k < count; ++k) base[k] = 0;
    fold::locate(a.operands, column, 1, 1 + a.operands.plan.kept, 0, base);
  }
  template <int Unroll>
  static __device__ __forceinline__ std::int64_t run(arguments const& a, state& s, std::int64_t const* base,
                                                     std::int64_t i, std::int64_t last, std::int64_t step) {
#pragma unroll 1
    for (; i + (Unroll - 1) * step < last; i += Unroll * step) {
      typename fold::template inputs<1> in[Unroll];
      std::int64_t at[Unroll];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) at[u] = a.plan.bounds.element(i + u * step);
#pragma unroll
      for (int u = 0; u < Unroll; ++u) fold::template load_at<1, false>(a.operands, in[u], base, at[u], 0);
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        fold::template load_at<1, true>(a.operands, in[u], base, at[u], 0);
        fold::template add<1>(a.operands, s, in[u]);
      }
    }
    return i;
  }
  /// Folds places first, first + step, ... into a state.
  static __device__ __forceinline__ void fold_places(arguments const& a, state& s, std::int64_t const* base,
                                                     std::int64_t first, std::int64_t last, std::int64_t step) {
#pragma unroll 1
    for (; first < last; first += chain * step) {
      std::int64_t const end = first + chain * step < last ? first + chain * step : last;
      state part;
      part.clear();
      std::int64_t const i = run<4>(a, part, base, first, end, step);
      run<1>(a, part, base, i, end, step);
      s.merge(part);
    }
  }
#endif
  /// How many segments a group of threads may have in hand at once, where they are short: what is read of all of them
  /// is on its way together.
  static constexpr std::size_t in_hand = sizeof(typename fold::template inputs<1>);
  static constexpr int together = sizeof(state) > 16 || in_hand > 16 ? 1 : in_hand > 8 ? 2 : 4;
  static constexpr int few = 4;  ///< elements of a short segment for each thread
#ifdef __CUDA_ARCH__
  /// The same of segments of up to `few` elements for each thread.
  static __device__ __forceinline__ void fold_few(arguments const& a, state (&s)[together], std::int64_t const* base,
                                                  std::int64_t const (&first)[together],
                                                  std::int64_t const (&last)[together], int lane, int lanes) {
    typename fold::template inputs<1> in[together][few];
#pragma unroll
    for (int k = 0; k < together; ++k)
#pragma unroll
      for (int u = 0; u < few; ++u) {
        std::int64_t const i = first[k] + lane + u * lanes;
        fold::template load_at<1, false>(a.operands, in[k][u], base, a.plan.bounds.element(i < last[k] ? i : 0), 0);
      }
#pragma unroll
    for (int k = 0; k < together; ++k) {
      state part;
      part.clear();
#pragma unroll
      for (int u = 0; u < few; ++u)
        if (first[k] + lane + u * lanes < last[k]) {
          std::int64_t const i = first[k] + lane + u * lanes;
          fold::template load_at<1, true>(a.operands, in[k][u], base, a.plan.bounds.element(i), 0);
          fold::template add<1>(a.operands, part, in[k][u]);
        }
      if (first[k] + lane < last[k]) s[k].merge(part);
    }
  }
  /// Merges the states of threads that stand `width` apart in a warp, all of which call it; lane 0 gets the whole.
  static __device__ __forceinline__ void merge_warp(state& s, int lane, int lanes, int width) {
#pragma unroll 1
    for (int w = lanes / 2; w > 0; w /= 2) {
      state const other = from_lane_behind(s, w * width);
      if (lane < w) s.merge(other);
    }
  }
  /// Stores a segment's result, of n elements.
  static __device__ __forceinline__ void store(arguments const& a, state const& s, std::int64_t const* base,
                                               std::int64_t segment, std::int64_t n) {
    store_value(Signature{}, a, s, base[0] + segment * a.plan.step, n);
  }
#endif

 private:
#ifdef __CUDA_ARCH__
  template <class Inputs, int Bytes, class Store>
  static __device__ __forceinline__ void store_value(program::signature<Inputs, Bytes, Store>, arguments const& a,
                                                     state const& s, std::int64_t at, std::int64_t n) {
    fold_values<typename fold::folds> known;
    known.take(s, n);
    typename fold::template inputs<1> none;
    fold_levels<Signature>::evaluate(
        known, context<typename fold::template inputs<1>, 1, no_splats>{none, a.operands.scalars, {}, 0},
        [&](typename Store::type const& v) { static_cast<typename Store::type*>(a.operands.data[0])[at] = v; });
  }
#endif
};

#ifdef __CUDA_ARCH__
/// Notes a long segment, and which parts are its own.
__device__ __forceinline__ void note_long_segment(segment_plan const& p, std::int64_t segment, std::int64_t first,
                                                  std::int64_t last, int within, int threads) {
  if (within == 0) {
    auto const k = static_cast<std::int64_t>(atomicAdd(reinterpret_cast<unsigned long long*>(p.found), 1ull));
    if (k < p.parts) p.list[k] = segment;
  }
  for (std::int64_t i = first / p.part + within; i * p.part < last; i += threads)
    p.owner[2 * i + (first > i * p.part)] = segment + 1;
}
#endif

/// A group of threads folds a segment, or, `Together`, several short ones; long ones are noted. (One kernel for both
/// had registers for four blocks of a multiprocessor instead of six: 2^16 segments of 2^10 float32 took .122 ms, .096
/// so.)
template <class Signature, int Axes, bool Together>
__global__ void __launch_bounds__(tuning::fold_threads)
    segments(__grid_constant__ typename segment_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = segment_body<Signature, Axes>;
  using state = typename body::state;
  segment_plan const& p = a.plan;
  int const group_log2 = p.width_log2 + p.lanes_log2, width = 1 << p.width_log2, lanes = 1 << p.lanes_log2;
  int const thread = static_cast<int>(threadIdx.x), within = thread & ((1 << group_log2) - 1),
            side = within & (width - 1), lane = within >> p.width_log2;
  auto const group = [&](int k) {
    return ((std::int64_t{blockIdx.x} * (Together ? p.together : 1) + k) << (tuning::fold_threads_log2 - group_log2)) +
           (thread >> group_log2);
  };
  std::int64_t base[body::count];
  if constexpr (Together) {
    // Segments of one column.
    std::int64_t first[body::together], last[body::together];
    bool few = true;
#pragma unroll
    for (int k = 0; k < body::together; ++k) {
      first[k] = last[k] = 0;
      if (group(k) >= p.bounds.segments) continue;
      p.bounds.find(group(k), first[k], last[k]);
      few = few && last[k] - first[k] <= body::few * lanes && !(p.found != nullptr && p.bounds.falls(group(k)));
    }
    if (__all_sync(0xffffffffu, few)) {
      state s[body::together];
#pragma unroll
      for (int k = 0; k < body::together; ++k) s[k].clear();
      body::locate(a, 0, base);
      if (p.bounds.rows > 0) body::fold_few(a, s, base, first, last, lane, lanes);
#pragma unroll
      for (int k = 0; k < body::together; ++k) {
        body::merge_warp(s[k], lane, lanes, 1);
        if (lane == 0 && group(k) < p.bounds.segments) body::store(a, s[k], base, group(k), last[k] - first[k]);
      }
      return;
    }
  }
#pragma unroll 1
  for (int k = 0; k < (Together ? p.together : 1); ++k) {
    std::int64_t const segment = p.tiles == 1 ? group(k) : group(k) / p.tiles, tile = group(k) - segment * p.tiles;
    std::int64_t const column = (tile << p.width_log2) + side;
    std::int64_t first = 0, last = 0;
    bool valid = segment < p.bounds.segments && column < p.columns;
    if (segment < p.bounds.segments) p.bounds.find(segment, first, last);
    if (p.found != nullptr && segment < p.bounds.segments && tile == 0) {
      if (within == 0 && p.bounds.falls(segment)) p.found[1] = 1;
      if (last - first > p.part) note_long_segment(p, segment, first, last, within, 1 << group_log2);
    }
    valid = valid && (p.found == nullptr || last - first <= p.part);
    state s;
    s.clear();
    if (valid) {
      body::locate(a, column, base);
      body::fold_places(a, s, base, first + lane, last, lanes);
    }
    body::merge_warp(s, lane, lanes, width);
    if (valid && lane == 0) body::store(a, s, base, segment, last - first);
  }
#endif
}

/// Warps fold the parts of long segments.
template <class Signature, int Axes>
__global__ void __launch_bounds__(tuning::fold_threads)
    segment_parts(__grid_constant__ typename segment_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = segment_body<Signature, Axes>;
  segment_plan const& p = a.plan;
  if (p.found[0] == 0 || p.found[1] != 0) return;
  int const width = 1 << p.width_log2, lanes = 32 >> p.width_log2, t = static_cast<int>(threadIdx.x) & 31;
  int const side = t & (width - 1), lane = t >> p.width_log2;
  std::int64_t const warps = std::int64_t{gridDim.x} * (tuning::fold_threads / 32), items = 2 * p.parts * p.tiles;
#pragma unroll 1
  for (std::int64_t item = (std::int64_t{blockIdx.x} * tuning::fold_threads + threadIdx.x) / 32; item < items;
       item += warps) {
    std::int64_t const place = p.tiles == 1 ? item : item / p.tiles, tile = item - place * p.tiles;
    std::int64_t const segment = p.owner[place] - 1, from = place / 2 * p.part, column = (tile << p.width_log2) + side;
    if (segment < 0) continue;
    std::int64_t first, last, base[body::count];
    p.bounds.find(segment, first, last);
    first = first > from ? first : from;
    last = last < from + p.part ? last : from + p.part;
    typename body::state s;
    s.clear();
    if (column < p.columns) {
      body::locate(a, column, base);
      body::fold_places(a, s, base, first + lane, last, lanes);
    }
    body::merge_warp(s, lane, lanes, width);
    if (lane == 0 && column < p.columns) static_cast<typename body::state*>(p.partial)[place * p.columns + column] = s;
  }
#endif
}

/// Blocks merge the parts of long segments; where segments overlap, they fold them.
template <class Signature, int Axes>
__global__ void __launch_bounds__(tuning::fold_threads)
    segment_merge(__grid_constant__ typename segment_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = segment_body<Signature, Axes>;
  using state = typename body::state;
  __shared__ alignas(16) unsigned char memory[tuning::fold_threads * sizeof(state)];
  state* const shared = reinterpret_cast<state*>(memory);
  segment_plan const& p = a.plan;
  std::int64_t const found = p.found[0];
  if (found == 0) return;
  bool const listed = found <= p.parts, overlap = p.found[1] != 0;
  int const width = 1 << p.width_log2, lanes = tuning::fold_threads >> p.width_log2, t = static_cast<int>(threadIdx.x);
  int const side = t & (width - 1), lane = t >> p.width_log2;
  std::int64_t const items = (listed ? found : p.bounds.segments) * p.tiles;
#pragma unroll 1
  for (std::int64_t item = blockIdx.x; item < items; item += gridDim.x) {  // the same for all threads of the block
    std::int64_t const place = item / p.tiles, column = ((item - place * p.tiles) << p.width_log2) + side;
    std::int64_t const segment = listed ? p.list[place] : place;
    std::int64_t first, last, base[body::count];
    p.bounds.find(segment, first, last);
    if (last - first <= p.part) continue;
    state s;
    s.clear();
    if (column < p.columns) {
      body::locate(a, column, base);
      if (overlap) {
        body::fold_places(a, s, base, first + lane, last, lanes);
      } else {
        std::int64_t const from = first / p.part, to = (last - 1) / p.part;
#pragma unroll 4
        for (std::int64_t i = from + lane; i <= to; i += lanes)
          s.merge(static_cast<state const*>(p.partial)[(2 * i + (first > i * p.part)) * p.columns + column]);
      }
    }
    __syncthreads();  // what the last item left has been read
    shared[t] = s;
    for (int w = lanes / 2; w > 0; w /= 2) {
      __syncthreads();
      if (lane < w) {
        s.merge(shared[t + w * width]);
        shared[t] = s;
      }
    }
    if (lane == 0 && column < p.columns) body::store(a, s, base, segment, last - first);
  }
#endif
}

}  // namespace device

/// The CUDA kernels of one signature's segments for loops of up to `Axes` axes.
template <class Signature, int Axes>
struct cuda_segment_form {
  using body = device::segment_body<Signature, Axes>;
  using arguments = typename body::arguments;
  static_assert(Signature::outputs == 1 && fold_levels<Signature>::count == 1);
  static_assert(sizeof(typename body::state) <= 128, "cp: a reduction of segments accumulates in more than 128 bytes");

  static cuda_segment_kernels& table() {
    void const* together = nullptr;
    if constexpr (body::together > 1)
      together = reinterpret_cast<void const*>(&device::segments<Signature, Axes, true>);
    static cuda_segment_kernels k{
        runtime::kernel_function(reinterpret_cast<void const*>(&device::segments<Signature, Axes, false>)),
        runtime::kernel_function(together),
        runtime::kernel_function(reinterpret_cast<void const*>(&device::segment_parts<Signature, Axes>)),
        runtime::kernel_function(reinterpret_cast<void const*>(&device::segment_merge<Signature, Axes>)),
        int(sizeof(typename body::state)),
        Axes,
        body::together,
        fold_layout_of<typename body::operands>(),
        offsetof(arguments, plan)};
    return k;
  }
};

}  // namespace cp::kernels
