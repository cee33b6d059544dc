// Division of 31-bit numbers by a number known before the launch: a multiplication and a shift.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>

namespace cp::kernels {

/// n / d for 0 <= n < 2^31 and 1 <= d < 2^31, after Granlund and Montgomery, "Division by invariant integers using
/// multiplication" (PLDI 1994).
struct divider {
  std::uint32_t divisor = 1, multiplier = 1, shift = 0;

  divider() = default;
  explicit divider(std::uint32_t d) : divisor(d) {
    while (shift < 32 && (std::uint64_t{1} << shift) < d) ++shift;
    multiplier = static_cast<std::uint32_t>((std::uint64_t{1} << 32) * ((std::uint64_t{1} << shift) - d) / d + 1);
  }
  FUSE_HD std::uint32_t divide(std::uint32_t n) const {
#ifdef __CUDA_ARCH__
    return (__umulhi(n, multiplier) + n) >> shift;
#else
    return static_cast<std::uint32_t>(((std::uint64_t{n} * multiplier) >> 32) + n) >> shift;
#endif
  }
};

}  // namespace cp::kernels
