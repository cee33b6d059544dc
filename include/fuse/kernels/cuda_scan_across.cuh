// The CUDA scanning kernel of lines that lie side by side in memory: neighbouring threads have neighbouring lines.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan_body.cuh>
#include <fuse/kernels/scan_places.cuh>

namespace cp::kernels::device {

/// A block's tile is `plan.strip_lines` lines by rows of elements. A thread has `Width` lines (neighbours where they are
/// vectors, else as many apart as threads lie along the lines, so that loads of neighbouring threads are in one run) and
/// `Vectors` elements of each.
template <class Signature, int Axes, int Width, int Vectors>
struct across_body : scan_body<Signature, Axes> {
  using base_body = scan_body<Signature, Axes>;
  using A = typename base_body::A;
  using arguments = typename base_body::arguments;
  using scanned = typename base_body::scanned;
  using T = typename base_body::output;

  /// What a thread has of a tile.
  struct share {
    std::int64_t base[Signature::count];  ///< where the strip's first line begins
    std::int64_t row;                     ///< the first of its elements
    int lane, lanes, lines;               ///< lines that exist
    bool vectors;

    __device__ __forceinline__ int line(int w) const { return vectors ? lane * Width + w : w * lanes + lane; }
  };

  static __device__ __forceinline__ void place(arguments const& a, share const& s, std::int64_t row, int line,
                                               std::int64_t* offset) {
    int const along = a.plan.folded;  // the axis of lines
#pragma unroll
    for (int k = 0; k < Signature::count; ++k)
      offset[k] = s.base[k] + (along > 0 ? row * a.strides[k][0] : 0) + line * a.strides[k][along];
  }
  /// Loads the elements that exist; the others are identities.
  static __device__ __forceinline__ void load_share(arguments const& a, share const& s, A (&e)[Vectors][Width]) {
    scan_plan const& p = a.plan;
    int const left = p.length - s.row < static_cast<int>(p.vectors) ? static_cast<int>(p.length - s.row)
                                                                    : static_cast<int>(p.vectors);
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = scanned::identity();
    if (s.vectors) {
      if (s.lane * Width >= s.lines) return;
      typename base_body::template inputs<Width> in[Vectors] = {};
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
        if (v < left) {
          std::int64_t offset[Signature::count];
          place(a, s, s.row + v, s.lane * Width, offset);
          base_body::template load<Width>(a, in[v], offset, p.splats, p.folded, typename base_body::sequence{});
        }
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
        if (v < left) base_body::template lift<Width>(a, in[v], splat_bits{p.splats}, e[v]);
      return;
    }
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w)
        if (v < left && s.line(w) < s.lines) {
          std::int64_t offset[Signature::count];
          place(a, s, s.row + v, s.line(w), offset);
          typename base_body::template inputs<1> in;
          base_body::template load<1>(a, in, offset, 0, p.folded, typename base_body::sequence{});
          base_body::template lift<1>(a, in, no_splats{}, &e[v][w]);
        }
  }
  static __device__ __forceinline__ void store_share(arguments const& a, share const& s, A const (&before)[Width],
                                                     A const (&e)[Vectors][Width]) {
    scan_plan const& p = a.plan;
    int const left = p.length - s.row < static_cast<int>(p.vectors) ? static_cast<int>(p.length - s.row)
                                                                    : static_cast<int>(p.vectors);
    std::int64_t const down = base_body::out_step(a), beside = a.strides[0][p.folded];
    T* out = static_cast<T*>(a.data[0]) + s.base[0] + s.row * down;
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
      if (v < left) {
        vector<T, Width> x;
#pragma unroll
        for (int w = 0; w < Width; ++w) x.v[w] = base_body::result(scanned::combine(before[w], e[v][w]));
        if (s.vectors) {
          if (s.lane * Width < s.lines) *reinterpret_cast<vector<T, Width>*>(out + s.lane * Width) = x;
        } else {
#pragma unroll
          for (int w = 0; w < Width; ++w)
            if (s.line(w) < s.lines) out[s.line(w) * beside] = x.v[w];
        }
      }
      out += down;
    }
  }
};

/// 8 to 256 threads along the lines, 32 to 1 down; more elements are cut into tiles, which 8 by 32 threads have.
template <class Signature, int Axes, int Width, int Vectors>
__global__ void __launch_bounds__(tuning::scan_threads, tuning::scan_across_blocks)
    scan_across(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
  using body = across_body<Signature, Axes, Width, Vectors>;
  using A = typename body::A;
  using scanned = typename body::scanned;
  // What the elements of each thread come to, then what comes before them: a line's side by side, and one place between
  // lines, so that neither way of reading meets in a bank.
  __shared__ shared_values<A, 2 * tuning::scan_threads * Width> sums;
  __shared__ std::uint32_t next_ticket;
  scan_plan const& p = a.plan;
  tickets const take{p, next_ticket};
  int const thread = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2, down = tuning::scan_threads >> p.lanes_log2,
            group = thread >> p.lanes_log2;
  typename body::share s;
  s.lane = thread & (lanes - 1);
  s.lanes = lanes;
  s.vectors = p.vector;
  for (std::uint32_t ticket = take.first(); ticket < take.end(); ticket = take.taken()) {
    std::uint32_t const tile = ticket / p.strips, strip = ticket - tile * p.strips, rest = strip / p.blocks,
                        block = strip - rest * p.blocks;
    std::int64_t const first_line = std::int64_t{block} * p.strip_lines, lines = a.extent[p.folded] - first_line;
#pragma unroll
    for (int k = 0; k < Signature::count; ++k) s.base[k] = first_line * a.strides[k][p.folded];
    if (p.kept > 1) body::locate(a, rest, p.folded + 1, p.folded + p.kept, s.base);
    s.lines = static_cast<int>(lines < p.strip_lines ? lines : p.strip_lines);
    s.row = (std::int64_t{tile} * down + group) * p.vectors;
    A e[Vectors][Width];
    body::load_share(a, s, e);
#if !FUSE_LATE
    take.order();
#endif
#pragma unroll
    for (int v = 1; v < Vectors; ++v)
#pragma unroll
      for (int w = 0; w < Width; ++w) e[v][w] = scanned::combine(e[v - 1][w], e[v][w]);
#pragma unroll
    for (int w = 0; w < Width; ++w) sums.data()[s.line(w) * (down + 1) + group] = e[Vectors - 1][w];
    __syncthreads();
    // `down` neighbouring threads scan the sums of a line: of Width lines, `apart` lines from each other.
    int const in_line = thread & (down - 1), line = thread / down, apart = lanes;
    A sum[Width], before[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      A const upto = scan_lanes<scanned>(sums.data()[(line + w * apart) * (down + 1) + in_line], in_line, down),
              left = from_lane_before(upto, 1, down);
      sum[w] = from_lane(upto, down - 1, down);
      before[w] = in_line == 0 ? scanned::identity() : left;
    }
    if (p.tiles > 1) {
      A found[Width];
      before_tile<typename body::base_body>(p, tile, std::int64_t{strip} * lanes * Width + line, apart, sum, found);
#pragma unroll
      for (int w = 0; w < Width; ++w) before[w] = scanned::combine(found[w], before[w]);
#if FUSE_LATE
      take.order();
#endif
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) sums.data()[(line + w * apart) * (down + 1) + in_line] = before[w];
    __syncthreads();
#pragma unroll
    for (int w = 0; w < Width; ++w) before[w] = sums.data()[s.line(w) * (down + 1) + group];
    body::store_share(a, s, before, e);
    if (p.tiles > 1) __syncthreads();
  }
}

}  // namespace cp::kernels::device
