// The counters: one block a thread, so that counting is a plain store, summed when they are read.
#include <atomic>
#include <fuse/runtime/counters.hpp>
#include <new>

namespace cp {

namespace {

enum item { launches, library_calls, copies, temporaries, synchronizations, bytes_read, bytes_written, items };

/// What one thread after another has counted. Never freed: the sums include threads that have ended.
struct alignas(64) block {
  std::atomic<std::int64_t> value[items] = {};
  std::atomic<bool> taken{true};
  block* next = nullptr;
};

// For threads that have no block of their own: while they end, or when there is no memory for one.
constinit block shared;
constinit std::atomic<block*> all{nullptr};
constinit thread_local block* mine = nullptr;

struct owner {
  ~owner() {
    block* const b = mine;
    mine = &shared;  // other thread_locals may still be destroyed after this one
    b->taken.store(false, std::memory_order_release);
  }
};

block* take_block() noexcept {
  block* b = all.load(std::memory_order_acquire);
  for (bool expected = false; b != nullptr; b = b->next, expected = false)
    if (b->taken.compare_exchange_strong(expected, true, std::memory_order_acq_rel)) break;
  if (b == nullptr) {
    b = new (std::nothrow) block;
    if (b == nullptr) return &shared;
    b->next = all.load(std::memory_order_relaxed);
    while (!all.compare_exchange_weak(b->next, b, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }
  mine = b;
  thread_local owner const gives_back;
  return b;
}

block* my_block() noexcept {
  block* const b = mine;
  return b != nullptr ? b : take_block();
}

void add(block* b, item i, std::int64_t n) noexcept {
  std::atomic<std::int64_t>& v = b->value[i];
  if (b == &shared)
    v.fetch_add(n, std::memory_order_relaxed);
  else
    v.store(v.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
}

}  // namespace

counters count() noexcept {
  std::int64_t sum[items] = {};
  auto const include = [&](block const& b) {
    for (int i = 0; i < items; ++i) sum[i] += b.value[i].load(std::memory_order_relaxed);
  };
  include(shared);
  for (block const* b = all.load(std::memory_order_acquire); b != nullptr; b = b->next) include(*b);
  return {sum[launches],         sum[library_calls], sum[copies],       sum[temporaries],
          sum[synchronizations], sum[bytes_read],    sum[bytes_written]};
}

counters operator-(counters const& a, counters const& b) noexcept {
  return {a.launches - b.launches,          a.library_calls - b.library_calls,       a.copies - b.copies,
          a.temporaries - b.temporaries,    a.synchronizations - b.synchronizations, a.bytes_read - b.bytes_read,
          a.bytes_written - b.bytes_written};
}

namespace runtime {
void count_launch(std::int64_t read, std::int64_t written) noexcept {
  block* const b = my_block();
  add(b, launches, 1);
  add(b, bytes_read, read);
  add(b, bytes_written, written);
}
void count_library_call() noexcept { add(my_block(), library_calls, 1); }
void count_copy() noexcept { add(my_block(), copies, 1); }
void count_temporary() noexcept { add(my_block(), temporaries, 1); }
void count_synchronization() noexcept { add(my_block(), synchronizations, 1); }
}  // namespace runtime

}  // namespace cp
