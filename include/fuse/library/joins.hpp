// Arrays that are joined: copies of many to their places in the result, at once.
#pragma once

#include <cstdint>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// Copies arrays to their places along an axis of a new one: a hundred of them by one kernel.
class join_copies {
 public:
  /// Into the new array, which is C-contiguous; `where` is not copied.
  join_copies(char const* where, memory_kind kind, void* to, std::int64_t itemsize, std::int64_t const* shape, int rank,
              int axis);
  /// Takes an array of as many axes, whose place along the axis begins at `at`. False if it does not lie in rows of
  /// bytes, and is not taken.
  bool add(void const* from, std::int64_t const* shape, std::int64_t const* strides, std::int64_t at);
  /// Starts what has not been started yet, on the current stream; does not wait. Counts launches. Throws cuda_error.
  void start();

 private:
  std::int64_t room_[410];  ///< for what src/library/joins.cpp keeps
};

}  // namespace cp::library
