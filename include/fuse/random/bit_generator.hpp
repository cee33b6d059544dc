// Bit generators: where random words come from. A counter that every draw advances, and nothing else.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/random/draws.hpp>
#include <fuse/random/mrg32k3a.hpp>
#include <fuse/random/philox.hpp>
#include <fuse/random/xorwow.hpp>
#include <memory>
#include <type_traits>
#include <vector>

namespace cp::random {

/// All that a bit generator is: equal states give equal numbers.
struct bit_state {
  /// The key: the seed, or what `spawn` made of it.
  std::uint64_t key = 0;
  /// The number of the next block of four words.
  std::uint64_t position = 0;
  /// The stream, of 2^32 that each key has.
  std::uint32_t stream = 0;
  /// How many generators have been spawned.
  std::uint64_t spawned = 0;

  friend bool operator==(bit_state const&, bit_state const&) = default;
};

namespace detail {
struct shared_state;
/// A number from the system's source of entropy, or CP_SEED where the environment has it. Throws value_error for one
/// that is no number.
std::uint64_t first_seed();
[[noreturn]] void throw_negative_seed(std::int64_t seed);

/// A seed: any integer that is not negative.
struct seed_value {
  std::uint64_t value;
  template <class I>
  requires(std::is_integral_v<I> && !std::is_same_v<I, bool>) constexpr seed_value(I i)
      : value(static_cast<std::uint64_t>(i)) {
    if constexpr (std::is_signed_v<I>)
      if (i < 0) throw_negative_seed(i);
  }
};
}  // namespace detail

/// What all bit generators have in common. Each is a handle, as arrays are: a copy draws from the same sequence, so
/// that no two draws are alike. Any thread may draw at any time; which of several gets which numbers depends on who
/// comes first (give each its own: `spawn`, `jumped`).
///
/// numpy    numpy.random.BitGenerator, cupy.random.BitGenerator
class BitGenerator {
 public:
  /// The state, for a generator that is to draw the same numbers.
  [[nodiscard]] bit_state state() const;
  /// Goes on from a state.
  void set_state(bit_state const& state);
  /// Skips `blocks` blocks of four words of 32 bits.
  void advance(std::uint64_t blocks) { (void)take_blocks(blocks); }

 protected:
  /// Goes on from a state.
  explicit BitGenerator(bit_state const& state);
  /// Takes as many blocks; the state before says which. No two calls get the same, from whichever threads.
  bit_state take_blocks(std::uint64_t blocks) const;
  /// The state of the stream `jumps` further.
  [[nodiscard]] bit_state jumped_state(std::uint32_t jumps) const;
  /// States of `n` generators of their own. Throws value_error for a negative n.
  [[nodiscard]] std::vector<bit_state> spawn_states(std::int64_t n);

 private:
  std::shared_ptr<detail::shared_state> state_;
};

/// A bit generator over the blocks of a kind of stream, whose numbers are the same on host and device, and for any
/// launch.
template <class Stream>
class bit_generator : public BitGenerator {
 public:
  /// The blocks of one draw.
  using stream_type = Stream;

  /// A generator seeded by the system's entropy, or by the environment's CP_SEED.
  bit_generator() : bit_generator(detail::first_seed()) {}
  /// A generator whose numbers the seed decides. Throws value_error for a negative one.
  explicit bit_generator(detail::seed_value seed) : bit_generator(bit_state{seed.value, 0, 0, 0}) {}
  /// A generator that goes on from a state.
  explicit bit_generator(bit_state const& state) : BitGenerator(state) {
    if constexpr (requires { Stream::prepare(); }) Stream::prepare();
  }

  /// A generator at the same place of the stream `jumps` further: 2^64 blocks and more lie between them.
  [[nodiscard]] bit_generator jumped(std::uint32_t jumps = 1) const { return bit_generator(jumped_state(jumps)); }
  /// `n` generators with keys of their own, unlike each other's and those of any other call. Throws value_error for a
  /// negative n.
  [[nodiscard]] std::vector<bit_generator> spawn(std::int64_t n) {
    std::vector<bit_generator> all;
    for (bit_state const& s : spawn_states(n)) all.emplace_back(s);
    return all;
  }

  /// Random words, lazily: a call reserves whole blocks. dtype: uint32 (as CuPy's) or uint64.
  template <class Word = std::uint32_t, int N>
  [[nodiscard]] auto random_raw(index_array<N> const& size) {
    static_assert(std::is_same_v<Word, std::uint32_t> || std::is_same_v<Word, std::uint64_t>,
                  "cp::random: raw words are uint32 or uint64");
    return draw<detail::words<Word>>({}, size, "cp::random::BitGenerator::random_raw");
  }
  /// The same.
  template <class Word = std::uint32_t, int N>
  [[nodiscard]] auto random_raw(extent const (&size)[N]) {
    return random_raw<Word>(make_shape(size));
  }
  /// The same.
  template <class Word = std::uint32_t, std::integral I>
  [[nodiscard]] auto random_raw(I n) {
    return random_raw<Word>(index_array<1>{{extent(n).value}});
  }

  /// Blocks of this generator, for a draw.
  [[nodiscard]] Stream take(std::uint64_t blocks) const {
    bit_state const s = take_blocks(blocks);
    return Stream(s.key, s.position, s.stream);
  }
  /// A draw of some form; throws shape_error for a shape that no array can have.
  template <class Form, int N>
  [[nodiscard]] auto draw(Form const& form, index_array<N> const& size, char const* where) const {
    using rule = detail::draw_rule<Form, Stream>;
    std::int64_t const n = cp::detail::checked_size(where, size.value, N, sizeof(typename Form::type));
    auto const blocks = (static_cast<std::uint64_t>(n) + rule::count - 1) / rule::count;
    return expr::places<rule, N>(size, contiguous_strides(size), 0, rule{form, take(blocks)});
  }
};

/// Philox4x32 with ten rounds: the generator of default_rng, and by far the fastest.
///
/// source   Salmon et al.: Parallel random numbers: as easy as 1, 2, 3 (SC 2011)
/// numpy    cupy.random.Philox4x3210
using Philox4x3210 = bit_generator<philox_stream>;

/// XORWOW, whose words are those of cuRAND for the same seed: word n is output n of curand_init(seed, 0, 0), and
/// `jumped` goes to the next subsequence. Threads skip ahead to their own words, so that they do not depend on the
/// launch; on a GPU that takes about seven times as long as Philox's for 2^28 numbers, and more for few, and where they
/// are not written to one run of memory.
///
/// source   Marsaglia: Xorshift RNGs, J. of Statistical Software 8 (2003)
/// numpy    cupy.random.XORWOW
using XORWOW = bit_generator<xorwow_stream>;

/// MRG32k3a, whose words are those of cuRAND for the same seed, as XORWOW's are.
///
/// source   L'Ecuyer: Good parameters and implementations for combined multiple recursive random number generators,
///          Operations Research 47 (1999)
/// numpy    cupy.random.MRG32k3a
using MRG32k3a = bit_generator<mrg32k3a_stream>;

}  // namespace cp::random
