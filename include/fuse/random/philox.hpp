// Philox4x32-10: random words as a function of a counter and a key, the same on host and device.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/random/words.hpp>

namespace cp::random {

/// A key and what the rounds make of it. On the device it lies in constant memory, of which an instruction reads a word
/// for nothing: sums in its place would cost a third of all.
struct philox_key {
  /// Two words a round; the first two are the key.
  std::uint32_t round[20];

  /// Nothing yet.
  philox_key() = default;
  /// Of a key, whose lower word is the first.
  FUSE_HD explicit philox_key(std::uint64_t key) {
    for (int i = 0; i < 10; ++i) {
      round[2 * i] = static_cast<std::uint32_t>(key) + 0x9e3779b9u * static_cast<std::uint32_t>(i);
      round[2 * i + 1] = static_cast<std::uint32_t>(key >> 32) + 0xbb67ae85u * static_cast<std::uint32_t>(i);
    }
  }
};

namespace detail {
/// All 64 bits of a product. (nvcc takes three multiplications where it sees that a factor is half of a 64-bit number.)
FUSE_HD std::uint64_t multiply_wide(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
  std::uint64_t product;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
  return product;
#else
  return std::uint64_t{a} * b;
#endif
}
}  // namespace detail

/// Philox4x32 with ten rounds: a bijection of the counter for each key; any two counters and keys give unrelated words.
///
/// source   Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (SC 2011); checked against
///          Random123
FUSE_HD word_block philox4x32(word_block c, philox_key const& key) {
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int i = 0; i < 10; ++i) {
    std::uint64_t const a = detail::multiply_wide(0xd2511f53u, c.word[0]),
                        b = detail::multiply_wide(0xcd9e8d57u, c.word[2]);
    c = {{static_cast<std::uint32_t>(b >> 32) ^ c.word[1] ^ key.round[2 * i], static_cast<std::uint32_t>(b),
          static_cast<std::uint32_t>(a >> 32) ^ c.word[3] ^ key.round[2 * i + 1], static_cast<std::uint32_t>(a)}};
  }
  return c;
}

/// The same of `B` counters side by side.
template <int B>
void philox4x32(word_rows<B>& c, philox_key const& key) {
  auto& word = c.word;
  for (int i = 0; i < 10; ++i) {
    std::uint32_t const k0 = key.round[2 * i], k1 = key.round[2 * i + 1];
#pragma omp simd
    for (int b = 0; b < B; ++b) {
      std::uint64_t const x = std::uint64_t{0xd2511f53u} * word[0][b], y = std::uint64_t{0xcd9e8d57u} * word[2][b];
      word[0][b] = static_cast<std::uint32_t>(y >> 32) ^ word[1][b] ^ k0;
      word[2][b] = static_cast<std::uint32_t>(x >> 32) ^ word[3][b] ^ k1;
      word[1][b] = static_cast<std::uint32_t>(y);
      word[3][b] = static_cast<std::uint32_t>(x);
    }
  }
}

/// A stretch of one generator's blocks. A counter's first two words number the blocks of a stream, the third is the
/// stream, the fourth how often a place has drawn anew: places never meet, whatever they reject.
struct philox_stream {
  /// What words cost beyond Philox's.
  static constexpr int cost = 0;
  /// The generator's key.
  philox_key key;
  /// The stream.
  std::uint32_t stream;
  /// The number of the stretch's first block.
  std::uint64_t first;

  /// Nothing yet.
  philox_stream() = default;
  /// Blocks of a key's stream, from one on.
  FUSE_HD philox_stream(std::uint64_t k, std::uint64_t block, std::uint32_t number)
      : key(k), stream(number), first(block) {}

  /// Words of block number `i` of the stretch.
  FUSE_HD word_block block(std::uint64_t i, std::uint32_t again = 0) const {
    std::uint64_t const n = first + i;
    return philox4x32({{static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32), stream, again}}, key);
  }
  /// Words of blocks i, i + 1, ...
  template <int B>
  void blocks(std::uint64_t i, word_rows<B>& to) const {
#pragma omp simd
    for (int b = 0; b < B; ++b) {
      std::uint64_t const n = first + i + static_cast<std::uint64_t>(b);
      to.word[0][b] = static_cast<std::uint32_t>(n);
      to.word[1][b] = static_cast<std::uint32_t>(n >> 32);
      to.word[2][b] = stream;
      to.word[3][b] = 0;
    }
    philox4x32(to, key);
  }
  /// Whether they are the same blocks.
  FUSE_HD friend bool operator==(philox_stream const& a, philox_stream const& b) {
    return a.first == b.first && a.stream == b.stream && a.key.round[0] == b.key.round[0] &&
           a.key.round[1] == b.key.round[1];
  }
};

}  // namespace cp::random
