// Sums of the elements of each key in bins: no sort, no order.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// What is summed: n elements (float32, float64, or integers of 4 or 8 bytes) and as many keys (unsigned integers of 4
/// or 8 bytes); keys that are not below `count` belong to no bin.
struct keyed_sums {
  dtype_id dtype;
  void const* values;
  void const* keys;
  int key_bytes;
  std::int64_t n, count;
  void* sums;         ///< `count` of them: of floats their dtype, of integers 64 bits
  bool wide = false;  ///< sums of float32 are float64
};

/// Whether bins take no more memory than a sort would, so that sum_in_bins is what to call.
bool fits_in_bins(memory_kind kind, dtype_id dtype, std::int64_t n, std::int64_t count) noexcept;
bool fits_in_device_bins(dtype_id dtype, std::int64_t n, std::int64_t count) noexcept;

/// Sums in bins; the bits are the same in every run, for any number of threads. On the device by integer atomics, which
/// are exact: floats are added as fixed-point numbers in as many words as their exponents need, and rounded once. On
/// the host by parts of the elements, which follow from n alone: float32 in float64, float64 with the rests of its
/// additions. All memory is of one kind; on the current stream; does not wait. Throws out_of_memory, cuda_error.
void sum_in_bins(memory_kind kind, keyed_sums const& s);
void sum_in_device_bins(keyed_sums const& s);

}  // namespace cp::library
