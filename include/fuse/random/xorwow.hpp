// XORWOW: a linear recurrence over 160 bits, and a Weyl sequence that is added to it.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/random/sequences.hpp>

namespace cp::random {

/// The engine of XORWOW. source: Marsaglia: Xorshift RNGs, J. of Statistical Software 8 (2003), section 3.1; seeds,
/// and how far streams lie apart, are cuRAND's.
struct xorwow {
  /// The recurrence's words and the Weyl sequence.
  struct state {
    /// Words of the recurrence, the oldest first.
    std::uint32_t v[5];
    /// The Weyl sequence.
    std::uint32_t d;
    /// Whether the same words follow.
    FUSE_HD friend bool operator==(state const& a, state const& b) {
      bool same = a.d == b.d;
      for (int k = 0; k < 5; ++k) same = same && a.v[k] == b.v[k];
      return same;
    }
  };
  /// Streams lie 2^apart words from one another.
  static constexpr int apart = 67;

  /// Marsaglia's state, changed by a seed.
  FUSE_HD static state seeded(std::uint64_t seed) {
    std::uint32_t const low = 1099087573u * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49u),
                        high = 2591861531u * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu);
    return {{123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
            6615241u + low + high};
  }
  /// One step of the recurrence.
  FUSE_HD static void step(std::uint32_t (&v)[5]) {
    std::uint32_t const t = v[0] ^ v[0] >> 2;
    for (int k = 0; k < 4; ++k) v[k] = v[k + 1];
    v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
  }
  /// The next word.
  FUSE_HD static std::uint32_t next(state& s) {
    step(s.v);
    return s.v[4] + (s.d += weyl);
  }

  // The recurrence is linear over bits: 2^b steps are a matrix, of which the table has, for each 4 bits of the state,
  // the sums of the columns that they choose.

  /// Words of a matrix: 40 times 16 sums.
  static constexpr int matrix_words = 40 * 16 * 5;
  /// Multiplies by a matrix.
  FUSE_HD static void multiply(std::uint32_t (&v)[5], std::uint32_t const* matrix) {
    std::uint32_t sum[5] = {};
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int k = 0; k < 5; ++k) {
      std::uint32_t bits = v[k];
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
      for (int i = 0; i < 8; ++i, bits >>= 4, matrix += 16 * 5)
        for (int j = 0; j < 5; ++j) sum[j] ^= matrix[(bits & 15) * 5 + static_cast<std::uint32_t>(j)];
    }
    for (int k = 0; k < 5; ++k) v[k] = sum[k];
  }
  /// Takes 2^b steps.
  FUSE_HD static void skip(state& s, int b, std::uint32_t const* table) {
    multiply(s.v, table + b * matrix_words);
    if (b < 32) s.d += weyl << b;
  }
  /// The matrices of 2^b steps.
  static detail::skip_table table();

 private:
  static constexpr std::uint32_t weyl = 362437;
};

/// A stretch of XORWOW's blocks.
using xorwow_stream = sequence_stream<xorwow>;

}  // namespace cp::random
