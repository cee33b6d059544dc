// Memory pools: statistics, limits, giving memory back, a user's own allocator, hooks.
#pragma once

#include <cstdint>
#include <fuse/runtime/storage.hpp>

namespace cp {

/// What a pool holds, in bytes and counts.
struct pool_statistics {
  std::int64_t used_bytes = 0;          ///< held by arrays now
  std::int64_t reserved_bytes = 0;      ///< taken from the system now (used + cached)
  std::int64_t peak_used_bytes = 0;     ///< most used at once since the start or `reset_peak`
  std::int64_t limit_bytes = 0;         ///< 0: none
  std::int64_t allocations = 0;         ///< blocks handed out so far
  std::int64_t system_allocations = 0;  ///< calls of the system's allocator so far (cudaMalloc, aligned_alloc, ...)
};

/// Where a pool gets its memory from. Implement it to bring your own; it must outlive the pool's use. It is called by
/// one thread at a time and must not allocate from the same pool.
struct memory_source {
  virtual ~memory_source() = default;
  /// Memory of `bytes` bytes aligned to 256, or null when there is none. `device` is the current device.
  virtual void* take(std::int64_t bytes, int device) noexcept = 0;
  /// Takes back what `take` gave.
  virtual void give(void* data, std::int64_t bytes, int device) noexcept = 0;
};

/// Called with (+bytes on handing out, -bytes on taking back, context), in the thread that does it. What it throws on
/// handing out undoes the allocation and reaches its caller; what it throws on taking back is lost.
using memory_hook = void (*)(memory_kind kind, std::int64_t bytes, void* context);

/// The pool of one kind of memory (of the current device, for `device` and `managed`). Best fit with split and merge,
/// free lists per stream; thread-safe. A freed block can be had again at once on the stream that it was allocated on,
/// which then waits for other streams that used it; a pinned one when the copies from it are done.
class memory_pool {
 public:
  /// The pool of a kind of memory.
  explicit memory_pool(memory_kind kind) : kind_(kind) {}
  /// What it holds now.
  pool_statistics statistics() const;
  /// Bytes that arrays may hold at most; 0 for no limit. The environment's CP_GPU_MEMORY_LIMIT (bytes, or a per cent of
  /// the device's memory as in `50%`) sets it for device memory at the start. Throws value_error if negative.
  void set_limit(std::int64_t bytes);
  /// Gives cached memory back to the system; returns how many bytes. Waits for the streams that used it, so it throws
  /// value_error while this thread captures a device graph; another thread's capture is not disturbed. Memory that
  /// graphs need stays, and what cannot be waited for.
  std::int64_t trim();
  /// The peak begins again at what is used now.
  void reset_peak();
  /// Takes memory from `source` from now on (null: the default). Cached memory of the former source is given back
  /// first. Throws value_error while arrays or graphs hold memory of the former source.
  void set_source(memory_source* source);
  /// Calls `hook` at every allocation and release from now on (null: none).
  void set_hook(memory_hook hook, void* context);

 private:
  memory_kind kind_;
};

/// The pool that arrays of `Space` take their memory from: `device_pool()`, `host_pool()`; `pinned_pool()` serves
/// `cp::empty_pinned`.
inline memory_pool device_pool() { return memory_pool(memory_kind::device); }
inline memory_pool host_pool() { return memory_pool(memory_kind::host); }
inline memory_pool pinned_pool() { return memory_pool(memory_kind::pinned); }

/// Which system allocator stands behind the device pool.
enum class device_allocator { cuda_malloc, cuda_malloc_async, managed };
/// Chooses it for the current device; cached memory is given back first, which waits for streams. Throws cuda_error
/// where the device lacks it or there is none, value_error while arrays or graphs hold memory of the former allocator
/// and while a device graph is being captured; nothing has changed then.
void set_device_allocator(device_allocator which);

}  // namespace cp
