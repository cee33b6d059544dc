// Elements where a mask is true, one behind the other.
#pragma once

#include <cstdint>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// What is chosen from: n elements of `itemsize` bytes, or, where `values` is null, the places 0 to n - 1 (int64).
struct selection {
  bool const* mask;
  std::int64_t n;
  void const* values;
  std::int64_t itemsize;
};

/// Writes the elements whose mask is true to `to`, in their order, and how many there are to `count`; `to` has room for
/// them. All memory is of one kind. On the current stream; does not wait. Throws out_of_memory, cuda_error.
///
/// source  the device's is CUB's selection by flags
void select(memory_kind kind, selection const& s, void* to, std::int64_t* count);

/// The device's.
void select_on_device(selection const& s, void* to, std::int64_t* count);

}  // namespace cp::library
