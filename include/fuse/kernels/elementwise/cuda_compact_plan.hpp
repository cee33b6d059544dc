// Starting the compacting kernel: no templates, so that it is compiled once, in the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// What a compacting kernel's arguments begin with; those of the flat form follow.
struct compact_head {
  std::int64_t* count;         ///< how many elements were chosen
  unsigned long long* states;  ///< of each tile, 0 at first
  unsigned* ticket;            ///< the next tile, 0 at first
};

struct cuda_compact_kernel {
  runtime::kernel_function kernel;
  int tile;           ///< elements of a block
  std::size_t bytes;  ///< of its arguments
};

/// Starts the kernel of a loop whose first output is where the chosen elements go (there is room for all) and whose
/// second one stands for the mask; writes how many there are to `count`. false, and nothing is started, if the loop is
/// no single run. Counts a launch.
bool cuda_compact_start(cuda_compact_kernel& kernel, signature_info const& info, loop_builder& loop,
                        std::int64_t* count, char const* name);

}  // namespace cp::kernels
