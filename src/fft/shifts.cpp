// What goes with Fourier transforms: checked steps of frequencies, lengths that are fast.
#include <algorithm>
#include <cstdint>
#include <fuse/fft/shifts.hpp>

namespace cp::fft::detail {

double frequency_step(char const* where, std::int64_t n, double d) {
  if (n < 1) cp::detail::throw_value(where, "there must be at least 1 sample, not", n);
  return 1 / (static_cast<double>(n) * d);
}

}  // namespace cp::fft::detail

namespace cp::fft {

std::int64_t next_fast_len(std::int64_t target) {
  if (target < 0) cp::detail::throw_value("cp::fft::next_fast_len", "a length cannot be negative, as", target);
  if (target <= 1) return target;
  // All products of 3, 5 and 7 below the target, and the least power of two that lifts each to it.
  std::uint64_t const least = static_cast<std::uint64_t>(target);
  std::uint64_t best = UINT64_MAX;
  for (std::uint64_t p7 = 1; p7 < 7 * least; p7 *= 7)
    for (std::uint64_t p5 = p7; p5 < 5 * least; p5 *= 5)
      for (std::uint64_t p3 = p5; p3 < 3 * least; p3 *= 3) {
        std::uint64_t p = p3;
        while (p < least) p *= 2;
        best = std::min(best, p);
      }
  if (best > INT64_MAX)
    cp::detail::throw_value("cp::fft::next_fast_len", "no fast length is representable above", target);
  return static_cast<std::int64_t>(best);
}

}  // namespace cp::fft
