// The memory pool: good fit in lists by size class, merging only when nothing fits.
#include "pool.hpp"

#include <algorithm>
#include <string>

#if defined(__has_feature)  // clang
#if __has_feature(address_sanitizer)
#define FUSE_POOL_IS_WATCHED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define FUSE_POOL_IS_WATCHED 1
#endif
#if defined(FUSE_POOL_IS_WATCHED)
#include <sanitizer/asan_interface.h>
#endif

#include <fuse/core/error.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::runtime {

namespace {

constexpr std::int64_t unit = block_unit;
constexpr std::int64_t small_limit = 1 << 20;  // requests up to here come from shared chunks
constexpr std::int64_t small_chunk = std::int64_t{2} << 20;
constexpr std::int64_t large_unit = std::int64_t{2} << 20;  // larger requests are multiples of this
constexpr std::int64_t hoard_allowance = std::int64_t{64} << 20;

std::int64_t room_for(std::int64_t bytes) {
  bytes = std::max<std::int64_t>(bytes, 1);
  std::int64_t const step = bytes <= small_limit ? unit : large_unit;
  return (bytes + step - 1) / step * step;
}

char const* name_of(memory_kind kind) {
  switch (kind) {
    case memory_kind::host:
      return "host";
    case memory_kind::pinned:
      return "pinned";
    case memory_kind::device:
      return "device";
    default:
      return "managed";
  }
}

void release_block(storage* s) noexcept {
  auto* b = static_cast<block*>(s);
  b->owner->release(b);
}

// The address sanitizer sees a use of freed memory, or past an array's end, although the pool still has the memory.
#if defined(FUSE_POOL_IS_WATCHED)
void allow(block const& b, std::int64_t bytes) {
  if (is_device(b.kind)) return;
  __asan_unpoison_memory_region(b.data, static_cast<std::size_t>(bytes));
  __asan_poison_memory_region(static_cast<char*>(b.data) + bytes, static_cast<std::size_t>(b.room - bytes));
}
#else
void allow(block const&, std::int64_t) {}
#endif

}  // namespace

free_lists& pool::lists_of(void* key) {
  if (last_lists_ == nullptr || last_key_ != key) {
    last_lists_ = &free_[key];
    last_key_ = key;
  }
  return *last_lists_;
}

void pool::split(block* b, std::int64_t room) {
  // What is left over must be worth a block of its own, unless the limit has no room for it.
  bool const tight = statistics_.limit_bytes > 0 && statistics_.used_bytes + b->room > statistics_.limit_bytes;
  if (b->room - room < (room <= small_limit || tight ? unit : large_unit)) return;
  auto* const rest = new block;  // behind all that `b` was used for, as the stream of its list is by now
  rest->owner = this;
  rest->key = b->key;
  rest->kind = b->kind;
  rest->device = b->device;
  rest->stream = b->stream;
  rest->release = release_block;
  rest->data = static_cast<char*>(b->data) + room;
  rest->room = b->room - room;
  rest->free = true;
  rest->lower = b;
  rest->upper = b->upper;
  if (rest->upper != nullptr) rest->upper->lower = rest;
  b->upper = rest;
  b->room = room;
  lists_of(rest->key).push(rest);  // exists: `b` came from it
}

bool pool::may_give(free_lists const& lists) const noexcept {
  return !lists.of_graph && (kind_ == memory_kind::host || lists.idle);
}

/// Gives back the chunks that are free altogether. Everything that the free blocks were used for is done.
std::int64_t pool::give_back() noexcept {
  last_lists_ = nullptr;
  if (mixed_) {  // nothing is left to order, so neighbours may go to one list
    for (block* b : lowest_) {
      for (; b->upper != nullptr; b = b->upper) {
        block* const u = b->upper;
        if (!b->free || !u->free || b->key == u->key) continue;
        free_lists& to = free_.find(b->key)->second;
        free_lists& from = free_.find(u->key)->second;
        if (!may_give(to) || !may_give(from)) continue;
        from.remove(u);
        from.forget(u);
        u->key = b->key;
        to.push(u);
      }
    }
  }
  for (auto& [key, lists] : free_) lists.merge();
  std::int64_t given = 0;
  auto const whole = [&](block* b) {
    if (!b->free || b->upper != nullptr) return false;
    free_lists& lists = free_.find(b->key)->second;
    if (!may_give(lists)) return false;
    lists.remove(b);
    lists.forget(b);
    allow(*b, b->room);
    source_->give(b->data, b->room, device_);
    given += b->room;
    delete b;
    return true;
  };
  lowest_.erase(std::remove_if(lowest_.begin(), lowest_.end(), whole), lowest_.end());
  statistics_.reserved_bytes -= given;
  return given;
}

/// The last resort: a block of any size from any stream that is idle.
block* pool::borrow(std::int64_t room, void* key) {
  for (auto& [other, lists] : free_) {
    if (other != key && !may_give(lists)) continue;
    block* const b = lists.take(room, most_bytes, most_bytes);
    if (b == nullptr) continue;
    if (other != key) {
      lists.forget(b);
      b->key = key;
      mixed_ = true;
    }
    return b;
  }
  return nullptr;
}

