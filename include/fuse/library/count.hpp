// How often each key stands among many.
#pragma once

#include <cstdint>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// counts[k] = how many of n keys are k, for k in [0, count); other keys are left out. All memory is of one kind. On
/// the current stream; does not wait. The device counts by integer atomics: the same numbers in every run. Throws
/// out_of_memory, cuda_error.
void count_keys(memory_kind kind, std::uint32_t const* keys, std::int64_t n, std::int64_t count, std::int64_t* counts);

/// The device's.
void count_keys_on_device(std::uint32_t const* keys, std::int64_t n, std::int64_t count, std::int64_t* counts);

}  // namespace cp::library
