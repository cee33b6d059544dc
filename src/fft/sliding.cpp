// Sums of products by transforms: the host's, how a sequence is cut into blocks, and when that is faster.
#include "sliding.hpp"

#include <cmath>
#include <cstdint>
#include <fuse/fft/shifts.hpp>
#include <fuse/library/fft.hpp>

namespace cp::fft::detail {

namespace {

/// What transforms of blocks take, in steps of a transform.
double steps_of(sliding_blocks const& b) {
  return static_cast<double>(b.rows) * static_cast<double>(b.n) * std::log2(static_cast<double>(b.n));
}

}  // namespace

sliding_blocks cut(std::int64_t longer, std::int64_t shorter) {
  auto const of = [&](std::int64_t n) {
    std::int64_t const step = n - shorter + 1;
    return sliding_blocks{n, step, (longer + step - 1) / step};
  };
  sliding_blocks best = of(next_fast_len(longer + shorter - 1));  // one block
  std::int64_t n = 1024;
  while (n < 2 * shorter) n *= 2;
  for (; n < best.n; n *= 2)
    if (sliding_blocks const b = of(n); steps_of(b) < steps_of(best)) best = b;
  return best;
}

}  // namespace cp::fft::detail

namespace cp::library {

bool slides_by_transforms(memory_kind kind, sliding_sums const& s) {
  bool const on_device = is_device(kind);
  std::int64_t const longer = s.n < s.m ? s.m : s.n, shorter = s.n < s.m ? s.n : s.m;
  // Few products are done before transforms have begun.
  double const products = static_cast<double>(s.length) * static_cast<double>(shorter);
  constexpr double least_on_host = 1 << 20, least_on_device = 1 << 28;
  if (products < (on_device ? least_on_device : least_on_host) || (!on_device && !has_host_fft())) return false;
  return products > 20 * fft::detail::steps_of(fft::detail::cut(longer, shorter));
}

void slide_by_transforms(memory_kind kind, sliding_sums const& s) {
  is_device(kind) ? fft::detail::slide_on_device(s) : fft::detail::slide_in<host_space>(s);
}

}  // namespace cp::library
