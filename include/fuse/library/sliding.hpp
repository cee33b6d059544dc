// Sums of products at each place of one sequence along another, by Fourier transforms.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// out[i] = sum over k of a[i + k - first] * taps[k * step] for i in [0, length), where a is 0 outside.
struct sliding_sums {
  dtype_id dtype;  ///< float32, float64, complex64, complex128
  void const *a, *taps;
  int step;           ///< 1, or -1: then `taps` is the last one
  std::int64_t n, m;  ///< of a and of the taps, which are not empty
  std::int64_t first, length;
  void* out;
};

/// Whether transforms are faster by far than sums of products: it follows from the lengths alone. False where there are
/// no transforms.
bool slides_by_transforms(memory_kind kind, sliding_sums const& s);

/// Does it on the current stream, in blocks of the longer sequence; does not wait. A sum that is not finite so is
/// summed as it is written: NaN and infinity are where such sums have them.
void slide_by_transforms(memory_kind kind, sliding_sums const& s);

}  // namespace cp::library
