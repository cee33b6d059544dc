// Elements of a flat loop where a mask, computed beside them, is true: one behind the other, in one pass.
#pragma once

#include <cstdint>
#include <fuse/kernels/elementwise/cuda_compact_plan.hpp>
#include <fuse/kernels/elementwise/cuda_elementwise.cuh>
#include <fuse/kernels/elementwise/flat.cuh>
#include <fuse/kernels/evaluate.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

template <class Signature>
struct compact_arguments {
  compact_head head;
  flat_arguments<Signature::count, Signature::bytes> flat;
};

constexpr int compact_vectors = 8;          // vectors a thread: their counts share 64 bits
constexpr int compact_vectors_at_once = 4;  // of which so many are read at once

/// What a tile has found: its own number, or with all tiles before it.
constexpr unsigned long long compact_own = 1ull << 62, compact_all = 1ull << 63, compact_number = compact_own - 1;

#ifdef __CUDA_ARCH__
/// How many elements the tiles before this one have, for a warp that knows its tile's number. Tiles begin in the order
/// of their tickets, so that those that are waited for run. Numbers are added in any order: they are exact.
__device__ __forceinline__ std::int64_t elements_before(unsigned long long* states, unsigned tile, unsigned number,
                                                        int lane) {
  auto* const volatile_states = const_cast<unsigned long long volatile*>(states);
  if (lane == 0) volatile_states[tile] = (tile == 0 ? compact_all : compact_own) | number;
  std::int64_t before = 0;
  for (std::int64_t last = std::int64_t{tile} - 1; last >= 0; last -= 32) {
    std::int64_t const other = last - lane;
    unsigned long long state = compact_all;  // before the first tile there is nothing
    if (other >= 0) do
        state = volatile_states[other];
      while (state == 0);
    unsigned const whole = __ballot_sync(0xffffffffu, (state & compact_all) != 0);
    int const nearest = whole == 0 ? 32 : __ffs(static_cast<int>(whole)) - 1;
    long long sum = lane <= nearest ? static_cast<long long>(state & compact_number) : 0;
#pragma unroll
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
    before += sum;
    if (nearest < 32) break;
  }
  if (lane == 0 && tile > 0) volatile_states[tile] = compact_all | static_cast<unsigned long long>(before + number);
  return before;
}
#endif

template <class Signature>
struct compact_body;
template <class... Kind, int Bytes, class T, class P, class M>
struct compact_body<
    program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>, program::store<bool, M>>> {
  using value_type = T;
  using signature = program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>, program::store<bool, M>>;
  using flat = flat_body<signature>;
  using sequence = typename flat::sequence;
  /// Blocks that share a multiprocessor at least, where small operands leave registers for them.
  static constexpr int blocks = sizeof...(Kind) <= 2 && sizeof(T) <= 4 ? 8 : 1;

#ifdef __CUDA_ARCH__
  /// Values of `Count` vectors from element `first` on, a block's threads apart, and a bit for each that is chosen.
  template <int Width, int Count, class Arguments, int... I>
  static __device__ __forceinline__ void evaluate(Arguments const& a, std::int64_t first, T (*value)[Width],
                                                  unsigned* chosen, std::integer_sequence<int, I...>) {
    constexpr std::int64_t apart = std::int64_t{tuning::compact_threads} * Width;
    values<sequence, Width, Kind...> in[Count];
#pragma unroll
    for (int u = 0; u < Count; ++u)
      (flat::template load<I, Kind>(slot_of<I, Kind, Width>(in[u]), a.data[2 + I], first + u * apart), ...);
#pragma unroll
    for (int u = 0; u < Count; ++u) {
      compute_inputs(in[u], a.scalars, [&](auto j) {
        return place_run{place_of(a.data[2 + j]) + first + u * apart, 1};
      });
      evaluate_vector<Width, program::store<T, P>, program::store<bool, M>>(
          in[u], a.scalars, no_splats{}, [&](vector<T, Width> const& x, vector<bool, Width> const& m) {
            chosen[u] = 0;
#pragma unroll
            for (int v = 0; v < Width; ++v) value[u][v] = x.v[v], chosen[u] |= m.v[v] ? 1u << v : 0u;
          });
    }
  }
#endif
};

