// Bringing equal keys together on the device: a stable radix sort of places by their keys, and a search for each key.
#include <bit>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
#include <fuse/library/keys.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>

#include "runtime/cuda_check.hpp"

namespace cp::library {

namespace {

constexpr unsigned threads = 256;

template <class Index>
__global__ void __launch_bounds__(threads) count_up(Index* to, std::int64_t n) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < n; i += step)
    to[i] = static_cast<Index>(i);
}

/// offsets[s] = the number of sorted keys below s.
__global__ void __launch_bounds__(threads)
    find_keys(std::uint32_t const* sorted, std::int64_t n, std::int64_t* offsets, std::int64_t count) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t s = std::int64_t{blockIdx.x} * threads + threadIdx.x; s <= count; s += step) {
    std::int64_t low = 0, high = n;
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (static_cast<std::int64_t>(sorted[middle]) < s)
        low = middle + 1;
      else
        high = middle;
    }
    offsets[s] = low;
  }
}

runtime::launch_shape shape_for(std::int64_t n) {
  runtime::launch_shape s;
  std::int64_t const blocks = (n + threads - 1) / threads;
  s.grid_x = static_cast<unsigned>(blocks < 1 ? 1 : blocks < 65536 ? blocks : 65536);
  s.block_x = threads;
  return s;
}

template <class Index>
void sort(std::uint32_t const* keys, std::uint32_t* sorted, std::int64_t n, std::int64_t count, Index* order) {
  storage_ptr const places(runtime::allocate(memory_kind::device, n * static_cast<std::int64_t>(sizeof(Index))));
  Index* from = static_cast<Index*>(places->data);
  void* arguments[] = {&from, &n};
  runtime::launch(reinterpret_cast<void const*>(&count_up<Index>), shape_for(n), arguments, nullptr);
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  int const bits = std::bit_width(static_cast<std::uint64_t>(count));
  std::size_t bytes = 0;
  auto const run = [&](void* work) {
    runtime::check("cub::DeviceRadixSort::SortPairs",
                   cub::DeviceRadixSort::SortPairs(work, bytes, keys, sorted, static_cast<Index const*>(from), order, n,
                                                   0, bits, stream));
  };
  run(nullptr);
  storage_ptr const work(runtime::allocate(memory_kind::device, static_cast<std::int64_t>(bytes)));
  run(work->data);
}

}  // namespace

void group_device_keys(std::uint32_t const* keys, std::int64_t n, std::int64_t count, void* order, bool wide,
                       std::int64_t* offsets) {
  storage_ptr const memory(runtime::allocate(memory_kind::device, n * 4));
  auto* sorted = static_cast<std::uint32_t*>(memory->data);
  if (count == 0) n = 0;  // nothing is asked for
  if (n > 0)
    wide ? sort(keys, sorted, n, count, static_cast<std::int64_t*>(order))
         : sort(keys, sorted, n, count, static_cast<std::uint32_t*>(order));
  void* arguments[] = {&sorted, &n, &offsets, &count};
  runtime::launch(reinterpret_cast<void const*>(&find_keys), shape_for(count + 1), arguments, nullptr);
  runtime::count_library_call();
}

}  // namespace cp::library
