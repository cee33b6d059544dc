// What the functions of cp::random share: their generator, and what is compiled once.
#pragma once

#include <cstdint>
#include <fuse/random/bit_generator.hpp>
#include <vector>

namespace cp::random {

namespace detail {
/// The bit generator behind the functions.
Philox4x3210 global_bits();
void set_global_bits(Philox4x3210 bits);
}  // namespace detail

/// `n` random bytes, on the host.
[[nodiscard]] std::vector<unsigned char> bytes(std::int64_t n);

}  // namespace cp::random
