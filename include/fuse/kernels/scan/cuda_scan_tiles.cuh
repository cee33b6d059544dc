// The CUDA scanning kernels of lines whose elements are neighbours in memory, or nothing is.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan/cuda_scan_sums.cuh>
#include <fuse/kernels/scan/scan_body.cuh>
#include <fuse/kernels/scan/scan_places.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

#ifdef __CUDA_ARCH__
/// Finds what comes before a tile of one line, in parts: before it in its row, of its row, of the rows before it in its
/// sheet, the two parts of the sheets before. `sum`: what the tile itself comes to, or null where it is in its mailbox:
/// for that a block waits too, since a tile that is scanned in place may be stored only when whoever sums it has read
/// it. `HandOn`: the last tile of a row tells what the row comes to. The first warps of the block do it, and `found` is
/// there after the next barrier; the fan is 32, a lane a mailbox.
template <bool HandOn, class Body>
__device__ __forceinline__ void look_before(box_places const& at, typename Body::A const* sum,
                                            typename Body::A* found) {
  using A = typename Body::A;
  using scanned = typename Body::scanned;
  int const lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  if (warp == 0) {
    int const here = static_cast<int>(at.in_row());
    A value = scanned::identity();
    if (lane < here || (lane == here && sum == nullptr))
      value = Body::box::get(at.of_tile(at.tile - at.in_row() + static_cast<std::uint32_t>(lane)));
    else if (lane == here)
      value = *sum;
    __syncwarp();
    A const upto = scan_lanes<scanned>(value, lane, 32), left = from_lane_before(upto, 1, 32);
    if (lane == here) found[0] = lane == 0 ? scanned::identity() : left;
    if (lane == 31) {
      found[1] = upto;
      if (HandOn && at.ends_row()) Body::box::put(at.of_row(at.row()), upto);
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
}
/// The last tile of a sheet tells what comes before the next one.
template <class Body>
__device__ __forceinline__ void hand_on_sheet(box_places const& at, typename Body::A const* found) {
  if (threadIdx.x == 0 && at.ends_sheet())
    put_sheet<Body>(at, 0, found[3], found[4], Body::scanned::combine(found[2], found[1]));
}
/// What comes before a tile, of the parts that were found.
template <class Body>
__device__ __forceinline__ typename Body::A before_tile(typename Body::A const* found) {
  using scanned = typename Body::scanned;
  return scanned::combine(scanned::combine(found[3], found[4]), scanned::combine(found[2], found[0]));
}
#endif

/// What a block works on.
struct tile_work {
  std::uint32_t line, tile;
  bool sums;  ///< of so many tiles as the block has warps, from that one on
};
#ifdef __CUDA_ARCH__
/// Blocks that sum tiles come `ahead` rows of tiles before those that scan them, so that these find them in the cache.
__device__ __forceinline__ tile_work work_of(scan_plan const& p, std::uint32_t ticket) {
  if (p.ahead == 0) return {ticket % p.groups, ticket / p.groups, false};
  constexpr std::uint32_t fan = 32, sums = fan / scan_warps;
  std::uint32_t const in_line = (p.tiles - 1) / fan + 1, rows = in_line * p.groups, head = p.ahead * sums,
                      middle = (rows - p.ahead) * (fan + sums);
  std::uint32_t row, place;
  bool summing = true;
  if (ticket < head) {
    row = ticket / sums;
    place = (ticket - row * sums) * scan_warps;
  } else if (ticket - head < middle) {
    row = (ticket - head) / (fan + sums);
    place = ticket - head - row * (fan + sums);
    summing = place < sums;
    if (summing) {
      row += p.ahead;
      place *= scan_warps;
    } else {
      place -= sums;
    }
  } else {
    row = (ticket - head - middle) / fan;
    place = ticket - head - middle - row * fan;
    row += rows - p.ahead;
    summing = false;
  }
  std::uint32_t const line = row / in_line;
  return {line, (row - line * in_line) * fan + place, summing};
}
#endif

/// Tiles of lines, a block each, or a warp each where they are summed ahead.
template <class Signature, int Axes, int Width, int Vectors, int SumsWidth, int Loads>
__global__ void __launch_bounds__(tuning::scan_threads, tuning::scan_tile_blocks)
    scan_tiles(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = scan_body<Signature, Axes>;
  using A = typename body::A;
  using scanned = typename body::scanned;
  static_assert(SumsWidth <= Width * Vectors);
  __shared__ shared_values<A, tuning::scan_threads * Width * Vectors> room;
  __shared__ shared_values<A, scan_warps> sums;
  __shared__ shared_values<A, 5> found;
  scan_plan const& p = a.plan;
  tile_work const work = work_of(p, take_ticket(p));
  int const lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  A* const mine = room.data() + warp * 32 * Width * Vectors;
  std::int64_t base[Signature::count];
#pragma unroll
  for (int k = 0; k < Signature::count; ++k) base[k] = 0;
  body::locate(a, work.line, p.folded, p.folded + p.kept, base);
  if constexpr (body::sums_ahead)
    if (work.sums) {
      box_places const at{p, work.line, work.tile + static_cast<std::uint32_t>(warp), 1, body::box::bytes};
      if (at.tile < p.tiles) sum_tile<body, SumsWidth, Loads>(a, base, at, lane, mine);
      box_places const end{p, work.line, work.tile + scan_warps - 1, 1, body::box::bytes};
      if (!end.ends_row()) return;
      look_before<true, body>(end, nullptr, found.data());
      __syncthreads();
      hand_on_sheet<body>(end, found.data());
      return;
    }
  if (work.tile >= p.tiles) return;
  box_places const at{p, work.line, work.tile, 1, body::box::bytes};
  std::int64_t const per_warp = std::int64_t{32} * Width * p.vectors;
  std::int64_t const first = (std::int64_t{work.tile} * scan_warps + warp) * per_warp,
                     last = first + per_warp < p.length ? first + per_warp : p.length;
  A e[Vectors][Width];
  bool const whole = p.vector && static_cast<int>(p.vectors) == Vectors && first + per_warp <= p.length;
  if (whole)
    body::template load_segment<Width, Vectors, true>(a, base, first, last, lane, 32, mine, e);
  else
    body::template load_segment<Width, Vectors>(a, base, first, last, lane, 32, mine, e);
  if (p.ahead > 0) look_before<false, body>(at, nullptr, found.data());
  A const sum = body::template scan_segment<Width, Vectors>(lane, 32, e);
  if (lane == 0) sums.data()[warp] = sum;
  __syncthreads();
  A before = scanned::identity(), all = scanned::identity();
#pragma unroll
  for (int w = 0; w < scan_warps; ++w) {
    if (w == warp) before = all;
    all = scanned::combine(all, sums.data()[w]);
  }
  if (p.tiles > 1) {
    if (p.ahead == 0) {
      if (threadIdx.x == 0 && !at.is_last()) body::box::put(at.of_tile(at.tile), all);
      look_before<true, body>(at, &all, found.data());
      __syncthreads();
      hand_on_sheet<body>(at, found.data());
    }
    before = scanned::combine(before_tile<body>(found.data()), before);
  }
  if (whole)
    body::template store_segment<Width, Vectors, true>(a, base, first, last, lane, 32, mine, before, e);
  else
    body::template store_segment<Width, Vectors>(a, base, first, last, lane, 32, mine, before, e);
#endif
}

}  // namespace cp::kernels::device
