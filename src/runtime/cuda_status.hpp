// Statuses that work on the device reports when it is done: they travel with their stream and are thrown by its next
// wait.
#pragma once

#include <cstdint>
#include <fuse/runtime/storage.hpp>

namespace cp::runtime {

/// Where the device writes a status that is not known yet: 0 until then, 1 for no failure, otherwise
/// `failed_status(matrix, status)`. In pinned memory, which kernels write through.
using status_word = unsigned long long;
constexpr status_word status_fine = 1;
constexpr status_word failed_status(std::int64_t matrix, int status) {
  return static_cast<status_word>(matrix + 1) << 32 | static_cast<unsigned>(status);
}

/// A word that a kernel on the current stream will write. A failure ends in linalg_error, "where: matrix i of count
/// what", at the stream's next wait. The texts must live for ever.
status_word* post_status(char const* where, char const* what, std::int64_t count);

/// The kernel that was to write the word was not started: nothing is awaited of it.
void withdraw_status(status_word* word) noexcept;

/// Throws the first failure of the stream's work, which must be done, and forgets it and those that came with it.
void throw_statuses(stream_handle stream);
/// The same for all streams of the current device.
void throw_all_statuses();
/// A stream that ends leaves its failures to the default stream.
void leave_statuses(stream_handle stream) noexcept;

}  // namespace cp::runtime
