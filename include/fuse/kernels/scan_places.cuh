// Which tile of a scan a block works on, and how it finds what comes before it.
//
// The tiles of a strip hand on what they come to in mailboxes. A tile adds up those of the tiles before it in its batch
// and what comes before the batch, which the last tile of the batch before has left; each sum is made in an order that
// depends on the tile's number alone, whichever tile is done first. Results are the same bits in every run.
#pragma once

#include <cstdint>
#include <fuse/kernels/cuda_scan_plan.hpp>
#include <fuse/kernels/scan_body.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

constexpr int scan_warps = tuning::scan_threads / 32;

/// Room in shared memory for values of a type whose constructor does not run there.
template <class A, int N>
struct shared_values {
  alignas(16) unsigned char bytes[N * sizeof(A)];
  __device__ __forceinline__ A* data() { return reinterpret_cast<A*>(bytes); }
};

/// The tiles that a block works on. It takes them in the order in which blocks get to them, so that it waits only for
/// tiles that others are at. Where lines are one tile each, a block has one.
struct tickets {
  scan_plan const& p;
  std::uint32_t& next;  ///< in shared memory

  __device__ __forceinline__ std::uint32_t first() const {
    if (p.tiles == 1) return blockIdx.x;
    order();
    __syncthreads();
    return next;
  }
  /// All threads call it; `taken` after the next barrier, and before one that comes before the next order.
  __device__ __forceinline__ void order() const {
    if (p.tiles > 1 && threadIdx.x == 0) next = atomicAdd(p.ticket, 1u);
  }
  __device__ __forceinline__ std::uint32_t taken() const { return p.tiles == 1 ? end() : next; }
  __device__ __forceinline__ std::uint32_t end() const { return p.strips * p.tiles; }
};

/// Folds one value a lane, in the lanes' order; lane 0 has the result.
template <class Scanned, class A>
__device__ __forceinline__ A fold_lanes(A a) {
#pragma unroll
  for (int d = 1; d < 32; d *= 2) a = Scanned::combine(a, from_lane_after(a, d));
  return a;
}

/// Mailboxes of a batch that a lane looks into: as many as its registers have room for.
template <class A>
constexpr int boxes_of_lane = mailbox<A>::words <= 2 ? 4 : 2;

/// Leaves what a line's elements come to in a tile for the tiles behind it. One thread calls it.
template <class Body>
__device__ __forceinline__ void leave_sum(scan_plan const& p, std::uint32_t tile, std::int64_t line,
                                          typename Body::A const& sum) {
  if (tile + 1 < p.tiles) Body::box::put(p.tile_boxes + (line * p.tiles + tile) * Body::box::bytes, sum);
}

/// What comes before a tile in a line, which comes to `sum` in the tile. All lanes of a warp call it with the same
/// values, and all get the result.
template <class Body>
__device__ __forceinline__ typename Body::A before_tile(scan_plan const& p, std::uint32_t tile, std::int64_t line,
                                                        typename Body::A const& sum) {
  using A = typename Body::A;
  using box = typename Body::box;
  using scanned = typename Body::scanned;
  if (p.tiles == 1) return scanned::identity();
  constexpr int boxes = boxes_of_lane<A>, batch_tiles = 32 * boxes;
  std::uint32_t const batch = tile / batch_tiles, here = tile - batch * batch_tiles, lane = threadIdx.x & 31;
  // The lane's box of the batch's first 32 tiles; what comes before the batch, in two parts, a lane each: all whole
  // stacks of 32 batches, and the rest.
  unsigned char const* const tile_box = p.tile_boxes + (line * p.tiles + batch * batch_tiles + lane) * box::bytes;
  unsigned char* const batch_box = p.batch_boxes + ((line * p.batches + batch) * 2 + (lane & 1)) * box::bytes;
  typename box::letter seen[boxes] = {}, seen_batch = {};
#pragma unroll
  for (int k = 0; k < boxes; ++k)
    if (32 * k + lane < here) seen[k] = box::look(tile_box + 32 * k * box::bytes);
  if (batch > 0) seen_batch = box::look(batch_box);
  A in_batch = scanned::identity();
#pragma unroll
  for (int k = 0; k < boxes; ++k) {
    A value = scanned::identity();
    if (32 * k + lane < here) value = box::wait(tile_box + 32 * k * box::bytes, seen[k]);
    __syncwarp();
    value = fold_lanes<scanned>(value);
    in_batch = k == 0 ? value : scanned::combine(in_batch, value);
  }
  in_batch = from_lane(in_batch, 0, 32);
  A part = scanned::identity();
  if (batch > 0) part = box::wait(batch_box, seen_batch);
  __syncwarp();
  A const stacks = from_lane(part, 0, 32), batches = from_lane(part, 1, 32);
  if (here + 1 == batch_tiles && tile + 1 < p.tiles && lane < 2) {
    A const rest = scanned::combine(batches, scanned::combine(in_batch, sum));
    bool const ends_stack = (batch & 31) == 31;
    A const all = ends_stack ? scanned::combine(stacks, rest) : stacks, begun = ends_stack ? scanned::identity() : rest;
    box::put(batch_box + 2 * box::bytes, lane == 0 ? all : begun);
  }
  return scanned::combine(scanned::combine(stacks, batches), in_batch);
}

}  // namespace cp::kernels::device
