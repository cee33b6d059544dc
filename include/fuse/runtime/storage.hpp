// Reference-counted memory: what arrays hold a share of. Allocation is stream-ordered and comes from a pool.
#pragma once

#include <cstdint>
#include <fuse/core/atomic.hpp>
#include <fuse/core/config.hpp>
#include <fuse/core/error.hpp>  // throw_out_of_bookkeeping
#include <utility>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define FUSE_KNOWS_THREADS 1
#else
#define FUSE_KNOWS_THREADS 0
#endif

namespace cp {

/// Where memory lives.
enum class memory_kind : unsigned char { host, pinned, device, managed };
/// Whether the device's kernels, not the host's, work on it.
constexpr bool is_device(memory_kind kind) { return kind == memory_kind::device || kind == memory_kind::managed; }

namespace runtime {

/// A stream as the runtime passes it around: a cudaStream_t, or null for the default stream and on the host.
using stream_handle = void*;

/// Adds to a count that threads share, and returns what it was before. As long as the process has one thread, which the
/// C library knows, this is no atomic operation: five times as fast, and an expression makes several handles.
FUSE_INLINE std::int64_t add_shared(detail::atomic<std::int64_t>& count, std::int64_t n, detail::order order) noexcept {
#if FUSE_KNOWS_THREADS
  if (__libc_single_threaded != 0) {
    std::int64_t const before = count.load(detail::order::relaxed);
    count.store(before + n, detail::order::relaxed);
    return before;
  }
#endif
  return count.fetch_add(n, order);
}

/// One allocation and the number of handles on it. Made by `allocate` or `adopt`, given back when the last handle goes.
struct storage {
  void* data = nullptr;
  std::int64_t bytes = 0;
  memory_kind kind = memory_kind::host;
  int device = 0;                  ///< of `device` and `managed` memory; for `pinned`, the one it was allocated for
  stream_handle stream = nullptr;  ///< the stream that this memory was allocated on; freeing is ordered there
  detail::atomic<bool> used_elsewhere{false};  ///< by a stream that was told to `note_use`
  bool adopted = false;  ///< it is somebody else's memory, of which another storage may have a part
  detail::atomic<std::int64_t> references{1};
  void (*release)(storage*) noexcept = nullptr;  ///< gives the memory back and destroys this
  void* context = nullptr;                       ///< belongs to `release`
};

/// New memory of at least `bytes` bytes (0 is fine), aligned to 256 bytes, on the current device and ordered on the
/// current stream. Throws out_of_memory; nothing else has changed then.
storage* allocate(memory_kind kind, std::int64_t bytes);

/// Storage over memory that somebody else owns; `release_memory(context)` is called once when the last handle goes
/// (null: never).
storage* adopt(void* data, std::int64_t bytes, memory_kind kind, int device, void (*release_memory)(void*) noexcept,
               void* context);

/// Tells the pool that work on `stream`, which is not the stream the memory was allocated on, uses it, so that whoever
/// gets it next waits for that work too (by an event, never by the host). Called by every launch whose operand has
/// another stream; and for pinned memory, which the host uses as soon as it gets it, by every copy on any stream: such
/// a block is handed out again when the copy is done. Throws out_of_memory; value_error for memory of another device
/// than the current one.
void note_use(storage& memory, stream_handle stream);

/// Whether there are several devices. Arrays of two devices' default streams have one and the same null stream.
extern detail::atomic<bool> has_several_devices;
/// Whether work on `stream` has to say so (`note_use`): the memory was allocated on another stream, or may lie on
/// another device.
FUSE_INLINE bool is_elsewhere(storage const& memory, stream_handle stream) noexcept {
  return memory.stream != stream || has_several_devices.load(detail::order::relaxed);
}

/// Whether two arrays may have bytes in common: they share a storage, or one has memory of somebody else's.
FUSE_INLINE bool may_share(storage const* a, storage const* b) noexcept {
  return a == b || (a != nullptr && b != nullptr && (a->adopted || b->adopted));
}

/// Whether memory that has one owner left may be written anew, unasked, on the current stream: nobody else's work that
/// was noted may still use it, and it was not adopted, since its owner may read it or have it write-protected. Waits
/// for copies of pinned memory.
bool may_reuse(storage& memory) noexcept;

}  // namespace runtime

/// A share of a `runtime::storage`: copying it counts one up, destroying it one down.
class storage_ptr {
 public:
  storage_ptr() noexcept = default;
  /// Takes over one count.
  explicit storage_ptr(runtime::storage* adopted) noexcept : storage_(adopted) {}
  /// One more share.
  storage_ptr(storage_ptr const& other) noexcept : storage_(other.storage_) {
    if (storage_ != nullptr) runtime::add_shared(storage_->references, 1, detail::order::relaxed);
  }
  /// Takes over the other's share.
  storage_ptr(storage_ptr&& other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
  /// Takes over the other's share.
  storage_ptr& operator=(storage_ptr other) noexcept {
    std::swap(storage_, other.storage_);
    return *this;
  }
  /// Inlined, so that one whose share was taken over costs nothing. Nobody is given its address: handles that
  /// expressions pass on stay in registers.
  FUSE_INLINE ~storage_ptr() {
    if (storage_ != nullptr) drop(storage_);
  }

  /// The storage, or null.
  runtime::storage* get() const noexcept { return storage_; }
  /// The storage, or null.
  runtime::storage* operator->() const noexcept { return storage_; }
  /// Whether there is a storage.
  explicit operator bool() const noexcept { return storage_ != nullptr; }
  /// Whether both share one storage.
  bool operator==(storage_ptr const& other) const noexcept { return storage_ == other.storage_; }

 private:
  static void drop(runtime::storage* s) noexcept {
    if (runtime::add_shared(s->references, -1, detail::order::both) == 1) s->release(s);
  }

  runtime::storage* storage_ = nullptr;
};

}  // namespace cp

#undef FUSE_KNOWS_THREADS
