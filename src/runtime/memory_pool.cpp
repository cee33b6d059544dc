// The memory pool: good fit in lists by size class, merging only when nothing fits, and the public face of the pools.
#include <fuse/runtime/memory_pool.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

#include <fuse/core/error.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>

#include "pool.hpp"

namespace cp::runtime {

namespace {

constexpr std::int64_t unit = 512;                   // blocks are multiples of this, and so aligned to it
constexpr std::int64_t small_limit = 1 << 20;        // requests up to here come from shared chunks
constexpr std::int64_t small_chunk = std::int64_t{2} << 20;
constexpr std::int64_t large_unit = std::int64_t{2} << 20;  // larger requests are multiples of this

std::int64_t room_for(std::int64_t bytes) {
  std::int64_t const step = bytes <= small_limit ? unit : large_unit;
  return (bytes + step - 1) / step * step;
}

char const* name_of(memory_kind kind) {
  switch (kind) {
    case memory_kind::host: return "host";
    case memory_kind::pinned: return "pinned";
    case memory_kind::device: return "device";
    default: return "managed";
  }
}

void release_block(storage* s) noexcept {
  auto* b = static_cast<block*>(s);
  b->owner->release(b);
}

}  // namespace

int free_lists::class_of(std::int64_t room) {
  auto const units = static_cast<std::uint64_t>(room / unit);
  int const top = 63 - __builtin_clzll(units | 1);
  return top < 2 ? static_cast<int>(units) : 4 * (top - 1) + static_cast<int>(units >> (top - 2) & 3);
}

void free_lists::push(block* b) {
  int const c = class_of(b->room);
  b->previous = nullptr;
  b->next = heads_[c];
  if (b->next != nullptr) b->next->previous = b;
  heads_[c] = b;
  used_[c / 64] |= std::uint64_t{1} << (c % 64);
}

void free_lists::remove(block* b) {
  int const c = class_of(b->room);
  (b->previous != nullptr ? b->previous->next : heads_[c]) = b->next;
  if (b->next != nullptr) b->next->previous = b->previous;
  if (heads_[c] == nullptr) used_[c / 64] &= ~(std::uint64_t{1} << (c % 64));
}

block* free_lists::take(std::int64_t room, std::int64_t largest) {
  int const own = class_of(room);
  block* best = nullptr;
  int looked = 0;
  for (block* b = heads_[own]; b != nullptr && looked < 32; b = b->next, ++looked) {
    if (b->room == room) {
      best = b;
      break;
    }
    if (b->room > room && (best == nullptr || b->room < best->room)) best = b;
  }
  for (int word = (own + 1) / 64; best == nullptr && word < classes / 64; ++word) {
    std::uint64_t bits = used_[word];
    if (word == (own + 1) / 64) bits &= ~std::uint64_t{0} << ((own + 1) % 64);
    if (bits != 0) best = heads_[64 * word + __builtin_ctzll(bits)];
  }
  if (best == nullptr || best->room > largest) return nullptr;
  remove(best);
  return best;
}

block* free_lists::any() const {
  for (int word = 0; word < classes / 64; ++word)
    if (used_[word] != 0) return heads_[64 * word + __builtin_ctzll(used_[word])];
  return nullptr;
}

block* pool::find(std::int64_t room, void* key) {
  if (last_lists_ == nullptr || last_key_ != key) {
    last_lists_ = &free_[key];
    last_key_ = key;
  }
  // A large block is not broken up for a small request, nor a huge one for a large request that would waste most of it.
  return last_lists_->take(room, room <= small_limit ? small_chunk : std::max<std::int64_t>(4 * room, 64 * large_unit));
}

void pool::split(block* b, std::int64_t room) {
  if (b->room - room < (room <= small_limit ? unit : large_unit)) return;
  auto* rest = new block;
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
  free_[rest->key].push(rest);
}

void pool::merge_all(void* key) {
  free_lists& lists = free_[key];
  for (block* b : lowest_) {
    for (; b != nullptr; b = b->upper) {
      while (b->free && b->key == key && b->upper != nullptr && b->upper->free && b->upper->key == key) {
        block* const u = b->upper;
        lists.remove(b);
        lists.remove(u);
        b->room += u->room;
        b->upper = u->upper;
        if (b->upper != nullptr) b->upper->lower = b;
        lists.push(b);
        delete u;
      }
    }
  }
}

std::int64_t pool::give_back(bool wait) {
  if (wait && kind_ != memory_kind::host) wait_for_device(device_);
  std::vector<void*> keys;
  for (auto const& [key, lists] : free_) keys.push_back(key);
  for (void* key : keys) merge_all(key);
  std::int64_t given = 0;
  auto const whole = [&](block* b) {
    if (!b->free || b->upper != nullptr) return false;
    free_[b->key].remove(b);
    source_->give(b->data, b->room, device_);
    given += b->room;
    delete b;
    return true;
  };
  lowest_.erase(std::remove_if(lowest_.begin(), lowest_.end(), whole), lowest_.end());
  statistics_.reserved_bytes -= given;
  return given;
}

void pool::fail(std::int64_t bytes) {
  std::int64_t free_bytes = 0, total_bytes = 0;
  if (kind_ != memory_kind::host) device_memory(free_bytes, total_bytes);
  std::string message = std::string("cp: out of ") + name_of(kind_) + " memory: " + std::to_string(bytes) + " bytes requested, " +
                        std::to_string(statistics_.used_bytes) + " bytes held by arrays, limit " +
                        (statistics_.limit_bytes > 0 ? std::to_string(statistics_.limit_bytes) + " bytes" : "none");
  if (total_bytes > 0) message += ", device has " + std::to_string(free_bytes) + " of " + std::to_string(total_bytes) + " bytes free";
  throw out_of_memory(message, bytes, statistics_.used_bytes, statistics_.limit_bytes);
}

block* pool::grow(std::int64_t room, stream_handle stream, void* key) {
  std::int64_t const chunk = room <= small_limit ? small_chunk : room;
  auto made = std::make_unique<block>();
  lowest_.reserve(lowest_.size() + 1);
  void* data = source_->take(chunk, device_);
  if (data == nullptr) return nullptr;
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
  lowest_.push_back(b);
  return b;
}

block* pool::allocate(std::int64_t bytes, stream_handle stream, void* key) {
  std::int64_t const room = room_for(bytes);
  memory_hook hook;
  void* hook_context;
  block* b;
  {
    std::lock_guard const lock(mutex_);
    if (statistics_.limit_bytes > 0 && statistics_.used_bytes + room > statistics_.limit_bytes) fail(bytes);
    b = find(room, key);
    if (b == nullptr && last_lists_->any() != nullptr) {
      merge_all(key);
      b = find(room, key);
    }
    if (b == nullptr) b = grow(room, stream, key);
    if (b == nullptr) {
      give_back(true);
      last_lists_ = nullptr;
      b = grow(room, stream, key);
    }
    if (b == nullptr) fail(bytes);
    try {
      split(b, room);
    } catch (...) {  // no memory for the bookkeeping of the rest: hand out the whole block
    }
    b->free = false;
    b->references.store(1, std::memory_order_relaxed);
    b->bytes = bytes;
    b->stream = stream;
    statistics_.used_bytes += b->room;
    statistics_.peak_used_bytes = std::max(statistics_.peak_used_bytes, statistics_.used_bytes);
    ++statistics_.allocations;
    hook = hook_;
    hook_context = hook_context_;
  }
  if (hook != nullptr) hook(kind_, bytes, hook_context);
  return b;
}

void pool::release(block* b) noexcept {
  memory_hook hook;
  void* hook_context;
  std::int64_t const bytes = b->bytes;
  {
    std::lock_guard const lock(mutex_);
    for (stream_handle user : b->users) order_after(b->stream, user);
    b->users.clear();
    b->free = true;
    statistics_.used_bytes -= b->room;
    if (last_lists_ == nullptr || last_key_ != b->key) {
      auto const found = free_.find(b->key);  // exists: the block came from it
      last_lists_ = &found->second;
      last_key_ = b->key;
    }
    last_lists_->push(b);
    hook = hook_;
    hook_context = hook_context_;
  }
  if (hook != nullptr) hook(kind_, -bytes, hook_context);
}

void pool::note_use(block* b, stream_handle stream) {
  std::lock_guard const lock(mutex_);
  if (std::find(b->users.begin(), b->users.end(), stream) == b->users.end()) b->users.push_back(stream);
}

pool_statistics pool::statistics() {
  std::lock_guard const lock(mutex_);
  return statistics_;
}

void pool::set_limit(std::int64_t bytes) {
  if (bytes < 0) throw value_error("cp::memory_pool::set_limit: a limit of 0 (none) or more bytes is needed, not " + std::to_string(bytes));
  std::lock_guard const lock(mutex_);
  statistics_.limit_bytes = bytes;
}

std::int64_t pool::trim() {
  std::lock_guard const lock(mutex_);
  last_lists_ = nullptr;
  return give_back(true);
}

void pool::reset_peak() {
  std::lock_guard const lock(mutex_);
  statistics_.peak_used_bytes = statistics_.used_bytes;
}

void pool::set_source(memory_source* source) {
  std::lock_guard const lock(mutex_);
  memory_source* const wanted = source != nullptr ? source : default_source_;
  if (wanted == source_) return;
  last_lists_ = nullptr;
  give_back(true);
  if (statistics_.reserved_bytes > 0)
    throw value_error("cp::memory_pool::set_source: arrays still hold " + std::to_string(statistics_.used_bytes) + " bytes of the former source");
  source_ = wanted;
}

void pool::set_hook(memory_hook hook, void* context) {
  std::lock_guard const lock(mutex_);
  hook_ = hook;
  hook_context_ = context;
}

void pool::hand_over(void* key, stream_handle stream) noexcept {
  std::lock_guard const lock(mutex_);
  last_lists_ = nullptr;
  free_lists& target = free_[stream];
  auto const found = free_.find(key);
  if (found != free_.end()) {
    while (block* b = found->second.any()) {
      found->second.remove(b);
      target.push(b);
    }
    free_.erase(key);
  }
  for (block* b : lowest_) {
    for (; b != nullptr; b = b->upper) {
      if (b->key == key) b->key = stream;
      if (b->stream == key) b->stream = stream;
      b->users.erase(std::remove(b->users.begin(), b->users.end(), key), b->users.end());
    }
  }
}

namespace {

struct pool_table {
  std::mutex mutex;
  std::map<std::pair<memory_kind, int>, std::unique_ptr<pool>> pools;
};

pool_table& table() {
  static auto* const t = new pool_table;  // leaked: arrays may outlive main
  return *t;
}

std::int64_t limit_from_environment() {
  char const* text = std::getenv("CP_GPU_MEMORY_LIMIT");
  if (text == nullptr || *text == '\0') return 0;
  char* end = nullptr;
  double const number = std::strtod(text, &end);
  bool const percent = *end == '%';
  if (end == text || number < 0 || (*end != '\0' && !(percent && end[1] == '\0')))
    throw value_error(std::string("cp: CP_GPU_MEMORY_LIMIT must be a number of bytes or a percentage such as 50%, not \"") + text + "\"");
  if (!percent) return static_cast<std::int64_t>(number);
  std::int64_t free_bytes = 0, total_bytes = 0;
  device_memory(free_bytes, total_bytes);
  return static_cast<std::int64_t>(number / 100 * static_cast<double>(total_bytes));
}

}  // namespace

pool& pool_of(memory_kind kind, int device) {
  int const index = kind == memory_kind::host || kind == memory_kind::pinned ? 0 : device;
  thread_local pool* last[4] = {};
  thread_local int last_index[4] = {};
  auto const k = static_cast<std::size_t>(kind);
  if (last[k] != nullptr && last_index[k] == index) return *last[k];
  pool_table& t = table();
  std::lock_guard const lock(t.mutex);
  auto& p = t.pools[{kind, index}];
  if (p == nullptr) {
    memory_source* const source = default_source(kind);
    auto made = std::make_unique<pool>(kind, index, source);
    if (kind == memory_kind::device) made->set_limit(limit_from_environment());
    p = std::move(made);
  }
  last[k] = p.get();
  last_index[k] = index;
  return *p;
}

void for_each_pool(void (*f)(pool&, void*), void* context) {
  pool_table& t = table();
  std::lock_guard const lock(t.mutex);
  for (auto& [key, p] : t.pools)
    if (p != nullptr) f(*p, context);
}

storage* allocate(memory_kind kind, std::int64_t bytes) {
  pool& p = pool_of(kind, kind == memory_kind::host ? 0 : cuda::current_device());
  allocation_place const place = place_of_allocation(kind);
  return p.allocate(std::max<std::int64_t>(bytes, 1), place.stream, place.key);
}

void retire_stream(stream_handle stream) noexcept {
  for_each_pool([](pool& p, void* s) { p.hand_over(s, nullptr); }, stream);
}

void note_use(storage& memory, stream_handle stream) {
  if (is_capturing_device()) return;  // what a graph uses is its user's to keep
  if (memory.release == release_block) {
    auto& b = static_cast<block&>(memory);
    b.owner->note_use(&b, stream);
  }
}

namespace {

struct adopted : storage {
  void (*release_memory)(void*) noexcept = nullptr;
};

}  // namespace

storage* adopt(void* data, std::int64_t bytes, memory_kind kind, int device, void (*release_memory)(void*) noexcept, void* context) {
  auto* s = new adopted;
  s->data = data;
  s->bytes = bytes;
  s->kind = kind;
  s->device = device;
  s->context = context;
  s->release_memory = release_memory;
  s->release = [](storage* self) noexcept {
    auto* a = static_cast<adopted*>(self);
    if (a->release_memory != nullptr) a->release_memory(a->context);
    delete a;
  };
  return s;
}

}  // namespace cp::runtime

namespace cp {

namespace {
runtime::pool& pool_here(memory_kind kind) { return runtime::pool_of(kind, cuda::current_device()); }
}  // namespace

pool_statistics memory_pool::statistics() const { return pool_here(kind_).statistics(); }
void memory_pool::set_limit(std::int64_t bytes) { pool_here(kind_).set_limit(bytes); }
std::int64_t memory_pool::trim() { return pool_here(kind_).trim(); }
void memory_pool::reset_peak() { pool_here(kind_).reset_peak(); }
void memory_pool::set_source(memory_source* source) { pool_here(kind_).set_source(source); }
void memory_pool::set_hook(memory_hook hook, void* context) { pool_here(kind_).set_hook(hook, context); }

}  // namespace cp
