// The pool behind every kind of memory: chunks from a source, split into blocks, free blocks kept per stream and reused
// in its order.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp::runtime {

class pool;

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
  std::vector<stream_handle> users;                 ///< other streams that used it since it was handed out
};

/// Free blocks by size: four classes a power of two, each a list; a bit for each that is not empty.
class free_lists {
 public:
  void push(block* b);
  /// Drops a block that is about to go, or to get another key, from those that `merge` looks at.
  void forget(block* b);
  void forget_all();
  void remove(block* b);
  /// A block of at least `room` bytes: the smallest of the first `looks` in its own class, or any of the next class that
  /// has one. Null if there is none.
  block* take(std::int64_t room, std::int64_t largest, std::int64_t looks = 32);
  block* any() const;
  /// Joins what came since the last time with free neighbours of the same key; whether there were any.
  bool merge();

  bool of_graph = false;  ///< the key is a graph (or its capture): nobody else may have these while it lives

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
  pool(memory_kind kind, int device, memory_source* source)
      : kind_(kind), device_(device), source_(source), default_source_(source) {}

  /// `key` is `stream`, or a graph's state while it is captured. `device`: the current one.
  block* allocate(std::int64_t bytes, stream_handle stream, void* key, int device);
  void release(block* b) noexcept;
  void note_use(block* b, stream_handle stream);
  /// Keeps a graph's block from being had again while the graph lives.
  void hold(block* b) noexcept;
  pool_statistics statistics();
  void set_limit(std::int64_t bytes);
  std::int64_t trim();
  void reset_peak();
  void set_source(memory_source* source);
  void set_hook(memory_hook hook, void* context);
  /// Blocks that went under `key` (a graph, or a stream that is done and about to be destroyed) belong to another
  /// stream from now on.
  void hand_over(void* key, stream_handle stream) noexcept;
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  free_lists& lists_of(void* key);
  block* grow(std::int64_t room, stream_handle stream, void* key);
  void split(block* b, std::int64_t room);
  bool hoards(std::int64_t room) const noexcept;
  bool make_idle() noexcept;
  std::int64_t give_back() noexcept;
  block* borrow(std::int64_t room, void* key);
  std::pair<memory_hook, void*> put_back(block* b) noexcept;
  static void order(block const& b, stream_handle stream, stream_handle user) noexcept;
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
  bool mixed_ = false;         ///< some chunk has blocks of several keys
  std::uint64_t devices_ = 0;  ///< that memory was handed out for, a bit each
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
/// Orders `stream` behind what has been given to `user` so far; null means the default stream of `device`.
void order_after(int device, stream_handle stream, stream_handle user) noexcept;
/// Waits for a device, ignoring errors.
void wait_for_device(int device) noexcept;
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
/// Forgets a stream that is done and about to be destroyed.
void retire_stream(stream_handle stream) noexcept;

}  // namespace cp::runtime
