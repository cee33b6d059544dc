// The CUDA scanning kernel of lines that lie side by side in memory: neighbouring threads have neighbouring lines.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan_body.cuh>
#include <fuse/kernels/scan_places.cuh>
#include <utility>

namespace cp::kernels::device {

/// A block's tile is a strip of lines by rows of elements. A thread has `Width` lines (neighbours where they are
/// vectors, else as many apart as threads lie along the lines, so that neighbouring threads load neighbouring elements)
/// and `Vectors` elements of each.
template <class Signature, int Axes, int Width, int Vectors>
struct across_body : scan_body<Signature, Axes> {
  using base_body = scan_body<Signature, Axes>;
  using A = typename base_body::A;
  using arguments = typename base_body::arguments;
  using scanned = typename base_body::scanned;
  using T = typename base_body::output;
  using inputs = typename base_body::template inputs<Width>;
  using sequence = typename base_body::sequence;
  static constexpr int count = Signature::count;

  /// What a thread has of a tile.
  struct share {
    std::int64_t base[count];  ///< its first element of the strip's first line
    int rows, lines;           ///< elements that exist; lines of the strip that do
    int lane, lanes;

    /// Its line number w, of vectors the first.
    __device__ __forceinline__ int line(arguments const& a, int w) const {
      return a.plan.vector ? lane * Width + w : w * lanes + lane;
    }
  };
  static __device__ __forceinline__ share share_of(arguments const& a, std::uint32_t ticket) {
    scan_plan const& p = a.plan;
    std::uint32_t const tile = ticket / p.strips, strip = ticket - tile * p.strips, rest = strip / p.blocks,
                        block = strip - rest * p.blocks, down = tuning::scan_threads >> p.lanes_log2;
    std::int64_t const first = std::int64_t{block} * p.strip_lines, lines = a.extent[p.folded] - first,
                       row = (std::int64_t{tile} * down + (threadIdx.x >> p.lanes_log2)) * p.vectors,
                       left = p.length - row;
    share s;
    s.lanes = 1 << p.lanes_log2;
    s.lane = static_cast<int>(threadIdx.x) & (s.lanes - 1);
    s.lines = static_cast<int>(lines < p.strip_lines ? lines : p.strip_lines);
    s.rows = left < 0 ? 0 : static_cast<int>(left < p.vectors ? left : p.vectors);
#pragma unroll
    for (int k = 0; k < count; ++k)
      s.base[k] = first * a.strides[k][p.folded] + (p.folded > 0 ? row * a.strides[k][0] : 0);
    if (p.kept > 1) base_body::locate(a, rest, p.folded + 1, p.folded + p.kept, s.base);
    return s;
  }

  template <int I, class Kind>
  static __device__ __forceinline__ void fetch_row(arguments const& a, share const& s, slot<I, Kind, Width>& to, int v) {
    int const along = a.plan.folded;  // the axis of lines
    std::int64_t const beside = a.strides[1 + I][along],
                       row = s.base[1 + I] + (along > 0 ? v * a.strides[1 + I][0] : 0);
    char const* const data = static_cast<char const*>(a.data[1 + I]);
    if constexpr (is_single<Kind>) {
      to.v[0] = *reinterpret_cast<typename Kind::type const*>(data);
    } else if (a.plan.vector) {
      load_along<Kind, I, Width>(to, data + (row + s.line(a, 0) * beside) * address_unit<Kind>,
                                 (a.plan.splats >> I & 1) != 0, is_positions<Kind> ? beside : 1);
    } else {
#pragma unroll
      for (int w = 0; w < Width; ++w)
        if (s.line(a, w) < s.lines) {
          slot<I, Kind, 1> one;
          load_along<Kind, I, 1>(one, data + (row + s.line(a, w) * beside) * address_unit<Kind>, false, 1);
          to.v[w] = one.v[0];
        }
    }
  }
  template <int... I>
  static __device__ __forceinline__ void fetch_rows(arguments const& a, share const& s, inputs& in, int v,
                                                    std::integer_sequence<int, I...>) {
    (fetch_row<I>(a, s, slot_of<I>(in), v), ...);
  }
  /// Begins to load a tile's inputs, if there are any.
  static __device__ __forceinline__ void fetch(arguments const& a, std::uint32_t ticket, bool any,
                                               inputs (&in)[Vectors]) {
#pragma unroll
    for (int v = 0; v < Vectors; ++v) in[v] = inputs{};  // else what conditions leave alone would be kept until here
    if (!any) return;
    share const s = share_of(a, ticket);
    if (s.line(a, 0) >= s.lines) return;
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
      if (v < s.rows) fetch_rows(a, s, in[v], v, sequence{});
  }
  /// The accumulators of what has been fetched; what does not exist is an identity.
  static __device__ __forceinline__ void settle(arguments const& a, share const& s, inputs const (&in)[Vectors],
                                                A (&e)[Vectors][Width]) {
    std::uint32_t const splats = a.plan.vector ? a.plan.splats : 0;
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
      base_body::template lift<Width>(a, in[v], splat_bits{splats}, e[v]);
#pragma unroll
      for (int w = 0; w < Width; ++w)
        if (v >= s.rows || s.line(a, w) >= s.lines) e[v][w] = scanned::identity();
    }
  }
  /// Stores what is in the thread's room, each element after `before`.
  static __device__ __forceinline__ void store(arguments const& a, share const& s, vector<A, Width> const* room,
                                               A const (&before)[Width]) {
    std::int64_t const down = base_body::out_step(a), beside = a.strides[0][a.plan.folded];
    T* const out = static_cast<T*>(a.data[0]) + s.base[0];
    if (s.line(a, 0) >= s.lines) return;
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
      if (v >= s.rows) break;
      vector<A, Width> const e = room[v * tuning::scan_threads];
      vector<T, Width> x;
#pragma unroll
      for (int w = 0; w < Width; ++w) x.v[w] = base_body::result(scanned::combine(before[w], e.v[w]));
      if (a.plan.vector) {
        *reinterpret_cast<vector<T, Width>*>(out + v * down + s.line(a, 0)) = x;
      } else {
#pragma unroll
        for (int w = 0; w < Width; ++w)
          if (s.line(a, w) < s.lines) out[v * down + s.line(a, w) * beside] = x.v[w];
      }
    }
  }
};

