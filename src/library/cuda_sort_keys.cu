// Sorting numbers on the device: CUB's radix sort of each native width.
#include <cub/device/device_radix_sort.cuh>
#include <fuse/core/dtype.hpp>
#include <fuse/runtime/stream.hpp>

#include "cuda_sort.hpp"
#include "runtime/cuda_check.hpp"

namespace cp::library::device {

namespace {

template <class T>
storage_ptr sort_keys(std::int64_t n, int bits, void const* from, void* to) {
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  std::size_t bytes = 0;
  auto const run = [&](void* work) {
    runtime::check("cub::DeviceRadixSort::SortKeys",
                   cub::DeviceRadixSort::SortKeys(work, bytes, static_cast<T const*>(from), static_cast<T*>(to), n, 0,
                                                  bits, stream));
  };
  run(nullptr);
  auto const enough = static_cast<std::int64_t>(sizeof(T)) * n;
  scratch<unsigned char> const work(static_cast<std::int64_t>(bytes) < enough ? enough
                                                                              : static_cast<std::int64_t>(bytes));
  run(work.data());
  return work.memory;
}

}  // namespace

storage_ptr radix_sort(dtype_id dtype, std::int64_t n, int bits, void const* from, void* to) {
  switch (dtype) {
    case dtype_id::uint8:
      return sort_keys<std::uint8_t>(n, bits, from, to);
    case dtype_id::uint16:
      return sort_keys<std::uint16_t>(n, bits, from, to);
    case dtype_id::uint32:
      return sort_keys<std::uint32_t>(n, bits, from, to);
    case dtype_id::int32:
      return sort_keys<std::int32_t>(n, bits, from, to);
    case dtype_id::int64:
      return sort_keys<std::int64_t>(n, bits, from, to);
    case dtype_id::float32:
      return sort_keys<float>(n, bits, from, to);
    case dtype_id::float64:
      return sort_keys<double>(n, bits, from, to);
    default:
      return sort_keys<std::uint64_t>(n, bits, from, to);
  }
}

}  // namespace cp::library::device
