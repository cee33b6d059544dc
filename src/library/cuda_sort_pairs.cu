// Sorting numbers and their places on the device: CUB's radix sort of pairs.
#include <cub/device/device_radix_sort.cuh>
#include <fuse/runtime/stream.hpp>

#include "cuda_sort.hpp"
#include "runtime/cuda_check.hpp"

namespace cp::library::device {

namespace {

template <class Key, class Place>
void sort_pairs(std::int64_t n, int bits, sorted_pairs& p) {
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  cub::DoubleBuffer<Key> keys(static_cast<Key*>(p.keys), static_cast<Key*>(p.other_keys));
  cub::DoubleBuffer<Place> places(static_cast<Place*>(p.places), static_cast<Place*>(p.other_places));
  std::size_t bytes = 0;
  auto const run = [&](void* work) {
    runtime::check("cub::DeviceRadixSort::SortPairs",
                   cub::DeviceRadixSort::SortPairs(work, bytes, keys, places, n, 0, bits, stream));
  };
  run(nullptr);
  scratch<unsigned char> const work(static_cast<std::int64_t>(bytes));
  run(work.data());
  p = {keys.Current(), keys.Alternate(), places.Current(), places.Alternate()};
}

}  // namespace

void radix_sort_pairs(int key_bytes, int place_bytes, std::int64_t n, int bits, sorted_pairs& p) {
  if (key_bytes == 4)
    place_bytes == 4 ? sort_pairs<std::uint32_t, std::uint32_t>(n, bits, p)
                     : sort_pairs<std::uint32_t, std::uint64_t>(n, bits, p);
  else
    place_bytes == 4 ? sort_pairs<std::uint64_t, std::uint32_t>(n, bits, p)
                     : sort_pairs<std::uint64_t, std::uint64_t>(n, bits, p);
}

void group_pairs(std::int64_t n, int first_bit, int bits, std::uint32_t const* keys, std::uint32_t* to_keys,
                 std::uint32_t const* values, std::uint32_t* to_values) {
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  std::size_t bytes = 0;
  auto const run = [&](void* work) {
    runtime::check("cub::DeviceRadixSort::SortPairs",
                   cub::DeviceRadixSort::SortPairs(work, bytes, keys, to_keys, values, to_values, n, first_bit,
                                                   first_bit + bits, stream));
  };
  run(nullptr);
  scratch<unsigned char> const work(static_cast<std::int64_t>(bytes));
  run(work.data());
}

}  // namespace cp::library::device
