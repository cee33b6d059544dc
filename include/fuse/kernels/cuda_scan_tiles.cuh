// The CUDA scanning kernels of lines whose elements are neighbours in memory, or nothing is.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan_body.cuh>
#include <fuse/kernels/scan_places.cuh>

namespace cp::kernels::device {

/// What comes before a tile of one line, which itself comes to `sum`. All threads of the block call it; the fan is 32,
/// a lane a mailbox.
template <class Body>
__device__ __forceinline__ typename Body::A before_tile(box_places const& at, typename Body::A const& sum) {
  using A = typename Body::A;
  using scanned = typename Body::scanned;
  __shared__ shared_values<A, 5> room;
  A* const found = room.data();  // before it in its row, of its row, of the rows before it in its sheet, the two parts
                                 // of the sheets before
  int const lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  if (threadIdx.x == 0 && !at.is_last()) Body::box::put(at.of_tile(at.tile), sum);
  if (warp == 0) {
    int const here = static_cast<int>(at.in_row());
    A value = scanned::identity();
    if (lane < here)
      value = Body::box::get(at.of_tile(at.tile - at.in_row() + static_cast<std::uint32_t>(lane)));
    else if (lane == here)
      value = sum;
    __syncwarp();
    A const upto = scan_lanes<scanned>(value, lane, 32), left = from_lane_before(upto, 1, 32);
    if (lane == here) found[0] = lane == 0 ? scanned::identity() : left;
    if (lane == 31) {
      found[1] = upto;
      if (at.ends_row()) Body::box::put(at.of_row(at.row()), upto);
    }
  } else if (warp == 1) {
    A value = scanned::identity();
    if (lane < static_cast<int>(at.in_sheet()))
      value = Body::box::get(at.of_row(at.row() - at.in_sheet() + static_cast<std::uint32_t>(lane)));
    __syncwarp();
    A const upto = scan_lanes<scanned>(value, lane, 32);
    if (lane == 31) found[2] = upto;
  } else if (warp == 2 && lane < 2) {
    found[3 + lane] = at.sheet() > 0 ? Body::box::get(at.of_sheet(at.sheet(), lane)) : scanned::identity();
  }
  __syncthreads();
  if (threadIdx.x == 0 && at.ends_sheet())
    put_sheet<Body>(at, 0, found[3], found[4], scanned::combine(found[2], found[1]));
  return scanned::combine(scanned::combine(found[3], found[4]), scanned::combine(found[2], found[0]));
}

/// Tiles of lines, a block each.
template <class Signature, int Axes, int Width, int Vectors>
__global__ void __launch_bounds__(tuning::scan_threads, tuning::scan_tile_blocks)
    scan_tiles(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
  using body = scan_body<Signature, Axes>;
  using A = typename body::A;
  using scanned = typename body::scanned;
  __shared__ shared_values<A, tuning::scan_threads * Width * Vectors> room;
  __shared__ shared_values<A, scan_warps> sums;
  scan_plan const& p = a.plan;
  std::uint32_t const ticket = take_ticket(p), tile = ticket / p.groups, line = ticket - tile * p.groups;
  int const lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  std::int64_t base[Signature::count];
#pragma unroll
  for (int k = 0; k < Signature::count; ++k) base[k] = 0;
  body::locate(a, line, p.folded, p.folded + p.kept, base);
  std::int64_t const per_warp = std::int64_t{32} * Width * p.vectors;
  std::int64_t const first = (std::int64_t{tile} * scan_warps + warp) * per_warp,
                     last = first + per_warp < p.length ? first + per_warp : p.length;
  A* const mine = room.data() + warp * 32 * Width * Vectors;
  box_places const at{p, line, tile, 1, body::box::bytes};
  A rows_before = scanned::identity(), tiles_before = scanned::identity();
  if (p.summed) {
    rows_before = body::box::known(at.of_row(at.row()));
    tiles_before = body::box::known(at.of_tile(tile));
  }
  A e[Vectors][Width];
  bool const whole = p.vector && static_cast<int>(p.vectors) == Vectors && first + per_warp <= p.length;
  A sum;
  if (whole) {
    body::template load_segment<Width, Vectors, true>(a, base, first, last, lane, 32, mine, e);
    sum = body::template scan_segment<Width, Vectors, true>(a, lane, 32, e);
  } else {
    body::template load_segment<Width, Vectors>(a, base, first, last, lane, 32, mine, e);
    sum = body::template scan_segment<Width, Vectors>(a, lane, 32, e);
  }
  if (lane == 0) sums.data()[warp] = sum;
  __syncthreads();
  A before = scanned::identity(), all = scanned::identity();
#pragma unroll
  for (int w = 0; w < scan_warps; ++w) {
    if (w == warp) before = all;
    all = scanned::combine(all, sums.data()[w]);
  }
  if (p.summed)
    before = scanned::combine(scanned::combine(rows_before, tiles_before), before);
  else if (p.tiles > 1)
    before = scanned::combine(before_tile<body>(at, all), before);
  if (whole)
    body::template store_segment<Width, Vectors, true>(a, base, first, last, lane, 32, mine, before, e);
  else
    body::template store_segment<Width, Vectors>(a, base, first, last, lane, 32, mine, before, e);
}

}  // namespace cp::kernels::device
