// Values that blocks of one launch hand to later ones through memory.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>

namespace cp::kernels::device {

/// A place for a value, empty as long as it holds zeros. Each word of a value travels with a flag of its own in one
/// access, so that no order of accesses matters.
template <class A>
struct mailbox {
  static constexpr int words = (int(sizeof(A)) + 3) / 4;
  static constexpr int bytes = 8 * words;

#ifdef __CUDA_ARCH__
  static __device__ __forceinline__ void put(unsigned char* box, A const& value) {
    std::uint32_t w[words] = {};
    __builtin_memcpy(w, &value, sizeof value);
#pragma unroll
    for (int i = 0; i < words; ++i)
      asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(box + 8 * i), "l"((1ull << 32) | w[i]) : "memory");
  }
  /// Waits until there is a value.
  static __device__ __forceinline__ A get(unsigned char const* box) {
    letter x;
    look(box, x);
    return wait(box, x);
  }
  /// Folds the values of n boxes that lie `apart` bytes apart, in their order.
  template <class Scanned>
  static __device__ __forceinline__ A fold(unsigned char const* box, std::int64_t apart, std::uint32_t n) {
    constexpr std::uint32_t at_once = 8;
    A sum = Scanned::identity();
    for (std::uint32_t first = 0; first < n; first += at_once) {
      unsigned char const* const from = box + first * apart;
      letter x[at_once];
#pragma unroll
      for (std::uint32_t u = 0; u < at_once; ++u)
        if (first + u < n) look(from + u * apart, x[u]);
#pragma unroll
      for (std::uint32_t u = 0; u < at_once; ++u)
        if (first + u < n) sum = Scanned::combine(sum, wait(from + u * apart, x[u]));
    }
    return sum;
  }
#endif

 private:
  struct letter {
    unsigned long long word[words];
  };
#ifdef __CUDA_ARCH__
  static __device__ __forceinline__ void look(unsigned char const* box, letter& x) {
#pragma unroll
    for (int i = 0; i < words; ++i)
      asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(x.word[i]) : "l"(box + 8 * i) : "memory");
  }
  static __device__ __forceinline__ A wait(unsigned char const* box, letter& x) {
    std::uint32_t w[words];
#pragma unroll
    for (int i = 0; i < words; ++i) {
      while ((x.word[i] >> 32) == 0)
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(x.word[i]) : "l"(box + 8 * i) : "memory");
      w[i] = static_cast<std::uint32_t>(x.word[i]);
    }
    A value;
    __builtin_memcpy(&value, w, sizeof value);
    return value;
  }
#endif
};

}  // namespace cp::kernels::device
