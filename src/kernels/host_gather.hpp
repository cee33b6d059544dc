// Copies of strided runs of elements, by their size.
#pragma once

#include <cstdint>
#include <cstring>

namespace cp::kernels {

template <class T>
void gather_run(void* to, void const* from, std::int64_t stride, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t i = 0; i < n; ++i) t[i] = f[i * stride];
}
template <class T>
void scatter_run(void* to, void const* from, std::int64_t stride, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t i = 0; i < n; ++i) t[i * stride] = f[i];
}
struct wide {
  std::int64_t a, b;
};

inline void gather_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int32_t itemsize) {
  switch (itemsize) {
    case 1: return gather_run<std::int8_t>(to, from, stride, n);
    case 2: return gather_run<std::int16_t>(to, from, stride, n);
    case 4: return gather_run<std::int32_t>(to, from, stride, n);
    case 8: return gather_run<std::int64_t>(to, from, stride, n);
    case 16: return gather_run<wide>(to, from, stride, n);
    default:
      for (std::int64_t i = 0; i < n; ++i)
        std::memcpy(static_cast<char*>(to) + i * itemsize, static_cast<char const*>(from) + i * stride * itemsize, static_cast<std::size_t>(itemsize));
  }
}
inline void scatter_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int32_t itemsize) {
  switch (itemsize) {
    case 1: return scatter_run<std::int8_t>(to, from, stride, n);
    case 2: return scatter_run<std::int16_t>(to, from, stride, n);
    case 4: return scatter_run<std::int32_t>(to, from, stride, n);
    case 8: return scatter_run<std::int64_t>(to, from, stride, n);
    case 16: return scatter_run<wide>(to, from, stride, n);
    default:
      for (std::int64_t i = 0; i < n; ++i)
        std::memcpy(static_cast<char*>(to) + i * stride * itemsize, static_cast<char const*>(from) + i * itemsize, static_cast<std::size_t>(itemsize));
  }
}

}  // namespace cp::kernels
