// Filling memory with one value of any size; the device's part for values that no memset can write is cuda_fill.cu.
#include <cstdint>
#include <cstring>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/fill.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>
#include <new>
#include <vector>

#include "device_fill.hpp"

namespace cp::runtime {

namespace {

constexpr std::int64_t largest_value = 256;

struct fill_arguments {
  void* data;
  std::int64_t n, itemsize;
  alignas(16) unsigned char value[largest_value];
};

template <class T>
void fill_range(fill_arguments const& a, std::int64_t begin, std::int64_t end) {
  T v;
  std::memcpy(&v, a.value, sizeof v);
  T* const p = static_cast<T*>(a.data);
  for (std::int64_t i = begin; i < end; ++i) p[i] = v;
}

void fill_part(void* context, std::int64_t begin, std::int64_t end) {
  auto const& a = *static_cast<fill_arguments const*>(context);
  switch (a.itemsize) {
    case 2:  // one byte is set_bytes
      return fill_range<std::uint16_t>(a, begin, end);
    case 4:
      return fill_range<std::uint32_t>(a, begin, end);
    case 8:
      return fill_range<std::uint64_t>(a, begin, end);
    default:
      for (std::int64_t i = begin; i < end; ++i)
        std::memcpy(static_cast<unsigned char*>(a.data) + i * a.itemsize, a.value,
                    static_cast<std::size_t>(a.itemsize));
  }
}

void fill_now(void const* arguments) {
  auto const& a = *static_cast<fill_arguments const*>(arguments);
  parallel_for(a.n, 4096, a.n * a.itemsize / 32, fill_part, const_cast<fill_arguments*>(&a));
}

/// A value of any size, recorded behind the arguments.
void record_large(void* data, std::int64_t n, void const* value, std::int64_t itemsize) {
  std::vector<unsigned char> bytes(sizeof(fill_arguments) + static_cast<std::size_t>(itemsize));
  fill_arguments const a{data, n, itemsize, {}};
  std::memcpy(bytes.data(), &a, sizeof a);
  std::memcpy(bytes.data() + sizeof a, value, static_cast<std::size_t>(itemsize));
  record(
      [](void const* arguments) {
        auto const& x = *static_cast<fill_arguments const*>(arguments);
        for (std::int64_t i = 0; i < x.n; ++i)
          std::memcpy(static_cast<unsigned char*>(x.data) + i * x.itemsize, &x + 1,
                      static_cast<std::size_t>(x.itemsize));
      },
      bytes.data(), bytes.size());
}

}  // namespace

void fill_elements(void* data, memory_kind kind, std::int64_t n, void const* value, std::int64_t itemsize) try {
  auto const* bytes = static_cast<unsigned char const*>(value);
  bool uniform = true;
  for (std::int64_t i = 1; i < itemsize; ++i) uniform = uniform && bytes[i] == bytes[0];
  if (uniform) return set_bytes(data, kind, bytes[0], n * itemsize);
  count_launch(0, n * itemsize);
  if (is_device(kind)) return fill_device(data, n, value, itemsize);
  if (itemsize > largest_value) {
    if (is_capturing()) return record_large(data, n, value, itemsize);
    for (std::int64_t i = 0; i < n; ++i)
      std::memcpy(static_cast<unsigned char*>(data) + i * itemsize, value, static_cast<std::size_t>(itemsize));
    return;
  }
  fill_arguments a{data, n, itemsize, {}};
  std::memcpy(a.value, value, static_cast<std::size_t>(itemsize));
  if (is_capturing())
    record(fill_now, &a, sizeof a);
  else
    fill_now(&a);
} catch (std::bad_alloc const&) {
  throw_out_of_bookkeeping(0);
}

}  // namespace cp::runtime
