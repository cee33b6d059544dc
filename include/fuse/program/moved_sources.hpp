// What moved elements are read from: arrays in memory, and what is computed.
#pragma once

#include <cstdint>
#include <fuse/program/inputs.hpp>

namespace cp::program {

/// Elements in memory, at distances from the first.
template <class T>
struct in_memory {
  using type = T;
  static constexpr int turns = 0;
  T const* data;

  FUSE_HD T at(std::int64_t distance) const {
#ifdef __CUDA_ARCH__
    __builtin_assume(__isGlobal(data + distance));
#endif
    return data[distance];
  }
  /// Neighbours: in one access, if they lie on its boundary.
  template <int Width>
  FUSE_HD void load(T* to, std::int64_t distance) const {
#ifdef __CUDA_ARCH__
    __builtin_assume(__isGlobal(data + distance));
    constexpr unsigned bytes = sizeof(T) * Width;
    if constexpr ((bytes & (bytes - 1)) == 0 && bytes > sizeof(T)) {
      struct alignas(bytes < 16 ? bytes : 16) vector {
        T v[Width];
      };
      if (reinterpret_cast<std::uintptr_t>(data + distance) % alignof(vector) == 0) {
        vector const w = *reinterpret_cast<vector const*>(data + distance);
#pragma unroll
        for (int v = 0; v < Width; ++v) to[v] = w.v[v];
        return;
      }
    }
    if constexpr (sizeof(T) < 4 && bytes % 4 == 0)
      load_words<bytes / 4>(to, data + distance);
    else
#endif
      for (int v = 0; v < Width; ++v) to[v] = data[distance + v];
  }
#ifdef __CUDA_ARCH__
  /// Small elements that lie across words, by the words that they lie in.
  template <int Words>
  static __device__ void load_words(T* to, T const* from) {
    auto const address = reinterpret_cast<std::uintptr_t>(from);
    auto const* const words = reinterpret_cast<std::uint32_t const*>(address & ~std::uintptr_t{3});
    unsigned const bits = static_cast<unsigned>(address & 3) * 8;
    std::uint32_t const last = bits == 0 ? 0 : words[Words];
    std::uint32_t w[Words];
#pragma unroll
    for (int k = 0; k < Words; ++k) w[k] = words[k];
#pragma unroll
    for (int k = 0; k < Words; ++k) w[k] = __funnelshift_r(w[k], k + 1 < Words ? w[k + 1] : last, bits);
    __builtin_memcpy(to, w, sizeof w);
  }
#endif
  void load_run(T* to, std::int64_t distance, std::int64_t n) const {
    if (n > 0) copy_run(to, data + distance, static_cast<std::size_t>(n) * sizeof(T));
  }
  /// Processors take a load for one of what was stored just before where addresses have their last 12 bits in common,
  /// as those of a roll by a few places have: such bytes go through a buffer (4 MB of float32 .22 ms for 1.2).
  static void copy_run(void* to, void const* from, std::size_t bytes) {
    std::size_t const behind = (reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from)) & 4095;
    if (behind == 0 || behind >= 2048 || bytes < 256) {
      __builtin_memcpy(to, from, bytes);
      return;
    }
    unsigned char buffer[1024];
    for (std::size_t done = 0; done < bytes; done += sizeof buffer) {
      std::size_t const some = bytes - done < sizeof buffer ? bytes - done : sizeof buffer;
      __builtin_memcpy(buffer, static_cast<unsigned char const*>(from) + done, some);
      __builtin_memcpy(static_cast<unsigned char*>(to) + done, buffer, some);
    }
  }
};
/// Elements that are computed, at distances from a place.
template <class Rule>
struct in_places {
  using type = typename Rule::type;
  static constexpr int turns = turns_of<Rule>;
  Rule rule;
  std::int64_t first;

  FUSE_HD type at(std::int64_t distance) const {
    type x[1];
    rule.template fill<1>(x, first + distance, 1);
    return x[0];
  }
  template <int Width>
  FUSE_HD void load(type* to, std::int64_t distance) const {
    rule.template fill<Width>(to, first + distance, 1);
  }
  void load_run(type* to, std::int64_t distance, std::int64_t n) const {
    if constexpr (requires { rule.fill_run(to, distance, 1, n); })
      rule.fill_run(to, first + distance, 1, n);
    else
      for (std::int64_t i = 0; i < n; ++i) to[i] = at(distance + i);
  }
};

}  // namespace cp::program
