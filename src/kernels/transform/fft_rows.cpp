// Which rows the CUDA kernel of transforms takes.
#include <bit>
#include <cstdlib>
#include <fuse/kernels/transform/cuda_fft_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/library/fft.hpp>

namespace cp::kernels {

bool fits_fft_rows(loop_view const& v) {
  // Users who name a plan or several devices have chosen the library.
  if (cp::library::current_fft_plans() != nullptr || cp::library::spreads_fft()) return false;
  int const last = v.rank - 1;
  std::int64_t const n = v.shape[last];
  if (n < tuning::fft_rows_least || n > tuning::fft_rows_most) return false;
  if (!std::has_single_bit(static_cast<std::uint64_t>(n))) return false;
  // What the threads of a row store side by side.
  if ((n >> tuning::fft_rows_held_log2) * v.itemsize[0] < tuning::fft_rows_least_bytes) return false;
  for (int k = 0; k < v.count; ++k) {
    if (v.kind[k] == access::computed) continue;
    // The kernel counts the bytes of a row in 32 bits.
    std::int64_t const apart = std::abs(v.stride(k, last)) * v.itemsize[k];
    if (apart > INT32_MAX / n) return false;
    // Neighbouring threads find its elements in the same 32 bytes, or all rows are one, which stays in the cache.
    if (v.kind[k] != access::element || apart <= 32) continue;
    for (int i = 0; i < last; ++i)
      if (v.shape[i] != 1 && v.stride(k, i) != 0) return false;
    if (k < v.outputs) return false;
  }
  return true;
}

}  // namespace cp::kernels
