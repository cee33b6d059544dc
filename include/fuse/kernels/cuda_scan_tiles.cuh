// The CUDA scanning kernel of long lines whose elements are neighbours in memory, or nothing is.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan_body.cuh>
#include <fuse/kernels/scan_places.cuh>
#include <utility>

namespace cp::kernels::device {

/// A block's tile is 256 threads by `Vectors` vectors of a line. Vector v of lane l is number v * 32 + l of its warp's.
template <class Signature, int Axes, int Width, int Vectors>
struct tile_body : scan_body<Signature, Axes> {
  using base_body = scan_body<Signature, Axes>;
  using A = typename base_body::A;
  using T = typename base_body::output;
  using arguments = typename base_body::arguments;
  using scanned = typename base_body::scanned;
  using inputs = typename base_body::template inputs<Width>;
  using sequence = typename base_body::sequence;
  static constexpr int warp_elements = 32 * Width * Vectors, count = Signature::count;

  /// What a warp has of a tile.
  struct share {
    std::int64_t first;  ///< element of the line
    int elements;        ///< that exist
    std::int64_t base[count];
  };
  static __device__ __forceinline__ share share_of(arguments const& a, std::uint32_t ticket) {
    scan_plan const& p = a.plan;
    std::uint32_t const tile = ticket / p.strips, line = ticket - tile * p.strips;
    share s;
    s.first = (std::int64_t{tile} * scan_warps + (threadIdx.x >> 5)) * warp_elements;
    std::int64_t const left = p.length - s.first;
    s.elements = left < 0 ? 0 : left < warp_elements ? static_cast<int>(left) : warp_elements;
#pragma unroll
    for (int k = 0; k < count; ++k)
      s.base[k] = k == 0 ? s.first * base_body::out_step(a) : p.folded == 1 ? s.first * a.strides[k][0] : 0;
    base_body::locate(a, line, p.folded, p.folded + p.kept, s.base);
    return s;
  }
  /// Whether elements are loaded and stored as vectors, which are whole.
  static __device__ __forceinline__ bool is_vector(arguments const& a, int elements) {
    return a.plan.vector && elements % Width == 0;
  }

  template <int I, class Kind>
  static __device__ __forceinline__ void fetch_vector(arguments const& a, std::uint32_t splats,
                                                      slot<I, Kind, Width>& s, std::int64_t base, int i) {
    char const* const p = static_cast<char const*>(a.data[1 + I]) + (is_single<Kind> ? 0 : base) * address_unit<Kind>;
    bool const splat = (splats >> I & 1) != 0;
    if constexpr (is_positions<Kind>)
      load_along<Kind, I, Width>(s, p + i * a.strides[1 + I][0], false, a.strides[1 + I][0]);
    else
      load_along<Kind, I, Width>(s, splat ? p : p + i * address_unit<Kind>, splat, 1);
  }
  template <int I, class Kind>
  static __device__ __forceinline__ void fetch_element(arguments const& a, slot<I, Kind, Width>& s, std::int64_t base,
                                                       int i, int w) {
    slot<I, Kind, 1> one;
    load_along<Kind, I, 1>(one,
                           static_cast<char const*>(a.data[1 + I]) +
                               (is_single<Kind> ? 0 : base + i * a.strides[1 + I][0]) * address_unit<Kind>,
                           false, 1);
    s.v[is_single<Kind> ? 0 : w] = one.v[0];
  }
  template <int... I>
  static __device__ __forceinline__ void fetch_vectors(arguments const& a, std::uint32_t splats, share const& s,
                                                       inputs& in, int i, std::integer_sequence<int, I...>) {
    (fetch_vector<I>(a, splats, slot_of<I>(in), s.base[1 + I], i), ...);
  }
  template <int... I>
  static __device__ __forceinline__ void fetch_elements(arguments const& a, share const& s, inputs& in, int i, int w,
                                                        std::integer_sequence<int, I...>) {
    (fetch_element<I>(a, slot_of<I>(in), s.base[1 + I], i, w), ...);
  }
  /// Begins to load a tile's inputs, if there are any: vectors, or neighbouring threads neighbouring elements.
  static __device__ __forceinline__ void fetch(arguments const& a, std::uint32_t ticket, bool any,
                                               inputs (&in)[Vectors]) {
    if (!any) {
#pragma unroll
      for (int v = 0; v < Vectors; ++v) in[v] = inputs{};  // else they would be kept until here
      return;
    }
    share const s = share_of(a, ticket);
    int const lane = static_cast<int>(threadIdx.x & 31);
    if (a.plan.vector && a.plan.splats == 0 && s.elements == warp_elements) {
#pragma unroll
      for (int v = 0; v < Vectors; ++v) fetch_vectors(a, 0, s, in[v], (v * 32 + lane) * Width, sequence{});
      return;
    }
#pragma unroll
    for (int v = 0; v < Vectors; ++v) in[v] = inputs{};  // else what conditions leave alone would be kept all the time
    if (is_vector(a, s.elements)) {
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
        if ((v * 32 + lane) * Width < s.elements) fetch_vectors(a, a.plan.splats, s, in[v], (v * 32 + lane) * Width, sequence{});
    } else if (a.plan.folded == 1) {
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
#pragma unroll
        for (int w = 0; w < Width; ++w)
          if ((v * Width + w) * 32 + lane < s.elements)
            fetch_elements(a, s, in[v], (v * Width + w) * 32 + lane, w, sequence{});
    }
  }

