// Host threads: a loop in parts, with a pool that waits passively and costs nothing for small work.
#pragma once

#include <cstdint>

namespace cp {

/// Threads that host kernels use at most: the number of cores this process may run on, or the environment's OMP_NUM_THREADS.
int host_threads() noexcept;
/// Changes it for the whole process. Throws value_error below 1. Results do not depend on it.
void set_host_threads(int n);

namespace runtime {

/// Calls body(context, begin, end) for parts that cover [0, n), each at least `grain` long (but the last) and beginning at a multiple of
/// `grain`, on up to host_threads() threads, the caller among them; returns when all are done. With n <= grain, or inside another
/// parallel_for, the caller does it alone at once. The first exception thrown by a part is rethrown.
void parallel_for(std::int64_t n, std::int64_t grain, void (*body)(void* context, std::int64_t begin, std::int64_t end), void* context);

}  // namespace runtime
}  // namespace cp
