// Filling device memory with one value of any size.
#include <cstdint>
#include <cstring>
#include <fuse/runtime/launch.hpp>

#include "device_fill.hpp"

namespace cp::runtime {

namespace {

constexpr int threads = 256;

template <class T>
__global__ void __launch_bounds__(threads) fill(T* data, std::int64_t n, T value) {
  std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * threads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x; i < n; i += step)
    data[i] = value;
}

/// A value of any size as words of 1 byte: thread i writes byte i of the run.
struct any_value {
  unsigned char bytes[256];
};
__global__ void __launch_bounds__(threads)
    fill_bytes(unsigned char* data, std::int64_t bytes, int itemsize, __grid_constant__ any_value const value) {
  std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * threads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x; i < bytes; i += step)
    data[i] = value.bytes[i % itemsize];
}

launch_shape shape_for(std::int64_t n) {
  launch_shape s;
  std::int64_t const blocks = (n + threads - 1) / threads;
  s.grid_x = static_cast<unsigned>(blocks < (1 << 20) ? blocks : (1 << 20));
  s.block_x = threads;
  return s;
}

template <class T>
void start(void* data, std::int64_t n, void const* value) {
  T* p = static_cast<T*>(data);
  T v;
  std::memcpy(&v, value, sizeof v);
  void* arguments[] = {&p, &n, &v};
  launch(reinterpret_cast<void const*>(&fill<T>), shape_for(n), arguments, nullptr);
}

}  // namespace

void fill_device(void* data, std::int64_t n, void const* value, std::int64_t itemsize) {
  switch (itemsize) {
    case 1:
      return start<std::uint8_t>(data, n, value);
    case 2:
      return start<std::uint16_t>(data, n, value);
    case 4:
      return start<std::uint32_t>(data, n, value);
    case 8:
      return start<std::uint64_t>(data, n, value);
    case 16:
      return start<ulonglong2>(data, n, value);
    default:
      break;
  }
  if (itemsize <= 256) {
    auto* p = static_cast<unsigned char*>(data);
    std::int64_t bytes = n * itemsize;
    int size = static_cast<int>(itemsize);
    any_value v;
    std::memcpy(v.bytes, value, static_cast<std::size_t>(itemsize));
    void* arguments[] = {&p, &bytes, &size, &v};
    launch(reinterpret_cast<void const*>(&fill_bytes), shape_for(bytes), arguments, nullptr);
    return;
  }
  // Very large structs: one element from the host, then doubling copies on the device.
  copy_bytes(data, memory_kind::device, value, memory_kind::host, itemsize);
  for (std::int64_t done = 1; done < n; done *= 2) {
    std::int64_t const next = done < n - done ? done : n - done;
    copy_bytes(static_cast<char*>(data) + done * itemsize, memory_kind::device, data, memory_kind::device,
               next * itemsize);
  }
}

}  // namespace cp::runtime
