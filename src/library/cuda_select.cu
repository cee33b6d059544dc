// Elements where a mask is true, on the device: CUB's selection by flags.
#include <cub/device/device_select.cuh>

#include <thrust/iterator/counting_iterator.h>
#include <fuse/library/select.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>

#include "cuda_sort.hpp"
#include "runtime/cuda_check.hpp"

namespace cp::library {

namespace {

struct alignas(16) sixteen_bytes {
  std::uint64_t word[2];
};

template <class From, class T>
void flagged(selection const& s, From from, T* to, std::int64_t* count) {
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  std::size_t bytes = 0;
  auto const run = [&](void* work) {
    runtime::check("cub::DeviceSelect::Flagged",
                   cub::DeviceSelect::Flagged(work, bytes, from, s.mask, to, count, s.n, stream));
  };
  run(nullptr);
  device::scratch<unsigned char> const work(static_cast<std::int64_t>(bytes));
  run(work.data());
}
template <class T>
void of_type(selection const& s, void* to, std::int64_t* count) {
  flagged(s, static_cast<T const*>(s.values), static_cast<T*>(to), count);
}

struct copy_job {
  unsigned char const* from;
  unsigned char* to;
  std::int64_t const *places, *count;
  std::int64_t itemsize;
};
/// Elements of any size, byte by byte.
__global__ void __launch_bounds__(256) copy_places(__grid_constant__ copy_job const j) {
  std::int64_t const n = *j.count * j.itemsize, step = std::int64_t{gridDim.x} * 256;
  for (std::int64_t i = std::int64_t{blockIdx.x} * 256 + threadIdx.x; i < n; i += step) {
    std::int64_t const element = i / j.itemsize;
    j.to[i] = j.from[j.places[element] * j.itemsize + (i - element * j.itemsize)];
  }
}

bool is_aligned(void const* x, std::int64_t bytes) {
  return reinterpret_cast<std::uintptr_t>(x) % static_cast<std::uintptr_t>(bytes) == 0;
}

}  // namespace

void select_on_device(selection const& s, void* to, std::int64_t* count) {
  thrust::counting_iterator<std::int64_t> const places(0);
  if (s.values == nullptr) return flagged(s, places, static_cast<std::int64_t*>(to), count);
  bool const aligned = is_aligned(s.values, s.itemsize) && is_aligned(to, s.itemsize);
  switch (aligned ? s.itemsize : 0) {
    case 1:
      return of_type<std::uint8_t>(s, to, count);
    case 2:
      return of_type<std::uint16_t>(s, to, count);
    case 4:
      return of_type<std::uint32_t>(s, to, count);
    case 8:
      return of_type<std::uint64_t>(s, to, count);
    case 16:
      return of_type<sixteen_bytes>(s, to, count);
    default: {
      device::scratch<std::int64_t> const at(s.n);
      flagged(s, places, at.data(), count);
      copy_job j{static_cast<unsigned char const*>(s.values), static_cast<unsigned char*>(to), at.data(), count,
                 s.itemsize};
      void* arguments[] = {&j};
      runtime::launch(reinterpret_cast<void const*>(&copy_places), device::shape_for(s.n * s.itemsize), arguments,
                      nullptr);
    }
  }
}

}  // namespace cp::library
