// Host threads: a loop in parts, with helpers that stay awake for a moment after work, and cost nothing for small work.
#pragma once

#include <cstdint>

namespace cp {

/// Threads that host kernels use at most: the number of cores this process may run on, or the environment's
/// OMP_NUM_THREADS.
int host_threads() noexcept;
/// Changes it for the whole process. Throws value_error below 1. Results do not depend on it.
void set_host_threads(int n);

namespace runtime {

/// Work below this many nanoseconds is never shared: handing a part to a thread that is awake and learning that it is
/// done costs some 200.
constexpr std::int64_t shared_ns = 2000;

/// Whether parallel_for would share work that takes one thread `ns` nanoseconds: threads are awake, or it is long
/// enough to wake them (some 20 us each). It counts as a call for such work: where calls for less have followed each
/// other for as long, it wakes threads for those that come next.
bool is_shared(std::int64_t ns) noexcept;

/// Calls body(context, begin, end) for parts that cover [0, n), each beginning at a multiple of `step`, on up to
/// host_threads() threads, the caller among them; returns when all are done. `ns`: what all of it takes one thread, in
/// nanoseconds, roughly; work that is not worth sharing, or that comes from inside another parallel_for, the caller
/// does alone at once, as one part. The first exception thrown by a part is rethrown.
void parallel_for(std::int64_t n, std::int64_t step, std::int64_t ns,
                  void (*body)(void* context, std::int64_t begin, std::int64_t end), void* context);

}  // namespace runtime
}  // namespace cp
