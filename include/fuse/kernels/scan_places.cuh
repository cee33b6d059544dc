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
  /// Thread 0 has to call it between two barriers of a tile; `taken` after the second.
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

/// Mailboxes of a batch that a lane looks into, for each of `Lines` lines: as many as its registers have room for.
template <class A, int Lines>
constexpr int boxes_of_lane = [] {
  int const words = Lines * mailbox<A>::words;
  return words >= 8 ? 2 : words >= 4 ? 4 : 8;
}();

/// What comes before a tile in lines `first_line + s * apart` of the mailboxes' lines, which in the tile come to sum[s].
/// All lanes of a warp call it with the same values, and all get the result.
template <class Body, int Lines>
__device__ __forceinline__ void before_tile(scan_plan const& p, std::uint32_t tile, std::int64_t first_line, std::uint32_t apart,
                                            typename Body::A const (&sum)[Lines],
                                            typename Body::A (&before)[Lines]) {
  using A = typename Body::A;
  using box = typename Body::box;
  using scanned = typename Body::scanned;
  constexpr int boxes = boxes_of_lane<A, Lines>, batch_tiles = 32 * boxes;
  std::uint32_t const batch = tile / batch_tiles, here = tile - batch * batch_tiles;
  std::uint32_t const lane = threadIdx.x & 31;
  bool const is_last = tile + 1 == p.tiles;
  // The lane's box of the batch's first 32 tiles; what comes before the batch, in two parts, a lane each: all whole
  // stacks of 32 batches, and the rest.
  unsigned char* tile_box[Lines];
#pragma unroll
  for (int s = 0; s < Lines; ++s)
    tile_box[s] = p.tile_boxes + ((first_line + s * apart) * p.tiles + batch * batch_tiles + lane) * box::bytes;
  unsigned char* const batch_box =
      p.batch_boxes + (((first_line + (lane >> 1) * apart) * p.batches + batch) * 2 + (lane & 1)) * box::bytes;
#pragma unroll
  for (int s = 0; s < Lines; ++s)
    if (lane == (here & 31) && !is_last) box::put(tile_box[s] + (here - lane) * box::bytes, sum[s]);

  typename box::letter seen[Lines][boxes] = {}, seen_batch = {};
  bool const has_batch = batch > 0 && lane < 2 * Lines;
#pragma unroll
  for (int s = 0; s < Lines; ++s)
#pragma unroll
    for (int k = 0; k < boxes; ++k)
      if (32 * k + lane < here) seen[s][k] = box::look(tile_box[s] + 32 * k * box::bytes);
  if (has_batch) seen_batch = box::look(batch_box);
  A in_batch[Lines];
#pragma unroll
  for (int s = 0; s < Lines; ++s) {
#pragma unroll
    for (int k = 0; k < boxes; ++k) {
      A value = scanned::identity();
      if (32 * k + lane < here) value = box::wait(tile_box[s] + 32 * k * box::bytes, seen[s][k]);
      __syncwarp();
      value = fold_lanes<scanned>(value);
      in_batch[s] = k == 0 ? value : scanned::combine(in_batch[s], value);
    }
    in_batch[s] = from_lane(in_batch[s], 0, 32);
  }
  A part = scanned::identity();
  if (has_batch) part = box::wait(batch_box, seen_batch);
  __syncwarp();
#pragma unroll
  for (int s = 0; s < Lines; ++s) {
    A const stacks = from_lane(part, 2 * s, 32), batches = from_lane(part, 2 * s + 1, 32);
    if (here + 1 == batch_tiles && !is_last && lane >> 1 == s) {
      A const rest = scanned::combine(batches, scanned::combine(in_batch[s], sum[s]));
      bool const ends_stack = (batch & 31) == 31;
      A const all = ends_stack ? scanned::combine(stacks, rest) : stacks, begun = ends_stack ? scanned::identity() : rest;
      box::put(batch_box + 2 * box::bytes, (lane & 1) == 0 ? all : begun);
    }
    before[s] = scanned::combine(scanned::combine(stacks, batches), in_batch[s]);
  }
}

}  // namespace cp::kernels::device