template <class Signature, int Width>
__global__ void __launch_bounds__(tuning::compact_threads, compact_body<Signature>::blocks)
    compact(__grid_constant__ compact_arguments<Signature> const a) {
#ifdef __CUDA_ARCH__
  using body = compact_body<Signature>;
  using T = typename body::value_type;
  constexpr int threads = tuning::compact_threads, warps = threads / 32, count = compact_vectors;
  constexpr int at_once = compact_vectors_at_once;
  static_assert(warps * count == 32 && count == 8 && count % at_once == 0 && 32 * Width < 256);
  __shared__ alignas(16) unsigned char room[sizeof(T) * threads * Width * count];
  __shared__ unsigned counts[32];
  __shared__ unsigned ticket, total;
  __shared__ std::int64_t before;
  int const lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  if (threadIdx.x == 0) ticket = atomicAdd(a.head.ticket, 1u);
  __syncthreads();
  unsigned const tile = ticket;
  std::int64_t const begin = std::int64_t{tile} * (threads * Width * count);

  T value[count][Width];
  unsigned chosen[count];
  if (begin + threads * Width * count <= a.flat.n) {
#pragma unroll
    for (int u = 0; u < count; u += at_once)
      body::template evaluate<Width, at_once>(a.flat, begin + (u * threads + static_cast<int>(threadIdx.x)) * Width,
                                              value + u, chosen + u, typename body::sequence{});
  } else {
#pragma unroll
    for (int u = 0; u < count; ++u) {
      chosen[u] = 0;
#pragma unroll
      for (int v = 0; v < Width; ++v) {
        std::int64_t const i = begin + (u * threads + static_cast<int>(threadIdx.x)) * Width + v;
        T one[1][1];
        unsigned bit[1] = {0};
        if (i < a.flat.n) body::template evaluate<1, 1>(a.flat, i, one, bit, typename body::sequence{});
        if (bit[0] != 0) value[u][v] = one[0][0], chosen[u] |= 1u << v;
      }
    }
  }
  // A byte for each vector: what the lanes up to this one have.
  std::uint64_t own = 0;
#pragma unroll
  for (int u = 0; u < count; ++u) own |= std::uint64_t(__popc(chosen[u])) << (8 * u);
  std::uint64_t upto = own;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    std::uint64_t const left = __shfl_up_sync(0xffffffffu, upto, step);
    if (lane >= step) upto += left;
  }
  if (lane == 31)
#pragma unroll
    for (int u = 0; u < count; ++u) counts[u * warps + warp] = static_cast<unsigned>(upto >> (8 * u)) & 255;
  __syncthreads();
  if (warp == 0) {  // vectors of all threads follow each other
    unsigned const mine = counts[lane];
    unsigned sum = mine;
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
      unsigned const left = __shfl_up_sync(0xffffffffu, sum, step);
      if (lane >= step) sum += left;
    }
    counts[lane] = sum - mine;
    unsigned const all = __shfl_sync(0xffffffffu, sum, 31);
    std::int64_t const first = elements_before(a.head.states, tile, all, lane);
    if (lane == 0) {
      before = first, total = all;
      if (tile + 1 == gridDim.x) *a.head.count = first + all;
    }
  }
  __syncthreads();
  T* const staged = reinterpret_cast<T*>(room);
#pragma unroll
  for (int u = 0; u < count; ++u) {
    unsigned at = counts[u * warps + warp] + (static_cast<unsigned>((upto - own) >> (8 * u)) & 255);
#pragma unroll
    for (int v = 0; v < Width; ++v)
      if ((chosen[u] >> v & 1) != 0) staged[at++] = value[u][v];
  }
  __syncthreads();
  T* const to = static_cast<T*>(a.flat.data[0]) + before;
  for (unsigned i = threadIdx.x; i < total; i += threads) to[i] = staged[i];
#endif
}

}  // namespace cp::kernels::device

namespace cp::kernels {

/// The compacting kernel of a signature whose outputs are values and a mask.
template <class Signature>
struct cuda_compact_form {
  static constexpr int most = detail::traffic<Signature>::flat_width(), width = most > 4 ? 4 : most;
  static cuda_compact_kernel& table() {
    static cuda_compact_kernel k{
        runtime::kernel_function(reinterpret_cast<void const*>(&device::compact<Signature, width>)),
        tuning::compact_threads * width * device::compact_vectors, sizeof(device::compact_arguments<Signature>)};
    return k;
  }
};

}  // namespace cp::kernels
