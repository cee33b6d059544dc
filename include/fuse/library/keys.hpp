// Bringing equal keys together: a stable order of keys, and where each key begins in it.
#pragma once

#include <cstdint>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// Where the keys below `count` begin in the stable order of n keys (keys that are `count` come last): writes the
/// order (unsigned integers of 32 bits, or, `wide`, 64-bit ones) and count + 1 offsets. All in memory of one kind, on
/// the current stream. On the device a radix sort (CUB), on the host a count of keys. Counts a library call, or a
/// launch.
void group_keys(memory_kind kind, std::uint32_t const* keys, std::int64_t n, std::int64_t count, void* order, bool wide,
                std::int64_t* offsets);

/// The device's. Throws cuda_error.
void group_device_keys(std::uint32_t const* keys, std::int64_t n, std::int64_t count, void* order, bool wide,
                       std::int64_t* offsets);

}  // namespace cp::library
