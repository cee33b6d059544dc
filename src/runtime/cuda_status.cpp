// Statuses that travel with streams: a list of words that kernels write.
#include "cuda_status.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/stream.hpp>
#include <mutex>

#include "fork.hpp"
#include "matrix_failure.hpp"

namespace cp::runtime {

namespace {

struct pending {
  int device;
  stream_handle stream;
  storage_ptr memory;
  char const *where, *what;
  std::int64_t count;

  status_word read() const { return __atomic_load_n(static_cast<status_word*>(memory->data), __ATOMIC_ACQUIRE); }
};

struct pending_list {
  std::mutex mutex;
  std::deque<pending> entries;
  std::atomic<std::int64_t> size{0};  // so that a wait with nothing pending takes no lock
};
pending_list& list() {
  static auto& l = []() -> pending_list& {
    auto& made = *new pending_list;
    lock_in_forks(made.mutex, lock_floor::handles);
    return made;
  }();
  return l;
}

template <class Of>
void throw_first(Of const& of) {
  pending_list& l = list();
  if (l.size.load(std::memory_order_acquire) == 0) return;
  pending failed{};
  status_word word = status_fine;
  {
    std::lock_guard const lock(l.mutex);
    std::erase_if(l.entries, [&](pending const& p) {
      if (!of(p)) return false;
      status_word const w = p.read();
      if (w > status_fine && word == status_fine) {
        word = w;
        failed = p;
      }
      return w != 0;
    });
    l.size.store(static_cast<std::int64_t>(l.entries.size()), std::memory_order_release);
  }
  if (word > status_fine)
    throw_failed(failed.where, failed.what, static_cast<std::int64_t>(word >> 32) - 1, failed.count,
                 static_cast<int>(word & 0xffffffffu));
}

}  // namespace

status_word* post_status(char const* where, char const* what, std::int64_t count) {
  pending p{cuda::current_device(),
            current_stream().handle,
            storage_ptr(allocate(memory_kind::pinned, sizeof(status_word))),
            where,
            what,
            count};
  auto* const word = static_cast<status_word*>(p.memory->data);
  __atomic_store_n(word, status_word{0}, __ATOMIC_RELEASE);
  pending_list& l = list();
  std::lock_guard const lock(l.mutex);
  // What went well needs no wait to be forgotten.
  while (!l.entries.empty() && l.entries.front().read() == status_fine) l.entries.pop_front();
  l.entries.push_back(std::move(p));
  l.size.store(static_cast<std::int64_t>(l.entries.size()), std::memory_order_release);
  return word;
}

void withdraw_status(status_word* word) noexcept { __atomic_store_n(word, status_fine, __ATOMIC_RELEASE); }

void throw_statuses(stream_handle stream) {
  int const device = cuda::current_device();
  throw_first([&](pending const& p) { return p.stream == stream && p.device == device; });
}

void throw_all_statuses() {
  int const device = cuda::current_device();
  throw_first([&](pending const& p) { return p.device == device; });
}

void leave_statuses(stream_handle stream) noexcept {
  pending_list& l = list();
  if (l.size.load(std::memory_order_acquire) == 0) return;
  std::lock_guard const lock(l.mutex);
  for (pending& p : l.entries)
    if (p.stream == stream) p.stream = nullptr;
}

}  // namespace cp::runtime
