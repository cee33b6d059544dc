// Which tile of a scan a block works on, and where it leaves what it has found for later ones.
//
// Lines are cut into tiles that find what comes before them in a fixed order, whichever is done first: the tiles of a
// row of `fan` tiles, the rows of a sheet of `fan` rows, and all sheets before, which one tile a sheet adds up. Results
// are the same bits in every run.
#pragma once

#include <cstdint>
#include <fuse/kernels/scan/cuda_scan_plan.hpp>
#include <fuse/kernels/scan/scan_body.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

constexpr int scan_warps = tuning::scan_threads / 32;

/// Room in shared memory for values of a type whose constructor does not run there.
template <class A, int N>
struct shared_values {
  alignas(16) unsigned char bytes[N * sizeof(A)];
  __device__ __forceinline__ A* data() { return reinterpret_cast<A*>(bytes); }
};

#ifdef __CUDA_ARCH__
/// Which tile a block works on: in the order in which blocks begin, so that a block waits only for blocks that have
/// begun.
__device__ __forceinline__ std::uint32_t take_ticket(scan_plan const& p) {
  __shared__ std::uint32_t ticket;
  if (p.tiles == 1) return blockIdx.x;
  if (threadIdx.x == 0) ticket = atomicAdd(p.ticket, 1u);
  __syncthreads();
  return ticket;
}
#endif

/// Where a tile's mailboxes are. `values`: lines of a group.
struct box_places {
  scan_plan const& p;
  std::uint32_t group, tile, values, bytes;

#ifdef __CUDA_ARCH__
  __device__ __forceinline__ std::uint32_t row() const { return tile >> p.fan_log2; }
  __device__ __forceinline__ std::uint32_t sheet() const { return tile >> 2 * p.fan_log2; }
  __device__ __forceinline__ std::uint32_t in_row() const { return tile & ((1u << p.fan_log2) - 1); }
  __device__ __forceinline__ std::uint32_t in_sheet() const { return row() & ((1u << p.fan_log2) - 1); }
  __device__ __forceinline__ bool is_last() const { return tile + 1 >= p.tiles; }
  __device__ __forceinline__ bool ends_row() const { return in_row() + 1 == 1u << p.fan_log2 && !is_last(); }
  __device__ __forceinline__ bool ends_sheet() const { return ends_row() && in_sheet() + 1 == 1u << p.fan_log2; }
  /// Of the first value; value q lies q * bytes behind.
  __device__ __forceinline__ unsigned char* of_tile(std::uint32_t t) const {
    return p.tile_boxes + (std::int64_t{group} * p.tiles + t) * values * bytes;
  }
  __device__ __forceinline__ unsigned char* of_row(std::uint32_t r) const {
    return p.row_boxes + (std::int64_t{group} * (((p.tiles - 1) >> p.fan_log2) + 1) + r) * values * bytes;
  }
  /// What comes before a sheet, in two parts: of all whole stacks of 32 sheets, and of the sheets of its stack.
  __device__ __forceinline__ unsigned char* of_sheet(std::uint32_t s, int part) const {
    return p.sheet_boxes +
           ((std::int64_t{group} * (((p.tiles - 1) >> 2 * p.fan_log2) + 1) + s) * 2 + part) * values * bytes;
  }
#endif
};

#ifdef __CUDA_ARCH__
/// Hands on what comes before the next sheet: `stacks` and `sheets` came before this one, which comes to `here`.
template <class Body>
__device__ __forceinline__ void put_sheet(box_places const& at, std::uint32_t q, typename Body::A const& stacks,
                                          typename Body::A const& sheets, typename Body::A const& here) {
  using scanned = typename Body::scanned;
  auto const sum = scanned::combine(sheets, here);
  bool const ends_stack = (at.sheet() & 31) == 31;
  Body::box::put(at.of_sheet(at.sheet() + 1, 0) + q * at.bytes, ends_stack ? scanned::combine(stacks, sum) : stacks);
  Body::box::put(at.of_sheet(at.sheet() + 1, 1) + q * at.bytes, ends_stack ? scanned::identity() : sum);
}
#endif

}  // namespace cp::kernels::device
