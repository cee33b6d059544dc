// Values that blocks of one launch hand to later ones through memory.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>

namespace cp::kernels::device {

/// A place for a value, empty as long as it holds zeros. Values of up to 4 bytes travel with their flag in one access;
/// others before it.
template <class A>
struct mailbox {
  static constexpr bool packed = sizeof(A) <= 4;
  static constexpr int words = (int(sizeof(A)) + 3) / 4;
  static constexpr int flag_at = (int(sizeof(A)) + 7) / 8 * 8;
  static constexpr int bytes = packed ? 8 : flag_at + 8;

  static __device__ __forceinline__ void put(unsigned char* box, A const& value) {
    std::uint32_t w[words] = {};
    __builtin_memcpy(w, &value, sizeof value);
    if constexpr (packed) {
      unsigned long long const both = (1ull << 32) | w[0];
      asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(box), "l"(both) : "memory");
    } else {
#pragma unroll
      for (int i = 0; i < words; ++i)
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(box + 4 * i), "r"(w[i]) : "memory");
      asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(box + flag_at), "r"(1u) : "memory");
    }
  }
  /// Waits until there is a value.
  static __device__ __forceinline__ A get(unsigned char const* box) {
    if constexpr (packed) {
      unsigned long long both = look(box);
      while ((both >> 32) == 0) both = look(box);
      return value_in(both);
    } else {
      while (flag(box) == 0) {
      }
      return value_at(box);
    }
  }
  /// The value that an earlier kernel left.
  static __device__ __forceinline__ A known(unsigned char const* box) {
    A value;
    __builtin_memcpy(&value, box, sizeof value);
    return value;
  }
  /// Folds the values of n boxes that lie `apart` bytes apart, in their order.
  template <class Scanned>
  static __device__ __forceinline__ A fold(unsigned char const* box, std::int64_t apart, std::uint32_t n) {
    constexpr std::uint32_t at_once = 8;
    A sum = Scanned::identity();
    for (std::uint32_t first = 0; first < n; first += at_once) {
      unsigned char const* const from = box + first * apart;
      if constexpr (packed) {
        unsigned long long both[at_once];
#pragma unroll
        for (std::uint32_t u = 0; u < at_once; ++u) both[u] = first + u < n ? look(from + u * apart) : 0;
#pragma unroll
        for (std::uint32_t u = 0; u < at_once; ++u)
          if (first + u < n) {
            while ((both[u] >> 32) == 0) both[u] = look(from + u * apart);
            sum = Scanned::combine(sum, value_in(both[u]));
          }
      } else {
        for (std::uint32_t u = 0; u < at_once && first + u < n; ++u)
          while (flag(from + u * apart) == 0) {
          }
        A value[at_once];
#pragma unroll
        for (std::uint32_t u = 0; u < at_once; ++u)
          if (first + u < n) value[u] = value_at(from + u * apart);
#pragma unroll
        for (std::uint32_t u = 0; u < at_once; ++u)
          if (first + u < n) sum = Scanned::combine(sum, value[u]);
      }
    }
    return sum;
  }

 private:
  static __device__ __forceinline__ unsigned long long look(unsigned char const* box) {
    unsigned long long both;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(both) : "l"(box) : "memory");
    return both;
  }
  static __device__ __forceinline__ std::uint32_t flag(unsigned char const* box) {
    std::uint32_t f;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(f) : "l"(box + flag_at) : "memory");
    return f;
  }
  static __device__ __forceinline__ A value_in(unsigned long long both) {
    std::uint32_t const w = static_cast<std::uint32_t>(both);
    A value;
    __builtin_memcpy(&value, &w, sizeof value);
    return value;
  }
  static __device__ __forceinline__ A value_at(unsigned char const* box) {
    std::uint32_t w[words];
#pragma unroll
    for (int i = 0; i < words; ++i)
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(w[i]) : "l"(box + 4 * i) : "memory");
    A value;
    __builtin_memcpy(&value, w, sizeof value);
    return value;
  }
};

}  // namespace cp::kernels::device
