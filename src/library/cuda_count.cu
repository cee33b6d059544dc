// How often each key stands among many, on the device: bins in shared memory as long as they fit, a part of them for
// each of some groups of blocks; else in global memory.
#include <algorithm>
#include <cstdint>
#include <fuse/library/count.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::library {

namespace {

constexpr unsigned threads = 1024;
// Bins of a block: 4 bytes each in the shared memory that any GPU from compute capability 8.0 gives a block.
constexpr std::int64_t most_bins = 24 * 1024;
// Every group reads all keys: more of them than this, and atomics in global memory are sooner done. (H100, 2026-11)
constexpr std::int64_t most_groups = 4;
constexpr unsigned blocks_at_once = 264;

struct count_job {
  std::uint32_t const* keys;
  std::int64_t n, count;
  unsigned long long* counts;
  std::int64_t bins;    ///< of a group, in shared memory; 0: in global memory
  std::int64_t copies;  ///< of the bins of a block: neighbouring warps rarely meet
};

/// One more of a key, by one thread where all of the warp have the same.
template <class Add>
__device__ __forceinline__ void add_one(std::uint32_t key, bool counts, Add const& add) {
  unsigned const active = __activemask();
  std::uint32_t const first = __shfl_sync(active, key, __ffs(active) - 1);
  if (__all_sync(active, key == first)) {
    if (counts && static_cast<int>(threadIdx.x & 31) == __ffs(active) - 1) add(key, __popc(active));
  } else if (counts) {
    add(key, 1);
  }
}

__global__ void __launch_bounds__(threads) count_in_blocks(__grid_constant__ count_job const j) {
  extern __shared__ unsigned shared_bins[];
  std::int64_t const first = std::int64_t{blockIdx.y} * j.bins, left = j.count - first;
  auto const bins = static_cast<unsigned>(left < j.bins ? left : j.bins), all = bins * static_cast<unsigned>(j.copies);
  for (unsigned k = threadIdx.x; k < all; k += threads) shared_bins[k] = 0;
  __syncthreads();
  unsigned* const own = shared_bins + (threadIdx.x / 32) % static_cast<unsigned>(j.copies) * bins;
  auto const take = [&](std::uint32_t key) {
    std::int64_t const bin = std::int64_t{key} - first;
    bool const here = bin >= 0 && bin < bins;
    add_one(static_cast<std::uint32_t>(bin), here, [&](std::uint32_t k, int times) { atomicAdd(own + k, times); });
  };
  // Four keys a thread at once, as far as they are aligned: memory from the pool is.
  std::int64_t const quads = j.n / 4, step = std::int64_t{gridDim.x} * threads,
                     begin = std::int64_t{blockIdx.x} * threads + threadIdx.x;
  for (std::int64_t i = begin; i < quads; i += step) {
    uint4 const k = reinterpret_cast<uint4 const*>(j.keys)[i];
    take(k.x), take(k.y), take(k.z), take(k.w);
  }
  if (std::int64_t const i = 4 * quads + begin; i < j.n) take(j.keys[i]);
  __syncthreads();
  for (unsigned k = threadIdx.x; k < bins; k += threads) {
    unsigned sum = 0;
    for (unsigned c = 0; c < j.copies; ++c) sum += shared_bins[c * bins + k];
    if (sum != 0) atomicAdd(j.counts + first + k, static_cast<unsigned long long>(sum));
  }
}

__global__ void __launch_bounds__(threads) count_in_memory(__grid_constant__ count_job const j) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < j.n; i += step) {
    std::uint32_t const key = j.keys[i];
    add_one(key, key < j.count,
            [&](std::uint32_t k, int times) { atomicAdd(j.counts + k, static_cast<unsigned long long>(times)); });
  }
}

}  // namespace

void count_keys_on_device(std::uint32_t const* keys, std::int64_t n, std::int64_t count, std::int64_t* counts) {
  runtime::set_bytes(counts, memory_kind::device, 0, count * 8);
  if (n == 0) return;
  count_job j{keys, n, count, reinterpret_cast<unsigned long long*>(counts), 0, 1};
  void* arguments[] = {&j};
  runtime::launch_shape shape;
  shape.block_x = threads;
  // A block counts in 32 bits, so that it may not see 2^32 keys.
  std::int64_t const wanted = (n + 4 * threads - 1) / (4 * threads), needed = n / (std::int64_t{1} << 31) + 1;
  shape.grid_x = static_cast<unsigned>(std::max(needed, std::min<std::int64_t>(wanted, blocks_at_once)));
  std::int64_t const groups = (count + most_bins - 1) / most_bins;
  if (groups > most_groups) {
    shape.grid_x = static_cast<unsigned>(std::min<std::int64_t>((n + threads - 1) / threads, 8 * blocks_at_once));
    return runtime::launch(reinterpret_cast<void const*>(&count_in_memory), shape, arguments, nullptr);
  }
  j.bins = (count + groups - 1) / groups;
  j.copies = std::clamp<std::int64_t>(most_bins / 3 / j.bins, 1, 8);
  shape.grid_y = static_cast<unsigned>(groups);
  shape.shared_bytes = static_cast<unsigned>(j.bins * j.copies * 4);
  runtime::launch(reinterpret_cast<void const*>(&count_in_blocks), shape, arguments, nullptr);
}

}  // namespace cp::library
