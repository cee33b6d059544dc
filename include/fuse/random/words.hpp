// Words of 32 bits, four at a time: what every bit generator makes, and every distribution takes.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>

namespace cp::random {

/// Four words of 32 bits.
struct word_block {
  /// The words, in order.
  std::uint32_t word[4];
};

/// The words of `B` blocks side by side, word by word, so that a host makes vectors of them.
template <int B>
struct word_rows {
  /// Word k of block b is word[k][b].
  alignas(64) std::uint32_t word[4][B];
};

// A stream is a stretch of one generator's blocks, plain data that a kernel takes along. It is made from a key, the
// number of its first block and the generator's stream, and has
//   block(i, again)   block i of the stretch, drawn anew `again` times: places never meet, whatever they reject
//   blocks(i, rows)   blocks i, i + 1, ... on the host
//   ==                whether it is the same stretch
//   cost              what its words cost beyond Philox's (see signature_info)

}  // namespace cp::random
