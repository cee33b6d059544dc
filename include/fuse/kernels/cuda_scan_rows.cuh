// The CUDA scanning kernel of lines whose elements are neighbours in memory, or nothing is, and that a block can hold.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan_body.cuh>
#include <fuse/kernels/scan_places.cuh>

namespace cp::kernels::device {

/// 1 to 256 threads a line; those of a warp or less have several lines each.
template <class Signature, int Axes, int Width, int Vectors>
__global__ void __launch_bounds__(tuning::scan_threads, tuning::scan_rows_blocks)
    scan_rows(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
  using body = scan_body<Signature, Axes>;
  using A = typename body::A;
  using scanned = typename body::scanned;
  __shared__ shared_values<A, tuning::scan_threads * Width * Vectors> room;
  __shared__ shared_values<A, scan_warps> sums;
  scan_plan const& p = a.plan;
  auto const s = body::template share_of<Width, Vectors>(a, blockIdx.x, room.data());
  A e[Vectors][Width];
  body::template load_share<Width, Vectors>(a, s, e);
  A const sum = body::template scan_share<Width, Vectors>(static_cast<int>(p.vectors), static_cast<int>(p.pieces),
                                                                   s.lane, s.lanes, e);
  A before = scanned::identity();
  if (p.lanes_log2 > 5) {
    int const warp = static_cast<int>(threadIdx.x >> 5), line_warps_log2 = static_cast<int>(p.lanes_log2) - 5;
    if (s.lane == 0) sums.data()[warp] = sum;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < scan_warps; ++w)
      if (w < warp && w >> line_warps_log2 == warp >> line_warps_log2)
        before = scanned::combine(before, sums.data()[w]);
  }
  body::template store_share<Width, Vectors>(a, s, before, e);
}

}  // namespace cp::kernels::device
