// RandomState: NumPy's legacy generator, by its names.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/random/generator.hpp>
#include <limits>

namespace cp::random {

namespace detail {
/// A shape of extents.
template <std::integral... I>
index_array<int(sizeof...(I))> shape_of_extents(I... extents) {
  if constexpr (sizeof...(I) == 0)
    return {};
  else
    return {{extent(extents).value...}};
}
}  // namespace detail

/// NumPy's legacy generator, over the same numbers as Generator. A handle: copies draw from one sequence.
class RandomState : public distributions<Philox4x3210> {
 public:
  using distributions::distributions;
  /// A generator seeded by the system's entropy (or the environment's CP_SEED).
  RandomState() : distributions(Philox4x3210()) {}
  /// A generator whose numbers the seed decides. Throws value_error for a negative one.
  explicit RandomState(detail::seed_value seed) : distributions(Philox4x3210(seed)) {}

  /// Begins anew, for all copies, with a seed.
  void seed(detail::seed_value seed) { bits_.set_state(bit_state{seed.value, 0, 0, 0}); }
  /// Begins anew with the system's entropy.
  void seed() { bits_.set_state(Philox4x3210().state()); }

#define FUSE_BITS bits_
#include <fuse/random/legacy.inc>
#undef FUSE_BITS

  /// Uniform numbers in [0, 1): `rand<float>(3, 4)`.
  template <class T = double, std::integral... I>
  [[nodiscard]] auto rand(I... extents) {
    return random_sample<T>(detail::shape_of_extents(extents...));
  }
  /// Standard normal numbers: `randn<float>(3, 4)`.
  template <class T = double, std::integral... I>
  [[nodiscard]] auto randn(I... extents) {
    return standard_normal<T>(detail::shape_of_extents(extents...));
  }
  /// Integers of [0, 2^63).
  template <int N>
  [[nodiscard]] auto tomaxint(extent const (&size)[N]) {
    return randint(0, std::uint64_t{1} << 63, size);
  }
};

}  // namespace cp::random
