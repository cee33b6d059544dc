// What the runtime has done so far: kernels, library calls, copies, temporaries. "One kernel" is a test, not a hope.
#pragma once

#include <cstdint>

namespace cp {

/// Counts since the program's start, over all threads.
struct counters {
  std::int64_t launches = 0;          ///< kernels, on the device or as a loop on the host
  std::int64_t library_calls = 0;     ///< calls of cuBLAS and its like
  std::int64_t copies = 0;            ///< memory copies and fills that are no kernel
  std::int64_t temporaries = 0;       ///< arrays that evaluating an expression needed besides its result
  std::int64_t synchronizations = 0;  ///< waits of the host
  std::int64_t bytes_read = 0;        ///< by kernels: each operand once
  /// Bytes that kernels wrote: each output once.
  std::int64_t bytes_written = 0;
};

/// The counts now.
counters count() noexcept;
/// The differences since another reading.
counters operator-(counters const& now, counters const& before) noexcept;

namespace runtime {
void count_launch(std::int64_t bytes_read, std::int64_t bytes_written) noexcept;
void count_library_call() noexcept;
void count_copy() noexcept;
void count_temporary() noexcept;
void count_synchronization() noexcept;
}  // namespace runtime

}  // namespace cp
