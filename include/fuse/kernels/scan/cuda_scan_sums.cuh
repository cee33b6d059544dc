// What each tile of a long line comes to, found before it is scanned.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan/scan_body.cuh>
#include <fuse/kernels/scan/scan_places.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

#ifdef __CUDA_ARCH__
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
  constexpr int wanted = Body::costly ? tuning::scan_apart_costly : tuning::scan_apart_summed,
                at_once = wanted < Width ? 1 : wanted / Width;
  A part[Width];
#pragma unroll
  for (int w = 0; w < Width; ++w) part[w] = scanned::identity();
#pragma unroll 1
  for (std::int64_t i = first + lane; i < last; i += 32 * Width * at_once) {
    A e[at_once * Width];
    Body::template every_32nd<false>(a, base, i, last, e);
#pragma unroll
    for (int k = 0; k < at_once * Width; ++k) part[k % Width] = scanned::combine(part[k % Width], e[k]);
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

/// Leaves what a tile comes to in its mailbox. All threads of a warp call it; `room`: of the warp. A tile has a
/// multiple of 32 * Width * Loads elements.
template <class Body, int Width, int Loads>
__device__ __forceinline__ void sum_tile(typename Body::arguments const& a, std::int64_t const* base,
                                         box_places const& at, int lane, typename Body::A* room) {
  int const length = static_cast<int>(a.plan.tile_length);
  std::int64_t const first = std::int64_t{at.tile} * length, end = first + length;
  typename Body::A const sum =
      a.plan.wide_vector && end <= a.plan.length
          ? sum_of_vectors<Body, Width, Loads>(a, base, first, length, lane)
          : sum_of_elements<Body, Width>(a, base, first, end < a.plan.length ? end : a.plan.length, lane, room);
  if (lane == 31) Body::box::put(at.of_tile(at.tile), sum);
}
#endif

}  // namespace cp::kernels::device
