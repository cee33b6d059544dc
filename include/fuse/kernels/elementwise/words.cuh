// Vectors of narrow elements as words.
#pragma once

#include <cstdint>
#include <fuse/kernels/device_values.cuh>

namespace cp::kernels::device {

#ifdef __CUDA_ARCH__
/// As load_along, of 16-bit elements, as words: what one branch or the other has loaded stays together, and is taken
/// apart by the instructions that use it.
template <class K, int I, int Width, bool Once = false>
__device__ __forceinline__ void load_pairs(slot<I, K, Width>& s, char const* p, bool splat) {
  static_assert(Width % 2 == 0);
  vector<std::uint32_t, Width / 2> w;
  auto const* const from = reinterpret_cast<decltype(w) const*>(p);
  if (splat)
    w.v[0] = *reinterpret_cast<std::uint16_t const*>(p);
  else
    w = Once ? load_once(from) : *from;
  __builtin_memcpy(s.v, w.v, sizeof s.v);
}
/// Copies the first element of a vector to all of it, if it stands for it: narrow ones as words.
template <class K, int I, int Width>
__device__ __forceinline__ void spread(slot<I, K, Width>& s, bool splat) {
  using T = typename K::type;
  if constexpr (sizeof(T) <= 2 && Width * sizeof(T) % 4 == 0) {
    constexpr int words = Width * int(sizeof(T)) / 4;
    std::uint32_t w[words];
    __builtin_memcpy(w, s.v, sizeof w);
    std::uint32_t const first = __byte_perm(w[0], 0, sizeof(T) == 2 ? 0x1010 : 0);
#pragma unroll
    for (int v = 0; v < words; ++v) w[v] = splat ? first : w[v];
    __builtin_memcpy(s.v, w, sizeof w);
  } else {
#pragma unroll
    for (int v = 1; v < Width; ++v) s.v[v] = splat ? s.v[0] : s.v[v];
  }
}
#endif

/// The words around a vector of narrow elements that may lie anywhere: all those of 8 bytes that hold some of it, and
/// no others. They are loaded first, and shifted into place when they are used.
template <class T, int Width>
struct shifted_words {
  static constexpr int bytes = Width * int(sizeof(T)), pairs = bytes / 8;
  static_assert(bytes % 8 == 0);
  uint2 pair[pairs + 1];
  std::uint32_t first;  // byte of the vector's first element in them

#ifdef __CUDA_ARCH__
  __device__ __forceinline__ void load(char const* p) {
    first = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(p)) & 7;
    auto const* const from = reinterpret_cast<uint2 const*>(p - first);
#pragma unroll
    for (int i = 0; i < pairs; ++i) pair[i] = from[i];
    pair[pairs] = from[first != 0 ? pairs : pairs - 1];
  }
  /// All of them one element.
  __device__ __forceinline__ void spread(char const* p) {
    std::uint32_t const word = sizeof(T) == 1 ? *reinterpret_cast<std::uint8_t const*>(p) * 0x01010101u
                                              : *reinterpret_cast<std::uint16_t const*>(p) * 0x00010001u;
    first = 0;
#pragma unroll
    for (int i = 0; i <= pairs; ++i) pair[i] = uint2{word, word};
  }
  __device__ __forceinline__ std::uint32_t word(int i) const { return i % 2 == 0 ? pair[i / 2].x : pair[i / 2].y; }
  __device__ __forceinline__ void place(T (&to)[Width]) const {
    std::uint32_t from[2 * pairs + 1], out[2 * pairs];
#pragma unroll
    for (int i = 0; i <= 2 * pairs; ++i) from[i] = (first & 4) != 0 ? word(i + 1) : word(i);
#pragma unroll
    for (int i = 0; i < 2 * pairs; ++i) out[i] = __funnelshift_r(from[i], from[i + 1], first << 3);
    __builtin_memcpy(to, out, bytes);
  }
#endif
};

#ifdef __CUDA_ARCH__
/// Loads a vector of narrow elements that may lie anywhere, by the words that hold some of it.
template <class T, int Width>
__device__ __forceinline__ void load_words(T (&to)[Width], char const* p) {
  constexpr int bytes = Width * int(sizeof(T)), words = bytes / 4;
  static_assert(bytes % 4 == 0);
  std::uint32_t out[words];
  if constexpr (bytes % 16 == 0) {
    // By the aligned vectors that hold them: a warp asks for each line twice, not once for each word.
    constexpr int vectors = bytes / 16;
    auto const first = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(p)) & 15;
    auto const* const from = reinterpret_cast<uint4 const*>(p - first);
    uint4 v[vectors + 1];
#pragma unroll
    for (int i = 0; i < vectors; ++i) v[i] = from[i];
    v[vectors] = from[first != 0 ? vectors : vectors - 1];
    std::uint32_t w[words + 4];
    __builtin_memcpy(w, v, sizeof v);
#pragma unroll
    for (int i = 0; i < words + 2; ++i) w[i] = (first & 8) != 0 ? w[i + 2] : w[i];
#pragma unroll
    for (int i = 0; i < words + 1; ++i) w[i] = (first & 4) != 0 ? w[i + 1] : w[i];
#pragma unroll
    for (int i = 0; i < words; ++i) out[i] = __funnelshift_r(w[i], w[i + 1], first * 8);
  } else {
    int const first = static_cast<int>(reinterpret_cast<std::uintptr_t>(p)) & 3;
    auto const* const from = reinterpret_cast<std::uint32_t const*>(p - first);
    std::uint32_t w[words + 1];
#pragma unroll
    for (int i = 0; i < words; ++i) w[i] = from[i];
    w[words] = from[first != 0 ? words : words - 1];
#pragma unroll
    for (int i = 0; i < words; ++i) out[i] = __funnelshift_r(w[i], w[i + 1], static_cast<std::uint32_t>(first) * 8);
  }
  if constexpr (sizeof(T) == 1 && cp::integral<T>) {
#pragma unroll
    for (int i = 0; i < bytes; ++i) to[i] = static_cast<T>(__byte_perm(out[i / 4], 0, 0x4440u + i % 4));
    return;
  }
  __builtin_memcpy(to, out, bytes);
}
#endif

}  // namespace cp::kernels::device
