// cp::random: random numbers as lazy expressions. Generators, and functions on one that the program shares.
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/random/generator.hpp>
#include <fuse/random/module.hpp>
#include <fuse/random/random_state.hpp>

/// Random numbers. The functions draw from one generator that all threads share; they have the names, shapes and dtypes
/// of `distributions`, which documents them.
namespace cp::random {

/// Begins the functions' sequence anew, with a seed.
inline void seed(detail::seed_value seed) { RandomState(detail::global_bits()).seed(seed); }
/// With the system's entropy.
inline void seed() { RandomState(detail::global_bits()).seed(); }
/// The generator behind the functions, which it shares with them.
[[nodiscard]] inline RandomState get_random_state() { return RandomState(detail::global_bits()); }
/// Lets the functions draw from another generator, which they share.
inline void set_random_state(RandomState const& state) { detail::set_global_bits(state.bit_generator()); }
/// Lets the functions draw from a new generator, seeded by the system's entropy (or the environment's CP_SEED).
inline void reset_states() { detail::set_global_bits(Philox4x3210()); }

/// Uniform numbers in [0, 1): `rand<float>(3, 4)`.
template <class T = double, std::integral... I>
[[nodiscard]] auto rand(I... extents) {
  return get_random_state().rand<T>(extents...);
}
/// Standard normal numbers: `randn<float>(3, 4)`.
template <class T = double, std::integral... I>
[[nodiscard]] auto randn(I... extents) {
  return get_random_state().randn<T>(extents...);
}
#define FUSE_BITS detail::global_bits()
#include <fuse/random/distributions.inc>
#include <fuse/random/legacy.inc>
#undef FUSE_BITS

/// Uniform numbers in [0, 1).
template <class T = double, detail::size_argument... S>
[[nodiscard]] auto random(S const&... size) {
  return random_sample<T>(size...);
}
/// The same.
template <class T = double, int N>
[[nodiscard]] auto random(extent const (&size)[N]) {
  return random_sample<T>(make_shape(size));
}
/// Uniform numbers in [0, 1).
template <class T = double, detail::size_argument... S>
[[nodiscard]] auto ranf(S const&... size) {
  return random_sample<T>(size...);
}
/// The same.
template <class T = double, int N>
[[nodiscard]] auto ranf(extent const (&size)[N]) {
  return random_sample<T>(make_shape(size));
}
/// Uniform numbers in [0, 1).
template <class T = double, detail::size_argument... S>
[[nodiscard]] auto sample(S const&... size) {
  return random_sample<T>(size...);
}
/// The same.
template <class T = double, int N>
[[nodiscard]] auto sample(extent const (&size)[N]) {
  return random_sample<T>(make_shape(size));
}

}  // namespace cp::random
