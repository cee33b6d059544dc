// MRG32k3a: the difference of two linear recurrences modulo primes below 2^32.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/random/sequences.hpp>

namespace cp::random {

/// The engine of MRG32k3a. source: L'Ecuyer: Good parameters and implementations for combined multiple recursive random
/// number generators, Operations Research 47 (1999); seeds, words, and how far streams lie apart, are cuRAND's.
struct mrg32k3a {
  /// Three numbers of each recurrence, the oldest first.
  struct state {
    /// Of both recurrences.
    std::uint32_t s[2][3];
    /// Whether the same words follow.
    FUSE_HD friend bool operator==(state const& a, state const& b) {
      bool same = true;
      for (int r = 0; r < 2; ++r)
        for (int k = 0; k < 3; ++k) same = same && a.s[r][k] == b.s[r][k];
      return same;
    }
  };
  /// Streams lie 2^apart words from one another.
  static constexpr int apart = 76;
  /// What the primes lack of 2^32.
  FUSE_HD static constexpr std::uint32_t below(int recurrence) { return recurrence == 0 ? 209u : 22853u; }

  /// A number modulo a recurrence's prime.
  FUSE_HD static std::uint32_t reduced(std::uint64_t x, int recurrence) {
    std::uint32_t const c = below(recurrence), prime = 0u - c;
    for (int i = 0; i < 3; ++i) x = (x >> 32) * c + static_cast<std::uint32_t>(x);
    return static_cast<std::uint32_t>(x >= prime ? x - prime : x);
  }
  /// L'Ecuyer's state, changed by a seed that is not 0. A recurrence of which a seed leaves zeros only, which would
  /// stay there, begins as that of seed 0.
  FUSE_HD static state seeded(std::uint64_t seed) {
    state s;
    std::uint32_t const x[2] = {static_cast<std::uint32_t>(seed) ^ 0x55555555u,
                                static_cast<std::uint32_t>(seed >> 32) ^ 0xaaaaaaaau};
    for (int r = 0; r < 2; ++r) {
      for (int k = 0; k < 3; ++k) s.s[r][k] = seed == 0 ? 12345u : reduced(std::uint64_t{12345} * x[(r + k) & 1], r);
      if ((s.s[r][0] | s.s[r][1] | s.s[r][2]) == 0)
        for (int k = 0; k < 3; ++k) s.s[r][k] = 12345u;
    }
    return s;
  }
  /// The next of the numbers 1 ... 2^32 - 209.
  FUSE_HD static std::uint32_t next_number(state& s) {
    // The factors that are negative take what their number lacks of the prime.
    std::uint32_t const p = reduced(
                            std::uint64_t{1403580} * s.s[0][1] + std::uint64_t{810728} * (0u - below(0) - s.s[0][0]),
                            0),
                        q = reduced(
                            std::uint64_t{527612} * s.s[1][2] + std::uint64_t{1370589} * (0u - below(1) - s.s[1][0]),
                            1);
    for (int r = 0; r < 2; ++r) s.s[r][0] = s.s[r][1], s.s[r][1] = s.s[r][2], s.s[r][2] = r == 0 ? p : q;
    return p > q ? p - q : p - q - below(0);
  }
  /// The next word: the number stretched to 32 bits. The greatest comes to more than they hold.
  FUSE_HD static std::uint32_t next(state& s) {
    double const x = static_cast<double>(next_number(s)) * 1.000000048662;
    return static_cast<std::uint32_t>(x < 4294967295.0 ? x : 4294967295.0);
  }

  /// Words of the matrices of both recurrences, 3 x 3 each.
  static constexpr int matrix_words = 2 * 9;
  /// Takes 2^b steps.
  FUSE_HD static void skip(state& s, int b, std::uint32_t const* table) {
    for (int r = 0; r < 2; ++r) {
      std::uint32_t const* const m = table + b * matrix_words + r * 9;
      std::uint32_t to[3];
      for (int i = 0; i < 3; ++i) {
        // Each product is below 2^64 - 2^32: reduced, three of them have room.
        std::uint64_t sum = 0;
        for (int k = 0; k < 3; ++k) sum += reduced(std::uint64_t{m[3 * i + k]} * s.s[r][k], r);
        to[i] = reduced(sum, r);
      }
      for (int i = 0; i < 3; ++i) s.s[r][i] = to[i];
    }
  }
  /// The matrices of 2^b steps.
  static detail::skip_table table();
};

/// A stretch of MRG32k3a's blocks.
using mrg32k3a_stream = sequence_stream<mrg32k3a>;

}  // namespace cp::random
