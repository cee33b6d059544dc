// The counters: relaxed atomics, a few nanoseconds a launch.
#include <fuse/runtime/counters.hpp>

#include <atomic>

namespace cp {

namespace {
struct {
  std::atomic<std::int64_t> launches, library_calls, copies, temporaries, synchronizations, bytes_read, bytes_written;
} now;

void add(std::atomic<std::int64_t>& to, std::int64_t n) noexcept { to.fetch_add(n, std::memory_order_relaxed); }
}  // namespace

counters count() noexcept {
  return {now.launches, now.library_calls, now.copies, now.temporaries, now.synchronizations, now.bytes_read, now.bytes_written};
}

counters operator-(counters const& a, counters const& b) noexcept {
  return {a.launches - b.launches,     a.library_calls - b.library_calls,       a.copies - b.copies,
          a.temporaries - b.temporaries, a.synchronizations - b.synchronizations, a.bytes_read - b.bytes_read,
          a.bytes_written - b.bytes_written};
}

namespace runtime {
void count_launch(std::int64_t bytes_read, std::int64_t bytes_written) noexcept {
  add(now.launches, 1);
  add(now.bytes_read, bytes_read);
  add(now.bytes_written, bytes_written);
}
void count_library_call() noexcept { add(now.library_calls, 1); }
void count_copy() noexcept { add(now.copies, 1); }
void count_temporary() noexcept { add(now.temporaries, 1); }
void count_synchronization() noexcept { add(now.synchronizations, 1); }
}  // namespace runtime

}  // namespace cp
