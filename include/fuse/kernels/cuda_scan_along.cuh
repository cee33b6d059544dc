// The CUDA scanning kernel of lines whose elements are neighbours in memory, or nothing is: neighbouring threads have
// neighbouring elements.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan_body.cuh>
#include <fuse/kernels/scan_places.cuh>

namespace cp::kernels::device {

/// 1 to 256 threads a line, those of a warp or less several lines each; lines that are longer than what 256 threads hold
/// are cut into tiles.
template <class Signature, int Axes, int Width, int Vectors>
__global__ void __launch_bounds__(tuning::scan_threads, tuning::scan_blocks)
    scan_along(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
  using body = scan_body<Signature, Axes>;
  using A = typename body::A;
  using scanned = typename body::scanned;
  __shared__ shared_values<A, tuning::scan_threads * Width * Vectors> room;
  __shared__ shared_values<A, scan_warps + 1> sums;  // of the warps; what comes before the tile
  __shared__ std::uint32_t next_ticket;
  scan_plan const& p = a.plan;
  tickets const take{p, next_ticket};
  int const thread = static_cast<int>(threadIdx.x), warp = thread >> 5, lanes = 1 << (p.lanes_log2 < 5 ? p.lanes_log2 : 5),
            lane = thread & (lanes - 1);
  for (std::uint32_t ticket = take.first(); ticket < take.end(); ticket = take.taken()) {
    A e[Vectors][Width];
    body::template load_share<Width, Vectors>(a, body::template share_of<Width, Vectors>(a, ticket, room.data()), e);
#if !FUSE_LATE
    take.order();
#endif
    A const sum = body::template scan_share<Width, Vectors>(a, lane, lanes, e);
    A before = scanned::identity();
    if (p.lanes_log2 > 5) {
      if (lane == 0) sums.data()[warp] = sum;
      __syncthreads();
      std::uint32_t const line_warps_log2 = p.lanes_log2 - 5;
      A all = scanned::identity();
#pragma unroll
      for (int w = 0; w < scan_warps; ++w)
        if (w >> line_warps_log2 == warp >> line_warps_log2) {
          if (w == warp) before = all;
          all = scanned::combine(all, sums.data()[w]);
        }
      if (p.tiles > 1) {
        if (warp == 0) {
          std::uint32_t const tile = ticket / p.strips;
          A const tile_sum[1] = {all};
          A found[1];
          before_tile<body>(p, tile, ticket - tile * p.strips, 0, tile_sum, found);
          if (thread == 0) sums.data()[scan_warps] = found[0];
        }
#if FUSE_LATE
        take.order();
#endif
        __syncthreads();
        before = scanned::combine(sums.data()[scan_warps], before);
      }
    }
    asm volatile("" : "+r"(ticket));  // what follows from it need not stay in registers until here
    body::template store_share<Width, Vectors>(a, body::template share_of<Width, Vectors>(a, ticket, room.data()), before,
                                               e);
  }
}

}  // namespace cp::kernels::device
