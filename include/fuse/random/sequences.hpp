// Streams over a sequence of words: a place skips ahead to its own ones.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/random/words.hpp>

namespace cp::random {

namespace detail {
/// What 2^b steps do to a state, b = 0, 1, ..., where each side can read it: `device` on that which was the current one
/// (null: there is none). A launch takes that of its own device (`for_launch`).
struct skip_table {
  /// The same on both sides.
  std::uint32_t const *host, *device;

  FUSE_HD std::uint32_t const* here() const {
#if defined(__CUDA_ARCH__)
    return device;
#else
    return host;
#endif
  }
};
}  // namespace detail

template <class Engine>
class walking_stream;

/// A stretch of blocks of a sequence of words. Streams are 2^Engine::apart steps from one another, and what a place
/// draws anew lies 2^32 streams further each time.
///
/// An Engine has a `state` with ==, `seeded(key)`, `next(state)`, the next word, `skip(state, b, table)`, which takes
/// 2^b steps, and the `table()` for it, of apart + 64 entries.
template <class Engine>
struct sequence_stream {
  /// What makes the words.
  using engine = Engine;
  /// The same blocks, for who asks for one after the other.
  using in_order = walking_stream<Engine>;
  /// What words cost beyond Philox's.
  static constexpr int cost = 500;
  /// Where the stretch begins.
  typename Engine::state begin;
  /// How to skip.
  detail::skip_table table;

  /// Nothing yet.
  sequence_stream() = default;
  /// Blocks of a key's stream, from one on.
  sequence_stream(std::uint64_t key, std::uint64_t block, std::uint32_t number)
      : begin(Engine::seeded(key)), table(Engine::table()) {
    skip(begin, number, Engine::apart);
    skip(begin, block, block_log2);
  }
  /// Makes the tables, if they are not there: while a graph is being captured that could not be done.
  static void prepare() { (void)Engine::table(); }
  /// The same stretch for the current device.
  [[nodiscard]] sequence_stream here() const {
    sequence_stream s = *this;
    s.table = Engine::table();
    return s;
  }

  /// Words of block number `i` of the stretch.
  FUSE_HD word_block block(std::uint64_t i, std::uint32_t again = 0) const {
    auto s = state_at(i);
    skip(s, again, Engine::apart + 32);
    return next_block(s);
  }
  /// The state before block number `i` of the stretch.
  FUSE_HD typename Engine::state state_at(std::uint64_t i) const {
    auto s = begin;
    skip(s, i, block_log2);
    return s;
  }
  /// The four words after a state, which goes on behind them.
  FUSE_HD static word_block next_block(typename Engine::state& s) {
    word_block b;
    for (int k = 0; k < 4; ++k) b.word[k] = Engine::next(s);
    return b;
  }
  /// Words of blocks i, i + 1, ...
  template <int B>
  void blocks(std::uint64_t i, word_rows<B>& to) const {
    auto s = state_at(i);
    for (int b = 0; b < B; ++b)
      for (int k = 0; k < 4; ++k) to.word[k][b] = Engine::next(s);
  }
  /// Whether they are the same blocks.
  FUSE_HD friend bool operator==(sequence_stream const& a, sequence_stream const& b) { return a.begin == b.begin; }

 private:
  static constexpr int block_log2 = 2;
  /// Takes 2^bit * n steps.
  FUSE_HD void skip(typename Engine::state& s, std::uint64_t n, int bit) const {
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    for (; n != 0; n >>= 1, ++bit)
      if ((n & 1) != 0) Engine::skip(s, bit, table.here());
  }
};

/// A stretch of which one thread asks for block after block: it skips to the first, and then goes on from the one
/// before.
template <class Engine>
class walking_stream {
 public:
  /// What words cost beyond Philox's.
  static constexpr int cost = sequence_stream<Engine>::cost;

  /// Of a stretch that lives longer.
  FUSE_HD explicit walking_stream(sequence_stream<Engine> const& stream) : stream_(&stream) {}
  /// Words of block number `i`.
  FUSE_HD word_block block(std::uint64_t i, std::uint32_t again = 0) const {
    if (again != 0) return stream_->block(i, again);
    if (walks_ && i + 1 == next_) return last_;
    if (i != next_ || !walks_) state_ = stream_->state_at(i);
    walks_ = true;
    next_ = i + 1;
    last_ = stream_->next_block(state_);
    return last_;
  }

 private:
  sequence_stream<Engine> const* stream_;
  mutable typename Engine::state state_{};
  mutable word_block last_{};
  mutable std::uint64_t next_ = 0;
  mutable bool walks_ = false;
};

namespace detail {
/// A rule or functor that draws from a sequence, as a launch on the current device takes it along: a lazy draw may be
/// evaluated on another device than it was made on (see expr::scalar_of_launch).
template <class F>
requires requires(F const& f) { f.stream.here(); }
F for_launch(F f) {
  f.stream = f.stream.here();
  return f;
}
}  // namespace detail

}  // namespace cp::random