/// 8 to 256 threads along the lines, 32 to 1 down; longer lines are cut into tiles, which 8 by 32 threads have. As in
/// scan_tiles, the next tile is on its way while one waits.
template <class Signature, int Axes, int Width, int Vectors>
__global__ void __launch_bounds__(tuning::scan_threads, tuning::scan_blocks)
    scan_across(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
  using body = across_body<Signature, Axes, Width, Vectors>;
  using A = typename body::A;
  using scanned = typename body::scanned;
  constexpr int tile_lines = Width << tuning::scan_across_log2;  // where there are several tiles
  __shared__ shared_values<vector<A, Width>, tuning::scan_threads * Vectors> rooms;
  // What the elements of each thread come to, then what comes before them: a line's side by side, and one place between
  // lines, so that neither way of reading meets in a bank.
  __shared__ shared_values<A, 2 * tuning::scan_threads * Width> sums;
  __shared__ shared_values<A, tile_lines> totals;  // what lines come to, then what comes before the tile
  __shared__ std::uint32_t next_ticket;
  scan_plan const& p = a.plan;
  tickets const take{p, next_ticket};
  int const thread = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2, down = tuning::scan_threads >> p.lanes_log2,
            group = thread >> p.lanes_log2;
  vector<A, Width>* const room = rooms.data() + thread;
  std::uint32_t ticket = take.first();
  if (ticket >= take.end()) return;
  typename body::inputs in[Vectors];
  body::fetch(a, ticket, true, in);
#pragma unroll 1
  while (true) {
    {
      typename body::share const s = body::share_of(a, ticket);
      A e[Vectors][Width];
      body::settle(a, s, in, e);
      take.order();
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        vector<A, Width> x;
#pragma unroll
        for (int w = 0; w < Width; ++w) {
          if (v > 0) e[v][w] = scanned::combine(e[v - 1][w], e[v][w]);
          x.v[w] = e[v][w];
        }
        room[v * tuning::scan_threads] = x;
      }
#pragma unroll
      for (int w = 0; w < Width; ++w) sums.data()[s.line(a, w) * (down + 1) + group] = e[Vectors - 1][w];
    }
    __syncthreads();
    std::uint32_t const next = take.taken();
    body::fetch(a, next, next < take.end(), in);
    // `down` neighbouring threads scan the sums of a line, Width times.
    std::uint32_t const tile = ticket / p.strips;
    std::int64_t const strip_line = std::int64_t{ticket - tile * p.strips} * lanes * Width;
    int const in_line = thread & (down - 1);
#pragma unroll 1
    for (int line = thread >> (tuning::scan_threads_log2 - p.lanes_log2); line < lanes * Width; line += lanes) {
      A* const at = sums.data() + line * (down + 1) + in_line;
      A const upto = scan_lanes<scanned>(*at, in_line, down), left = from_lane_before(upto, 1, down);
      *at = choose(in_line == 0, scanned::identity(), left);
      if (p.tiles > 1 && in_line == down - 1) {
        leave_sum<typename body::base_body>(p, tile, strip_line + line, upto);
        totals.data()[line] = upto;
      }
    }
    if (p.tiles > 1) {
      __syncwarp();
#pragma unroll 1
      for (int line = thread >> 5; line < tile_lines; line += scan_warps) {
        A const found = before_tile<typename body::base_body>(p, tile, strip_line + line, totals.data()[line]);
        if ((thread & 31) == 0) totals.data()[line] = found;
        __syncwarp();
      }
    }
    __syncthreads();
    {
      typename body::share const s = body::share_of(a, ticket);
      A before[Width];
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        before[w] = sums.data()[s.line(a, w) * (down + 1) + group];
        if (p.tiles > 1) before[w] = scanned::combine(totals.data()[s.line(a, w)], before[w]);
      }
      body::store(a, s, room, before);
    }
    if (next >= take.end()) return;
    __syncthreads();
    ticket = next;
  }
}

}  // namespace cp::kernels::device
