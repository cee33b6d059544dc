// Who still works on a block: uses by streams, whether they are over, and blocks that wait for that.
#include <algorithm>
#include <fuse/core/error.hpp>
#include <fuse/runtime/launch.hpp>
#include <new>

#include "pool.hpp"

namespace cp::runtime {

bool pool::end_use(stream_book& book, block_use& u) noexcept {
  if (!u.ended) u.ended = book.look(u.device, u.stream, u.last);
  return u.ended;
}

/// Whether a stream can be ordered behind everything that the block was used for; then `begin_on` does it.
bool pool::is_orderly(block& b) noexcept {
  bool all = true;
  for (block_use& u : b.uses) all = end_use(book_, u) && all;
  return all;
}
bool pool::begin_on(block& b, stream_handle stream) noexcept {
  for (block_use const& u : b.uses)
    if (!u.last.has_passed() && !u.last.order(b.device, stream)) return false;
  return true;
}

/// Whether everything that the block was used for is done.
bool pool::is_unused(block& b) noexcept {
  b.uses.erase(std::remove_if(b.uses.begin(), b.uses.end(),
                              [&](block_use& u) { return end_use(book_, u) && u.last.has_passed(); }),
               b.uses.end());
  return b.uses.empty();
}

bool pool::may_be_had(block& b) noexcept { return kind_ == memory_kind::pinned ? is_unused(b) : is_orderly(b); }

/// A block that is in no list.
void pool::wait_with(block* b) noexcept {
  b->free = false;
  b->next = nullptr;
  b->previous = last_waiting_;
  (last_waiting_ != nullptr ? last_waiting_->next : waiting_) = b;
  last_waiting_ = b;
}

/// Until so many of those that wait have to wait on.
void pool::look_at_waiting(std::int64_t looks) noexcept {
  for (block* b = waiting_; b != nullptr && looks > 0;) {
    block* const next = b->next;
    if (may_be_had(*b)) {
      (b->previous != nullptr ? b->previous->next : waiting_) = next;
      (next != nullptr ? next->previous : last_waiting_) = b->previous;
      b->free = true;
      free_.find(b->key)->second.push(b);
    } else {
      --looks;
    }
    b = next;
  }
}

void pool::make_free(block* b, free_lists& lists) noexcept {
  if (!may_be_had(*b)) return wait_with(b);
  b->free = true;
  lists.push(b);
}

/// `last`: the point behind the use, if it has ended. Without memory for it the host waits; where it cannot, nobody has
/// the block again.
void pool::add_use(block& b, stream_handle stream, mark const* last) noexcept {
  int const device = kind_ == memory_kind::pinned ? b.device : device_;
  block_use u{stream, device, last != nullptr, last != nullptr ? *last : mark()};
  try {
    b.uses.push_back(u);
  } catch (std::bad_alloc const&) {
    if (!end_use(book_, u) || !u.last.wait()) b.held = true;
  }
}

void pool::note_use(block* b, stream_handle stream, int device) {
  std::lock_guard const lock(mutex_);
  for (block_use const& u : b->uses)
    if (u.stream == stream && u.device == device && !u.ended) return;
  b->uses.push_back({stream, device, false, mark()});
}

bool pool::wait_for_uses(block* b) noexcept {
  for (;;) {
    mark next;
    {
      std::lock_guard const lock(mutex_);
      if (is_unused(*b)) return true;
      for (block_use const& u : b->uses) {
        if (!u.ended) return false;
        next = u.last;
      }
    }
    if (!next.wait()) return false;
  }
}

void pool::hold(block* b) noexcept {
  std::lock_guard const lock(mutex_);
  auto const found = free_.find(b->key);
  if (found != free_.end() && found->second.of_graph) b->held = true;
}

/// Waits for what the free blocks were used for. Each stream is waited for by itself, since a wait for a device would
/// break another thread's capture; a list whose stream cannot be waited for is not idle. False if nothing was done.
bool pool::make_idle() noexcept {
  if (statistics_.reserved_bytes == statistics_.used_bytes || is_capturing_device()) return false;
  if (kind_ == memory_kind::host) return true;
  for (block* b = waiting_; b != nullptr; b = b->next)
    for (block_use& u : b->uses)
      if (end_use(book_, u)) u.last.wait();
  look_at_waiting(most_bytes);
  for (auto& [key, lists] : free_) {
    mark m;
    lists.idle = !lists.of_graph && (kind_ == memory_kind::pinned || (book_.look(device_, key, m) && m.wait()));
  }
  for (block* b : lowest_)
    for (; b != nullptr; b = b->upper) {
      if (!b->free || b->uses.empty()) continue;
      bool& idle = free_.find(b->key)->second.idle;
      for (block_use& u : b->uses) idle = idle && end_use(book_, u) && u.last.wait();
      if (idle) b->uses.clear();
    }
  return true;
}

}  // namespace cp::runtime
