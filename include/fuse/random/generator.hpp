// Generators: distributions over a bit generator, as methods.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/random/formulas.hpp>
#include <fuse/random/integers.hpp>
#include <fuse/random/samplers.hpp>
#include <fuse/random/shuffles.hpp>
#include <fuse/random/vectors.hpp>
#include <type_traits>
#include <vector>

namespace cp::random {

/// The distributions that Generator and RandomState have in common. Each method gives a lazy expression, which fuses
/// with what is around it: `rng.normal(0, 1, {1000, 1000})`. It has its own numbers, the same whenever and wherever it
/// is evaluated; another call has others.
///
/// shape    `size`, in braces, as an index_array or as one extent; without it that of the parameters. Parameters are
///          numbers or arrays (expressions), which broadcast to it
/// dtype    the template argument: float64 (or float32), int64 (or another integer) where a distribution's numbers are
///          integers. What rejects computes in float64
/// throws   value_error for numbers outside the distribution's domain, before anything is drawn. Parameters in arrays
///          are not looked at: those outside their domain come out as NaN, or -1 as integers. shape_error
/// stream   nothing runs before the expression is evaluated. A graph that was captured draws the same numbers each time
///          it
///          is launched
template <class Bits>
class distributions {
 public:
  /// Draws from this bit generator, which it shares.
  explicit distributions(Bits bits) : bits_(std::move(bits)) {}

  /// The bit generator, which copies of this share.
  [[nodiscard]] Bits bit_generator() const { return bits_; }

#define FUSE_BITS bits_
#include <fuse/random/distributions.inc>
#undef FUSE_BITS

 protected:
  /// What draws.
  Bits bits_;
};

/// NumPy's generator over a kind of bit generator. A handle: copies draw from one sequence.
template <class Bits>
class basic_generator : public distributions<Bits> {
  using distributions<Bits>::bits_;

 public:
  using distributions<Bits>::distributions;

  /// Uniform numbers in [0, 1): multiples of 2^-53, or 2^-24 as float32.
  template <class T = double, detail::size_argument... S>
  [[nodiscard]] auto random(S const&... size) {
    return detail::draw<detail::random_of, T>(bits_, detail::shape_alone(size...));
  }
  /// The same.
  template <class T = double, int N>
  [[nodiscard]] auto random(extent const (&size)[N]) {
    return random<T>(make_shape(size));
  }

  /// Integers of [low, high), or with `endpoint` of [low, high], each as likely (Lemire). Bounds are numbers or integer
  /// arrays; with one bound, [0, high). Throws value_error for an empty interval, and for one that the dtype has not.
  template <class T = std::int64_t, operand Low, operand High, detail::size_argument S = detail::no_size>
  [[nodiscard]] auto integers(Low const& low, High const& high, S const& size = S(), bool endpoint = false) {
    return detail::integers_between<T>(bits_, detail::as_shape(size), low, high, endpoint, "cp::random::integers");
  }
  /// The same.
  template <class T = std::int64_t, operand Low, operand High, int N>
  [[nodiscard]] auto integers(Low const& low, High const& high, extent const (&size)[N], bool endpoint = false) {
    return integers<T>(low, high, make_shape(size), endpoint);
  }
  /// The same.
  template <class T = std::int64_t, operand High, int N>
  [[nodiscard]] auto integers(High const& high, index_array<N> const& size, bool endpoint = false) {
    return integers<T>(0, high, size, endpoint);
  }
  /// The same.
  template <class T = std::int64_t, operand High, int N>
  [[nodiscard]] auto integers(High const& high, extent const (&size)[N], bool endpoint = false) {
    return integers<T>(0, high, make_shape(size), endpoint);
  }

  /// Generators with keys of their own, unlike this one's: one for each thread, say.
  [[nodiscard]] std::vector<basic_generator> spawn(std::int64_t n) {
    std::vector<basic_generator> all;
    for (auto& bits : bits_.spawn(n)) all.emplace_back(std::move(bits));
    return all;
  }
};

/// NumPy's generator: `auto rng = cp::random::default_rng(42);`.
using Generator = basic_generator<Philox4x3210>;

/// A generator seeded by the system's entropy (or the environment's CP_SEED).
[[nodiscard]] inline Generator default_rng() { return Generator(Philox4x3210()); }
/// A generator whose numbers the seed decides. Throws value_error for a negative one.
[[nodiscard]] inline Generator default_rng(detail::seed_value seed) { return Generator(Philox4x3210(seed)); }
/// A generator over a bit generator: `default_rng(cp::random::XORWOW(42))`.
template <class Stream>
[[nodiscard]] basic_generator<bit_generator<Stream>> default_rng(bit_generator<Stream> bits) {
  return basic_generator<bit_generator<Stream>>(std::move(bits));
}

}  // namespace cp::random
