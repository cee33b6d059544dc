// The pool behind every kind of memory: chunks from a source, split into blocks, free blocks kept per stream and reused
// in its order.
#pragma once

#include <cstdint>
#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/storage.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "stream_book.hpp"

namespace cp::runtime {

class pool;

/// That a stream uses a block, or used it until a point of its work.
struct block_use {
  stream_handle stream;
  int device;
  bool ended = false;  ///< `last` is known; an empty one has passed
  mark last;
};

constexpr std::int64_t most_bytes = std::int64_t{1} << 60;  // nobody has more, and sums of this do not overflow

/// A stretch of a chunk, and at the same time the storage that arrays hold: freed blocks wait in lists, unmerged, until
/// a request finds none that fits.
struct block : storage {
  pool* owner = nullptr;
  void* key = nullptr;  ///< whose list it goes to: a stream, or the graph capture that it was made in
  std::int64_t room = 0;
  bool free = false;                           ///< in a list
  bool held = false;                           ///< of a graph whose streams have no order that it could be reused in
  bool given_up = false;                       ///< released while held: free when the graph is gone
  block *lower = nullptr, *upper = nullptr;    ///< neighbours in memory
  block *previous = nullptr, *next = nullptr;  ///< neighbours in a free list
  bool fresh = false;                          ///< pushed since its list was last merged
  block *fresher = nullptr, *less_fresh = nullptr;  ///< neighbours among those
  /// Other streams that used it since it was handed out (of pinned memory, all), and those whose work a free one is to
  /// be had behind.
  std::vector<block_use> uses;
};

/// Blocks are multiples of this, and so aligned to it.
inline constexpr std::int64_t block_unit = 512;

/// Free blocks by size: four classes a power of two, each a list; a bit for each that is not empty.
class free_lists {
 public:
  void push(block* b);
  /// Drops a block that is about to go, or to get another key, from those that `merge` looks at.
  void forget(block* b);
  void forget_all();
  void remove(block* b);
  /// A block of at least `room` bytes: the smallest of the first `looks` in its own class, or any of the next class
  /// that has one. Null if there is none.
  block* take(std::int64_t room, std::int64_t largest, std::int64_t looks = 32);
  block* any() const;
  /// Joins what came since the last time with free neighbours of the same key; whether there were any.
  bool merge();

  bool of_graph = false;  ///< the key is a graph (or its capture): nobody else may have these while it lives
  bool idle = false;      ///< what the key's blocks were used for is done; true of the host's, else of one call

 private:
  void insert(block* b);
  static int class_of(std::int64_t room);
  static constexpr int classes = 256;
  block* heads_[classes] = {};
  std::uint64_t used_[classes / 64] = {};
  block* fresh_ = nullptr;  ///< the last of those that came since `merge`; some may be in use again
};

/// The pool of one kind of memory on one device. Thread-safe. Never destroyed: arrays may outlive main.
class pool {
 public:
  pool(memory_kind kind, int device, memory_source* source, stream_book& book = all_streams())
      : kind_(kind), device_(device), source_(source), default_source_(source), book_(book) {}

  /// `key` is `stream`, or a graph's state while it is captured. `device`: the current one.
  block* allocate(std::int64_t bytes, stream_handle stream, void* key, int device);
  void release(block* b) noexcept;
  void note_use(block* b, stream_handle stream, int device = 0);
  /// Waits until what has been noted of a pinned block is done. False if that cannot be.
  bool wait_for_uses(block* b) noexcept;
  /// Keeps a graph's block from being had again while the graph lives.
  void hold(block* b) noexcept;
  pool_statistics statistics();
  void set_limit(std::int64_t bytes);
  std::int64_t trim();
  void reset_peak();
  void set_source(memory_source* source);
  void set_hook(memory_hook hook, void* context);
  /// Blocks that went under `key` (a stream that has ended, or a graph, which `stream` ran last) belong to another
  /// stream from now on, behind `last`.
  void hand_over(void* key, stream_handle stream, mark const& last = {}) noexcept;
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  free_lists& lists_of(void* key);
  block* grow(std::int64_t room, stream_handle stream, void* key);
  void split(block* b, std::int64_t room);
  bool hoards(std::int64_t room) const noexcept;
  bool make_idle() noexcept;
  bool may_give(free_lists const& lists) const noexcept;
  std::int64_t give_back() noexcept;
  block* borrow(std::int64_t room, void* key);
  block* find(std::int64_t room, std::int64_t at_most, free_lists& lists);
  std::pair<memory_hook, void*> put_back(block* b) noexcept;
  void make_free(block* b, free_lists& lists) noexcept;
  bool is_orderly(block& b) noexcept;
  static bool begin_on(block& b, stream_handle stream) noexcept;
  bool is_unused(block& b) noexcept;
  bool may_be_had(block& b) noexcept;
  void wait_with(block* b) noexcept;
  void look_at_waiting(std::int64_t looks) noexcept;
  static bool end_use(stream_book& book, block_use& u) noexcept;
  void add_use(block& b, stream_handle stream, mark const* last) noexcept;
  [[noreturn]] void fail(std::int64_t bytes);

  memory_kind kind_;
  int device_;
  memory_source* source_;
  memory_source* default_source_;
  std::mutex mutex_;
  std::map<void*, free_lists> free_;
  std::vector<block*> lowest_;  ///< the first block of every chunk
  void* last_key_ = nullptr;
  free_lists* last_lists_ = nullptr;
  bool mixed_ = false;  ///< some chunk has blocks of several keys
  /// Blocks that nobody has and nobody may have yet, the oldest first: pinned ones that copies may still use (the host
  /// does not wait for streams), and those that cannot be ordered now. Linked like the free lists.
  block *waiting_ = nullptr, *last_waiting_ = nullptr;
  stream_book& book_;
  pool_statistics statistics_;
  memory_hook hook_ = nullptr;
  void* hook_context_ = nullptr;
};

/// The block that a storage is; null for memory of somebody else's.
block* block_of(storage& memory) noexcept;
/// The pool of a kind on a device; made when first asked for.
pool& pool_of(memory_kind kind, int device);
/// Every pool that exists.
void for_each_pool(void (*f)(pool&, void*), void* context);

// What the pool needs of the backend (cuda_*.cpp, or no_cuda.cpp in a build without).

/// The default source of a kind; throws cuda_error where there is no device for it.
memory_source* default_source(memory_kind kind);
/// Throws context_lost where the device's context is.
void throw_if_lost();
/// Every use of the device begins with it: wait_for_the_end, throw_if_lost.
void enter_device();
/// While the process ends CUDA's calls fail, or end it. Another thread than the ending one waits here, so that neither
/// they nor an exception end the process before `exit` does; not for ever, since somebody may be joining that thread.
void wait_for_the_end() noexcept;
/// The device's free and total memory, 0 if unknown.
void device_memory(std::int64_t& free_bytes, std::int64_t& total_bytes) noexcept;
/// Where an allocation of this thread belongs: the stream that frees it in order, and the key of its list (the capture
/// in progress, or the stream).
struct allocation_place {
  stream_handle stream;
  void* key;
};
allocation_place place_of_allocation(memory_kind kind) noexcept;
/// What CP_GPU_MEMORY_LIMIT says, in bytes; throws value_error.
std::int64_t limit_from_text(char const* text, std::int64_t total_bytes);
/// Whether `stream` is the one that this thread is capturing.
bool is_capture_stream(stream_handle stream) noexcept;
/// Forgets a stream that has ended: what it did is behind `last`.
void retire_stream(stream_handle stream, mark const& last = {}) noexcept;

}  // namespace cp::runtime
