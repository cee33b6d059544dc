// A value that threads share. <atomic> is a fifteenth of what a compiler reads for fuse.hpp: it can wait and notify
// too.
#pragma once

#include <fuse/core/config.hpp>

namespace cp::detail {

/// std::memory_order's values, by the compiler's numbers.
enum class order : int {
  relaxed = __ATOMIC_RELAXED,
  acquire = __ATOMIC_ACQUIRE,
  release = __ATOMIC_RELEASE,
  both = __ATOMIC_ACQ_REL,
  total = __ATOMIC_SEQ_CST
};

/// What the library needs of std::atomic<T>, T a number or a pointer.
template <class T>
class atomic {
 public:
  constexpr atomic() noexcept = default;
  constexpr atomic(T value) noexcept : value_(value) {}
  atomic(atomic const&) = delete;
  atomic& operator=(atomic const&) = delete;

  FUSE_INLINE T load(order o = order::total) const noexcept { return __atomic_load_n(&value_, static_cast<int>(o)); }
  FUSE_INLINE void store(T value, order o = order::total) noexcept {
    __atomic_store_n(&value_, value, static_cast<int>(o));
  }
  /// Returns what was there before.
  FUSE_INLINE T fetch_add(T n, order o = order::total) noexcept {
    return __atomic_fetch_add(&value_, n, static_cast<int>(o));
  }

 private:
  T value_{};
};

}  // namespace cp::detail
