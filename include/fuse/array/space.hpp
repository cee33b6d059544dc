// Spaces: where an array lives, as a type.
#pragma once

#include <fuse/core/config.hpp>
#include <fuse/runtime/storage.hpp>
#include <type_traits>

namespace cp {

/// Memory of this process, worked on by its cores.
struct host_space {
  /// The kind of its memory.
  static constexpr memory_kind kind = memory_kind::host;
  /// Its name, for messages.
  static constexpr char name[] = "host_space";
};

/// Memory of a CUDA device, worked on by its kernels.
struct cuda_space {
  /// The kind of its memory.
  static constexpr memory_kind kind = memory_kind::device;
  /// Its name, for messages.
  static constexpr char name[] = "cuda_space";
};

/// The space of arrays that name none: `cuda_space` in a CUDA build of the library, `host_space` otherwise; the same in
/// a .cpp and in a .cu.
using default_space = std::conditional_t<FUSE_CUDA != 0, cuda_space, host_space>;

template <class T>
concept space = std::is_same_v<T, host_space> || std::is_same_v<T, cuda_space>;

}  // namespace cp