  /// The accumulators of what has been fetched, each thread's vectors in a run; what does not exist is an identity.
  /// `room`: the warp's.
  static __device__ __forceinline__ void settle(arguments const& a, std::uint32_t ticket, inputs const (&in)[Vectors],
                                                A* room, A (&e)[Vectors][Width]) {
    share const s = share_of(a, ticket);
    int const lane = static_cast<int>(threadIdx.x & 31);
    bool const vectors = is_vector(a, s.elements);
    if (vectors || a.plan.folded == 1) {
      std::uint32_t const splats = vectors ? a.plan.splats : 0;
#pragma unroll
      for (int v = 0; v < Vectors; ++v) base_body::template lift<Width>(a, in[v], splat_bits{splats}, e[v]);
      if (s.elements < warp_elements) {
#pragma unroll
        for (int v = 0; v < Vectors; ++v)
#pragma unroll
          for (int w = 0; w < Width; ++w)
            if ((vectors ? (v * 32 + lane) * Width : (v * Width + w) * 32 + lane) >= s.elements)
              e[v][w] = scanned::identity();
      }
      if (vectors) return;
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
#pragma unroll
        for (int w = 0; w < Width; ++w) room[(v * Width + w) * 32 + lane] = e[v][w];
    } else {
#pragma unroll 1
      for (int i = lane; i < warp_elements; i += 32)
        room[i] = i < s.elements ? base_body::element(a, s.base, s.first, i) : scanned::identity();
    }
    __syncwarp();
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
      vector<A, Width> const x = run(room, v, lane);
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = x.v[w];
    }
    __syncwarp();
  }
  /// A lane's vector in its warp's room.
  static __device__ __forceinline__ vector<A, Width>& run(A* room, int v, int lane) {
    return *reinterpret_cast<vector<A, Width>*>(room + (v * 32 + lane) * Width);
  }

  /// Stores what is in the warp's room, each after `before`.
  static __device__ __forceinline__ void store(arguments const& a, std::uint32_t ticket, A* room,
                                               A const& before) {
    share const s = share_of(a, ticket);
    int const lane = static_cast<int>(threadIdx.x & 31);
    T* const out = static_cast<T*>(a.data[0]) + s.base[0];
    if (is_vector(a, s.elements)) {
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        int const i = (v * 32 + lane) * Width;
        vector<A, Width> const e = run(room, v, lane);
        vector<T, Width> x;
#pragma unroll
        for (int w = 0; w < Width; ++w) x.v[w] = base_body::result(scanned::combine(before, e.v[w]));
        if (i < s.elements) *reinterpret_cast<vector<T, Width>*>(out + i) = x;
      }
      return;
    }
    std::int64_t const step = base_body::out_step(a);
    __syncwarp();
#pragma unroll 8
    for (int i = lane; i < warp_elements; i += 32)
      if (i < s.elements) out[i * step] = base_body::result(scanned::combine(before, room[i]));
    __syncwarp();
  }
};

/// Blocks take tiles one after the other. While a tile waits, in shared memory, for what comes before it, the next one is
/// on its way to the registers.
template <class Signature, int Axes, int Width, int Vectors>
__global__ void __launch_bounds__(tuning::scan_threads, tuning::scan_blocks)
    scan_tiles(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
  using body = tile_body<Signature, Axes, Width, Vectors>;
  using A = typename body::A;
  using scanned = typename body::scanned;
  __shared__ shared_values<A, tuning::scan_threads * Width * Vectors> rooms;
  __shared__ shared_values<A, scan_warps + 1> sums;  // of the warps; what comes before the tile
  __shared__ std::uint32_t next_ticket;
  scan_plan const& p = a.plan;
  tickets const take{p, next_ticket};
  int const lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  A* const room = rooms.data() + warp * body::warp_elements;
  std::uint32_t ticket = take.first();
  if (ticket >= take.end()) return;
  typename body::inputs in[Vectors];
  body::fetch(a, ticket, true, in);
#pragma unroll 1
  while (true) {
    A e[Vectors][Width];
    body::settle(a, ticket, in, room, e);
    take.order();
    A const sum = body::template scan_share<Width, Vectors>(Vectors, Vectors, lane, 32, e);
    if (lane == 0) sums.data()[warp] = sum;
    __syncthreads();
    A before = scanned::identity(), all = scanned::identity();
#pragma unroll
    for (int w = 0; w < scan_warps; ++w) {
      before = choose(w == warp, all, before);
      all = scanned::combine(all, sums.data()[w]);
    }
    std::uint32_t const tile = ticket / p.strips, line = ticket - tile * p.strips;
    if (threadIdx.x == 0) leave_sum<typename body::base_body>(p, tile, line, all);
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
      vector<A, Width> x;
#pragma unroll
      for (int w = 0; w < Width; ++w) x.v[w] = scanned::combine(before, e[v][w]);
      body::run(room, v, lane) = x;
    }
    std::uint32_t const next = take.taken();
    body::fetch(a, next, next < take.end(), in);
    if (warp == 0) {
      A const found = before_tile<typename body::base_body>(p, tile, line, all);
      if (lane == 0) sums.data()[scan_warps] = found;
    }
    __syncthreads();
    body::store(a, ticket, room, sums.data()[scan_warps]);
    if (next >= take.end()) return;
    ticket = next;
  }
}

}  // namespace cp::kernels::device
