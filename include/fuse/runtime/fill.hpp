// Filling memory with one value of any size.
#pragma once

#include <cstdint>
#include <fuse/runtime/storage.hpp>

namespace cp::runtime {

/// Sets `n` contiguous elements to the value of `itemsize` bytes at `value`, in the order of the stream. Compiled once,
/// in the library, for every type.
void fill_elements(void* data, memory_kind kind, std::int64_t n, void const* value, std::int64_t itemsize);

}  // namespace cp::runtime