void pool::fail(std::int64_t bytes) {
  if (kind_ != memory_kind::host) throw_if_lost();
  std::int64_t free_bytes = 0, total_bytes = 0;
  if (kind_ != memory_kind::host) device_memory(free_bytes, total_bytes);
  std::string message = std::string("cp: out of ") + name_of(kind_) + " memory: " + std::to_string(bytes) +
                        " bytes requested, " + std::to_string(statistics_.used_bytes) +
                        " bytes held by arrays, limit " +
                        (statistics_.limit_bytes > 0 ? std::to_string(statistics_.limit_bytes) + " bytes" : "none");
  if (total_bytes > 0)
    message += ", device has " + std::to_string(free_bytes) + " of " + std::to_string(total_bytes) + " bytes free";
  throw out_of_memory(message, bytes, statistics_.used_bytes, statistics_.limit_bytes);
}

/// Whether growing by `room` would keep more than twice of what was ever in use. The host's chunks are given back then:
/// that costs no wait, and the system, which promises more memory than it has, would end the process instead of
/// failing.
bool pool::hoards(std::int64_t room) const noexcept {
  auto const& s = statistics_;
  return kind_ == memory_kind::host && s.reserved_bytes > s.used_bytes &&
         s.reserved_bytes + room > 2 * std::max(s.peak_used_bytes, s.used_bytes + room) + hoard_allowance;
}

block* pool::grow(std::int64_t room, stream_handle stream, void* key) {
  std::int64_t const chunk = room <= small_limit ? small_chunk : room;
  auto made = std::make_unique<block>();
  lowest_.push_back(made.get());
  void* data = source_->take(chunk, device_);
  if (data == nullptr) {
    lowest_.pop_back();
    return nullptr;
  }
  ++statistics_.system_allocations;
  statistics_.reserved_bytes += chunk;
  block* const b = made.release();
  b->owner = this;
  b->key = key;
  b->kind = kind_;
  b->device = device_;
  b->stream = stream;
  b->release = release_block;
  b->data = data;
  b->room = chunk;
  return b;
}

block* pool::allocate(std::int64_t bytes, stream_handle stream, void* key, int device) {
  memory_hook hook;
  void* hook_context;
  block* b;
  {
    std::lock_guard const lock(mutex_);
    if (bytes > most_bytes) fail(bytes);
    std::int64_t const room = room_for(bytes);
    if (statistics_.limit_bytes > 0 && statistics_.used_bytes + room > statistics_.limit_bytes) fail(bytes);
    free_lists& lists = lists_of(key);
    bool const of_graph = lists.of_graph = key != stream;
    // A large block is not broken up for a small request, nor a huge one for one that would waste most of it.
    std::int64_t const at_most = room <= small_limit ? small_chunk : std::max<std::int64_t>(4 * room, 64 * large_unit);
    look_at_waiting(8);
    while ((b = find(room, at_most, lists)) != nullptr && !begin_on(*b, stream)) wait_with(b);
    if (b == nullptr && hoards(room)) give_back();
    if (b == nullptr) b = grow(room, stream, key);
    if (b == nullptr && make_idle()) {
      give_back();
      b = grow(room, stream, key);
      while (b == nullptr && (b = borrow(room, key)) != nullptr)
        if (!begin_on(*b, stream)) wait_with(std::exchange(b, nullptr));
    }
    if (b == nullptr) fail(bytes);
    b->uses.clear();
    try {
      split(b, room);
    } catch (std::bad_alloc const&) {  // no memory for the bookkeeping of the rest: hand out the whole block
      if (statistics_.limit_bytes > 0 && statistics_.used_bytes + b->room > statistics_.limit_bytes) {
        b->free = true;
        lists.push(b);
        throw;
      }
    }
    b->free = false;
    b->references.store(1, detail::order::relaxed);
    b->bytes = bytes;
    b->stream = stream;
    b->used_elsewhere.store(false, detail::order::relaxed);
    if (kind_ == memory_kind::pinned) b->device = device;
    allow(*b, of_graph ? b->room : bytes);
    statistics_.used_bytes += b->room;
    statistics_.peak_used_bytes = std::max(statistics_.peak_used_bytes, statistics_.used_bytes);
    ++statistics_.allocations;
    hook = hook_;
    hook_context = hook_context_;
  }
  if (hook != nullptr) {
    try {
      hook(kind_, bytes, hook_context);
    } catch (...) {
      put_back(b);
      throw;
    }
  }
  return b;
}

block* pool::find(std::int64_t room, std::int64_t at_most, free_lists& lists) {
  block* const b = lists.take(room, at_most);
  return b == nullptr && lists.merge() ? lists.take(room, at_most) : b;
}

