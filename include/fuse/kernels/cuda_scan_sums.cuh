// What comes before each tile of a long line, found before anything is scanned.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan_body.cuh>
#include <fuse/kernels/scan_places.cuh>

namespace cp::kernels::device {

/// Replaces what each of a line's rows of tiles comes to by what comes before it. All threads of a block call it.
template <class Body>
__device__ __forceinline__ void add_up_rows(box_places const& at, std::uint32_t rows) {
  using A = typename Body::A;
  using scanned = typename Body::scanned;
  __shared__ shared_values<A, scan_warps> room;
  int const lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  A before = scanned::identity();
  for (std::uint32_t first = 0; first < rows; first += tuning::scan_threads) {
    std::uint32_t const row = first + threadIdx.x;
    A const upto = scan_lanes<scanned>(row < rows ? Body::box::get(at.of_row(row)) : scanned::identity(), lane, 32);
    A const left = from_lane_before(upto, 1, 32);
    if (lane == 31) room.data()[warp] = upto;
    __syncthreads();
    A all = before;
#pragma unroll
    for (int w = 0; w < scan_warps; ++w) {
      if (w == warp) before = all;
      all = scanned::combine(all, room.data()[w]);
    }
    if (row < rows) Body::box::put(at.of_row(row), lane == 0 ? before : scanned::combine(before, left));
    before = all;
    __syncthreads();
  }
}

/// What a tile comes to, in lane 31 of its warp. Each lane adds up what it would have of a row of vectors, element by
/// element of these, so that bits do not depend on how elements are loaded.
template <class Body, int Width>
__device__ __forceinline__ typename Body::A sum_of_lanes(typename Body::A (&part)[Width], int lane) {
  using scanned = typename Body::scanned;
#pragma unroll
  for (int w = 1; w < Width; ++w) part[0] = scanned::combine(part[0], part[w]);
  return scan_lanes<scanned>(part[0], lane, 32);
}
/// Of aligned vectors, `Loads` of them at once.
template <class Body, int Width, int Loads>
__device__ __forceinline__ typename Body::A sum_of_vectors(typename Body::arguments const& a, std::int64_t const* base,
                                                           std::int64_t first, int length, int lane) {
  using A = typename Body::A;
  using scanned = typename Body::scanned;
  A part[Width];
#pragma unroll
  for (int w = 0; w < Width; ++w) part[w] = scanned::identity();
  std::int64_t offset[Body::count];
#pragma unroll
  for (int j = 0; j < Body::count; ++j) offset[j] = base[j] + (first + lane * Width) * a.strides[j][0];
#pragma unroll 1
  for (int done = 0; done < length; done += 32 * Width * Loads) {
    typename Body::template inputs<Width> in[Loads];
#pragma unroll
    for (int k = 0; k < Loads; ++k) {
      Body::template load<Width>(a, in[k], offset, a.plan.splats, 0, typename Body::sequence{});
#pragma unroll
      for (int j = 1; j < Body::count; ++j) offset[j] += 32 * Width * a.strides[j][0];
    }
#pragma unroll
    for (int k = 0; k < Loads; ++k) {
      A e[Width];
      Body::template lift<Width>(a, in[k], splat_bits{a.plan.splats}, e);
#pragma unroll
      for (int w = 0; w < Width; ++w) part[w] = scanned::combine(part[w], e[w]);
    }
  }
  return sum_of_lanes<Body>(part, lane);
}
/// Of any elements, neighbouring lanes' being neighbours. `room`: of the warp.
template <class Body, int Width>
__device__ __forceinline__ typename Body::A sum_of_elements(typename Body::arguments const& a, std::int64_t const* base,
                                                            std::int64_t first, std::int64_t last, int lane,
                                                            typename Body::A* room) {
  using A = typename Body::A;
  using scanned = typename Body::scanned;
  constexpr int at_once = 16 / Width;
  A part[Width];
#pragma unroll
  for (int w = 0; w < Width; ++w) part[w] = scanned::identity();
#pragma unroll 1
  for (std::int64_t i = first + lane; i < last; i += 32 * Width * at_once) {
    A e[at_once][Width];
#pragma unroll
    for (int k = 0; k < at_once * Width; ++k)
      e[k / Width][k % Width] = Body::element(a, base, i + 32 * k < last ? i + 32 * k : first);
#pragma unroll
    for (int k = 0; k < at_once * Width; ++k)
      part[k % Width] =
          scanned::combine(part[k % Width], i + 32 * k < last ? e[k / Width][k % Width] : scanned::identity());
  }
  if constexpr (Width > 1) {
#pragma unroll
    for (int w = 0; w < Width; ++w) room[w * 32 + lane] = part[w];
    __syncwarp();
#pragma unroll
    for (int w = 0; w < Width; ++w) part[w] = room[lane * Width + w];
    __syncwarp();
  }
  return sum_of_lanes<Body>(part, lane);
}

/// A row of tiles a block, a tile a warp: what comes before each tile in its row, and, by a line's last block, what comes
/// before each row. A tile has a multiple of 32 * Width * Loads elements.
template <class Signature, int Axes, int Width, int Loads>
__global__ void __launch_bounds__(tuning::scan_threads, tuning::scan_sums_blocks)
    scan_sums(__grid_constant__ typename scan_body<Signature, Axes>::arguments const a) {
  using body = scan_body<Signature, Axes>;
  using A = typename body::A;
  using scanned = typename body::scanned;
  constexpr int fan = 32;
  __shared__ shared_values<A, tuning::scan_threads * Width> room;
  __shared__ shared_values<A, fan> sums;
  __shared__ bool last;
  scan_plan const& p = a.plan;
  std::uint32_t const rows = (p.tiles - 1) / fan + 1, line = blockIdx.x / rows, row = blockIdx.x - line * rows;
  int const lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
  std::int64_t base[Signature::count];
#pragma unroll
  for (int k = 0; k < Signature::count; ++k) base[k] = 0;
  body::locate(a, line, p.folded, p.folded + p.kept, base);
  int const length = static_cast<int>(p.tile_length);
  for (int t = warp; t < fan; t += scan_warps) {
    std::int64_t const first = (std::int64_t{row} * fan + t) * length, end = first + length;
    A const sum = p.wide_vector && end <= p.length
                      ? sum_of_vectors<body, Width, Loads>(a, base, first, length, lane)
                      : sum_of_elements<body, Width>(a, base, first, end < p.length ? end : p.length, lane,
                                                    room.data() + warp * 32 * Width);
    if (lane == 31) sums.data()[t] = sum;
  }
  __syncthreads();
  box_places const at{p, line, row * fan, 1, body::box::bytes};
  if (warp == 0) {
    A const upto = scan_lanes<scanned>(sums.data()[lane], lane, 32), left = from_lane_before(upto, 1, 32);
    std::uint32_t const tile = row * fan + static_cast<std::uint32_t>(lane);
    if (tile < p.tiles) body::box::put(at.of_tile(tile), lane == 0 ? scanned::identity() : left);
    if (lane == 31) {
      body::box::put(at.of_row(row), upto);
      last = atomicAdd(p.ticket + line, 1u) == rows - 1;
    }
  }
  __syncthreads();
  if (last) add_up_rows<body>(at, rows);
}

}  // namespace cp::kernels::device
