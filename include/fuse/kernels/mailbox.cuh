// Values that blocks of one launch hand to later ones through memory.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>

namespace cp::kernels::device {

/// A place for a value, empty as long as it holds zeros. Each 4 bytes of the value travel with a flag in one 8-byte
/// access, so that nothing has to be ordered: a value is there when all its words are.
template <class A>
struct mailbox {
  static constexpr int words = (int(sizeof(A)) + 3) / 4;
  static constexpr int bytes = 8 * words;

  /// What was seen in a box.
  struct letter {
    unsigned long long word[words];

    __device__ __forceinline__ bool is_there() const {
      bool all = true;
#pragma unroll
      for (int i = 0; i < words; ++i) all = all && (word[i] >> 32) != 0;
      return all;
    }
    __device__ __forceinline__ A value() const {
      std::uint32_t w[words];
#pragma unroll
      for (int i = 0; i < words; ++i) w[i] = static_cast<std::uint32_t>(word[i]);
      A a;
      __builtin_memcpy(&a, w, sizeof a);
      return a;
    }
  };

  static __device__ __forceinline__ void put(unsigned char* box, A const& value) {
    std::uint32_t w[words] = {};
    __builtin_memcpy(w, &value, sizeof value);
#pragma unroll
    for (int i = 0; i < words; ++i)
      asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(box + 8 * i), "l"((1ull << 32) | w[i]) : "memory");
  }
  static __device__ __forceinline__ letter look(unsigned char const* box) {
    letter l;
#pragma unroll
    for (int i = 0; i < words; ++i)
      asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(l.word[i]) : "l"(box + 8 * i) : "memory");
    return l;
  }
  /// Looks again until the value is there.
  static __device__ __forceinline__ A wait(unsigned char const* box, letter& seen) {
    while (!seen.is_there()) seen = look(box);
    return seen.value();
  }
};

}  // namespace cp::kernels::device