void pool::release(block* b) noexcept {
  if (kind_ != memory_kind::host) wait_for_the_end();
  std::int64_t const bytes = b->bytes;
  auto const [hook, hook_context] = put_back(b);
  if (hook == nullptr) return;
  try {
    hook(kind_, -bytes, hook_context);
  } catch (...) {  // there is nobody to tell
  }
}

std::pair<memory_hook, void*> pool::put_back(block* b) noexcept {
  std::lock_guard const lock(mutex_);
  if (last_lists_ == nullptr || last_key_ != b->key) {
    last_lists_ = &free_.find(b->key)->second;  // exists: the block came from it
    last_key_ = b->key;
  }
  free_lists& lists = *last_lists_;
  if (kind_ != memory_kind::host && !lists.of_graph && b->stream != b->key) add_use(*b, b->stream, nullptr);
  statistics_.used_bytes -= b->room;
  if (!lists.of_graph) allow(*b, 0);
  if (b->held)
    b->given_up = true;
  else
    make_free(b, lists);
  return {hook_, hook_context_};
}

pool_statistics pool::statistics() {
  std::lock_guard const lock(mutex_);
  return statistics_;
}

void pool::set_limit(std::int64_t bytes) {
  if (bytes < 0)
    throw value_error("cp::memory_pool::set_limit: a limit of 0 (none) or more bytes is needed, not " +
                      std::to_string(bytes));
  std::lock_guard const lock(mutex_);
  statistics_.limit_bytes = bytes;
}

std::int64_t pool::trim() {
  if (kind_ != memory_kind::host && is_capturing_device())
    throw value_error("cp::memory_pool::trim: the host cannot wait for the device while a graph is being captured");
  std::lock_guard const lock(mutex_);
  return make_idle() ? give_back() : 0;
}

void pool::reset_peak() {
  std::lock_guard const lock(mutex_);
  statistics_.peak_used_bytes = statistics_.used_bytes;
}

void pool::set_source(memory_source* source) {
  std::lock_guard const lock(mutex_);
  memory_source* const wanted = source != nullptr ? source : default_source_;
  if (wanted == source_) return;
  if (make_idle()) give_back();
  if (statistics_.reserved_bytes > 0)
    throw value_error("cp::memory_pool::set_source: arrays and graphs still hold " +
                      std::to_string(statistics_.reserved_bytes) + " bytes of the former source");
  source_ = wanted;
}

void pool::set_hook(memory_hook hook, void* context) {
  std::lock_guard const lock(mutex_);
  hook_ = hook;
  hook_context_ = context;
}

void pool::hand_over(void* key, stream_handle stream, mark const& last) noexcept {
  std::lock_guard const lock(mutex_);
  last_lists_ = nullptr;
  auto const found = free_.find(key);
  bool const of_graph = found != free_.end() && found->second.of_graph;
  // Nothing that is inserted here allocates: the list either moves to its new key as it is, or its blocks move.
  free_lists* target = nullptr;
  if (found != free_.end()) {
    auto const existing = free_.find(stream);
    if (existing == free_.end()) {
      auto node = free_.extract(found);
      node.key() = stream;
      target = &free_.insert(std::move(node)).position->second;
      target->of_graph = false;
    } else {
      target = &existing->second;
      while (block* b = found->second.any()) {
        found->second.remove(b);
        found->second.forget(b);
        target->push(b);
      }
      found->second.forget_all();
      free_.erase(found);
    }
  }
  for (block* b : lowest_) {
    for (; b != nullptr; b = b->upper) {
      if (!of_graph) {  // a stream that has ended: its use of blocks that others have is behind `last`
        for (block_use& u : b->uses)
          if (u.stream == key && !u.ended) u.ended = true, u.last = last;
        b->uses.erase(std::remove_if(b->uses.begin(), b->uses.end(),
                                     [](block_use const& u) { return u.ended && u.last.has_passed(); }),
                      b->uses.end());
      }
      bool const moves = b->key == key && target != nullptr;
      bool const was_on = moves || (!of_graph && b->stream == key);
      if (was_on && last && !last.has_passed()) add_use(*b, stream, &last);
      // Other threads compare this with their current stream, without the lock.
      if (!of_graph && b->stream == key) __atomic_store_n(&b->stream, stream, __ATOMIC_RELAXED);
      if (!moves) continue;
      b->key = stream;
      // A graph has run on the new stream, and what came of it was used on the one that it was captured for.
      if (of_graph && kind_ == memory_kind::pinned) add_use(*b, stream, nullptr);
      if (of_graph && (b->free || b->given_up)) {
        if (kind_ != memory_kind::host && b->stream != stream) add_use(*b, b->stream, nullptr);
        allow(*b, 0);
      }
      bool const had_been = std::exchange(b->given_up, false);
      b->held = false;
      if (b->free && !may_be_had(*b)) {
        target->remove(b);
        target->forget(b);
        wait_with(b);
      } else if (had_been) {
        make_free(b, *target);
      }
    }
  }
}

block* block_of(storage& memory) noexcept {
  return memory.release == release_block ? static_cast<block*>(&memory) : nullptr;
}

}  // namespace cp::runtime
